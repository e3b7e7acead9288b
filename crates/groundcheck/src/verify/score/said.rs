//! Where a claim's sentence names what it may be computed from: which operand first, on which side of the claim, and what leads to its
//! name. It tells a share's part from its whole and the start of a change from its end.
//!
//! Source: the design, "From claim to verdict", ranking.

use super::forest::MISSING;
use super::look_up::Words;
use crate::claims::Period;
use crate::document::token::{Kind, Token};
use crate::lexicon::leads::Lead;
use crate::lexicon::{Roles, Stem, cues};
use crate::verify::candidate::operand::Operand;
use crate::verify::forms::Forms;
use crate::verify::prepare::Sources;

/// Of a sentence so many words are looked at, a bit a word.
const MOST: usize = 128;

/// The words and the years of a sentence, read once for all its claims.
pub(crate) struct Said<'t> {
    text: &'t str,
    /// Where each word of the sources starts, in bytes.
    words: Vec<(usize, Stem)>,
    years: Vec<(usize, i32)>,
}

/// What a sentence names of an operand.
#[derive(Clone, Copy, Default)]
pub(crate) struct Names {
    /// Which of its words are the operand's own, a bit a word.
    own: u128,
    /// Where its year starts.
    year: Option<usize>,
    /// Whether it is called a total.
    total: bool,
}

/// How a formula's two operands are named.
pub(crate) struct Naming {
    /// 1 where the first operand is named first, −1 where the second is, 0 where that cannot be told.
    pub(crate) order: i16,
    /// The same by their years.
    pub(crate) times: i16,
    pub(crate) first: NamedAt,
    pub(crate) second: NamedAt,
}

/// Where an operand is named.
pub(crate) struct NamedAt {
    /// 1 behind the claim, −1 before it, 0 nowhere.
    pub(crate) side: i16,
    pub(crate) lead: i16,
    /// What leads to its year.
    pub(crate) time: i16,
    pub(crate) total: i16,
}

impl<'t> Said<'t> {
    /// Those of the sentence of these tokens, whose words have these other forms.
    pub(crate) fn of(text: &'t str, tokens: &[Token], forms: &Forms, sources: &Sources) -> Self {
        let is_known = |stem: &Stem| sources.term(*stem).is_some();
        let word = |token: &Token| {
            let is_word = token.kind == Kind::Word && !token.roles.has(Roles::STOP);
            let stem = is_word.then_some(token.stem)?;
            let known = if is_known(&stem) { Some(stem) } else { forms.of(stem).find(is_known) };
            Some((token.start as usize, known?))
        };
        let year = |token: &Token| {
            let is_year = token.kind == Kind::Number && token.end - token.start == 4;
            let year = is_year.then(|| token.text(text).parse().ok())??;
            (1800..2200).contains(&year).then_some((token.start as usize, year))
        };
        Said {
            text,
            words: tokens.iter().filter_map(word).take(MOST).collect(),
            years: tokens.iter().filter_map(year).take(MOST).collect(),
        }
    }

    /// What it names of an operand.
    pub(crate) fn names(&self, operand: &Operand, sources: &Sources) -> Names {
        let year = operand.time.map(Period::year);
        let year = year.and_then(|year| self.years.iter().find(|(_, own)| *own == i32::from(year)));
        let year = year.map(|(at, _)| *at);
        let Some(words) = operand.printed.and_then(|printed| Words::of(printed.mention, sources)) else {
            return Names { year, ..Names::default() };
        };
        let own = (0..).zip(&self.words).filter(|(_, (_, stem))| words.own(*stem));
        Names { own: own.fold(0, |bits, (at, _)| bits | 1 << at), year, total: words.labels().any(cues::is_total) }
    }

    /// How it names two operands of the claim that starts at this byte: by the words that only one of them has, and by their years where
    /// these differ.
    pub(crate) fn naming(&self, claim: usize, first: Names, second: Names) -> Naming {
        let place = |own: u128| self.words.get(own.trailing_zeros() as usize).map(|(at, _)| *at);
        let (a, b) = (place(first.own & !second.own), place(second.own & !first.own));
        let apart = first.year != second.year;
        let (x, y) = (first.year.filter(|_| apart), second.year.filter(|_| apart));
        Naming {
            order: order(a, b),
            times: order(x, y),
            first: self.named(claim, a, x, first.total),
            second: self.named(claim, b, y, second.total),
        }
    }

    fn named(&self, claim: usize, at: Option<usize>, year: Option<usize>, total: bool) -> NamedAt {
        let lead = |at: Option<usize>| at.map_or(MISSING, |at| i16::from(Lead::before(self.text, at) as u8));
        NamedAt {
            side: at.map_or(0, |at| if at < claim { -1 } else { 1 }),
            lead: lead(at),
            time: lead(year),
            total: i16::from(total),
        }
    }
}

fn order(a: Option<usize>, b: Option<usize>) -> i16 {
    match (a, b) {
        (Some(a), Some(b)) if a < b => 1,
        (Some(a), Some(b)) if a > b => -1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::exact;

    #[test]
    fn the_operand_that_is_named_first_is_told_from_the_other() {
        let lead = |lead: Lead| i16::from(lead as u8);
        // The sentence, the words of the first operand, those of the second, and how they are named.
        for (text, first, second, order, sides, leads) in [
            ("the ratio of land to buildings was #", "land", "buildings", 1, [-1, -1], [Lead::Of, Lead::To]),
            ("the ratio of land to buildings was #", "buildings", "land", -1, [-1, -1], [Lead::To, Lead::Of]),
            ("rent makes up # of total costs", "rent", "total costs", 1, [-1, 1], [Lead::None, Lead::Of]),
            // A word that both have tells nothing.
            ("net sales rose by # to sales of 5", "net sales", "sales", 0, [-1, 0], [Lead::None, Lead::None]),
            ("it rose by #", "land", "buildings", 0, [0, 0], [Lead::None, Lead::None]),
        ] {
            let claim = text.find('#').unwrap();
            let mut words: Vec<(usize, Stem)> = Vec::new();
            for word in text.split_whitespace() {
                words.push((word.as_ptr() as usize - text.as_ptr() as usize, exact(word)));
            }
            let said = Said { text, words, years: Vec::new() };
            let names = |own: &str| Names {
                own: (0..)
                    .zip(&said.words)
                    .filter(|(_, (_, stem))| own.split_whitespace().any(|word| exact(word) == *stem))
                    .fold(0, |bits, (at, _)| bits | 1 << at),
                ..Names::default()
            };
            let naming = said.naming(claim, names(first), names(second));
            assert_eq!(naming.order, order, "{text}: {first}, {second}");
            assert_eq!([naming.first.side, naming.second.side], sides, "{text}: {first}, {second}");
            for (named, expected, side) in [(&naming.first, leads[0], sides[0]), (&naming.second, leads[1], sides[1])] {
                assert_eq!(named.lead, if side == 0 { MISSING } else { lead(expected) }, "{text}: {first}, {second}");
            }
        }
    }

    #[test]
    fn two_years_are_told_apart_by_where_they_stand() {
        let text = "from 2017 to 2019 it rose by #";
        let said = Said { text, words: Vec::new(), years: vec![(5, 2017), (13, 2019)] };
        let of = |at| Names { year: Some(at), ..Names::default() };
        let naming = said.naming(29, of(13), of(5));
        assert_eq!(naming.times, -1);
        assert_eq!(naming.first.time, i16::from(Lead::To as u8));
        assert_eq!(said.naming(29, of(5), of(5)).times, 0);
    }
}
