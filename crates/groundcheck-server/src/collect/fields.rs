//! The fields of a mention, in the words and shapes that models have for them.

use serde_json::{Map, Value};

use crate::store::responses::NewSource;

/// Fields by what they are called, the likeliest first; compared without case, `_`, `-` and spaces.
pub(super) const NAME: &[&str] = &[
    "name",
    "brandname",
    "brand",
    "companyname",
    "company",
    "productname",
    "product",
    "entity",
    "organization",
    "organisation",
    "mention",
    "item",
];
pub(super) const RANK: &[&str] = &["rank", "rankposition", "ranking", "position", "place", "number", "no", "#"];
pub(super) const WHY: &[&str] =
    &["why", "explanation", "reason", "reasoning", "rationale", "justification", "description", "summary"];
/// Those of them that only a mention has.
pub(super) const WHY_ALONE: &[&str] = &["why", "explanation", "reason", "reasoning", "rationale", "justification"];
pub(super) const CONFIDENCE: &[&str] =
    &["confidence", "confidencescore", "confidencelevel", "score", "certainty", "probability", "likelihood"];
pub(super) const SOURCES: &[&str] = &[
    "sources",
    "source",
    "references",
    "reference",
    "citations",
    "citation",
    "links",
    "link",
    "urls",
    "url",
    "sourceurl",
];
/// Lists of mentions.
pub(super) const LISTS: &[&str] = &[
    "mentions",
    "companies",
    "brands",
    "products",
    "organizations",
    "organisations",
    "entities",
    "names",
    "results",
    "items",
    "list",
    "rankings",
    "ranking",
    "rankedmentions",
    "rankedlist",
    "answers",
    "answer",
    "recommendations",
    "top",
    "data",
    "output",
    "response",
    "result",
];
const URL: &[&str] = &["url", "link", "href", "uri", "sourceurl", "address", "website", "source"];
const TITLE: &[&str] = &["title", "name", "headline", "publication", "publisher"];
const DESCRIPTION: &[&str] = &["description", "snippet", "excerpt", "summary", "quote", "note", "text", "content"];

/// The first of these fields that an object has, whatever it holds.
pub(super) fn field<'a>(object: &'a Map<String, Value>, names: &[&str]) -> Option<(&'a str, &'a Value)> {
    names.iter().find_map(|wanted| {
        let mut fields = object.iter().filter(|(name, value)| !value.is_null() && plain(name) == *wanted);
        fields.next().map(|(name, value)| (name.as_str(), value))
    })
}

/// Whether a field is one of these.
pub(super) fn is_one_of(name: &str, names: &[&str]) -> bool {
    names.contains(&plain(name).as_str())
}

fn plain(name: &str) -> String {
    name.to_lowercase().replace(['_', '-', ' '], "")
}

/// A text that says something.
pub(super) fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// A rank from 1: `1`, `"1"`, `"#1"`, `"1."`, `"1st"`.
pub(super) fn rank(value: &Value) -> Option<u32> {
    let rank = match value {
        Value::Number(number) => {
            let number = number.as_f64().filter(|number| number.fract() == 0.0)?;
            (1.0..=1e6).contains(&number).then_some(number as u32)?
        }
        Value::String(text) => {
            let text = text.trim().trim_start_matches('#').trim_start();
            let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
            let after = text[digits..].to_lowercase();
            let is_rank = ["", ".", ")", "st", "nd", "rd", "th"].contains(&after.as_str());
            text[..digits].parse().ok().filter(|_| is_rank)?
        }
        _ => return None,
    };
    (1..=1_000_000).contains(&rank).then_some(rank)
}

/// Confidences of one list, which share a scale.
#[derive(Debug, Default)]
pub(super) struct Scale {
    /// Some plain number is over 1: they are percentages, and a plain 1 could be one of either.
    is_percent: bool,
}

