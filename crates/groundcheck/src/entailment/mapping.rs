//! Cited numbers to sources, without guessing.
//!
//! An answer that cites `[1]` over sources `S0` and `S1` may count from one or mean `S1`. All its marks are read together: a reading
//! that leaves one of them without a source is none, and where two readings remain and differ, the mark names no source and a finding
//! says so. (Upstream maps `[1]` and `[2]` both to `S1`.)

use std::collections::{BTreeMap, BTreeSet, HashMap};

use groundcheck_types::Source;

use super::citations::{Cited, Mark};
use crate::document::lower;
use crate::verbatim::numbered;

/// What a cited number came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Mapped {
    /// The source at this place.
    Source(usize),
    /// There is no such source.
    Unknown,
    /// It may be any of these.
    Ambiguous(Vec<usize>),
}

/// The sources by what marks may call them.
pub(super) struct Known<'a> {
    sources: usize,
    exact: HashMap<&'a str, usize>,
    /// Without case; none where several share it.
    folded: HashMap<String, Option<usize>>,
    /// By word and number; none where several share them.
    labels: HashMap<(String, u32), Option<usize>>,
    /// By number alone.
    numbers: HashMap<u32, Vec<usize>>,
    /// What stands before the numbers.
    words: BTreeSet<String>,
}

impl<'a> Known<'a> {
    pub(super) fn new(sources: &'a [Source]) -> Self {
        let mut known = Known {
            sources: sources.len(),
            exact: HashMap::with_capacity(sources.len()),
            folded: HashMap::new(),
            labels: HashMap::new(),
            numbers: HashMap::new(),
            words: BTreeSet::new(),
        };
        for (place, source) in sources.iter().enumerate() {
            let id = source.id.trim();
            known.exact.entry(id).or_insert(place);
            known.folded.entry(lower(id).into_owned()).and_modify(|other| *other = None).or_insert(Some(place));
            if let Some((word, number)) = numbered(id) {
                known.words.insert(word.clone());
                known.numbers.entry(number).or_default().push(place);
                known.labels.entry((word, number)).and_modify(|other| *other = None).or_insert(Some(place));
            }
        }
        known
    }

    /// The source with this id, in this case or, where only one fits, in another.
    pub(super) fn by_id(&self, id: &str) -> Option<usize> {
        self.exact.get(id).copied().or_else(|| self.folded.get(lower(id).as_ref()).copied().flatten())
    }

