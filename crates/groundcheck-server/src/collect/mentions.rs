//! What an answer names, read from whatever the model wrote around it.
//!
//! Thoughts, prose and code fences are skipped, names of lists and fields may vary, and JSON may be as models write it
//! ([`lenient`](crate::llm::lenient)). Nothing is made up: a mention has the name that the model gave it; what is not there, or is no
//! value of its kind, stays empty and is noted; an answer without any mention to read is [`Unreadable`].

use std::fmt;

use serde_json::{Map, Value};

use super::fields::{self, Scale, field, text};
use crate::llm::lenient;
use crate::store::responses::NewMention;

/// How much of an answer is read: more than any list of mentions.
const READ_MAX_BYTES: usize = 1024 * 1024;
/// How many brackets are looked at as the beginning of JSON.
const STARTS_MAX: usize = 64;
/// How deep a list may be wrapped.
const WRAPS_MAX: usize = 3;
/// How many mentions are taken from one answer.
const MENTIONS_MAX: usize = 1_000;

/// What an answer names.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reading {
    /// The mentions, in the answer's order.
    pub mentions: Vec<NewMention>,
    /// Whether some are missing: the answer breaks off, or has some that cannot be read.
    pub is_partial: bool,
    /// What was left out, and why.
    pub notes: Vec<String>,
}

/// Why there is nothing to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreadable {
    /// There is no text.
    Empty,
    /// There is no JSON in it.
    NoJson,
    /// There is JSON, but no mentions are in it.
    OtherShape,
    /// It is cut off before its first mention is whole.
    CutOff,
}

impl Unreadable {
    /// In a word, for programs.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Unreadable::Empty => "empty",
            Unreadable::NoJson => "no_json",
            Unreadable::OtherShape => "other_shape",
            Unreadable::CutOff => "cut_off",
        }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unreadable::Empty => "the answer is empty",
            Unreadable::NoJson => "the answer contains no JSON",
            Unreadable::OtherShape => "the answer's JSON contains no mentions",
            Unreadable::CutOff => "the answer is cut off before its first mention is complete; allow more tokens",
        })
    }
}

/// Reads an answer; `is_cut`: its provider says that it is cut off.
///
/// # Errors
/// Where there is nothing to read.
pub fn read(answer: &str, is_cut: bool) -> Result<Reading, Unreadable> {
    let end = answer.floor_char_boundary(READ_MAX_BYTES);
    let (answer, is_cut) = (&answer[..end], is_cut || end < answer.len());
    let (said, thinks_still) = without_thoughts(answer);
    if said.trim().is_empty() {
        return Err(if is_cut || thinks_still { Unreadable::CutOff } else { Unreadable::Empty });
    }
    let mut search = Search::default();
    for part in fenced(said).into_iter().chain([said]) {
        if let Some(found) = search.look(part, is_cut) {
            return Ok(found);
        }
    }
    Err(match (search.saw_json, search.saw_end || is_cut) {
        (_, true) => Unreadable::CutOff,
        (true, false) => Unreadable::OtherShape,
        (false, false) => Unreadable::NoJson,
    })
}

/// The answer after the model's thoughts, and whether it never came to an end with them.
fn without_thoughts(mut answer: &str) -> (&str, bool) {
    for _ in 0..STARTS_MAX {
        match THOUGHTS.iter().find_map(|(open, close)| thought(answer, open, close)) {
            Some(Some(end)) => answer = &answer[end..],
            Some(None) => return ("", true),
            None => break,
        }
    }
    (answer, false)
}

/// How models mark their thoughts where their server leaves them in the answer.
const THOUGHTS: &[(&str, &str)] = &[
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
];

/// Where a thought at the beginning ends; inside: nowhere.
fn thought(answer: &str, open: &str, close: &str) -> Option<Option<usize>> {
    let begins = answer.trim_start().starts_with(open);
    match answer.find(close) {
        // Some servers take the opening tag away. A tag inside the JSON itself closes nothing: a bracket comes first there.
        Some(at) if begins || !answer[..at].trim_start().starts_with(['{', '[']) => Some(Some(at + close.len())),
        None if begins => Some(None),
        _ => None,
    }
}

/// What stands in code fences; the last may never close.
fn fenced(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find("```") {
        let after = &rest[open + 3..];
        // ```json
        let body = after.find('\n').map_or("", |line| &after[line..]);
        let end = body.find("\n```").unwrap_or(body.len());
        found.push(&body[..end]);
        rest = body.get(end + 4..).unwrap_or_default();
        if found.len() >= STARTS_MAX {
            break;
        }
    }
    found
}

/// What was seen on the way.
#[derive(Default)]
struct Search {
    starts: usize,
    saw_json: bool,
    /// JSON that might hold mentions broke off.
    saw_end: bool,
}

