//! `C of B`, `as a share of B`, `the proportion of A over B`, `C times B`, `the ratio of A to B`, `the A margin`.

use super::words::*;
use super::*;

impl Reader<'_, '_> {
    /// `C of B`, `as a share of B A stood at C`, `the proportion of A over B is C`, `C of the 2018 figure`.
    pub(super) fn share(&self) -> Vec<Reading> {
        let said = self.said;
        let at = self.at();
        if self.said.in_points(self.claim) {
            return Vec::new();
        }
        // `C of B`; in Hebrew `of` may be written onto the whole: `היוו 24% מההכנסות`.
        let next = at + 1 + usize::from(self.stands_alone() && said.is_mark(at + 1, b')'));
        let behind = said.word(next);
        let glued = behind.starts_with('מ') && said.first_of(0..at, MADE_UP).is_some();
        if glued && !is_in(behind, &["מתוך", "מכלל", "מסך", "מ"]) {
            return self.two(Operation::Share, self.clause_start(at)..at, at + 1..self.clause_end(at + 1));
        }
        if is_in(behind, &["of", "מ", "מתוך", "מכלל", "מסך"]) {
            let whole_end = self.clause_end(next + 1);
            let joint = said.first_of(next + 1..whole_end, COPULA);
            let part = self.clause_start(at)..at;
            if self.words(part.clone()).is_empty()
                && let Some(joint) = joint
            {
                return self.two(Operation::Share, joint + 1..whole_end, next + 1..joint);
            }
            return self.two(Operation::Share, part, next + 1..joint.unwrap_or(whole_end));
        }
        let of_something = |i: &usize| is_in(said.word(*i), SHARE) && matches!(said.word(i + 1), "of" | "in");
        let found = (0..at).rev().find(of_something).or_else(|| said.last_of(0..at, SHARE));
        let Some(word) = found else { return self.proportion(Operation::Share) };
        // `percentage change` and `percent increase` are none.
        if said.word(word + 1) != "of"
            && said.word(word + 1) != "in"
            && !is_in(said.word(word), &["חלק", "שיעור", "חלקו", "חלקה"])
        {
            let next = (word + 1..(word + 8).min(at)).find(|i| matches!(said.word(*i), "of"));
            let Some(_) =
                next.filter(|_| !is_in(said.word(word + 1), NOUNS) && !is_in(said.word(word + 1), DIFFERENCE))
            else {
                return self.proportion(Operation::Share);
            };
        }
        let end = self.copula().unwrap_or(at);
        let as_a = word >= 1
            && matches!(said.word(word - 1), "a" | "as")
            && said.last_of(word.saturating_sub(2)..word, &["as"]).is_some();
        let of = said.first_of(word..end, &["of", "מתוך", "in"]).unwrap_or(word);
        if as_a {
            let comma = (of..at).find(|i| said.is_mark(*i, b','));
            let part = self.clause_start(word)..word - 1;
            return match comma {
                Some(comma) if self.words(part.clone()).is_empty() => {
                    self.named(word, self.two(Operation::Share, comma + 1..at, of + 1..comma))
                }
                _ => self.named(word, self.two(Operation::Share, part, of + 1..end)),
            };
        }
        // `the proportion of A over B`
        let mut out = Vec::new();
        const OVER: &[&str] = &[
            "over", "in", "to", "out", "within", "among", "relative", "into", "is", "was", "are", "were", "as", "מתוך",
            "ב",
        ];
        for joint in (of + 1..at).filter(|i| is_in(said.word(*i), OVER)) {
            let (a, b) = (of + 1..joint, joint + 1..at);
            if !self.words(a.clone()).is_empty() && !self.words(b.clone()).is_empty() {
                out.extend(self.two(Operation::Share, a, b));
            }
        }
        for reading in &mut out {
            reading.is_part = true;
        }
        self.named(word, out)
    }

    /// `C times B`, `Cx the 2018 figure`, `the ratio of A to B was C`, `the A to B ratio`.
    pub(super) fn ratio(&self) -> Vec<Reading> {
        let said = self.said;
        let at = self.at();
        let times = said.word(at + 1) == "times";
        let multiple =
            times || said.text(self.claim).ends_with(['x', 'X', '×']) || said.text(self.claim).ends_with("times");
        let part = self.clause_start(at)..at;
        let behind = at + 1 + usize::from(times)..self.clause_end(at + 1);
        // `the highest coverage, 1.67x, belongs to B`: of nothing else.
        let apart = matches!(said.what(at + 1), Some(What::Mark(b',' | b';')));
        if multiple && !apart && (!self.words(behind.clone()).is_empty() || !said.periods(behind.clone()).is_empty()) {
            return self.two(Operation::Ratio, part, behind);
        }
        self.proportion(Operation::Ratio)
    }

