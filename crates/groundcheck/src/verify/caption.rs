//! What the words before a table say of its numbers: scale, currency, when its years end, what its rows make up, what its amounts are of.
//!
//! ```text
//! Revenue by region, FY2025 (in thousands)     Prices are per room and night.     Inventories are as follows:
//! ```

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;

use super::prepare::Dated;
use super::scale;
use super::tables::{Heading, Part, currency_in, periods};
use super::titles;
use super::words::{self, Stem};
use crate::claims::{Conventions, Period, Quantity};
use crate::document::token::{Kind, Token};
use crate::lexicon::{Lex, Roles};

/// What a table adds up to is named in at most this many words.
const LONGEST_SUBJECT: usize = 4;

/// What prices are of each of, over a table.
const OF_EACH: &[&str] = &[
    "night", "day", "hour", "week", "month", "year", "room", "person", "guest", "head", "לילה", "יום", "שעה", "שבוע",
    "חודש", "שנה", "חדר", "אדם", "אורח",
];

/// What the words before a table say of its numbers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Caption {
    pub(crate) scale: Option<Decimal>,
    pub(crate) currency: Option<&'static str>,
    /// Whether they stand in the table's own source.
    pub(crate) own: bool,
    /// The day that its years end on: `for the years ended 31 March`.
    pub(crate) year_end: Option<Part>,
    /// The only year that its title names: `Monthly orders 2025` over `January`, `February`.
    pub(crate) year: Option<u16>,
    /// What it is made of all together: the provision of `The provision consists of the following:`.
    pub(crate) subject: Vec<Stem>,
    /// What its amounts are of each of: the room and the night of `Prices are per room and night`.
    pub(crate) each: Vec<Stem>,
    /// The headings of a table that ended the source before, whose rows may go on in the next one.
    pub(crate) headings: Vec<Heading>,
}

impl Caption {
    /// This one, and what it leaves open as the earlier one has it.
    pub(crate) fn or(self, earlier: Caption) -> Caption {
        Caption {
            scale: self.scale.or(earlier.scale),
            currency: self.currency.or(earlier.currency),
            own: if self.scale.is_some() { self.own } else { earlier.own },
            year_end: self.year_end.or(earlier.year_end),
            year: self.year,
            each: self.each,
            subject: if self.subject.is_empty() { earlier.subject } else { self.subject },
            headings: Vec::new(),
        }
    }

    /// Takes note of what another sentence says of a table behind it.
    pub(crate) fn note(&mut self, sentence: &Sentence<'_>) {
        let Sentence { text, tokens, own, dated, .. } = *sentence;
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { return };
        let body = text.get(first.start as usize..last.end as usize).unwrap_or_default();
        self.scale = scale::stated(text, body, tokens).or(self.scale);
        if own.iter().all(|q| q.kind == ClaimKind::Date) {
            self.currency = currency_in(text, tokens).or(self.currency);
        }
        if own.is_empty() {
            self.each = sentence.each();
        }
        // Most sentences say none of what follows, which their words' roles tell all at once.
        let roles = tokens.iter().fold(Roles::NONE, |roles, token| roles.and(token.roles));
        if roles.has(Roles::FOLLOWS)
            && let Some(subject) = sentence.introduced()
        {
            self.subject = subject;
        }
        if roles.has(Roles::ENDED) {
            self.year_end = sentence.year_end().or(self.year_end);
        }
        if dated.len() == own.len() && sentence.heads() {
            self.year = only_year(dated);
        }
    }
}

/// A sentence before a table, with its values and those of them that are dates.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sentence<'s> {
    pub(crate) text: &'s str,
    pub(crate) conventions: Conventions,
    pub(crate) tokens: &'s [Token],
    pub(crate) own: &'s [Quantity],
    pub(crate) dated: &'s [Dated],
}

impl Sentence<'_> {
    /// Whether a sentence is a title of what stands below it, rather than telling something.
    fn heads(&self) -> bool {
        const TELLS: &[&str] = &[
            "is", "are", "was", "were", "has", "have", "had", "since", "founded", "compared", "versus", "than",
            "against",
        ];
        titles::may_be(self.tokens) && !self.tokens.iter().any(|t| t.is_one_of(self.text, TELLS))
    }

    /// What a sentence says that the rows below make up: the words before its verb, `Inventories are as follows:`.
    fn introduced(&self) -> Option<Vec<Stem>> {
        const VERBS: &[&str] =
            &["consists", "consist", "consisted", "comprises", "comprise", "comprised", "is", "are", "was", "were"];
        let follows = self.tokens.iter().position(|t| t.roles.has(Roles::FOLLOWS))?;
        let verb = self.tokens[..follows].iter().position(|t| t.is_one_of(self.text, VERBS))?;
        Some(words::stems(self.text, &self.tokens[..verb])).filter(|stems| (1..=LONGEST_SUBJECT).contains(&stems.len()))
    }

    /// The day on which a sentence says that years end, without naming one: `for the years ended March 31`.
    fn year_end(&self) -> Option<Part> {
        let at = self.tokens.iter().position(|t| t.roles.has(Roles::ENDED))?;
        let years = self.tokens[..at].last().is_some_and(|t| t.is_one_of(self.text, &["year", "years"]));
        match periods::parts(self.text, &self.tokens[at..], self.conventions)[..] {
            [end @ Part::Day(..)] if years => Some(end),
            _ => None,
        }
    }

    /// What a sentence says that the amounts below are of each of: a time, a room or a person, which readers tell so many of.
    fn each(&self) -> Vec<Stem> {
        let Some(per) = self.tokens.iter().position(|t| t.lex == Lex::Per) else { return Vec::new() };
        let behind = self.tokens.get(per + 1..).unwrap_or_default();
        let things = match behind {
            [_, and, second, ..] if and.lex == Lex::And && second.kind == Kind::Word => &behind[..3],
            _ => behind.get(..1).unwrap_or_default(),
        };
        let things: Vec<Token> = things.iter().filter(|t| t.is_one_of(self.text, OF_EACH)).copied().collect();
        words::stems(self.text, &things)
    }
}

/// The year that these are, or lie in, where it is one: that of `Traffic by quarter of 2024`, of a table of its quarters.
fn only_year(dates: &[Dated]) -> Option<u16> {
    let year = dates.first()?.period.year();
    let is_it = |own: &Dated| own.period.year() == year && !matches!(own.period, Period::Day(..) | Period::Month(..));
    dates.iter().all(is_it).then_some(year)
}
