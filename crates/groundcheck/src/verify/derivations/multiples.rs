//! What so many come to of what a source tells of each: `five single sessions would be £55` of `£11 a session`, `double the recipe: 600 g`
//! of 300 g, `$3,312 over the year` of $276 a month.
//!
//! Source: reading labelled answers. Readers ask what it costs for them, and sources tell what it costs each. The answer tells how many;
//! what a source tells must be of each such thing (`per session`, `a night`, the row's own name) or be scaled by the answer's own words
//! (`double the recipe`), stand in the place that shares most words with the claim, and give the claim's value as it is rounded. Where
//! that place has a bound, a free allowance or another price that the words may mean, nothing is borne out.
//!
//! ```text
//! Chess: £3.00 per session.   A block of six sessions of chess costs £18.      ->   supported, 6 × £3.00 = £18
//! Chess: £3.00 per session.   A block of six sessions of chess costs £21.      ->   contradicted, £3.00
//! Return: £17.90              An adult return costs £17.20. (Single: £8.60)    ->   contradicted, £17.90
//! ```

use groundcheck_types::{ClaimKind, Evidence};
use rust_decimal::Decimal;

use super::Derivations;
use super::bounds::{is_capped, is_of_count, line_before, line_behind};
use super::implied::{LEAST_DIGITS, significant};
use super::own::{is_as_large, printed_as};
use crate::claims::Quantity;
use crate::document::token::{self, Kind, Token};
use crate::lexicon::measure::{Measure, measure};
use crate::lexicon::{Lex, stem};
use crate::verify::context::Context;
use crate::verify::documents::{evidence, half, printed};
use crate::verify::prepare::{Mention, Sources};
use crate::verify::search::comparable;
use crate::verify::words::{self, Stem};
use crate::verify::{Judgement, bands, by_value, measured};

/// How many there are of something stands at most this many tokens before what they come to, or behind it in its sentence.
const REACH: usize = 80;
/// At most so many numbers are tried.
const MOST_FACTORS: usize = 12;
/// More of anything are hardly told in passing.
const MOST_OF_EACH: i64 = 1_000;
/// Of values so large at most this many are looked at.
const MOST_EQUAL: usize = 32;
/// At most this many values under a heading are set against one of them.
const MOST_MATES: usize = 64;
/// What is counted is told by at most this many words behind the number.
const NOUNS: usize = 3;

/// How often something is taken.
struct Factor {
    value: Decimal,
    /// As the answer has it; a number where it has no words of its own.
    text: String,
    /// The number's first token, where it is one of the answer's.
    first: Option<u32>,
    /// Whether the answer says that what follows is of each.
    each: bool,
    /// What there are so many of. None where the answer scales all that it tells of.
    things: Vec<Stem>,
}

impl Factor {
    /// One that the answer has no number for.
    fn of(value: Decimal) -> Self {
        Factor { value, text: value.normalize().to_string(), first: None, each: false, things: Vec::new() }
    }
}

