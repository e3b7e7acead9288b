//! What has a name of its own and is computed from rows: a profit, a margin, a half year, a net number.
//!
//! ```text
//! | Revenue        | $61.9M |
//! | Operating cost | $53.2M |      Operating profit was $8.7M   ->   61.9M − 53.2M
//! ```

use std::sync::LazyLock;

use groundcheck_types::ClaimKind;

use super::candidates::Found;
use super::gather::in_time;
use super::operands::Chooser;
use super::operation::{Direction, Operation};
use super::pairs::{Heard, MOST_ANCHORS, MOST_MATES, same_time, says};
use super::sentence::stems_of;
use crate::claims::Period;
use crate::verify::prepare::Mention;
use crate::verify::words::Stem;

impl<'s> Chooser<'_, 's> {
    /// What revenue leaves over a cost: `operating profit` where only the operating cost has a row. None where the profit has one.
    pub(super) fn profits(&self, heard: &Heard<'_>, own: &[&'s Mention], periods: &[Period]) -> Vec<Found<'s>> {
        static COST: Stems = LazyLock::new(|| {
            stems(&[
                "cost",
                "expense",
                "fee",
                "charge",
                "purchases",
                "interest",
                "wages",
                "salaries",
                "payroll",
                "tax",
                "depreciation",
                "עלות",
                "הוצאות",
                "שכר",
                "משכורות",
                "מסים",
                "פחת",
            ])
        });
        let costs = &*COST;
        let is_cost = |m: &&Mention| {
            let place = self.place(m);
            is_amount(m) && (place.outflow || costs.iter().any(|stem| place.says(*stem)))
        };
        let mut out: Vec<(u32, Found<'s>)> = Vec::new();
        if own.iter().any(|m| heard.names_row(m) && self.is_metric(m)) {
            return Vec::new();
        }
        for whole in self.revenues(own, periods) {
            let costs: Vec<&Mention> =
                self.mates(whole).into_iter().filter(is_cost).filter(|m| same_time(m, whole)).collect();
            let names = heard.names(whole);
            let left = Operation::Difference(Direction::Up);
            // Of several costs, one that the sentence does not name leaves no profit of the others.
            let meant = |cost: &&&Mention| costs.len() == 1 || heard.names(cost) & !names != 0;
            let named = |cost: &Mention| (names | heard.names(cost)).count_ones();
            out.extend(costs.iter().filter(meant).map(|cost| (named(cost), (left, vec![whole, *cost]))));
        }
        most_named(out)
    }

    /// What the sentence names by revenue, or a tax by the profit before it: `gross margin` over the gross profit. None
    /// where a row tells that share.
    pub(super) fn margins(&self, heard: &Heard<'_>, own: &[&'s Mention], periods: &[Period]) -> Vec<Found<'s>> {
        let mut out: Vec<(u32, Found<'s>)> = Vec::new();
        if own.iter().any(|m| !is_amount(m) && heard.names_row(m) && self.is_metric(m)) {
            return Vec::new();
        }
        for whole in self.revenues(own, periods) {
            let parts = own.iter().filter(|m| m.span != whole.span && same_time(m, whole) && is_amount(m));
            out.extend(parts.map(|part| (heard.names(part).count_ones(), (Operation::Share, vec![*part, whole]))));
        }
        most_named(out)
    }

    /// Whether a row is that of a profit or of its share.
    fn is_metric(&self, m: &Mention) -> bool {
        static METRIC: Stems = LazyLock::new(|| {
            stems(&["profit", "income", "surplus", "ebitda", "ebit", "earnings", "margin", "רווח", "עודף"])
        });
        let metric = &*METRIC;
        self.place(m).labels.iter().any(|label| metric.contains(label))
    }

    /// The revenue beside the values that the sentence names.
    fn revenues(&self, own: &[&'s Mention], periods: &[Period]) -> Vec<&'s Mention> {
        static REVENUE: Stems =
            LazyLock::new(|| stems(&["revenue", "sales", "turnover", "income", "הכנסות", "מחזור", "מכירות"]));
        let revenue = &*REVENUE;
        let is_revenue = |m: &&Mention| {
            is_amount(m) && in_time(m, periods) && revenue.iter().any(|stem| says(self.sources(), m, *stem))
        };
        let mut out: Vec<&'s Mention> = Vec::new();
        for anchor in own.iter().take(MOST_ANCHORS) {
            let beside = core::iter::once(*anchor).chain(self.mates(anchor)).filter(is_revenue);
            for whole in beside {
                if !out.iter().any(|m| m.span == whole.span && m.place == whole.place) {
                    out.push(whole);
                }
            }
        }
        out
    }

    /// What was spent and what was to be, in one row or under one heading: `Actual` and `Budget`.
    pub(super) fn plans(&self, heard: &Heard<'_>, cells: &[&'s Mention]) -> Vec<Vec<&'s Mention>> {
        static ACTUAL: Stems = LazyLock::new(|| stems(&["actual", "outturn", "spent", "result", "ביצוע", "בפועל"]));
        static PLAN: Stems =
            LazyLock::new(|| stems(&["budget", "plan", "target", "forecast", "estimate", "תקציב", "יעד", "תחזית"]));
        let (actual, plan) = (&*ACTUAL, &*PLAN);
        let says = |m: &Mention, list: &[Stem]| list.iter().any(|stem| says(self.sources(), m, *stem));
        let mut out: Vec<Vec<&'s Mention>> = Vec::new();
        let named = |m: &&&Mention| m.column.is_some() && heard.names(m) != 0 && says(m, actual);
        for spent in cells.iter().filter(named).take(MOST_ANCHORS) {
            let planned = |m: &&Mention| says(m, plan) && self.is_like(spent, m) && same_time(spent, m);
            out.extend(self.mates(spent).into_iter().filter(planned).map(|m| vec![*spent, m]));
        }
        out
    }

    /// What came in and what went out, in a sentence or in two rows of one column.
    pub(super) fn nets(&self, cells: &[&'s Mention]) -> Vec<Vec<&'s Mention>> {
        static IN: Stems = LazyLock::new(|| {
            stems(&["open", "opened", "new", "join", "joined", "add", "added", "hire", "hired", "נפתחו", "הצטרפו"])
        });
        static OUT: Stems = LazyLock::new(|| {
            stems(&[
                "close",
                "closed",
                "churn",
                "churned",
                "scrap",
                "scrapped",
                "left",
                "lost",
                "leave",
                "נסגרו",
                "עזבו",
            ])
        });
        let (came, went) = (&*IN, &*OUT);
        let says = |m: &Mention, list: &[Stem]| {
            let own = m.near.as_deref().filter(|_| m.column.is_none()).unwrap_or(&self.place(m).labels);
            list.iter().any(|stem| own.contains(stem))
        };
        let mut out: Vec<Vec<&'s Mention>> = Vec::new();
        for anchor in cells.iter().take(MOST_ANCHORS) {
            let mates = self.mates(anchor);
            let all = || core::iter::once(*anchor).chain(mates.iter().copied());
            let line = |a: &Mention, b: &Mention| a.column == b.column && self.is_like(a, b);
            for a in all().filter(|m| says(m, came) && !says(m, went)) {
                let others = all().filter(|b| says(b, went) && !says(b, came) && line(a, b));
                out.extend(others.map(|b| vec![a, b]));
            }
        }
        out
    }
}

/// The stems of a list of words, made once.
type Stems = LazyLock<Vec<Stem>>;

fn stems(words: &[&str]) -> Vec<Stem> {
    words.iter().flat_map(|word| stems_of(word)).collect()
}

fn is_amount(m: &Mention) -> bool {
    m.kind != ClaimKind::Percentage
}

/// Those that most of the sentence's words name, of how many do.
fn most_named(all: Vec<(u32, Found<'_>)>) -> Vec<Found<'_>> {
    let most = all.iter().map(|(names, _)| *names).max().unwrap_or(0);
    all.into_iter().filter(|(names, _)| *names == most).map(|(_, found)| found).take(MOST_MATES).collect()
}
