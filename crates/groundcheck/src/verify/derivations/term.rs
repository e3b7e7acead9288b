//! When something ends that a source gives a start and a length in years: `10 years from 1 June 2022` end in 2032.

use groundcheck_types::ClaimKind;
use rust_decimal::prelude::ToPrimitive;

use super::Derivations;
use super::operands::Chooser;
use super::operation::Operation;
use super::sentence::is_in;
use crate::claims::{Period, Quantity, Value};
use crate::document::lower;
use crate::verify::Judgement;
use crate::verify::context::Context;
use crate::verify::documents::{evidence, printed, source_id};
use crate::verify::prepare::{Mention, Sources};
use crate::verify::search::Search;
use crate::verify::words::{self, Stem};

/// What a sentence says of an end.
const ENDS: &[&str] = &[
    "end",
    "ends",
    "ended",
    "ending",
    "expire",
    "expires",
    "expiry",
    "runs",
    "run",
    "until",
    "lapses",
    "matures",
    "מסתיים",
    "מסתיימת",
    "יסתיים",
    "תסתיים",
    "יפוג",
    "תפוג",
    "עד",
];
/// What stands between a length and its start.
const FROM: &[&str] = &["from", "starting", "beginning", "commencing", "since", "החל", "מיום", "מ"];
/// What stands between a start and its length.
const FOR: &[&str] = &["for", "lasting", "ל", "למשך"];
/// What a length is told in.
const YEARS: &[&str] = &["year", "years", "שנה", "שנים"];
/// The start stands within this many bytes of the length.
const REACH: usize = 40;
/// Longer terms are no terms.
const LONGEST: u16 = 999;

impl Derivations<'_> {
    /// What bears out that something ends at the claimed date; nothing where no source tells its term.
    pub(super) fn end_of_term(
        &self,
        claim: &Quantity,
        context: &Context<'_>,
        search: &mut Search<'_>,
    ) -> Option<Judgement> {
        let Value::Period(claimed) = claim.value else { return None };
        let own = self.spoken.tokens.get(context.range.clone())?;
        if !own.iter().any(|token| is_in(&lower(token.text(self.spoken.text)), ENDS)) {
            return None;
        }
        let mut asked = Vec::new();
        let mut chooser = Chooser { search, context, operation: Operation::Ratio, claim, asked: &mut asked };
        let sources = chooser.sources();
        let words: Vec<Stem> = words::sorted(context.near.iter().chain(&context.far).copied().collect());
        let is_length = |m: &Mention| start_of(sources, m).is_some();
        let (length, _) = chooser.cells_with(&words, &[], is_length).into_iter().next()?;
        let start = start_of(sources, length)?;
        let Value::Period(from) = start.value else { return None };
        let years = length.value.number()?.to_u16().filter(|years| *years <= LONGEST)?;
        let year = from.year().checked_add(years)?;
        let months = |year: u16, month: u8| u32::from(year) * 12 + u32::from(month);
        let holds = match (claimed, from) {
            // A term from the first of January ends with the year before.
            (Period::Year(own) | Period::Fiscal(own), Period::Day(_, 1, 1)) => own == year || own + 1 == year,
            (Period::Year(own) | Period::Fiscal(own), _) => own == year,
            // From the first of a month it may end with the month before.
            (Period::Month(own, month), Period::Day(_, of, 1)) if months(own, month) + 1 == months(year, of) => true,
            (Period::Month(own, month), Period::Day(_, of, _) | Period::Month(_, of)) => (own, month) == (year, of),
            (Period::Day(..), Period::Day(_, of, on)) => {
                let end = Period::day(year, of, on).and_then(Period::day_number);
                end.zip(claimed.day_number()).is_some_and(|(end, own)| (0..=1).contains(&(end - own)))
            }
            _ => false,
        };
        let formula = format!("{} + {} = {claimed}", printed(sources, start), printed(sources, length));
        let source = source_id(sources, length);
        let reason = self.say.derived(source, &formula);
        let evidence = || [length, start].map(|m| evidence(sources, m, m.span, m.value)).to_vec();
        holds.then(|| Judgement::derived(evidence(), formula, reason, self.policy))
    }
}

/// The date from which on this many years are told of: `10 years from 1 June 2022`, `from 1 June 2022 for 10 years`.
fn start_of<'s>(sources: &'s Sources, length: &Mention) -> Option<&'s Mention> {
    let place = sources.places.get(length.place as usize).filter(|_| length.column.is_none())?;
    let text = sources.sources.get(place.source as usize)?.text.as_str();
    let says = |from: u32, to: u32, list: &[&str]| {
        let between = text.get(from as usize..to as usize).filter(|between| between.len() <= REACH).map(lower);
        between.is_some_and(|text| text.split(|c: char| !c.is_alphabetic()).any(|word| list.contains(&word)))
    };
    let behind = text.get(length.span.end as usize..)?.trim_start_matches([' ', '-']);
    let unit = behind.split(|c: char| !c.is_alphabetic()).next()?;
    if !YEARS.contains(&unit) {
        return None;
    }
    let dates = place.mentions.clone().map(|i| &sources.mentions[i as usize]).filter(|m| m.kind == ClaimKind::Date);
    let is_start = |m: &&Mention| says(length.span.end, m.span.start, FROM) || says(m.span.end, length.span.start, FOR);
    dates.into_iter().find(is_start)
}
