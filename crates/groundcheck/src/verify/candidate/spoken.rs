//! What a claim's sentence says of how its number comes about: in total, each, less than, the most.

use core::ops::Range;

use crate::lexicon::cues::Cues;
use crate::lexicon::spans;

/// The cues beside a claim and in its sentence.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Spoken {
    pub(crate) beside: Cues,
    pub(crate) sentence: Cues,
    /// What the first word of the sentence says that says something by itself.
    pub(crate) head: Cues,
    /// What the last one before the claim says.
    pub(crate) before: Cues,
    /// What the first one behind it says, close to it.
    pub(crate) behind: Cues,
    /// Whether it is told in percentage points.
    pub(crate) points: bool,
    /// The way that the nearest word of a way says, those before the claim first.
    pub(crate) way: Option<bool>,
    /// How far from the claim that word ends or begins, in bytes.
    pub(crate) way_gap: Option<u16>,
}

/// Words this close to the claim stand beside it, in bytes.
const BESIDE: usize = 28;

impl Spoken {
    /// Those of a sentence, around the claim that stands at these bytes of it.
    pub(crate) fn of(text: &str, claim: Range<usize>) -> Self {
        let points = spans::in_points(text.get(claim.clone()).unwrap_or_default());
        // Marks of stress are no distance.
        let plain = |at: usize| text.get(..at).map(|before| before.bytes().filter(|byte| !is_stress(*byte)).count());
        let (start, end) = (plain(claim.start), plain(claim.end));
        let mut spoken = Spoken { points, ..Spoken::default() };
        let gap = |bytes: usize| u16::try_from(bytes).ok();
        let (mut at, mut marks, mut way_behind) = (0, 0, None);
        for word in text.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '"') {
            let cue = if word.is_empty() { Cues::default() } else { Cues::of(word) };
            if !cue.is_none() {
                spoken.sentence = spoken.sentence.and(cue);
                let before = start.map_or(0, |start| start.saturating_sub(at + word.len() - marks));
                let behind = end.map_or(0, |end| (at - marks).saturating_sub(end));
                if before < BESIDE && behind < BESIDE {
                    spoken.beside = spoken.beside.and(cue);
                }
                let (strong, is_behind) = (Cues::strong(word).of_kind(), at >= claim.end);
                if !strong.is_none() {
                    if spoken.head.is_none() {
                        spoken.head = strong;
                    }
                    if !is_behind {
                        spoken.before = strong;
                    } else if spoken.behind.is_none() && behind < BESIDE {
                        spoken.behind = strong;
                    }
                }
                if let Some(way) = way(cue) {
                    if !is_behind {
                        (spoken.way, spoken.way_gap) = (Some(way), gap(before));
                    } else if way_behind.is_none() {
                        way_behind = Some((way, gap(behind)));
                    }
                }
            }
            at += word.len();
            let parting = text.get(at..).and_then(|rest| rest.chars().next());
            marks += usize::from(parting.is_some_and(|c| u8::try_from(c).is_ok_and(is_stress)));
            at += parting.map_or(0, char::len_utf8);
        }
        if let (None, Some((way, gap))) = (spoken.way, way_behind) {
            (spoken.way, spoken.way_gap) = (Some(way), gap);
        }
        spoken
    }

    /// Which way the sentence says that it went.
    pub(crate) fn up(self) -> Option<bool> {
        way(self.beside).or_else(|| way(self.sentence))
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

/// Whether it is one of the marks that stress words.
pub(crate) fn is_stress(byte: u8) -> bool {
    matches!(byte, b'*' | b'_')
}

/// Which way cues say that it went, where they say one.
fn way(cues: Cues) -> Option<bool> {
    match (cues.meets(Cues::UP), cues.meets(Cues::DOWN)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_names_an_operation_is_read_by_where_it_stands() {
        let of = |text: &str, claim: &str| {
            let at = text.find(claim).unwrap();
            Spoken::of(text, at..at + claim.len())
        };
        let mean = of("the average of the sales of both years was 1,642", "1,642");
        assert!(mean.head.meets(Cues::MEAN) && mean.before.meets(Cues::MEAN) && mean.behind.is_none());
        let more = of("costs rose, and the total is 40 more", "40");
        assert!(more.head.meets(Cues::CHANGE) && more.before.meets(Cues::TOTAL) && more.behind.meets(Cues::DIFFERENCE));
        assert_eq!(of("sales rose, stocks fell by 12 %", "12").way, Some(false));
        assert_eq!(of("12 % more than in May, when sales fell", "12").way, Some(true));
        assert_eq!(of("the rent is 950", "950").way, None);
    }

    #[test]
    fn marks_of_stress_are_no_distance() {
        let of = |text: &str| {
            let at = text.find("12").unwrap();
            Spoken::of(text, at..at + 2)
        };
        assert_eq!(of("stocks fell by **__12__** %").way_gap, of("stocks fell by 12 %").way_gap);
        assert_eq!(of("**12** % of it, **it fell**").way_gap, of("12 % of it, it fell").way_gap);
        assert_eq!(of("**12** % of it, **it fell**").way_gap, Some(" % of it, it ".len().try_into().unwrap()));
    }
}