impl Search {
    /// Looks for mentions in a text with other things around them.
    fn look(&mut self, text: &str, is_cut: bool) -> Option<Reading> {
        let mut at = 0;
        let mut loose: Vec<Map<String, Value>> = Vec::new();
        let mut breaks_off = false;
        let mut empty = None;
        while let Some(start) = text[at..].find(['{', '[']).map(|found| at + found) {
            self.starts += 1;
            if self.starts > STARTS_MAX {
                break;
            }
            at = start + 1;
            let Some(read) = lenient::read(&text[start..]) else { continue };
            match list_of_mentions(&read.value, 0) {
                Some(list) if !list.is_empty() && list.iter().any(is_mention) => {
                    return Some(reading(list, !read.is_complete));
                }
                Some(list) if list.is_empty() && read.is_complete => empty = Some(Reading::default()),
                _ => {}
            }
            self.saw_json |= read.is_complete && read.value.as_object().is_some_and(|object| !object.is_empty());
            if read.is_complete {
                at = start + read.end;
                match read.value {
                    // One mention alone, or one a line.
                    Value::Object(object) if is_mention(&Value::Object(object.clone())) => loose.push(object),
                    _ => {}
                }
            } else {
                breaks_off = true;
                break;
            }
        }
        self.saw_end |= breaks_off;
        if !loose.is_empty() {
            let list: Vec<Value> = loose.into_iter().map(Value::Object).collect();
            return Some(reading(&list, breaks_off || is_cut));
        }
        empty
    }
}

fn is_mention(value: &Value) -> bool {
    value.as_object().is_some_and(|object| field(object, fields::NAME).and_then(|(_, name)| text(name)).is_some())
}

/// The list in a value: the value itself, one that it holds under a name that such lists have, or the only list of objects in it.
/// An empty list counts only under such a name.
fn list_of_mentions(value: &Value, depth: usize) -> Option<&Vec<Value>> {
    let of_objects = |value: &&Value| value.as_array().is_some_and(|list| list.iter().any(Value::is_object));
    match value {
        Value::Array(list) => Some(list).filter(|list| list.iter().any(Value::is_object)),
        Value::Object(object) if depth < WRAPS_MAX => {
            let says_more = |names| field(object, names).is_some();
            let is_ranked = says_more(fields::RANK) || says_more(fields::CONFIDENCE) || says_more(fields::WHY_ALONE);
            if is_mention(value) && is_ranked {
                return None;
            }
            if let Some((_, list)) = field(object, fields::LISTS) {
                match list {
                    Value::Array(list) => return Some(list),
                    wrapped @ Value::Object(_) => return list_of_mentions(wrapped, depth + 1),
                    _ => {}
                }
            }
            if is_mention(value) {
                return None;
            }
            // Sources have names too, and are no mentions.
            let others = object.iter().filter(|(name, _)| !fields::is_one_of(name, fields::SOURCES));
            let mut lists = others.map(|(_, value)| value).filter(of_objects);
            match (lists.next(), lists.next()) {
                (Some(list), None) => list.as_array(),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The mentions of a list.
fn reading(list: &[Value], breaks_off: bool) -> Reading {
    let mut read = Reading { is_partial: breaks_off, ..Reading::default() };
    if breaks_off {
        read.notes.push("the answer is cut off; what is whole was kept".to_owned());
    }
    let objects = || list.iter().filter_map(Value::as_object);
    let confidences = objects().filter_map(|object| field(object, fields::CONFIDENCE)).map(|(_, value)| value);
    let scale = Scale::of(confidences);
    for (at, value) in list.iter().enumerate() {
        if read.mentions.len() == MENTIONS_MAX {
            read.is_partial = true;
            read.notes.push(format!("only the first {MENTIONS_MAX} mentions were kept"));
            break;
        }
        match value.as_object().and_then(|object| mention(object, at, &scale, &mut read.notes)) {
            Some(mention) => read.mentions.push(mention),
            None => {
                read.is_partial = true;
                read.notes.push(format!("entry {} has no name and was left out", at + 1));
            }
        }
    }
    read
}

fn mention(object: &Map<String, Value>, at: usize, scale: &Scale, notes: &mut Vec<String>) -> Option<NewMention> {
    let name = field(object, fields::NAME).and_then(|(_, value)| text(value))?;
    let place = u32::try_from(at + 1).unwrap_or(u32::MAX);
    let rank = field(object, fields::RANK).and_then(|(_, value)| fields::rank(value)).unwrap_or(place);
    let confidence = field(object, fields::CONFIDENCE).and_then(|(_, value)| {
        let read = scale.confidence(value);
        if read.is_none() {
            let said: String = value.to_string().chars().take(40).collect();
            notes.push(format!(
                "entry {}: its confidence {said} is no clear number from 0 to 1 and was left out",
                at + 1
            ));
        }
        read
    });
    Some(NewMention {
        brand_name: name,
        rank_position: rank.into(),
        explanation: field(object, fields::WHY).and_then(|(_, value)| text(value)),
        confidence,
        sources: field(object, fields::SOURCES).map(|(_, value)| fields::sources(value)).unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests;
