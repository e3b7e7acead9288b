//! `the sum of A and B`, `A totalled C over 2018 and 2019`, `the average of A, B and D`.

use super::words::*;
use super::*;
use crate::lexicon::look_up;

impl Reader<'_, '_> {
    pub(super) fn is_named_average(&self, at: usize) -> bool {
        self.before(at, &[]).is_some_and(|i| is_in(self.said.word(i), NAMED_AVERAGE))
    }

    /// `averaged C over`, `the average A was C`, `on average`.
    pub(super) fn average(&self) -> Vec<Reading> {
        let mut places = (0..self.at()).rev().chain(self.at()..self.end());
        // `sold 9,086 rooms at an average of €131.75` averages another value.
        let another =
            |i: usize| i > self.at() && (i + 1..i + 4).any(|k| matches!(self.said.what(k), Some(What::Amount(_))));
        let found = places.find(|i| is_in(self.said.word(*i), AVERAGE) && !self.is_named_average(*i) && !another(*i));
        let Some(word) = found else { return Vec::new() };
        // `The sum of the average prices in A and B` sums what is called an average.
        if self.said.last_of(0..word, &["sum"]).is_some_and(|i| self.said.word(i + 1) == "of") {
            return Vec::new();
        }
        self.named(word, self.several(Operation::Average, word))
    }

    /// `the change in the average A between 2020-2021 and 2021-2022`, `between 2021 and 2022 average A`: an average of a year is that
    /// with the year before, so that all in the middle stands on both sides, and half of the last less the first is left.
    pub(super) fn change_of_average(&self) -> Vec<Reading> {
        let said = self.said;
        let Some(word) = said.last_of(0..self.at(), &["average"]).filter(|i| !self.is_named_average(*i)) else {
            return Vec::new();
        };
        let led = said.first_of(0..word, &["change", "difference", "increase", "decrease"]);
        let mut years = self.all_periods();
        crate::sort::by_key(&mut years, |p| super::super::operands::end(*p));
        let before = |period: Period| match period {
            Period::Year(year) => Some(Period::Year(year.checked_sub(1)?)),
            Period::Fiscal(year) => Some(Period::Fiscal(year.checked_sub(1)?)),
            _ => None,
        };
        let next = |a: Period, b: Period| before(b) == Some(a);
        let (first, last) = match years[..] {
            [a, b] if next(a, b) => (before(a), b),
            [a, b, c] if next(a, b) && next(b, c) => (Some(a), c),
            _ => return Vec::new(),
        };
        let (Some(first), Some(_)) = (first, led.filter(|_| self.claim.kind != ClaimKind::Percentage)) else {
            return Vec::new();
        };
        let subject = self.subject(&(word..word + 1));
        let when = When::Pair(Some(last), Some(first));
        self.named(word, vec![self.reading(Operation::HalfDifference, Operands::OverTime(subject, when))])
    }

    /// `the sum of A and B`, `together`, `totalled C over`.
    pub(super) fn sum(&self) -> Vec<Reading> {
        let said = self.said;
        let whole = || 0..self.end();
        // `בסך 341 מיליון` says no more than how much.
        let names = |at: &usize| said.word(*at) != "בסך";
        let sum = said.last_of(whole(), SUM).filter(names).or_else(|| whole().rev().find(|at| self.adds_up(*at)));
        if let Some(word) = sum.or_else(|| said.last_of(0..self.at(), TOTAL))
            && self.largest().is_some()
        {
            return self.named(word, vec![self.column(Operation::Sum)]);
        }
        if let Some(word) = sum {
            return self.named(word, self.several(Operation::Sum, word));
        }
        if let Some(word) = said.last_of(whole(), TOTALLED)
            && (self.all_periods().len() != 1 || !self.lists(word).is_empty())
        {
            return self.named(word, self.several(Operation::Sum, word));
        }
        let Some(word) = said.last_of(0..self.at(), TOTAL) else { return self.all_of() };
        // A total of one period is a row that the source prints.
        let all = (word..self.end()).any(|i| said.word(i) == "all" || said.word(i) == "across");
        if self.all_periods().len() < 2 && !all && said.first_of(word..self.at(), AND).is_none() {
            return self.all_of();
        }
        self.named(word, self.several(Operation::Sum, word))
    }