impl Derivations<'_> {
    fn follows(&self, at: Evidence, formula: String) -> Judgement {
        let reason = self.say.derived(at.source.as_deref().unwrap_or_default(), &formula);
        Judgement::derived(vec![at], formula, reason, self.policy)
    }

    /// What bears a claim out that is so many times what a source tells of each; `shown` is what its words find.
    pub(super) fn multiple(
        &self,
        claim: &Quantity,
        context: &Context<'_>,
        shown: Option<&Mention>,
        sources: &Sources,
    ) -> Option<(Judgement, Option<u32>)> {
        let claimed = claim.value.number()?;
        let is_amount = matches!(claim.kind, ClaimKind::Currency | ClaimKind::Number);
        if !is_amount || claimed <= Decimal::ONE {
            return None;
        }
        let each = self.each_of(claim);
        let all = self.factors(claim, context, sources);
        let mut factors = all.iter().filter(|factor| each.is_none_or(|each| !factor.things.contains(&each)));
        factors.find_map(|factor| {
            let is_it = |m: &&Mention| {
                by_value::agrees(claim, context, m, sources)
                    && bands::allows(context, &sources.places[m.place as usize], m, sources)
                    && is_of_each(m, factor, (claimed, shown), context, sources)
                    && fits_best(m, shown, context, sources)
                    && !is_printed(claim, m, context, sources)
            };
            let about = |value: Decimal, gap: Decimal| {
                let (value, gap) = (value.checked_div(factor.value)?, gap.checked_div(factor.value)?);
                // What the claim's words find before what they do not.
                let near = |m: &&Mention| {
                    let off = m.value.number().and_then(|own| own.checked_sub(value));
                    off.is_some_and(|off| off.abs() <= gap)
                };
                let first = shown.filter(near).filter(is_it);
                first.or_else(|| sources.about(value, gap).take(MOST_EQUAL).find(is_it))
            };
            // Twice 900 ml are 1.8 litres.
            let units = || context.measure.into_iter().flat_map(Measure::alike);
            let in_unit = |unit: Measure| {
                let convert = |value: Decimal| context.measure?.converted(value, unit);
                about(convert(claimed)?, Decimal::ZERO).filter(|m| m.measure == Some(unit))
            };
            let in_source = about(claimed, rounding(claim)).or_else(|| units().find_map(in_unit));
            // `Two rooms for three nights` where prices are per room and night are neither two nor three times the price.
            let before = |other: &&Factor| {
                let here = |first: u32| first as usize >= context.range.start && first < claim.first;
                other.first != factor.first && other.first.is_some_and(here)
            };
            let row = in_source.map(|at| &sources.places[at.place as usize]).filter(|place| place.is_row);
            if let Some(row) = row.filter(|_| factor.first.is_some())
                && all.iter().filter(before).any(|other| other.things.iter().any(|thing| row.says(*thing)))
            {
                return None;
            }
            let passage = |at: &Mention| evidence(sources, at, at.span, at.value);
            let in_source = in_source.map(|at| (passage(at), printed(sources, at)));
            let (at, each) = in_source.or_else(|| self.told_of_each(claim, factor, sources))?;
            let formula = format!("{} × {each} = {}", factor.text, claim.span.of(self.spoken.text)?);
            Some((self.follows(at, formula), factor.first))
        })
    }

    /// What bears a claim out that is told of each, where a source tells what so many come to: `the ten-session card is £37 a session`
    /// at £370.
    pub(super) fn part_of_all(
        &self,
        claim: &Quantity,
        context: &Context<'_>,
        shown: &Mention,
        sources: &Sources,
    ) -> Option<(Judgement, Option<u32>)> {
        let claimed = claim.value.number().filter(|_| claim.kind == ClaimKind::Currency)?;
        let each = self.each_of(claim)?;
        let behind = self.things(claim.last as usize + 1);
        let is_told =
            |factor: &Factor| factor.things.contains(&each) || factor.things.iter().any(|s| behind.contains(s));
        let factors = self.factors(claim, context, sources).into_iter();
        factors.filter(|factor| factor.first.is_some() && is_told(factor)).find_map(|factor| {
            let (all, gap) = (claimed.checked_mul(factor.value)?, rounding(claim).checked_mul(factor.value)?);
            let is_it = |m: &&Mention| {
                m.place == shown.place
                    && by_value::agrees(claim, context, m, sources)
                    && is_of_count(m, (factor.value, &factor.text), sources)
            };
            let mut totals = sources.about(all, gap).take(MOST_EQUAL).filter(is_it);
            let at = totals.next()?;
            let told = [printed(sources, at), &factor.text, claim.span.of(self.spoken.text)?];
            let formula = format!("{} / {} = {}", told[0], told[1], told[2]);
            Some((self.follows(evidence(sources, at, at.span, at.value), formula), None))
        })
    }

    /// What bears a claim out that is a share of an amount of the reader's own: `goods worth €6,000 are insured for €21` at 0.35%.
    pub(super) fn share_of_own(
        &self,
        claim: &Quantity,
        context: &Context<'_>,
        shown: &Mention,
        sources: &Sources,
    ) -> Option<(Judgement, Option<u32>)> {
        let claimed = claim.value.number().filter(|_| claim.kind == ClaimKind::Currency)?;
        let own = self.spoken.quantities.partition_point(|q| q.first < claim.first);
        let before = self.spoken.quantities.get(..own)?.iter().rev().take(MOST_FACTORS);
        let whole =
            before.filter(|q| q.kind == claim.kind && q.unit == claim.unit && q.first >= context.range.start as u32);
        whole.into_iter().find_map(|whole| {
            let all = whole.value.number()?.checked_div(Decimal::ONE_HUNDRED)?;
            let (value, gap) = (claimed.checked_div(all)?, half(claim.step).checked_div(all)?);
            let equal = sources.about(value, gap).take(MOST_EQUAL);
            let mut shares = equal.filter(|m| {
                m.kind == ClaimKind::Percentage && m.place == shown.place && !is_capped(m, claimed, sources)
            });
            let at = shares.next()?;
            let told = [printed(sources, at), whole.span.of(self.spoken.text)?, claim.span.of(self.spoken.text)?];
            let formula = format!("{} × {} = {}", told[0], told[1], told[2]);
            Some((self.follows(evidence(sources, at, at.span, at.value), formula), Some(whole.first)))
        })
    }

    /// What the answer itself told before of each, where the sources bear that out: `$276 a month, so $3,312 over the year`.
    fn told_of_each<'a>(
        &'a self,
        claim: &Quantity,
        factor: &Factor,
        sources: &'a Sources,
    ) -> Option<(Evidence, &'a str)> {
        let own = self.spoken.quantities.partition_point(|q| q.first < claim.first);
        let before = self.spoken.quantities.get(..own)?.iter().rev().take(MOST_FACTORS);
        let alike = |q: &&Quantity| q.kind == claim.kind && q.unit == claim.unit;
        let is_it = |q: &&Quantity| {
            let all = q.value.number().and_then(|each| each.checked_mul(factor.value));
            all.is_some_and(|all| is_as_large(claim, all))
        };
        let of_each = |q: &&Quantity| self.each_of(q).is_some_and(|each| factor.things.contains(&each));
        let told = before.filter(alike).filter(is_it).find(of_each)?;
        let text = told.span.of(self.spoken.text)?;
        let printed = printed_as(told, sources).map(|at| evidence(sources, at, at.span, at.value));
        printed.or_else(|| self.result(told).cloned()).map(|at| (at, text))
    }

    /// How often the answer says that something is taken: by the numbers around the claim, the words that scale all, and its year.
    fn factors(&self, claim: &Quantity, context: &Context<'_>, sources: &Sources) -> Vec<Factor> {
        let from = (claim.first as usize).saturating_sub(REACH);
        let all = self.spoken.quantities;
        let at = |token: usize| all.partition_point(|q| (q.first as usize) < token);
        let before = all.get(at(from)..at(claim.first as usize)).unwrap_or_default().iter().rev().take(MOST_FACTORS);
        let behind =
            all.get(at(claim.last as usize)..at(context.range.end)).unwrap_or_default().iter().take(MOST_FACTORS);
        let most = Decimal::from(MOST_OF_EACH);
        let counts = |q: &&Quantity| {
            let value = q.value.number().unwrap_or_default();
            q.kind == ClaimKind::Number && q.first != claim.first && Decimal::ONE < value && value <= most
        };
        let counted = before.chain(behind).filter(counts).map(|q| Factor {
            text: q.span.of(self.spoken.text).unwrap_or_default().to_owned(),
            first: Some(q.first),
            each: self.is_apiece(q, claim),
            things: self.things(q.last as usize),
            ..Factor::of(q.value.number().unwrap_or(Decimal::ONE))
        });
        let counted: Vec<Factor> = counted.filter(|factor| !factor.things.is_empty()).collect();
        let yields = counted.iter().find_map(|factor| yielding(factor, sources));
        let scaled = self.scaled(from, claim.first as usize).or(yields);
        self.of_a_year(claim, context).into_iter().chain(counted).chain(scaled).collect()
    }

    /// Whether the answer says between a number and the claim that what follows is of each: `two parcels of 200 kg each come to`.
    fn is_apiece(&self, number: &Quantity, claim: &Quantity) -> bool {
        let between = self.spoken.tokens.get(number.last as usize..claim.first as usize);
        between.is_some_and(|between| between.iter().any(|t| self.says(t, APIECE)))
    }

    /// The words behind a number: the single sessions of `five single sessions`.
    fn things(&self, at: usize) -> Vec<Stem> {
        let tokens = self.spoken.tokens.get(at..).unwrap_or_default().iter();
        let dashed = |t: &&Token| t.ch == b'-';
        let words = tokens.skip_while(dashed).take_while(|t| t.kind == Kind::Word && t.lex != Lex::And).take(NOUNS);
        let mut out = Vec::new();
        for token in words {
            out.push(token.stem);
            words::push_stems(self.spoken.text, token, &mut out);
        }
        // `36 km`, `every kilometre`
        let unit = measured::behind(self.spoken.text, self.spoken.tokens, at).map(Measure::names);
        out.extend(unit.into_iter().flatten().map(stem));
        out
    }

    /// Twelve months where the claim is told of a year.
    fn of_a_year(&self, claim: &Quantity, context: &Context<'_>) -> Option<Factor> {
        let behind = claim.last as usize..context.range.end.min(claim.last as usize + BEHIND);
        let behind = self.spoken.tokens.get(behind)?;
        // `$276 a month, up from last year`
        let at = behind.iter().position(|t| self.says(t, OF_A_YEAR))?;
        let other = |t: &Token| self.says(t, OTHER_YEAR) || self.says(t, MONTHLY);
        let year = !behind[..at].iter().any(other);
        let months = || MONTHLY.iter().map(|word| stem(word)).collect();
        year.then(|| Factor { things: months(), ..Factor::of(Decimal::from(12)) })
    }

    /// What scales all that the answer tells: `double the recipe`, `a half-size loaf`.
    fn scaled(&self, from: usize, to: usize) -> Option<Factor> {
        let tokens = self.spoken.tokens.get(from..to)?;
        tokens.iter().enumerate().rev().find_map(|(at, token)| {
            let (_, value) = SCALES.iter().find(|(words, _)| self.says(token, words))?;
            let mut behind = tokens.get(at + 1..).unwrap_or_default().iter().take(NOUNS);
            let scales = behind.any(|t| self.says(t, PORTIONS));
            scales.then(|| Factor::of(*value))
        })
    }

    /// What the claim itself is told of each of: the bag of `£5.50 per bag`.
    fn each_of(&self, claim: &Quantity) -> Option<Stem> {
        let behind = |by: usize| self.spoken.tokens.get(claim.last as usize + by);
        let per =
            behind(0).filter(|t| t.ch == b'/' || t.lex == Lex::Per || t.lex == Lex::Article || self.says(t, EACH));
        per.and_then(|_| behind(1)).map(|t| t.stem)
    }

    fn says(&self, token: &Token, words: &[&str]) -> bool {
        token.is_one_of(self.spoken.text, words)
    }
}

