//! What English words of one root begin with: `maintain` and `maintenance`, where no source has the claim's own word.

use crate::document::token::{Kind, Token};
use crate::lexicon::{Roles, Stem, exact};

/// Words of so many letters or more have a root.
const SHORTEST: usize = 6;
/// It is their first so many letters.
const LETTERS: usize = 5;
/// At most so many words of one root stand for another.
const MOST: usize = 4;

/// The words of texts by their roots. Sorted once closed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Roots {
    /// Each root with a word's stem.
    all: Vec<(Stem, Stem)>,
}

/// The root of a word; `None` for short ones, and for those of other letters.
pub(crate) fn root(text: &str, token: &Token) -> Option<Stem> {
    if token.kind != Kind::Word || token.roles.has(Roles::STOP) {
        return None;
    }
    let word = token.text(text);
    let word = word.split(['\'', '’']).next().unwrap_or(word);
    if word.len() < SHORTEST || !word.is_ascii() {
        return None;
    }
    word.get(..LETTERS).map(|first| exact(&first.to_ascii_lowercase()))
}

impl Roots {
    /// Takes in the words of a text.
    pub(crate) fn read(&mut self, text: &str, tokens: &[Token]) {
        self.all.extend(tokens.iter().filter_map(|token| Some((root(text, token)?, token.stem))));
    }

    /// Closes the list.
    pub(crate) fn close(&mut self) {
        crate::sort::by_number(&mut self.all, |(root, stem)| (u64::from(root.0) << 32) | u64::from(stem.0));
        self.all.dedup();
    }

    /// Words of this root.
    pub(crate) fn of(&self, root: Stem) -> impl Iterator<Item = Stem> {
        let from = self.all.partition_point(|(own, _)| *own < root);
        self.all[from..].iter().take_while(move |(own, _)| *own == root).map(|(_, stem)| *stem).take(MOST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::token::tokens;

    #[test]
    fn words_of_one_root_stand_for_each_other() {
        let source = "Maintenance of the lifts is included.";
        let mut roots = Roots::default();
        roots.read(source, &tokens(source));
        roots.close();
        for (word, found) in
            [("maintain", true), ("mainly", false), ("lift", false), ("includes", true), ("repairs", false)]
        {
            let known = root(word, &tokens(word)[0]).is_some_and(|root| roots.of(root).next().is_some());
            assert_eq!(known, found, "{word}");
        }
    }
}
