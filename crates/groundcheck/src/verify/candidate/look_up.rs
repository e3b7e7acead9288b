//! Printed values: every value of the sources that a claim may be about, found by its words and by nothing else.

use groundcheck_types::{ClaimKind, Span};
use rust_decimal::Decimal;

use super::query::{Agreement, Claimed, Form, Query, Told, Tolerance, size};
use crate::claims::{Period, Quantity, Value, to_f64};
use crate::verify::prepare::{Mention, Sources};
use crate::verify::readings::{readings, unit_differs};
use crate::verify::score::look_up::{FEATURES, Features};
use crate::verify::search::{Search, comparable};

/// Of so many values or fewer all are looked at; of more those whose places share most of the claim's words.
const MOST_ALL: usize = 160;
const MOST_FOUND: usize = 80;
/// At most so many values that are the claimed one join them.
const MOST_EQUAL: usize = 16;

/// A printed value.
#[derive(Debug, Clone)]
pub(crate) struct LookUp {
    /// By its place in [`Sources::mentions`].
    pub(crate) mention: u32,
    pub(crate) kind: ClaimKind,
    pub(crate) value: Value,
    /// How much that is.
    pub(crate) size: Option<f64>,
    /// In its source, in UTF-8 bytes.
    pub(crate) span: Span,
    /// How well the search finds that its place fits the claim's words, in thousandths.
    pub(crate) fit: u32,
    /// Whether the claim may mean it at all: by kind.
    pub(crate) comparable: bool,
    pub(crate) features: Features,
    /// What the ranking says of it by itself, comparable or not, in thousandths of a logit.
    pub(crate) alone: i32,
    /// What the ranking says, in thousandths of a logit.
    pub(crate) score: i32,
    pub(crate) agreement: Agreement,
    /// Whether it agrees only without its table's scale.
    pub(crate) as_printed: bool,
    /// How far it is off, in thousandths.
    pub(crate) off: i16,
    /// How many times this the claimed value is, in one unit.
    pub(crate) factor: Option<f64>,
    /// Whether it was found by its value alone: it is no part of the ranking that others are measured by.
    pub(crate) by_value: bool,
}

impl LookUp {
    fn new(mention: u32, kind: ClaimKind, value: Value, span: Span, fit: u32) -> Self {
        LookUp {
            mention,
            kind,
            value,
            size: size(value),
            span,
            fit,
            comparable: false,
            features: [0; FEATURES],
            alone: 0,
            score: 0,
            agreement: Agreement::None,
            as_printed: false,
            off: 1000,
            factor: None,
            by_value: false,
        }
    }
}

impl LookUp {
    /// How it is written.
    fn form(&self, mention: &Mention, sources: &Sources) -> Form {
        let place = sources.places.get(mention.place as usize);
        let source = place.and_then(|place| sources.sources.get(place.source as usize));
        let text = source.and_then(|source| self.span.of(&source.text)).unwrap_or_default();
        Form::of(self.value, text)
    }
}

/// The likeliest of those that are found without the claimed value.
pub(crate) fn likeliest(look_ups: &[LookUp]) -> Option<&LookUp> {
    look_ups.iter().filter(|l| l.comparable && !l.by_value).max_by_key(|l| l.score)
}

