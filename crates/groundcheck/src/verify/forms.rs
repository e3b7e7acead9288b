//! Other forms of the answer's own words, asked for where no source has the word itself: the abbreviations among them, by what
//! [`super::glossary`] knows of them, and Hebrew words in the singular, the plural and the construct state.
//!
//! Source: the design's section 3, "Alignment": synonyms and abbreviations.

use super::glossary;
use super::roots;
use super::words::Stem;
use crate::document::token::{Kind, Token};
use crate::lexicon::{Roles, push_hebrew_forms};
use crate::sort;

/// Of a sentence at most so many are kept: what a claim costs must not grow with it.
const MOST: usize = 512;

/// The words of a sentence that have other forms.
#[derive(Debug, Clone, Default)]
pub(crate) struct Forms {
    /// The abbreviations.
    shorts: Vec<Stem>,
    /// Hebrew words, each with its other forms. Sorted.
    hebrew: Vec<(Stem, Stem)>,
    /// English words, each with its root.
    roots: Vec<(Stem, Stem)>,
}

impl Forms {
    /// Those of these tokens.
    pub(crate) fn read(text: &str, tokens: &[Token]) -> Self {
        let mut hebrew = Vec::new();
        let subjects = |t: &&Token| t.roles.has(Roles::HEBREW) && t.kind == Kind::Word && !t.roles.has(Roles::STOP);
        tokens.iter().filter(subjects).for_each(|t| push_hebrew_forms(t.text(text), &mut hebrew));
        let roots = tokens.iter().filter_map(|t| Some((t.stem, roots::root(text, t)?))).collect();
        Forms { shorts: glossary::shorts(text, tokens), hebrew, roots }.sorted()
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.shorts.is_empty() && self.hebrew.is_empty() && self.roots.is_empty()
    }

    /// Also those of another sentence.
    pub(crate) fn and(mut self, other: &Forms) -> Self {
        self.shorts.extend(&other.shorts);
        self.hebrew.extend(&other.hebrew);
        self.roots.extend(&other.roots);
        self.sorted()
    }

    fn sorted(mut self) -> Self {
        sort::by_key(&mut self.hebrew, Clone::clone);
        self.hebrew.dedup();
        self.hebrew.truncate(MOST);
        self.shorts.truncate(MOST);
        self.roots.truncate(MOST);
        self
    }

    /// Whether the word is an abbreviation.
    pub(crate) fn is_short(&self, word: Stem) -> bool {
        self.shorts.contains(&word)
    }

    /// The root of an English word.
    pub(crate) fn root_of(&self, word: Stem) -> Option<Stem> {
        self.roots.iter().find(|(own, _)| *own == word).map(|(_, root)| *root)
    }

    /// The other forms of a Hebrew word.
    pub(crate) fn of(&self, word: Stem) -> impl Iterator<Item = Stem> {
        let from = self.hebrew.partition_point(|(own, _)| *own < word);
        self.hebrew[from..].iter().take_while(move |(own, _)| *own == word).map(|(_, form)| *form)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::token::tokens;
    use crate::lexicon::exact;

    #[test]
    fn hebrew_words_have_their_plurals_and_construct_forms() {
        for (text, word, form, expected) in [
            ("בקבוקי", "בקבוקי", "בקבוקים", true),
            ("בקבוק", "בקבוק", "בקבוקים", true),
            ("הדירות", "דירות", "דירה", true),
            ("דירת", "דירת", "דירות", true),
            ("ההחזרים", "החזרים", "החזר", true),
            ("בקבוקים", "בקבוקים", "בקבוקות", false),
            ("דירות", "דירות", "דירים", false),
            ("bottles", "bottles", "bottle", false),
        ] {
            let forms = Forms::read(text, &tokens(text));
            assert_eq!(forms.of(exact(word)).any(|own| own == exact(form)), expected, "{text}: {form}");
        }
    }
}