    /// Whether ids are numbered with this word in front.
    pub(super) fn has_word(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    /// What a number of a range names.
    pub(super) fn by_number(&self, word: &str, number: u32) -> Cited {
        let id = [word, &number.to_string()].concat();
        self.by_id(&id).map_or_else(|| Cited::Number(word.to_owned(), number), Cited::Source)
    }

    /// What all cited numbers of an answer come to.
    pub(super) fn map(&self, marks: &[Mark]) -> BTreeMap<Cited, Mapped> {
        let mut mapped = BTreeMap::new();
        // Numbers with the same word in front are read in the same way.
        let mut groups: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
        let all: BTreeSet<&Cited> = marks.iter().flat_map(|mark| mark.cited.iter()).collect();
        for cited in all {
            match cited {
                Cited::Source(place) => {
                    mapped.insert(cited.clone(), Mapped::Source(*place));
                }
                Cited::Number(word, number) => match self.labels.get(&(word.clone(), *number)) {
                    Some(Some(place)) => {
                        mapped.insert(cited.clone(), Mapped::Source(*place));
                    }
                    _ => {
                        groups.entry(word).or_default().insert(*number);
                    }
                },
            }
        }
        for (word, numbers) in groups {
            for (number, source) in self.read(&numbers) {
                mapped.insert(Cited::Number(word.to_owned(), number), source);
            }
        }
        mapped
    }

    fn read(&self, numbers: &BTreeSet<u32>) -> Vec<(u32, Mapped)> {
        let own = |number: u32| self.numbers.get(&number).map_or(&[][..], Vec::as_slice);
        let from_one = |number: u32| (number as usize).checked_sub(1).filter(|place| *place < self.sources);
        let from_zero = |number: u32| Some(number as usize).filter(|place| *place < self.sources);
        // Counting from zero is a reading only where a zero is cited and no id has a number of its own.
        let counts_from_zero = numbers.contains(&0) && self.numbers.is_empty();
        let counted = |number: u32| if counts_from_zero { from_zero(number) } else { from_one(number) };
        let readable = |number: &&u32| !own(**number).is_empty() || counted(**number).is_some();
        let by_own = numbers.iter().filter(readable).all(|number| !own(*number).is_empty());
        let by_count = numbers.iter().filter(readable).all(|number| counted(*number).is_some());
        // Where neither reads them all, each could be read either way.
        let (by_own, by_count) = if by_own || by_count { (by_own, by_count) } else { (true, true) };
        let one = |number: u32| {
            let mut places: Vec<usize> = if by_own { own(number).to_vec() } else { Vec::new() };
            places.extend(counted(number).filter(|place| by_count && !places.contains(place)));
            match places.as_slice() {
                [] => Mapped::Unknown,
                [place] => Mapped::Source(*place),
                _ => Mapped::Ambiguous(places),
            }
        };
        let mut read: Vec<(u32, Mapped)> = numbers.iter().map(|number| (*number, one(*number))).collect();
        // Two numbers are never one source.
        let places: Vec<usize> =
            read.iter().filter_map(|(_, m)| if let Mapped::Source(p) = m { Some(*p) } else { None }).collect();
        for (_, mapped) in &mut read {
            if let Mapped::Source(place) = mapped
                && places.iter().filter(|other| *other == place).count() > 1
            {
                *mapped = Mapped::Ambiguous(vec![*place]);
            }
        }
        read
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entailment::citations::marks;

    /// `S0`, `?` for unknown, `S0|S1` for ambiguous.
    fn read(text: &str, ids: &[&str]) -> Vec<String> {
        let source =
            |id: &&str| Source { id: (*id).to_owned(), text: String::new(), title: None, url: None, kind: None };
        let sources: Vec<Source> = ids.iter().map(source).collect();
        let known = Known::new(&sources);
        let marks = marks(text, &known);
        let mapped = known.map(&marks);
        let shown = |cited: &Cited| match &mapped[cited] {
            Mapped::Source(place) => ids[*place].to_owned(),
            Mapped::Unknown => "?".to_owned(),
            Mapped::Ambiguous(places) => places.iter().map(|p| ids[*p]).collect::<Vec<_>>().join("|"),
        };
        marks.iter().flat_map(|mark| mark.cited.iter()).map(shown).collect()
    }

    #[test]
    fn numbers_are_read_together() {
        for (text, ids, expected) in [
            ("[S0]", &["S0", "S1"][..], &["S0"][..]),
            ("[s1]", &["S0", "S1"], &["S1"]),
            ("[1]", &["S0", "S1"], &["S1|S0"]),
            // Nothing has the number 2, so that the answer counts from one.
            ("[1] [2]", &["S0", "S1"], &["S0", "S1"]),
            ("[0] [1]", &["S0", "S1"], &["S0", "S1"]),
            ("[0]", &["S0"], &["S0"]),
            ("[1-2]", &["S1", "S2", "S3"], &["S1", "S2"]),
            ("[S1]", &["1"], &["1"]),
            ("[9]", &["S0"], &["?"]),
            ("[9] [1]", &["S1"], &["?", "S1"]),
            ("[12]", &["12", "S12"], &["12"]),
            ("[S0][S0][0]", &["S0"], &["S0", "S0", "S0"]),
            ("[doc1] [doc-1] [DOC 1]", &["doc1"], &["doc1", "doc1", "doc1"]),
            ("[1] [2]", &["handbook", "q3-report"], &["handbook", "q3-report"]),
            ("[0] [1]", &["handbook", "q3-report"], &["handbook", "q3-report"]),
            ("[doc-3]", &["a-3", "b-3"], &["a-3|b-3"]),
            ("[Doc1]", &["doc1", "DOC1"], &["doc1|DOC1"]),
            ("[2] [5]", &["S0", "S5"], &["S5", "S5"]),
        ] {
            assert_eq!(read(text, ids), expected, "{text} {ids:?}");
        }
    }
}