/// Every value that the claim may be about or be computed from.
pub(crate) fn find(query: &Query<'_, '_>, claimed: &Claimed, search: &mut Search<'_>) -> Vec<LookUp> {
    let sources = search.sources();
    // A date's own period is what it says: nothing is looked for by it.
    let is_date = query.kind() == ClaimKind::Date;
    let is_time = query.kind() == ClaimKind::Time;
    let context = query.context;
    let dateless = is_date.then(|| context.about(context.near.clone(), context.far.clone(), Vec::new()));
    let context = dateless.as_ref().unwrap_or(context);
    search.ask(context);
    let mut found = search.found(context);
    crate::sort::by_number(&mut found, |c| u64::from(c.mention));
    let fit = |mention: u32| {
        found.binary_search_by_key(&mention, |c| c.mention).ok().and_then(|at| found.get(at)).map_or(0, |c| c.fit)
    };
    let count = u32::try_from(sources.mentions.len()).unwrap_or(u32::MAX);
    let mut indices: Vec<u32> = if sources.mentions.len() <= MOST_ALL {
        (0..count).collect()
    } else {
        let mut best = found.clone();
        crate::sort::by_number(&mut best, |c| u64::from(u32::MAX - c.fit));
        best.iter().take(MOST_FOUND).map(|c| c.mention).collect()
    };
    let blind = indices.len();
    indices.extend(of_value(claimed, sources).take(MOST_EQUAL));
    let mut out: Vec<LookUp> = Vec::with_capacity(indices.len());
    for (number, at) in indices.into_iter().enumerate() {
        let Some(mention) = sources.mentions.get(at as usize) else { continue };
        let by_value = number >= blind;
        if by_value && out.iter().any(|own| own.mention == at) {
            continue;
        }
        // What is no number is told of its own kind; beside a date or a time of the day lengths of time are looked for, to compute it.
        let lasts = (is_time || is_date) && mention.measure.is_some_and(|own| own.lasts());
        if class(mention.kind) == class(query.kind()) || lasts {
            let own = LookUp::new(at, mention.kind, mention.value, mention.span, fit(at));
            let comparable = if is_date { !lasts } else { comparable(&query.asked, mention) };
            out.push(LookUp { comparable, by_value, ..own });
        }
        if is_date && mention.kind != ClaimKind::Date {
            // The dates of headings and clauses: told beside a value, and no value themselves.
            let source = |m: &Mention| sources.places.get(m.place as usize).map_or(0, |place| place.source);
            for own in mention.periods.iter().filter(|own| own.span.start < own.span.end).take(2) {
                let known = |l: &LookUp| {
                    l.span == own.span
                        && sources.mentions.get(l.mention as usize).is_some_and(|m| source(m) == source(mention))
                };
                if !out.iter().rev().take(24).any(known) {
                    let look_up = LookUp::new(at, ClaimKind::Date, Value::Period(own.period), own.span, fit(at));
                    out.push(LookUp { comparable: true, by_value, ..look_up });
                }
            }
        }
    }
    out
}

/// Kinds of one class are told in each other's words.
fn class(kind: ClaimKind) -> u8 {
    match kind {
        ClaimKind::Date => 1,
        ClaimKind::Time => 2,
        _ => 0,
    }
}

/// The values that are the claimed one, by the sources' index.
fn of_value<'s>(claimed: &'s Claimed, sources: &'s Sources) -> impl Iterator<Item = u32> + 's {
    let numbers = claimed.readings.iter().filter_map(|own| own.value.number());
    let numbers = numbers.flat_map(|value| sources.indices_of_size(value));
    let years = claimed.readings.iter().filter_map(|own| own.value.period().map(Period::year));
    let years = years.flat_map(|year| sources.mentions_of_year(year).iter().map(|(_, at)| *at).take(MOST_EQUAL));
    let times = claimed.readings.iter().filter_map(|own| own.value.time());
    let times = times.flat_map(|time| sources.mentions_of_time(time.of_half()).iter().map(|(_, at)| *at));
    numbers.chain(years).chain(times)
}

/// What a number may leave out.
pub(super) const SCALES: [Decimal; 3] = [Decimal::ONE_THOUSAND, MILLION, BILLION];
const MILLION: Decimal = Decimal::from_parts(1_000_000, 0, 0, false, 0);
const BILLION: Decimal = Decimal::from_parts(1_000_000_000, 0, 0, false, 0);