impl Scale {
    pub(super) fn of<'a>(confidences: impl Iterator<Item = &'a Value>) -> Self {
        let over_one = |value: &Value| plain_number(value).is_some_and(|number| number > 1.0);
        Scale { is_percent: { confidences }.any(over_one) }
    }

    /// A confidence from 0 to 1: `0.85`, `85`, `"85%"`, `"85/100"`. None of a word, of what is out of range, and of what could be two
    /// things: 1 beside 85, or 1.5.
    pub(super) fn confidence(&self, value: &Value) -> Option<f64> {
        if let Some(number) = plain_number(value) {
            return match number {
                1.0 if self.is_percent => None,
                0.0..=1.0 => Some(number),
                2.0..=100.0 => Some(number / 100.0),
                _ => None,
            };
        }
        let text = value.as_str()?.trim();
        let (part, whole) = match text.strip_suffix('%') {
            Some(percent) => (decimal(percent)?, 100.0),
            None => {
                let (part, whole) = text.split_once('/')?;
                (decimal(part)?, decimal(whole)?)
            }
        };
        (whole > 0.0 && (0.0..=whole).contains(&part)).then(|| part / whole)
    }
}

/// A number, also in quotes.
fn plain_number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => decimal(text),
        _ => None,
    }
}

/// Digits with at most one point: what `parse` takes besides (`inf`, `1e3`) nobody means.
fn decimal(text: &str) -> Option<f64> {
    let text = text.trim();
    let is_plain = text.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && text.chars().all(|c| c.is_ascii_digit() || c == '.');
    text.parse().ok().filter(|_| is_plain)
}

/// Sources: a list of texts or objects, or just one.
pub(super) fn sources(value: &Value) -> Vec<NewSource> {
    match value {
        Value::Array(values) => values.iter().filter_map(source).collect(),
        value => source(value).into_iter().collect(),
    }
}

/// What says that there is none.
const NO_SOURCE: &[&str] =
    &["", "-", "–", "none", "n/a", "na", "null", "unknown", "not available", "no source", "no sources"];

fn is_source(text: &str) -> bool {
    let text = text.trim().trim_end_matches('.').to_lowercase();
    !NO_SOURCE.contains(&text.as_str())
}

fn source(value: &Value) -> Option<NewSource> {
    match value {
        Value::String(text) if is_source(text) => Some(source_in_text(text.trim())),
        Value::Object(object) => {
            let said = |names| field(object, names).and_then(|(_, value)| text(value)).filter(|text| is_source(text));
            let (url, title) = (said(URL), said(TITLE));
            let description = said(DESCRIPTION);
            (url.is_some() || title.is_some()).then(|| NewSource {
                url: url.unwrap_or_default(),
                title,
                description,
                check: None,
            })
        }
        _ => None,
    }
}

