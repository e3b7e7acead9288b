//! Facts written out as tables, and which fact each cell is of.

use core::fmt::Write as _;
use core::ops::Range;
use std::collections::{BTreeMap, HashMap, HashSet};

use groundcheck_types::{ClaimKind, Fact, FactValue, Span};
use rust_decimal::Decimal;

use crate::claims::Value;
use crate::document::lower;
use crate::facts::{metrics, value_of};
use crate::lexicon::currency::CURRENCIES;
use crate::lexicon::verbatim::NUMBER_WORDS;
use crate::verify::format;

/// Facts in writing.
#[derive(Debug, Clone, Default)]
pub(crate) struct FactTable {
    /// The tables: a row for each entity and period, a column for each metric.
    pub(crate) text: String,
    /// Its cells in their order, with the place of the fact that each is of.
    cells: Vec<(Span, u32)>,
    /// The facts, as the request has them.
    pub(crate) facts: Vec<Fact>,
}

impl FactTable {
    /// The fact that this place is of, with its place in the list: the row's first, where it names an entity or a period, and the
    /// column's first, where it is a heading.
    pub(crate) fn fact_at(&self, span: Span) -> Option<(u32, &Fact)> {
        let ended = self.cells.partition_point(|(own, _)| own.end <= span.start);
        let (_, fact) = self.cells.get(ended).or_else(|| self.cells.last())?;
        Some((*fact, self.facts.get(*fact as usize)?))
    }
}

/// Rows that have the same columns.
#[derive(Default)]
struct Group<'f> {
    metrics: Vec<&'f str>,
    rows: Vec<Row<'f>>,
}

/// What is known of an entity at a time.
struct Row<'f> {
    entity: Option<&'f str>,
    period: Option<&'f str>,
    /// By metric, in the order of the list.
    facts: Vec<u32>,
}

/// Writes facts out: those that `is_wanted` leaves. What has as many cells as there are facts is linear in them.
pub(crate) fn table(facts: Vec<Fact>, is_wanted: impl Fn(&Fact) -> bool) -> FactTable {
    let rows = rows(&facts, is_wanted);
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut known: HashMap<(bool, bool, Vec<&str>), usize> = HashMap::new();
    for row in rows {
        let metric = |at: &u32| facts.get(*at as usize).map_or("", |fact| fact.metric.as_str());
        let metrics: Vec<&str> = row.facts.iter().map(metric).collect();
        let key = (row.entity.is_some(), row.period.is_some(), metrics.clone());
        let at = *known.entry(key).or_insert_with(|| {
            groups.push(Group { metrics, rows: Vec::new() });
            groups.len() - 1
        });
        if let Some(group) = groups.get_mut(at) {
            group.rows.push(row);
        }
    }
    let mut out = Writer { text: String::new(), cells: Vec::new(), shares: Shares::of(&facts) };
    for group in &groups {
        out.group(group, &facts);
    }
    let Writer { text, cells, .. } = out;
    FactTable { text, cells, facts }
}

/// The facts by entity and period, in the order of the list. A metric that comes twice begins another row.
fn rows(facts: &[Fact], is_wanted: impl Fn(&Fact) -> bool) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut open: BTreeMap<(Option<&str>, Option<&str>), usize> = BTreeMap::new();
    let mut taken: HashMap<(usize, &str), ()> = HashMap::new();
    for (number, fact) in facts.iter().enumerate().filter(|(_, fact)| is_wanted(fact)) {
        let (entity, period) = (fact.entity.as_deref(), fact.period.as_deref());
        let mut at = open.get(&(entity, period)).copied();
        if at.is_some_and(|at| taken.contains_key(&(at, fact.metric.as_str()))) {
            at = None;
        }
        let at = at.unwrap_or_else(|| {
            rows.push(Row { entity, period, facts: Vec::new() });
            open.insert((entity, period), rows.len() - 1);
            rows.len() - 1
        });
        taken.insert((at, &fact.metric), ());
        if let Some(row) = rows.get_mut(at) {
            row.facts.push(u32::try_from(number).unwrap_or(u32::MAX));
        }
    }
    rows
}

struct Writer<'f> {
    text: String,
    cells: Vec<(Span, u32)>,
    shares: Shares<'f>,
}

