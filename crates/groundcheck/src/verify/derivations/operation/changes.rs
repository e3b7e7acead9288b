//! `increased by C`, `the change in A was C`, `A exceeded B by C`, `the difference between A and B`.

use super::words::*;
use super::*;

impl Reader<'_, '_> {
    /// `C above B`, `fell short of B by C`: of two things, which the sentence may name by other words than the sources do.
    fn beside(&self) -> Vec<Reading> {
        const BESIDE: &[(&str, &str, Direction)] = &[
            ("above", "", Direction::Up),
            ("ahead", "of", Direction::Up),
            ("below", "", Direction::Down),
            ("short", "of", Direction::Down),
            ("behind", "", Direction::Down),
        ];
        let (said, at) = (self.said, self.at());
        let is = |i: usize, (word, of, _): &(&str, &str, Direction)| {
            said.word(i) == *word && (of.is_empty() || said.word(i + 1) == *of)
        };
        let width = |(_, of, _): &(&str, &str, Direction)| 1 + usize::from(!of.is_empty());
        let readings = if let Some(found) = BESIDE.iter().find(|found| is(at + 1, found)) {
            let behind = at + 1 + width(found);
            // `51 points, 2 ahead of A and 5 ahead of B`
            let next = |i: &usize| is_in(said.word(*i), AND) && said.amount(i + 1).is_some();
            let end = self.clause_end(behind);
            let end = (behind..end).find(next).unwrap_or(end);
            let level = said.level().map_or(at, |(comma, _)| comma);
            self.two(self.change(found.2), self.clause_start(at).min(level)..level, behind..end)
        } else if let Some(by) = self.before(at, &HEDGES[1..]).filter(|by| matches!(said.word(*by), "by"))
            && let Some((found, word)) =
                (0..by).rev().find_map(|i| BESIDE.iter().find(|found| is(i, found)).map(|found| (found, i)))
        {
            self.two(self.change(found.2), self.clause_start(word)..word, word + width(found)..by)
        } else {
            return Vec::new();
        };
        let mut readings = self.named(at + 1, readings);
        readings.iter_mut().for_each(|reading| reading.firm = false);
        readings
    }

    /// `increased by C`, `up C`, `an increase of C`, `C higher than`, and by how much one thing exceeded another.
    pub(super) fn changed(&self) -> Vec<Reading> {
        let said = self.said;
        let at = self.at();
        let beside = self.beside();
        if !beside.is_empty() {
            return beside;
        }
        let found = (0..at).rev().find_map(|i| Some((i, self.way(i).or(exceeds(said.word(i)))?)));
        if let Some((verb, way)) = found
            && let Some(linked) = self.before(at, HEDGES)
        {
            let copula = self.said.first_of(verb + 1..at, COPULA).is_some();
            let by = (verb + 1..at).any(|i| matches!(said.word(i), "by" | "ב" | "of" | "or" | "של")) && !copula;
            let directly = linked == verb;
            let right_before = self.said.word(at.saturating_sub(1)).to_owned();
            let close = by
                && (matches!(right_before.as_str(), "by" | "of" | "ב" | "של")
                    || is_in(&right_before, HEDGES)
                    || right_before == "or"
                    || said.is_mark(at - 1, b'-'));
            // `exceeded C` is a bound, `exceeded B by C` a difference.
            let bound = directly && right_before != "by" && self.way(verb).is_none();
            if (directly && !bound) || close {
                return self.named(verb, self.changes(verb, way, verb..at));
            }
        }
        // `rose by $5 million (10 %)`, `(+10 % vs. 2022)`
        if self.stands_alone() && said.word(at + 2) != "of" {
            let way = match (said.is_mark(at.saturating_sub(1), b'+'), found) {
                (true, _) => Some((at - 1, Direction::Up)),
                (false, found) => found,
            };
            if let Some((word, way)) = way {
                return self.named(word, self.changes(word, way, word..at));
            }
        }
        // `a 5 % increase in`, `5 % higher than`
        let behind = at + 1..(at + 3).min(self.end());
        if let Some(noun) = behind.clone().find(|i| self.way(*i).is_some())
            && !(at + 1..noun).any(|i| matches!(said.word(i), "of" | "and") || self.parts(i))
            && !self.is_level_before(noun)
            && let Some(way) = self.way(noun)
        {
            return self.named(noun, self.changes(noun, way, at..noun + 1));
        }
        // `C higher than B`, `145 fewer patients than B`, `8 GWh less in 2024 than in 2023`
        let near = at + 1..(at + 5).min(self.end());
        for (list, way) in [(MORE, Direction::Up), (LESS, Direction::Down)] {
            // `21.4 hours, 2.6 hours less than`: the level that is told before is another value.
            let apart = |i: usize| said.amount(i).is_some();
            let word = said.first_of(near.clone(), list).filter(|word| !(at + 1..*word).any(apart));
            let Some(word) = word else { continue };
            // `16.5 % more patients in 2024`: than before.
            if self.claim.kind == ClaimKind::Percentage && !(word..self.end()).any(|i| said.word(i) == "than") {
                let subject = self.subject(&(word..word + 1));
                let mut readings =
                    self.named(word, vec![self.reading(self.change(way), Operands::OverTime(subject, self.pair()))]);
                readings.iter_mut().for_each(|reading| reading.firm = false);
                return readings;
            }
            // `641 customers with more than $100,000` sets a bound.
            let is_bound = |than: &usize| said.amount(than + 1).is_some_and(|q| q.kind != self.claim.kind);
            if let Some(than) = (word + 1..self.end().min(word + 7)).find(|i| said.word(*i) == "than")
                && !is_bound(&than)
            {
                let (a, b) = (self.clause_start(at)..than, than + 1..self.end());
                let operation = self.change(way);
                let own = self.words(a.clone());
                let readings = if self.words(b.clone()).iter().all(|w| own.contains(w)) {
                    vec![self.reading(operation, Operands::OverTime(self.subject(&(word..word + 1)), self.pair()))]
                } else {
                    self.two(operation, a, b)
                };
                return self.named(word, readings);
            }
        }
        Vec::new()
    }

