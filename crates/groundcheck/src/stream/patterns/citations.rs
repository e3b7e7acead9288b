//! Citation marks that name no source: `[S7]` where there are three.
//!
//! Why it matters: a mark makes a reader trust a sentence without looking. Numbers may count from nought or from one, as ids do, so only
//! a number beyond both is unknown. Where no sources were given a mark is none of theirs, and nobody can tell.

use groundcheck_types::{Span, WarningPattern};

use super::{Hit, Known, Settled};
use crate::claims::{self, Conventions, Reader};
use crate::document::lower;

const SURE: f64 = 0.80;

pub(super) fn find(sentence: &Settled<'_>, known: &Known, hits: &mut Vec<Hit>) {
    if known.sources == 0 {
        return;
    }
    let reader = Reader::new(sentence.text(), sentence.spoken.tokens, Conventions::default());
    let mut told: Vec<String> = Vec::new();
    for at in sentence.range.clone().filter(|at| reader.ch(*at) == b'[') {
        let close = sentence.range.clone().skip_while(|k| *k <= at).find(|k| reader.ch(*k) == b']');
        let Some(close) = close else { continue };
        for id in claims::citations(&reader, at..close + 1) {
            if !is_known(&id, known) && !told.contains(&id) {
                let span: Span = reader.span(at, close + 1);
                hits.push(Hit::new(WarningPattern::UnknownCitation, span, SURE));
                told.push(id);
            }
        }
    }
}

/// Whether a mark may mean one of the sources.
pub(in crate::stream) fn names_a_source(id: &str, ids: impl Fn(&str) -> bool, sources: usize) -> bool {
    let id = lower(id.trim());
    if ids(&id) {
        return true;
    }
    let digits = id.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (word, number) = id.split_at(id.len() - digits);
    let counted = number.parse::<usize>().is_ok_and(|number| number <= sources);
    // A word of citing, or none, counts the sources; any other is part of an id.
    counted
        && matches!(word.trim_end_matches([' ', '-', '.', '_']), "" | "s" | "source" | "doc" | "ref" | "note" | "מקור")
}

fn is_known(id: &str, known: &Known) -> bool {
    // `2-4`: each end.
    id.split(['-', '–']).all(|id| names_a_source(id, |id| known.ids.contains(id), known.sources))
        || names_a_source(id, |id| known.ids.contains(id), known.sources)
}