/// A table has at most so many metrics beside its labels; the next ones are in another one.
const MOST_METRICS: usize = 200;

/// The percentages that are kept as shares of one, by their metrics: 0.85 for 85 %.
struct Shares<'f>(HashSet<&'f str>);

impl Writer<'_> {
    fn group(&mut self, group: &Group<'_>, facts: &[Fact]) {
        let Some(first) = group.rows.first() else { return };
        // A single row is clearer as what it says: `Elm Court, 2024-Q3: rent is $2,350.`.
        if group.rows.len() == 1 || (first.entity.is_none() && first.period.is_none()) {
            self.lines(group, facts);
            return;
        }
        // A table has no more columns than are read.
        for from in (0..group.metrics.len()).step_by(MOST_METRICS) {
            self.table(group, from..(from + MOST_METRICS).min(group.metrics.len()), facts);
        }
    }

    /// A table of these metrics.
    fn table(&mut self, group: &Group<'_>, columns: Range<usize>, facts: &[Fact]) {
        let (Some(head), Some(first)) = (group.rows.first(), group.rows.first().and_then(|row| row.facts.first()))
        else {
            return;
        };
        self.text.push_str("| ");
        for (name, _) in [("entity", head.entity), ("period", head.period)].iter().filter(|(_, own)| own.is_some()) {
            self.cell(name, *first);
        }
        for column in columns.clone() {
            let unit = |row: &Row<'_>| row.facts.get(column).and_then(|at| unit_of(facts.get(*at as usize)?));
            // A unit of some is none of the column.
            let own = unit(head).filter(|own| group.rows.iter().all(|row| unit(row) == Some(*own)));
            let metric = group.metrics.get(column).copied().unwrap_or_default();
            self.cell(&named(metric, own), head.facts.get(column).copied().unwrap_or(*first));
        }
        let labels = [head.entity, head.period].into_iter().flatten().count();
        let _ = write!(self.text, "\n|{}\n", " --- |".repeat(labels + columns.len()));
        for row in &group.rows {
            self.text.push_str("| ");
            let own = row.facts.get(columns.clone()).unwrap_or_default();
            for label in [row.entity, row.period].into_iter().flatten() {
                self.cell(&plain(label), own.first().copied().unwrap_or(*first));
            }
            for at in own {
                self.cell(&facts.get(*at as usize).map_or_else(String::new, |fact| self.shares.shown(fact)), *at);
            }
            self.text.push('\n');
        }
        self.text.push('\n');
    }

    /// A sentence for each fact: lines that are none are read as one.
    fn lines(&mut self, group: &Group<'_>, facts: &[Fact]) {
        for row in &group.rows {
            let who: Vec<String> = [row.entity, row.period].into_iter().flatten().map(plain).collect();
            for (number, fact) in row.facts.iter().filter_map(|at| Some((*at, facts.get(*at as usize)?))) {
                let start = self.text.len();
                if !who.is_empty() {
                    let _ = write!(self.text, "{}: ", who.join(", "));
                }
                let _ = write!(self.text, "{} is {}.", named(&fact.metric, unit_of(fact)), self.shares.shown(fact));
                self.cells.push((Span::new(start, self.text.len()), number));
                self.text.push('\n');
            }
        }
        self.text.push('\n');
    }

    fn cell(&mut self, text: &str, fact: u32) {
        let start = self.text.len();
        self.text.push_str(text);
        self.cells.push((Span::new(start, self.text.len()), fact));
        self.text.push_str(" | ");
    }
}

/// A text as a cell has it: in one line, without a mark that ends it.
fn plain(text: &str) -> String {
    text.trim().replace(['|', '\n', '\r', '\t'], " ")
}

/// A metric as a heading: `net operating income (USD)`.
fn named(metric: &str, unit: Option<&str>) -> String {
    let own = plain(&metric.replace('_', " "));
    match unit {
        Some(unit) => format!("{own} ({})", plain(unit)),
        None => own,
    }
}