    /// Whether a mark other than a hyphen stands here: `94%, up from 91%` and `94% (up from 91%)` tell no change of 94 %.
    fn parts(&self, at: usize) -> bool {
        matches!(self.said.what(at), Some(What::Mark(mark)) if mark != b'-')
    }

    /// Whether the claim before this word is a level beside the one that it was at before: `94% up from 91%`, but `up 3% from 91%`,
    /// `a 3% rise from 91%` and `94% up from 2023`.
    fn is_level_before(&self, word: usize) -> bool {
        const NEAR: usize = 6;
        let said = self.said;
        let earlier = (word + 2..word + NEAR).find_map(|i| said.amount(i));
        matches!(said.word(word), "up" | "down")
            && said.word(word + 1) == "from"
            && earlier.is_some_and(|earlier| earlier.kind == self.claim.kind)
    }

    /// The operands of a change: the thing's two periods, or two things. `but` are the operation's own words.
    pub(super) fn changes(&self, word: usize, way: Direction, but: Run) -> Vec<Reading> {
        let said = self.said;
        let operation = self.change(way);
        // `A exceeded B by C`
        if is_in(said.word(word), EXCEEDED) && !is_in(said.word(word), UP) {
            let (a, b) = (self.clause_start(word)..word, word + 1..self.at());
            return self.two(operation, a, b);
        }
        // `A was C higher than B`
        let than = (but.end..self.end().min(but.end + 2)).find(|i| said.word(*i) == "than");
        if let Some(than) = than {
            let (a, b) = (self.clause_start(but.start)..but.start, than + 1..self.end());
            if !self.words(b.clone()).iter().all(|w| self.words(a.clone()).contains(w)) {
                return self.two(operation, a, b);
            }
        }
        let subject = self.subject(&but);
        vec![self.reading(operation, Operands::OverTime(subject, self.pair()))]
    }

    pub(super) fn change(&self, way: Direction) -> Operation {
        if self.claim.kind == ClaimKind::Percentage && !self.said.in_points(self.claim) {
            Operation::PercentChange(way)
        } else {
            Operation::Difference(way)
        }
    }

    /// `the change in A was C`.
    pub(super) fn noun_of_change(&self) -> Vec<Reading> {
        let said = self.said;
        let Some(copula) = self.copula() else { return Vec::new() };
        let Some(noun) = said.last_of(0..copula, NOUNS).or_else(|| said.last_of(0..copula, CHANGE)) else {
            return Vec::new();
        };
        if said.first_of(0..copula, AVERAGE).is_some_and(|i| !self.is_named_average(i)) {
            return Vec::new();
        }
        let way = direction(said.word(noun)).unwrap_or(Direction::Either);
        // `the change in A`, `the percentage change between`, `A's change from`.
        let percent = noun.checked_sub(1).is_some_and(|i| {
            matches!(said.word(i), "percentage" | "percent" | "year" | "annual") || said.is_mark(i, b'%')
        });
        let told = percent
            || matches!(said.word(noun + 1), "in" | "between" | "from" | "of" | "for" | "over")
            || noun + 1 == copula
            || said.word(noun + 1).is_empty()
            || is_in(said.word(noun), &["שינוי", "גידול", "ירידה"]);
        if !told {
            return Vec::new();
        }
        let periods = self.all_periods();
        if periods.len() < 2
            && let Some(between) = said.last_of(noun..copula, &["between", "בין"])
        {
            return self.named(noun, self.pairs(self.change(way), between + 1..copula));
        }
        let subject = self.subject(&(noun..noun + 1));
        self.named(noun, vec![self.reading(self.change(way), Operands::OverTime(subject, self.pair()))])
    }

    /// `the difference between A and B was C`.
    pub(super) fn difference(&self) -> Vec<Reading> {
        let said = self.said;
        let Some(noun) = said.last_of(0..self.at(), DIFFERENCE) else { return Vec::new() };
        let operation = self.change(Direction::Either);
        let end = self.copula().unwrap_or(self.at());
        let periods = self.all_periods();
        let mut out = Vec::new();
        if periods.len() >= 2 {
            let subject = self.subject(&(noun..noun + 1));
            out.push(self.reading(operation, Operands::OverTime(subject, self.pair())));
        }
        let from = said.first_of(noun + 1..end, &["between", "בין"]).unwrap_or(noun + 1);
        out.extend(self.pairs(operation, from + 1..end));
        self.named(noun, out)
    }

    /// Two things joined by `and`, split wherever that may be.
    pub(super) fn pairs(&self, operation: Operation, run: Run) -> Vec<Reading> {
        let joints = run
            .clone()
            .filter(|i| is_in(self.said.word(*i), AND) || matches!(self.said.word(*i), "to" | "ל" | "versus"));
        let mut out = Vec::new();
        for joint in joints {
            let (a, b) = (run.start..joint, joint + 1..run.end);
            if self.words(a.clone()).is_empty() || self.words(b.clone()).is_empty() {
                continue;
            }
            out.push(self.reading(operation, Operands::Things(vec![self.asked(a), self.asked(b)])));
        }
        out
    }
}
