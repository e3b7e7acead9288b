//! What a claim's sentence says of how its number comes about: in total, each, less than, the most.

use core::ops::Range;

use crate::lexicon::cues::Cues;

/// The cues beside a claim and in its sentence.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Spoken {
    pub(crate) beside: Cues,
    pub(crate) sentence: Cues,
}

/// Words this close to the claim stand beside it, in bytes.
const BESIDE: usize = 28;

impl Spoken {
    /// Those of a sentence, around the claim that stands at these bytes of it.
    pub(crate) fn of(text: &str, claim: Range<usize>) -> Self {
        let mut spoken = Spoken::default();
        let mut at = 0;
        for word in text.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '"') {
            let cue = if word.is_empty() { Cues::default() } else { Cues::of(word) };
            if !cue.is_none() {
                spoken.sentence = spoken.sentence.and(cue);
                if at + word.len() + BESIDE > claim.start && at < claim.end + BESIDE {
                    spoken.beside = spoken.beside.and(cue);
                }
            }
            at += word.len() + text.get(at + word.len()..).and_then(|t| t.chars().next()).map_or(0, char::len_utf8);
        }
        spoken
    }

    /// Which way the sentence says that it went.
    pub(crate) fn up(self) -> Option<bool> {
        let of = |cues: Cues| match (cues.meets(Cues::UP), cues.meets(Cues::DOWN)) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        };
        of(self.beside).or_else(|| of(self.sentence))
    }

    /// Whether the sentence speaks of what is above all others, or below them.
    pub(crate) fn ranked(self) -> Option<bool> {
        match (self.sentence.meets(Cues::MOST), self.sentence.meets(Cues::LEAST)) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        }
    }

    /// Whether it has one of these cues: 3 beside the claim, 2 in its sentence, 1 none stands beside it, 0 another one does.
    pub(crate) fn names(self, cues: Cues) -> i16 {
        if self.beside.meets(cues) {
            3
        } else if self.sentence.meets(cues) {
            2
        } else {
            i16::from(self.beside.of_kind().is_none())
        }
    }
}