/// The unit that a value is not written with.
fn unit_of(fact: &Fact) -> Option<&str> {
    let unit = fact.unit.as_deref()?.trim();
    let is_written = currency(unit).is_some() || matches!(unit, "%" | "percent" | "x" | "");
    let is_text = matches!(&fact.value, FactValue::Text(text) if !is_bare(text));
    (!is_written || is_text).then_some(unit).filter(|unit| !unit.is_empty())
}

fn currency(unit: &str) -> Option<&'static str> {
    CURRENCIES.iter().map(|c| c.iso).find(|iso| iso.eq_ignore_ascii_case(unit))
}

impl<'f> Shares<'f> {
    /// A metric is, where it is called a percentage and none of its values says that it is one, or is more than one.
    fn of(facts: &'f [Fact]) -> Self {
        let mut known: BTreeMap<&str, bool> = BTreeMap::new();
        for fact in facts.iter().filter(|fact| metrics::is_percentage(&fact.metric)) {
            let value = value_of(&fact.value).and_then(|(value, _)| value.number());
            let is_bare = fact.unit.as_deref().is_none_or(|unit| unit.trim().is_empty());
            let may_be = is_bare && value.is_some_and(|value| value.abs() <= Decimal::ONE);
            let all = known.entry(&fact.metric).or_insert(true);
            *all &= may_be;
        }
        Shares(known.into_iter().filter(|(_, all)| *all).map(|(metric, _)| metric).collect())
    }

    /// The value of a fact as people write it.
    fn shown(&self, fact: &Fact) -> String {
        let text = match &fact.value {
            FactValue::Text(text) => plain(text),
            FactValue::Number(number) => number.0.to_string(),
        };
        match value_of(&fact.value) {
            // Days have one form, whatever order they are written in.
            Some((Value::Period(period), _)) => period.to_string(),
            Some((Value::Number(value), _)) if is_bare(&text) => self.number(fact, value, text),
            _ => text,
        }
    }

    fn number(&self, fact: &Fact, value: Decimal, text: String) -> String {
        let unit = fact.unit.as_deref().map(str::trim).filter(|unit| !unit.is_empty());
        let written = |value: Decimal, kind: ClaimKind, unit: Option<&str>| match value.normalize().scale() {
            0..=MOST_DECIMALS => format::number(value, kind, unit),
            // Rounded, it would be another value.
            _ if kind == ClaimKind::Percentage => format!("{} %", value.normalize()),
            _ => value.normalize().to_string(),
        };
        let names = |word: &str| NUMBER_WORDS.contains(&lower(word).as_ref());
        match (unit.and_then(currency), unit) {
            (Some(iso), _) => written(value, ClaimKind::Currency, Some(iso)),
            (None, Some("%" | "percent")) => written(value, ClaimKind::Percentage, None),
            (None, Some("x")) => written(value, ClaimKind::Ratio, None),
            (None, None) if self.0.contains(fact.metric.as_str()) => {
                written(value * Decimal::ONE_HUNDRED, ClaimKind::Percentage, None)
            }
            (None, None) if metrics::is_percentage(&fact.metric) => written(value, ClaimKind::Percentage, None),
            // `1998` may be a year, and an account's number is no amount.
            _ if value.is_integer() && YEARS.contains(&value) => text,
            _ if fact.metric.split([' ', '_', '-', '.']).any(names) => text,
            _ => written(value, ClaimKind::Number, None),
        }
    }
}

/// Decimals that [`format::number`] keeps.
const MOST_DECIMALS: u32 = 4;

/// A whole number in this range is written as years are.
const YEARS: core::ops::RangeInclusive<Decimal> =
    Decimal::from_parts(1900, 0, 0, false, 0)..=Decimal::from_parts(2100, 0, 0, false, 0);