    /// `the four buildings hold C`, `all districts had C`: every row of a column.
    fn all_of(&self) -> Vec<Reading> {
        let said = self.said;
        let all = (0..self.end()).find(|i| matches!(said.word(*i), "all" | "overall"));
        let number = || (0..self.end()).find(|i| self.count_at(*i).is_some());
        let Some(word) = all.or_else(number) else { return Vec::new() };
        const TIMES: &[&str] = &["years", "quarters", "months", "periods"];
        // `Over the three years` is one thing at all its times.
        let times = said.first_of(word..self.end().min(word + 4), TIMES).map(|_| {
            let subject = self.subject(&(word..word + 1));
            self.reading(Operation::Sum, Operands::OverTime(subject, When::All(None)))
        });
        let mut readings = self.named(word, times.into_iter().chain([self.column(Operation::Sum)]).collect());
        readings.iter_mut().for_each(|reading| reading.firm = false);
        readings
    }

    /// How many of the largest values are meant: the 3 of `the three highest` and `the top 3`.
    fn largest(&self) -> Option<usize> {
        let said = self.said;
        let number =
            |at: usize| self.whole_number(at).or_else(|| said.digit(at)).filter(|n| (2..=MOST_THINGS).contains(n));
        let found = said.first_of(0..self.end(), &["highest", "largest", "biggest", "top"])?;
        number(found + 1).or_else(|| number(found.checked_sub(1)?)).filter(|_| found != self.at())
    }

    /// The small whole number that stands there, as a value or as a word that is none.
    fn whole_number(&self, at: usize) -> Option<usize> {
        let in_words = || match look_up(self.said.word(at)) {
            Lex::Unit(n) | Lex::Teen(n) => Some(usize::from(n)).filter(|n| (2..=10).contains(n)),
            _ => None,
        };
        self.said.small(at).or_else(in_words)
    }

    fn column(&self, operation: Operation) -> Reading {
        let count = (0..self.end()).find_map(|i| self.count_at(i));
        let count = match self.largest() {
            Some(count) if operation == Operation::Sum => Count::Largest(count),
            _ => count.map_or(Count::All, Count::Exactly),
        };
        let mut asked = Asked { words: self.words(self.lead()..self.end()), periods: self.all_periods() };
        // `276 in all, led by Site 1`
        let apart: Vec<Stem> = self.said.apart().collect();
        asked.words.retain(|word| !apart.contains(word));
        self.reading(operation, Operands::Column(asked, count))
    }

    /// How many things are meant: the 4 of `the four buildings`.
    pub(super) fn count_at(&self, at: usize) -> Option<usize> {
        const LEADS: &[&str] =
            &["the", "all", "these", "those", "both", "other", "top", "first", "its", "their", "our"];
        let lead = at.checked_sub(1).is_some_and(|i| is_in(self.said.word(i), LEADS)) || self.said.is_hebrew(at);
        if !lead || at == self.at() {
            return None;
        }
        self.whole_number(at).filter(|n| (2..=MOST_THINGS).contains(n))
    }

    /// Operands of an operation over any number of them.
    pub(super) fn several(&self, operation: Operation, word: usize) -> Vec<Reading> {
        let said = self.said;
        let periods = self.own_periods();
        let mut subject = self.subject(&(word..word + 1));
        if said.word(word) == "total" {
            subject = self.subject(&(word..word));
        }
        let mut out = Vec::new();
        let mut over_time = |when| out.push(self.reading(operation, Operands::OverTime(subject.clone(), when)));
        match periods[..] {
            [] => over_time(When::All(None)),
            [one] if operation == Operation::Average => {
                over_time(When::All(Some(one)));
                over_time(When::Pair(Some(one), None));
            }
            [one] => over_time(When::All(Some(one))),
            [first, .., last] if self.is_range(first, last) => over_time(When::Through(first, last)),
            _ => over_time(When::Each(periods.clone())),
        }
        let things = self.lists(word);
        let listed = things.first().cloned();
        // `Scope 1 and 2` are those two, and no Scope 3.
        let only_these = listed.is_some() && self.list(word).any(|at| self.is_told_apart(at));
        out.extend(listed.map(|list| self.reading(operation, Operands::Listed(list, None))));
        if periods.len() < 2 {
            // Things that are named are meant before the periods that are not.
            out.splice(0..0, things.into_iter().map(|things| self.reading(operation, Operands::Things(things))));
        } else {
            out.extend(things.into_iter().map(|things| self.reading(operation, Operands::Things(things))));
        }
        if periods.len() < 2 && !only_these {
            out.truncate(MOST_READINGS - 1);
            out.push(self.column(operation));
        }
        out
    }

    /// The things that a sum or an average lists.
    pub(super) fn lists(&self, word: usize) -> Vec<Vec<Asked>> {
        self.split(self.list(word))
    }