/// Notes how well each agrees with what is claimed. Another unit never does; a number that is calculated with may leave out its scale.
pub(crate) fn compare(
    look_ups: &mut [LookUp],
    (query, claimed): (&Query<'_, '_>, &Claimed),
    calculates: bool,
    tolerance: Tolerance,
    sources: &Sources,
) {
    for look_up in look_ups {
        let Some(mention) = sources.mentions.get(look_up.mention as usize) else { continue };
        (look_up.agreement, look_up.off) = (Agreement::None, 1000);
        if query.kind() == ClaimKind::Date {
            look_up.agreement = same_time(claimed.first().value, look_up.value);
            let day = |value: Value| value.period().and_then(Period::day_number);
            let gap = day(claimed.first().value).zip(day(look_up.value)).map(|(a, b)| (a - b).abs());
            if gap.is_some_and(|gap| gap <= tolerance.days) {
                look_up.agreement = Agreement::Exact;
            }
            // Within tolerance it is another day, and another day of the week.
            let own = claimed.first().value;
            if gap.is_none_or(|gap| gap == 0)
                && query.form.has_weekday()
                && query.form.is_another_weekday(look_up.form(mention, sources), own)
            {
                look_up.agreement = Agreement::None;
            }
            look_up.off = if look_up.agreement == Agreement::None { 1000 } else { 0 };
            continue;
        }
        if let Some(claimed) = claimed.first().value.time() {
            let same = look_up.value.time().is_some_and(|own| own.may_be(claimed));
            (look_up.agreement, look_up.off) = if same { (Agreement::Exact, 0) } else { (Agreement::None, 1000) };
            continue;
        }
        if unit_differs(&query.asked, mention, sources) {
            continue;
        }
        for own in &claimed.readings {
            let Some(told) = Told::of(own, tolerance) else { continue };
            for actual in readings(sources, mention, own, query.context) {
                let actual = to_f64(actual);
                look_up.agreement = look_up.agreement.max(told.agrees(actual));
                if told.off(actual) < look_up.off {
                    look_up.off = told.off(actual);
                    look_up.factor = (actual != 0.0).then(|| told.value / actual);
                }
            }
            let bare = calculates && own.step.abs() <= Decimal::ONE;
            for scale in SCALES.iter().filter(|_| bare) {
                if look_up.agreement != Agreement::None {
                    break;
                }
                let Some(value) = own.value.number().and_then(|v| v.checked_mul(*scale)) else { continue };
                let scaled = Quantity { value: Value::Number(value), step: own.step * scale, ..own.clone() };
                let Some(told) = Told::of(&scaled, tolerance) else { continue };
                let actual = readings(sources, mention, &scaled, query.context);
                if actual.into_iter().any(|actual| told.agrees(to_f64(actual)).holds()) {
                    (look_up.agreement, look_up.as_printed) = (Agreement::Rounded, true);
                }
            }
            // `$2,112 / $14,082`, where the table is in millions and the answer leaves them out.
            let raw = |raw: &Decimal| own.value.number().is_some_and(|own| own.abs() == raw.abs());
            if mention.own_scale && mention.scaled && mention.also.iter().any(raw) {
                look_up.as_printed = true;
                look_up.agreement = look_up.agreement.max(Agreement::Rounded);
            }
        }
    }
}

/// Whether two times are one, or one lies within the other.
fn same_time(claimed: Value, own: Value) -> Agreement {
    match (claimed, own) {
        (Value::Period(a), Value::Period(b)) if a == b => Agreement::Exact,
        (Value::Period(Period::Year(a) | Period::Fiscal(a)), Value::Period(Period::Year(b) | Period::Fiscal(b))) => {
            if a == b { Agreement::Exact } else { Agreement::None }
        }
        // A day within a year that is told agrees; a year says nothing of its days.
        (Value::Period(a), Value::Period(b)) if a.year() == b.year() && b.within(a) => Agreement::Rounded,
        (Value::Period(a), Value::Period(b)) if a.year() == b.year() && a.within(b) => Agreement::Tolerated,
        _ => match (claimed.month_day(), own.month_day()) {
            (Some(a), Some(b)) if a == b && (claimed.period().is_none() || own.period().is_none()) => Agreement::Exact,
            _ => Agreement::None,
        },
    }
}