/// Whether a text is digits and what parts them.
fn is_bare(text: &str) -> bool {
    text.trim().bytes().all(|b| b.is_ascii_digit() || matches!(b, b',' | b'.' | b'-'))
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{Facts, Locale, Source};

    use super::*;
    use crate::cancel::Cancel;
    use crate::claims::Conventions;
    use crate::facts::import;
    use crate::verify::prepare::{Mention, Sources};

    fn written(csv: &str) -> FactTable {
        table(import(&Facts::Csv(csv.to_owned())).unwrap(), |_| true)
    }

    #[test]
    fn facts_of_one_sort_are_one_table() {
        for (csv, expected) in [
            ("metric,value\nNOI,1200000\nunits,14\n", "NOI is 1,200,000.\nunits is 14.\n\n"),
            (
                "entity,period,net_operating_income,occupancy_rate\nElm | Court,2024-Q3,1200000,0.85\nOak,2024-Q3,900000,0.924\n",
                "| entity | period | net operating income | occupancy rate | \n| --- | --- | --- | --- |\n\
                 | Elm   Court | 2024-Q3 | 1,200,000 | 85 % | \n| Oak | 2024-Q3 | 900,000 | 92.4 % | \n\n",
            ),
            // Other columns are another table, and a second value of one thing is another row.
            (
                "entity,metric,value,unit\nElm,rent,2350,USD\nOak,fee,35,USD\nElm,rent,2400,USD\n",
                "| entity | rent | \n| --- | --- |\n| Elm | $2,350 | \n| Elm | $2,400 | \n\n\
                 Oak: fee is $35.\n\n",
            ),
        ] {
            assert_eq!(written(csv).text, expected, "{csv}");
        }
    }

    #[test]
    fn a_place_is_of_its_fact() {
        let table = written("entity,period,rent,fee\nElm,2024,2350,35\nOak,2024,1900,20\n");
        for (text, expected) in [
            ("2,350", Some(0)),
            ("35 ", Some(1)),
            ("Oak", Some(2)),
            ("1900", Some(2)),
            ("20 ", Some(3)),
            ("entity", Some(0)),
        ] {
            let at = table.text.rfind(text).unwrap();
            let span = Span::new(at, at + text.trim_end().len());
            assert_eq!(table.fact_at(span).map(|(number, _)| number), expected, "{text}");
        }
    }

    #[test]
    fn what_is_not_wanted_is_not_written_and_keeps_its_place() {
        let facts = import(&Facts::Csv("entity,rent\nElm,2350\nOak,1900\n".to_owned())).unwrap();
        let table = table(facts, |fact| fact.entity.as_deref() == Some("Oak"));
        assert!(!table.text.contains("2,350"), "{}", table.text);
        let at = table.text.find("1900").unwrap();
        assert_eq!(table.fact_at(Span::new(at, at + 4)).map(|(number, _)| number), Some(1));
    }

    #[test]
    fn every_fact_is_read_back_as_it_is() {
        let metrics: String = (0..300).map(|at| format!(",metric {at}")).collect();
        let values = |from: usize| (0..300).map(|at| format!(",{}", from + at * 3)).collect::<String>();
        let wide = format!("entity{metrics}\nElm{}\nOak{}\n", values(3), values(50_000));
        for csv in [
            "metric,value\nNOI,1234567.5\nunits,14\nweight,0.00004\nbalance,-4500\n",
            "entity,period,rent,share\nElm,2024,2350,0.5\nOak,2024,2150,1.5\n",
            "entity,metric,value,unit\nElm,rent,2350,USD\nElm,occupancy,94.5,%\nOak,cover,1.25,x\nOak,tax,-12000,EUR\n",
            wide.as_str(),
        ] {
            for locale in [None, Some("de"), Some("he"), Some("en-GB")] {
                let caption = Source {
                    id: "S0".to_owned(),
                    text: "Summary (in thousands)\n".to_owned(),
                    title: None,
                    url: None,
                    kind: None,
                };
                let locale = locale.map(|tag| tag.parse::<Locale>().unwrap());
                let conventions = locale.as_ref().map(|locale| Conventions::of("", Some(locale)));
                let sources = Sources::prepare(&[caption], written(csv), conventions, Cancel::default());
                for (number, fact) in sources.facts().iter().enumerate() {
                    let Some((Value::Number(value), _)) = value_of(&fact.value) else { panic!("{fact:?}") };
                    let is_own = |mention: &&Mention| {
                        let own = sources.table().and_then(|table| table.fact_at(mention.span));
                        mention.value.number() == Some(value) && own.is_some_and(|(own, _)| own as usize == number)
                    };
                    let found = sources.mentions.iter().filter(|mention| is_own(mention)).count();
                    assert_eq!(found, 1, "{fact:?} {}", sources.table().unwrap().text);
                }
            }
        }
    }
}