    /// Where a sum or an average lists its things.
    pub(super) fn list(&self, word: usize) -> Run {
        let said = self.said;
        let end = self.copula().unwrap_or(self.at());
        let of = said.word(word + 1) == "of" && word < self.at();
        let start = if of { word + 2 } else { self.clause_start(word.min(self.at())) };
        let start = if start == word { word + 1 } else { start };
        // `for sales, A and B came to`, `in 2018, A and B`
        const LEADS: &[&str] = &["for", "in", "at", "across", "during", "over", "on", "within"];
        let start = match (start..end).find(|i| said.is_mark(*i, b',')) {
            Some(comma) if is_in(said.word(start), LEADS) => comma + 1,
            _ => start,
        };
        let for_all =
            said.first_of(start..end, &["for"]).filter(|at| !self.words(*at + 1..end).is_empty() && *at > start);
        if let Some(at) = for_all
            && self.split(start..at).is_empty()
        {
            return at + 1..end;
        }
        let end = for_all.unwrap_or(end);
        start..end.max(start)
    }

    /// A run as the things it joins: at every comma and `and`, then at each single `and`.
    pub(super) fn split(&self, run: Run) -> Vec<Vec<Asked>> {
        let said = self.said;
        let is_and = |i: &usize| is_in(said.word(*i), AND) || said.is_mark(*i, b'&') || said.word(*i) == "well";
        let ands: Vec<usize> = run.clone().filter(is_and).collect();
        let Some(last) = ands.last() else { return Vec::new() };
        let all: Vec<usize> = run.clone().filter(|i| (said.is_mark(*i, b',') && i < last) || is_and(i)).collect();
        let lists = core::iter::once(all.clone()).chain(ands.iter().filter(|_| all.len() > 1).map(|at| vec![*at]));
        let mut out = Vec::new();
        for joints in lists.take(4) {
            let mut start = run.start;
            let mut things: Vec<Asked> = Vec::new();
            let mut before = start..start;
            for end in joints.into_iter().chain([run.end]) {
                if !self.words(start..end).is_empty() {
                    let mut asked = self.asked(start..end);
                    // `Scope 1 and 2`: what both are called stands before the first.
                    if let Some(number) = before.clone().last().filter(|at| self.is_told_apart(*at))
                        && self.is_told_apart(start)
                    {
                        asked.words.extend(self.words(before.start..number));
                        crate::verify::words::sort(&mut asked.words);
                    }
                    things.push(asked);
                }
                before = start..end;
                start = end + 1;
            }
            if (2..=MOST_THINGS).contains(&things.len()) {
                out.push(things);
            }
        }
        out
    }

    /// The joint of two things of one name that the claim alone is told of: `Scope 1 and 2 emissions came to C`.
    pub(super) fn numbered(&self) -> Option<usize> {
        let said = self.said;
        let (joint, _) = said.numbered().filter(|(joint, _)| *joint < self.at())?;
        let amounts = (0..self.end()).filter(|at| said.amount(*at).is_some_and(|q| q.kind == self.claim.kind)).count();
        (amounts == 1).then_some(joint)
    }

    /// Their sum.
    pub(super) fn all_numbered(&self, and: usize) -> Vec<Reading> {
        let things = self.lists(and).into_iter().map(Operands::Things);
        things.map(|things| self.reading(Operation::Sum, things)).collect()
    }

    /// Whether a number stands there that tells things of one name apart: the 1 of `Scope 1`.
    fn is_told_apart(&self, at: usize) -> bool {
        matches!(self.said.what(at), Some(What::Mark(_))) && !self.said.stems(at).is_empty()
    }

    /// Whether these two periods are the ends of a range: `2017-2019`, `2017 to 2019`, `between 2017 and 2019`.
    pub(super) fn is_range(&self, first: Period, last: Period) -> bool {
        let said = self.said;
        let at = |p| (0..self.end()).find(|i| said.what(*i) == Some(What::Date(p)));
        let (Some(a), Some(b)) = (at(first), at(last)) else { return false };
        let (a, b) = (a.min(b), a.max(b));
        (a + 1..b).all(|i| said.is_mark(i, b'-') || is_in(said.word(i), &["to", "through", "until", "עד", "and", "ו"]))
            && ((a + 1..b).any(|i| said.word(i) != "and" && said.word(i) != "ו")
                || a.checked_sub(1).is_some_and(|i| is_in(said.word(i), &["between", "בין"])))
    }
}