/// Whether a value is what a source tells of each such thing.
fn is_of_each(
    mention: &Mention,
    factor: &Factor,
    (claimed, shown): (Decimal, Option<&Mention>),
    context: &Context<'_>,
    sources: &Sources,
) -> bool {
    let is_shown = shown.is_some_and(|shown| shown.is(mention));
    if factor.things.is_empty() {
        // An oven is no hotter for two loaves, nor is anything in it longer.
        let lasts = |m: &Measure| measure("hours").is_some_and(|hours| !hours.is_unlike(*m));
        let heat = line_behind(mention, sources).trim_start().starts_with('°');
        if mention.kind == ClaimKind::Currency
            || mention.measure.as_ref().or(context.measure.as_ref()).is_some_and(lasts)
            || heat
        {
            return false;
        }
        let counts = mention.measure.is_some() || (mention.noun.is_some() && mention.noun == context.noun);
        let named = counts && by_value::shared_of(&context.near, mention, sources) > 0;
        return named || is_shown;
    }
    let place = &sources.places[mention.place as usize];
    let heading = mention.column.and_then(|c| sources.columns.get(c as usize)).map_or(&[][..], |c| &c.labels);
    let says = |stem: &Stem| place.is_row && (place.says(*stem) || heading.binary_search(stem).is_ok());
    let headed = |words: &[&str]| words.iter().any(|word| heading.binary_search(&stem(word)).is_ok());
    let of_each = factor.things.iter().any(|thing| heading.binary_search(thing).is_ok());
    let total = headed(TOTALS) || (headed(ONCE) && !of_each);
    if total || is_capped(mention, claimed, sources) {
        return false;
    }
    if (factor.each && is_shown) || factor.things.iter().any(says) {
        return true;
    }
    let beside = [line_behind(mention, sources), line_before(mention, sources)];
    beside.into_iter().any(|line| {
        let tokens = token::tokens(line);
        tokens.windows(2).any(|pair| {
            let [each, thing] = pair else { return false };
            let per = each.ch == b'/' || each.lex == Lex::Per || each.is_one_of(line, EACH);
            per && factor.things.contains(&thing.stem)
        })
    })
}

