//! The scores of one response.

use std::collections::HashMap;

use futures_util::StreamExt as _;
use groundcheck::sources::{CheckedSource, UNKNOWN, overall_quality, reliability};
use groundcheck_types::{Policy, Risk, UrlCheck, UrlPolicy, UrlReason, UrlState};

use super::Links;
use crate::dates;
use crate::report::mention_row;
use crate::review::enter;
use crate::store::reports::RiskyMention;
use crate::store::responses::{Mention, SourceRow, WholeResponse};
use crate::store::reviews::NewReview;
use crate::store::scores::{NewLink, NewScore, NewScores};
use crate::store::{Millis, Origin, RiskLevel};

/// How many links of one response are in hand at once.
const LINKS_AT_ONCE: usize = 64;

/// The scores of a response's mentions. Links that were checked before, here or elsewhere, keep their outcome, unless all are to be
/// asked anew that were not since `not_before`.
pub async fn score(
    whole: &WholeResponse,
    links: &dyn Links,
    policy: &Policy,
    not_before: Option<Millis>,
    now: Millis,
) -> NewScores {
    let mut asking = Vec::new();
    for source in whole.mentions.iter().flat_map(|(_, sources)| sources) {
        if known_state(source, not_before).is_none() {
            let check = links.ask(&source.url, not_before);
            asking.push(async move { (source.id, check.await) });
        }
    }
    let asked: HashMap<i64, UrlCheck> =
        futures_util::stream::iter(asking).buffer_unordered(LINKS_AT_ONCE).collect().await;
    let mentions: Vec<NewScore> =
        whole.mentions.iter().map(|(mention, sources)| of_mention(mention, sources, &asked, policy, now)).collect();
    let sum: f64 = mentions.iter().map(|score| score.reliability_score).sum();
    let average = (!mentions.is_empty()).then(|| sum / mentions.len() as f64);
    // Example data is nobody's answer.
    let reviews = if enter::wants_mentions(policy) && whole.response.origin != Origin::Example {
        let scored = whole.mentions.iter().zip(&mentions).filter(|(_, score)| score.risk_level == RiskLevel::High);
        scored.map(|((mention, sources), score)| review(whole, mention, sources, score)).collect()
    } else {
        Vec::new()
    };
    let overall_quality = overall_quality(average, policy).to_owned();
    NewScores { response_id: whole.response.id, overall_quality, mentions, reviews }
}

/// The outcome of an earlier check that still counts. One that was not carried out is none.
fn known_state(source: &SourceRow, not_before: Option<Millis>) -> Option<UrlState> {
    let was_asked = source.reason.as_deref() != Some(UrlReason::NotChecked.as_str());
    let is_new_enough = not_before.is_none_or(|time| source.checked_at.is_some_and(|at| at >= time));
    source.link_state.filter(|_| was_asked && is_new_enough).map(UrlState::from)
}

fn of_mention(
    mention: &Mention,
    sources: &[SourceRow],
    asked: &HashMap<i64, UrlCheck>,
    policy: &Policy,
    now: Millis,
) -> NewScore {
    let checked: Vec<CheckedSource> = sources
        .iter()
        .map(|source| match asked.get(&source.id) {
            Some(check) => CheckedSource { url: check.final_url.as_deref().unwrap_or(&source.url), state: check.state },
            None => CheckedSource {
                url: source.final_url.as_deref().unwrap_or(&source.url),
                state: source.link_state.map_or(UrlState::Unknown, UrlState::from),
            },
        })
        .collect();
    let found = reliability(mention.confidence, &checked, policy);
    NewScore {
        mention_id: mention.id,
        confidence_score: mention.confidence.unwrap_or(UNKNOWN),
        reliability_score: found.score.0,
        risk_level: match found.risk {
            Risk::Low => RiskLevel::Low,
            Risk::Medium => RiskLevel::Medium,
            Risk::High | Risk::Critical => RiskLevel::High,
        },
        has_source: found.has_source,
        source_accessible: match found.accessible {
            Some(UrlState::Reachable) => 1.0,
            Some(UrlState::Unknown) => UNKNOWN,
            Some(UrlState::Unreachable) | None => 0.0,
        },
        bonus: found.bonus.0,
        links: sources.iter().filter_map(|source| Some(link(source.id, asked.get(&source.id)?, now))).collect(),
    }
}

/// A mention as a person is to judge it: with the links as they were found now.
fn review(whole: &WholeResponse, mention: &Mention, sources: &[SourceRow], score: &NewScore) -> NewReview {
    let response = &whole.response;
    let risky = RiskyMention {
        mention_id: mention.id,
        response_id: response.id,
        query: response.query.clone(),
        provider: response.provider.clone(),
        model: response.model.clone(),
        asked_at: response.asked_at,
        brand_name: mention.brand_name.clone(),
        rank_position: mention.rank_position,
        explanation: mention.explanation.clone(),
        reliability_score: score.reliability_score,
        has_source: score.has_source,
        source_accessible: score.source_accessible,
    };
    let as_found = |source: &SourceRow| match score.links.iter().find(|link| link.source_id == source.id) {
        Some(link) => SourceRow {
            is_valid: Some(link.is_valid),
            link_state: Some(link.link_state),
            reason: Some(link.reason.clone()),
            status_code: link.status_code,
            final_url: link.final_url.clone(),
            checked_at: Some(link.checked_at),
            ..source.clone()
        },
        None => source.clone(),
    };
    enter::mention(&mention_row(risky, score.risk_level, sources.iter().map(as_found).collect()))
}

fn link(source_id: i64, check: &UrlCheck, now: Millis) -> NewLink {
    NewLink {
        source_id,
        // What was refused is a redirect's address where there is one, not its own.
        is_valid: check.policy == UrlPolicy::Allow || !check.redirects.is_empty(),
        link_state: check.state.into(),
        reason: check.reason.as_str().to_owned(),
        status_code: check.status_code.map(i64::from),
        final_url: check.final_url.clone(),
        checked_at: dates::time(&check.checked_at).unwrap_or(now),
    }
}