/// `https://…`, `Title - https://…`, `[Title](https://…)`; anything else stays as it is, and is no address.
fn source_in_text(text: &str) -> NewSource {
    let whole = || NewSource { url: text.to_owned(), title: None, description: None, check: None };
    let starts: Vec<usize> =
        ["https://", "http://"].iter().flat_map(|scheme| text.match_indices(scheme)).map(|(at, _)| at).collect();
    let [start] = starts[..] else { return whole() };
    if start == 0 && !text.contains(char::is_whitespace) {
        return whole();
    }
    let rest = &text[start..];
    let before = text[..start].trim_end();
    let end = rest.find(|c: char| c.is_whitespace() || "<>\"".contains(c)).unwrap_or(rest.len());
    let mut url = &rest[..end];
    // A bracket that the text opens before the address closes after it.
    if before.ends_with(['(', '[', '<']) {
        url = url.split([')', ']']).next().unwrap_or(url);
    }
    let url = url.trim_end_matches(['.', ',', ';']);
    let title = before
        .trim_end_matches(['(', '[', '<', ']', '-', '–', '—', ':', '|', ' ', ','])
        .trim_start_matches(['[', '"', ' ']);
    let title = title.trim_end_matches('"').trim();
    NewSource {
        url: url.to_owned(),
        title: (!title.is_empty()).then(|| title.to_owned()),
        description: None,
        check: None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_confidence_is_a_number_from_0_to_1_or_none() {
        let alone = Scale::default();
        for (value, read) in [
            (json!(0.85), Some(0.85)),
            (json!(85), Some(0.85)),
            (json!("85%"), Some(0.85)),
            (json!(" 85 % "), Some(0.85)),
            (json!("0.85"), Some(0.85)),
            (json!("85"), Some(0.85)),
            (json!("8/10"), Some(0.8)),
            (json!("85 / 100"), Some(0.85)),
            (json!(1), Some(1.0)),
            (json!(0), Some(0.0)),
            (json!("1%"), Some(0.01)),
            (json!(100.0), Some(1.0)),
            (json!("0.5%"), Some(0.005)),
            // Near misses.
            (json!(1.5), None),
            (json!(101), None),
            (json!(-0.5), None),
            (json!("-85%"), None),
            (json!("101%"), None),
            (json!("11/10"), None),
            (json!("1/0"), None),
            (json!("high"), None),
            (json!("about 0.8"), None),
            (json!("0.8-0.9"), None),
            (json!("0,85"), None),
            (json!("inf"), None),
            (json!("1e-1"), None),
            (json!(""), None),
            (json!(true), None),
            (json!([0.85]), None),
        ] {
            assert_eq!(alone.confidence(&value), read, "{value}");
        }
    }

    #[test]
    fn a_list_of_percentages_makes_a_lone_1_ambiguous() {
        let values = [json!(95), json!(1), json!(0.5), json!("1%")];
        let scale = Scale::of(values.iter());
        let read: Vec<Option<f64>> = values.iter().map(|value| scale.confidence(value)).collect();
        assert_eq!(read, [Some(0.95), None, Some(0.5), Some(0.01)]);
    }

    #[test]
    fn a_rank_is_a_whole_number_from_1() {
        for (value, read) in [
            (json!(1), Some(1)),
            (json!(2.0), Some(2)),
            (json!("3"), Some(3)),
            (json!("#4"), Some(4)),
            (json!("5."), Some(5)),
            (json!("1st"), Some(1)),
            (json!(0), None),
            (json!(-1), None),
            (json!(1.5), None),
            (json!("first"), None),
            (json!("1 or 2"), None),
            (json!(""), None),
        ] {
            assert_eq!(rank(&value), read, "{value}");
        }
    }

    #[test]
    fn sources_are_texts_or_objects_or_one_of_them() {
        let read = |value: Value| {
            sources(&value).into_iter().map(|s| (s.url, s.title.unwrap_or_default())).collect::<Vec<_>>()
        };
        let both = |url: &str, title: &str| vec![(url.to_owned(), title.to_owned())];
        let u = "https://a.example/x_(y)?q=1";
        for (value, found) in [
            (json!([{"url": u, "title": "T"}]), both(u, "T")),
            (json!({"link": u, "name": "T"}), both(u, "T")),
            (json!({"URL": u, "Title": null}), both(u, "")),
            (json!([u]), both(u, "")),
            (json!(u), both(u, "")),
            (json!(format!("T - {u}")), both(u, "T")),
            (json!(format!("T: {u}.")), both(u, "T")),
            (json!("[T](https://a.example/x)"), both("https://a.example/x", "T")),
            (json!("T (https://a.example/x)"), both("https://a.example/x", "T")),
            (json!("<https://a.example/x>"), both("https://a.example/x", "")),
            // No address, and still what the model gives as its source.
            (json!("Forbes, 2024"), both("Forbes, 2024", "")),
            (json!("www.a.example"), both("www.a.example", "")),
            (json!({"title": "Forbes, 2024"}), both("", "Forbes, 2024")),
            // Two in one text are not taken apart.
            (json!("https://a.example https://b.example"), both("https://a.example https://b.example", "")),
            (json!("https://web.example/https://a.example"), both("https://web.example/https://a.example", "")),
            // None.
            (json!([]), vec![]),
            (json!(null), vec![]),
            (json!(["N/A", "", "none", "Unknown."]), vec![]),
            (json!({"url": "N/A", "title": "none"}), vec![]),
            (json!([7, true, {"note": "x"}]), vec![]),
        ] {
            assert_eq!(read(value.clone()), found, "{value}");
        }
    }
}