/// How far off a claim may be by its rounding: `£1` of £2.50 for five would be right by that alone.
fn rounding(claim: &Quantity) -> Decimal {
    if significant(claim, claim.step) < LEAST_DIGITS { Decimal::ZERO } else { half(claim.step) }
}

/// The factor of what a recipe makes: `for two loaves` of what `makes 1 loaf`.
fn yielding(factor: &Factor, sources: &Sources) -> Option<Factor> {
    let made = |thing: &Stem| {
        let places = sources.places_of(sources.term(*thing)?).iter().take(MOST_YIELDS);
        let places = places.filter_map(|place| sources.places.get(*place as usize)).filter(|place| !place.is_row);
        places.into_iter().find_map(|place| {
            let own = place.mentions.clone().take(NOUNS).map(|i| &sources.mentions[i as usize]);
            let made = own.filter(|m| m.noun == Some(*thing)).find_map(|m| m.value.number().filter(|v| !v.is_zero()));
            made.filter(|_| MAKES.iter().any(|word| place.says(stem(word))))
        })
    };
    let made = factor.things.iter().find_map(made)?;
    let value = factor.value.checked_div(made).filter(|value| *value != Decimal::ONE)?;
    Some(Factor { first: factor.first, ..Factor::of(value) })
}

/// Whether a source prints the very value where the claim's clause is spoken of as well.
fn is_printed(claim: &Quantity, instead: &Mention, context: &Context<'_>, sources: &Sources) -> bool {
    let least = by_value::shared_of(&context.near, instead, sources);
    let Some(claimed) = claim.value.number() else { return false };
    let mut equal = sources.about_size(claimed, Decimal::ZERO).take(MOST_EQUAL).filter(|m| comparable(claim, m));
    equal.any(|m| by_value::shared_of(&context.near, m, sources) >= least)
}

