//! A response of the contract as it is stored.

use groundcheck::sources::read_link;
use groundcheck_types::{CollectedMention, CollectedResponse, CollectedSource, ErrorCode, InputError, UrlReason};

use crate::dates;
use crate::store::responses::{NewMention, NewResponse, NewSource, NewSourceCheck};
use crate::store::{Millis, Origin};
use crate::urls::reason_of;

/// The response as it is stored.
pub(super) fn response(collected: CollectedResponse, origin: Origin) -> Result<NewResponse, InputError> {
    let asked_at = time("asked_at", collected.asked_at.as_deref())?;
    let mentions = collected.mentions.into_iter().enumerate().map(|(at, new)| mention(at, new));
    Ok(NewResponse {
        query: collected.query,
        provider: collected.provider,
        model: collected.model,
        raw_response: collected.raw_response.unwrap_or_default(),
        asked_at,
        origin,
        prompt_tokens: collected.prompt_tokens.map(i64::from),
        completion_tokens: collected.completion_tokens.map(i64::from),
        cost_usd: collected.cost_usd.map(|cost| cost.0),
        mentions: mentions.collect::<Result<_, _>>()?,
    })
}

fn mention(at: usize, collected: CollectedMention) -> Result<NewMention, InputError> {
    let place = i64::try_from(at).unwrap_or(i64::MAX).saturating_add(1);
    let sources = collected.sources.into_iter().enumerate();
    Ok(NewMention {
        brand_name: collected.name,
        rank_position: collected.rank.map_or(place, i64::from),
        explanation: collected.why,
        confidence: collected.confidence.map(|confidence| confidence.0),
        sources: sources.map(|(number, new)| source(at, number, new)).collect::<Result<_, _>>()?,
    })
}

fn source(at: usize, number: usize, collected: CollectedSource) -> Result<NewSource, InputError> {
    let checked_at = time(&format!("mentions[{at}].sources[{number}].checked_at"), collected.checked_at.as_deref())?;
    let reason = match (collected.status_code, collected.is_accessible) {
        (Some(status), _) => Some(reason_of(status)),
        (None, Some(true)) => Some(UrlReason::Ok),
        // Nobody knows what the other program took for inaccessible: a guess would make honest sources look made up.
        (None, Some(false)) => Some(UrlReason::NotConfirmed),
        (None, None) => None,
    };
    // What is no URL is judged by ourselves, whatever others made of it.
    let check = reason.filter(|_| read_link(&collected.url).is_ok()).map(|reason| NewSourceCheck {
        is_valid: true,
        link_state: reason.state().into(),
        reason: reason.as_str().to_owned(),
        status_code: collected.status_code.map(i64::from),
        checked_at,
    });
    Ok(NewSource { url: collected.url, title: collected.title, description: collected.description, check })
}

/// Reads a time where there is one.
fn time(field: &str, text: Option<&str>) -> Result<Option<Millis>, InputError> {
    let read = |text| {
        let message = "is not a time such as 2024-12-01T10:00:00Z or 2024-12-01";
        dates::time(text).ok_or_else(|| InputError::field(ErrorCode::InvalidValue, field, message))
    };
    text.map(read).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::LinkState;

    fn stored(source: &str) -> Result<Option<NewSourceCheck>, InputError> {
        let json = format!(
            r#"{{"query": "q", "provider": "p", "model": "m", "mentions": [{{"name": "A", "sources": [{source}]}}]}}"#
        );
        let response = response(CollectedResponse::from_json(json.as_bytes())?, Origin::Import)?;
        Ok(response.mentions[0].sources[0].check.clone())
    }

    #[test]
    fn a_check_that_comes_along_counts_by_its_status_and_is_never_guessed() {
        use LinkState::{Reachable, Unknown, Unreachable};
        for (fields, expected) in [
            ("", None),
            (r#", "is_valid": true"#, None),
            (r#", "checked_at": "2024-12-01""#, None),
            (r#", "status_code": 200"#, Some((Reachable, "ok"))),
            (r#", "status_code": 404"#, Some((Unreachable, "not_found"))),
            (r#", "status_code": 403, "is_accessible": false"#, Some((Unknown, "forbidden"))),
            (r#", "status_code": 503, "is_accessible": true"#, Some((Unknown, "server_error"))),
            (r#", "is_accessible": true"#, Some((Reachable, "ok"))),
            (r#", "is_accessible": false"#, Some((Unknown, "not_confirmed"))),
        ] {
            let check = stored(&format!(r#"{{"url": "https://a.example/"{fields}}}"#)).unwrap();
            assert_eq!(check.map(|c| (c.link_state, c.reason)), expected.map(|(s, r)| (s, r.to_owned())), "{fields}");
        }
        assert_eq!(stored(r#"{"url": "see the report", "status_code": 200}"#).unwrap(), None);
    }

    #[test]
    fn a_time_that_is_none_is_named() {
        let error = stored(r#"{"url": "u", "checked_at": "yesterday"}"#).unwrap_err();
        assert_eq!(error.field.as_deref(), Some("mentions[0].sources[0].checked_at"));
        let check = stored(r#"{"url": "http://a.example", "is_accessible": true, "checked_at": "1970-01-02"}"#);
        assert_eq!(check.unwrap().unwrap().checked_at, Some(86_400_000));
    }
}