    /// `the ratio of A to B`, `the A to B ratio`, `the A margin`.
    pub(super) fn proportion(&self, operation: Operation) -> Vec<Reading> {
        let said = self.said;
        let at = self.at();
        let Some(word) = said.last_of(0..at, RATIO) else { return self.margin(operation) };
        let end = self.copula().unwrap_or(at);
        let start = self.clause_start(word);
        if said.word(word + 1) == "of" || said.word(word + 1) == "between" || is_in(said.word(word + 1), &["בין"]) {
            let mut out = Vec::new();
            for joint in (word + 2..end).filter(|i| matches!(said.word(*i), "to" | "over" | "and" | "ל")) {
                let (a, b) = (word + 2..joint, joint + 1..end);
                if !self.words(a.clone()).is_empty() {
                    out.extend(self.two(operation, a, b));
                }
            }
            return self.named(word, out);
        }
        match said.last_of(start..word, &["to"]) {
            Some(to) => self.named(word, self.two(operation, start..to, to + 1..word)),
            None => self.named_ratio(operation, word),
        }
    }

    /// `the equity ratio was C`: ratios that are called by one of their two things.
    fn named_ratio(&self, operation: Operation, word: usize) -> Vec<Reading> {
        const NAMED: &[(&str, &[&str], &[&str])] = &[
            ("equity", &["equity"], &["total", "assets"]),
            ("current", &["current", "assets"], &["current", "liabilities"]),
        ];
        let before = word.checked_sub(1).map(|i| self.said.word(i));
        let Some((_, part, whole)) = NAMED.iter().find(|(name, ..)| before == Some(name)) else { return Vec::new() };
        let asked = |words: &[&str]| {
            let mut words: Vec<Stem> = words.iter().flat_map(|word| stems_of(word)).collect();
            crate::verify::words::sort(&mut words);
            Asked { words, periods: self.all_periods() }
        };
        let things = Operands::Things(vec![asked(part), asked(whole)]);
        let mut out = self.named(word, vec![self.reading(operation, things)]);
        out.iter_mut().for_each(|reading| reading.firm = false);
        out
    }

    /// `the gross profit margin is C`: of revenue.
    pub(super) fn margin(&self, operation: Operation) -> Vec<Reading> {
        let Some(word) = self.said.last_of(0..self.at(), &["margin"]) else { return Vec::new() };
        let own = self.words(self.clause_start(word)..word);
        let profit =
            self.said.last_of(self.clause_start(word)..word, &["profit", "income", "ebitda", "ebit", "earnings"]);
        let periods = self.all_periods();
        let mut out = Vec::new();
        for part in [&["profit"][..], &["net", "income"], &["operating", "income"]] {
            let mut words = own.clone();
            if profit.is_none() || own.len() == 1 {
                words.extend(part.iter().flat_map(|w| stems_of(w)));
            }
            for whole in ["revenue", "sales"] {
                let asked = |words: Vec<Stem>| Asked { words, periods: periods.clone() };
                let things = vec![asked(words.clone()), asked(stems_of(whole))];
                out.push(self.reading(operation, Operands::Things(things)));
            }
            if profit.is_some() && own.len() > 1 {
                break;
            }
        }
        let mut out = self.named(word, out);
        out.iter_mut().for_each(|reading| reading.firm = false);
        out
    }

    /// The readings of two things of which the first may be several: `A and B over C`.
    pub(super) fn two(&self, operation: Operation, a: Run, b: Run) -> Vec<Reading> {
        let said = self.said;
        let again = said.pieces.get(b.clone()).unwrap_or_default().iter().all(|p| match p.what {
            What::Word => is_in(&p.word, AGAIN) || stems_of(&p.word).is_empty(),
            What::Date(_) | What::Mark(_) => true,
            What::Amount(_) => false,
        });
        let (own, other) = (said.periods(a.clone()), said.periods(b.clone()));
        if again && !is_in(said.word(b.start), &["total"]) {
            let mut subject = self.words(a.clone());
            // `more than tripled, to C times the 2021 level`
            if subject.is_empty() {
                subject = self.words(0..a.end);
            }
            let first = own.first().copied().or_else(|| self.all_periods().into_iter().find(|p| !other.contains(p)));
            let when = When::Pair(first, other.first().copied());
            return vec![self.reading(operation, Operands::OverTime(subject, when))];
        }
        let mut out = Vec::new();
        let whole = self.asked(b.clone());
        out.push(vec![self.asked(a.clone()), whole.clone()]);
        let mut listed = None;
        if matches!(operation, Operation::Share | Operation::Ratio) {
            // `For total, A and B were C of D`: what is in front says where they all stand.
            const LEADS: &[&str] = &["for", "in", "at", "within"];
            let comma = a.clone().take(6).find(|i| said.is_mark(*i, b',')).filter(|_| is_in(said.word(a.start), LEADS));
            for mut parts in self.split(comma.map_or(a.start, |at| at + 1)..a.end) {
                if listed.is_none() {
                    listed = Some(self.reading(operation, Operands::Listed(parts.clone(), Some(whole.clone()))));
                }
                parts.push(whole.clone());
                out.push(parts);
            }
        }
        let things = out.into_iter().map(|things| self.reading(operation, Operands::Things(things)));
        things.chain(listed).collect()
    }
}
