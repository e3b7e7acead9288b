//! Before and after in one sentence: `91.5 %, down from 94.0 %`, `fell from 18.7 % to 15.2 %`, `$1.84 million, compared with $1.70 million`.

use groundcheck_types::ClaimKind;

use crate::document::lower;
use crate::verify::prepare::{Mention, Place, Sources};

/// What may stand between the later value and the earlier one.
const AFTER_BEFORE: &[&str] =
    &["up from", "down from", "compared with", "compared to", "against", "versus", " after ", "לעומת"];
/// Between the earlier value and the later one, behind `from`.
const BEFORE_AFTER: &[&str] = &["to", "ל"];
const FROM: &[&str] = &["from", "מ"];
/// The words between stand within this many bytes.
const REACH: usize = 60;

/// The later and the earlier one of two values, of which the anchor is one and which a sentence sets against each other.
pub(super) fn before_and_after<'s>(sources: &'s Sources, anchor: &Mention) -> Option<(&'s Mention, &'s Mention)> {
    let place = sources.places.get(anchor.place as usize).filter(|_| anchor.column.is_none())?;
    let text = sources.sources.get(place.source as usize)?.text.as_str();
    let mut last: Option<&Mention> = None;
    for index in place.mentions.clone() {
        let next = &sources.mentions[index as usize];
        if next.kind != anchor.kind || next.kind == ClaimKind::Date {
            continue;
        }
        // `1.42 million passengers and 318,000 vehicles, compared with 1.31 million passengers`
        if next.noun.is_some() && anchor.noun.is_some() && next.noun != anchor.noun {
            continue;
        }
        if let Some(first) = last
            && [first, next].iter().any(|m| m.span == anchor.span)
            && let Some(between) = text.get(first.span.end as usize..next.span.start as usize)
            && between.len() <= REACH
        {
            let between = lower(between);
            let lead = text.get(..first.span.start as usize).unwrap_or_default().trim_end_matches(['-', ' ']);
            let joint = between.trim_matches([' ', '-', ',']);
            // `to A$512 million from A$590 million`, `£618 million (2023: £574 million)`
            let since = FROM.iter().any(|word| joint.split(' ').next_back() == Some(word));
            let dated = joint.ends_with(':') && joint.contains('(') && !joint.contains(')');
            if since || dated || AFTER_BEFORE.iter().any(|words| between.contains(words)) {
                return Some((first, next));
            }
            // A unit may stand behind the first value: `from 24 days to 17`.
            let to = BEFORE_AFTER.iter().any(|word| joint == *word || joint.split(' ').next_back() == Some(word));
            if to && FROM.iter().any(|word| lead.split([' ', '\n']).next_back() == Some(word)) {
                return Some((next, first));
            }
        }
        last = Some(next);
    }
    None
}

/// The values of one kind that stand right before and right behind this one in its sentence.
pub(super) fn neighbours<'s>(sources: &'s Sources, anchor: &Mention) -> Vec<&'s Mention> {
    let Some(place) = sources.places.get(anchor.place as usize).filter(|_| anchor.column.is_none()) else {
        return Vec::new();
    };
    let alike = |m: &&Mention| m.kind == anchor.kind && m.kind != ClaimKind::Date && m.unit == anchor.unit;
    let all: Vec<&Mention> = place.mentions.clone().map(|i| &sources.mentions[i as usize]).filter(alike).collect();
    let Some(at) = all.iter().position(|m| m.span == anchor.span) else { return Vec::new() };
    [at.checked_sub(1), Some(at + 1)].into_iter().flatten().filter_map(|i| all.get(i).copied()).collect()
}

/// A value and the part of it that its sentence tells right behind it: `326, of whom 118 are juniors`.
pub(super) fn part_behind<'s>(sources: &'s Sources, whole: &'s Mention) -> Option<Vec<&'s Mention>> {
    const PART: &[&str] = &["of whom", "of which", "of them", "including", "מתוכם", "מתוכן", "מתוכו", "מהם", "מהן"];
    const WHOLE: &[&str] = &["of the ", "of its ", "of their ", "of our ", "out of ", "מתוך "];
    let place = sources.places.get(whole.place as usize).filter(|_| whole.column.is_none())?;
    let text = sources.sources.get(place.source as usize)?.text.as_str();
    let alike = |m: &&Mention| m.kind == whole.kind && m.span.start >= whole.span.end;
    let part = place.mentions.clone().map(|i| &sources.mentions[i as usize]).find(alike)?;
    let between = text.get(whole.span.end as usize..part.span.start as usize).filter(|text| text.len() <= REACH)?;
    let between = lower(between);
    // `Of the 36 lifts, 4 stayed closed`
    let before = text.get(..whole.span.start as usize).unwrap_or_default();
    let led = |words: &&str| {
        let end = before.len().checked_sub(words.len()).and_then(|at| before.get(at..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(words))
    };
    let told = PART.iter().any(|words| between.contains(words)) || WHOLE.iter().any(led);
    // `24,000 prints, 6,000 of them digitised`
    let behind = text.get(part.span.end as usize..).unwrap_or_default().trim_start();
    let told = told || PART.iter().any(|words| behind.starts_with(words));
    told.then(|| vec![whole, part])
}

/// A price of each and the numbers before it that may count them: `six of the 90 flats at $14,200 each`.
pub(super) fn each_at<'s>(sources: &'s Sources, price: &'s Mention) -> Vec<Vec<&'s Mention>> {
    const EACH: &[&str] = &["each", "apiece", "כל אחד", "כל אחת"];
    let place = sources.places.get(price.place as usize).filter(|_| price.kind == ClaimKind::Currency);
    let text = |m: &Place| sources.sources.get(m.source as usize).map_or("", |s| s.text.as_str());
    let is_each = |p: &&Place| {
        let behind = text(p).get(price.span.end as usize..).unwrap_or_default().trim_start();
        EACH.iter().any(|word| behind.starts_with(word))
    };
    let Some(place) = place.filter(is_each) else { return Vec::new() };
    let near = |m: &&Mention| {
        m.kind == ClaimKind::Number && m.span.end <= price.span.start && price.span.start - m.span.end <= REACH as u32
    };
    place.mentions.clone().map(|i| &sources.mentions[i as usize]).filter(near).map(|count| vec![count, price]).collect()
}