/// Whether no other place that the claim may mean shares more of its words.
fn fits_best(mention: &Mention, shown: Option<&Mention>, context: &Context<'_>, sources: &Sources) -> bool {
    let shared = |m: &Mention| {
        by_value::shared_of(&context.near, m, sources) * NEAR + by_value::shared_of(&context.far, m, sources)
    };
    let own = shared(mention);
    // Of a sentence or a row the words may mean another value: that of a high season, of a block of six.
    let rival =
        |shown: &Mention| shown.place == mention.place && shown.span != mention.span && shown.kind == mention.kind;
    if shown.is_some_and(|shown| shared(shown) > own || (shared(shown) == own && rival(shown))) {
        return false;
    }
    let column = mention.column.and_then(|column| sources.columns.get(column as usize));
    let rows = column.map(|column| column.rows.clone()).unwrap_or_default().take(MOST_MATES);
    let cells = rows.filter_map(|row| sources.places.get(row as usize)).flat_map(|place| place.mentions.clone());
    let mut mates = cells.map(|i| &sources.mentions[i as usize]).filter(|m| m.column == mention.column);
    !mates.any(|mate| shared(mate) > own)
}

/// A word of the claim's own clause counts so many of the rest of its sentence.
const NEAR: usize = 4;
/// What a recipe does, and at most so many places that say what it is of.
const MAKES: &[&str] = &["makes", "serves", "yields", "portions", "servings"];
const MOST_YIELDS: usize = 16;
/// How it is said that something is of each.
const EACH: &[&str] = &["per", "a", "an", "each", "every", "one", "single", "כל", "לכל"];
/// Headings over what all of a row comes to.
const TOTALS: &[&str] = &["total", "amount", "sum", "סכום"];
/// and over what is paid once, however many there are.
const ONCE: &[&str] = &[
    "deposit",
    "cleaning",
    "fee",
    "tax",
    "ticket",
    "pass",
    "charge",
    "insurance",
    "joining",
    "פיקדון",
    "ניקיון",
    "אגרה",
];
const APIECE: &[&str] = &["each", "apiece"];
/// How it is said that an amount is of a year.
const OF_A_YEAR: &[&str] = &["year", "yearly", "annually", "annum", "year's", "בשנה", "לשנה", "שנתי", "שנתית"];
const BEHIND: usize = 6;
const OTHER_YEAR: &[&str] = &["last", "this", "next", "previous", "prior", "first"];
/// How sources tell what a month costs.
const MONTHLY: &[&str] = &["month", "monthly", "months", "mo", "pcm", "חודש", "לחודש", "חודשי", "חודשית"];
/// Words that scale what they stand before,
const SCALES: &[(&[&str], Decimal)] = &[
    (&["double", "doubled", "doubling", "twice"], Decimal::TWO),
    (&["triple", "tripled", "tripling"], Decimal::from_parts(3, 0, 0, false, 0)),
    (&["half", "halve", "halved", "halving"], Decimal::from_parts(5, 0, 0, false, 1)),
];
/// and what that is.
const PORTIONS: &[&str] = &[
    "recipe",
    "batch",
    "batches",
    "quantity",
    "quantities",
    "amounts",
    "ingredients",
    "everything",
    "portion",
    "portions",
    "size",
    "מתכון",
    "כמות",
    "כמויות",
];
