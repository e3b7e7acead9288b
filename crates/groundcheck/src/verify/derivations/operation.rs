//! Which operation a sentence's words name for a claim, and which of its words and periods name the operands.
//!
//! The words decide, never the numbers: a reading is made before any value is looked at. One operation a function; each returns
//! the readings that its words allow, the likeliest first (`A and B` may be one name or two).

use groundcheck_types::ClaimKind;

use super::sentence::{Run, Said, What, is_in};
use crate::claims::{Period, Quantity};
use crate::verify::stance::{DOWN, UP};
use crate::verify::words::Stem;

/// Which way the sentence says the first operand lies from the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Up,
    Down,
    /// `changed by`, `a difference of`.
    Either,
}

/// What is computed from the operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    /// In percent of the second operand.
    PercentChange(Direction),
    /// The first less the second; of percentages in percentage points.
    Difference(Direction),
    Sum,
    Average,
    /// The last operand is the whole, those before it together are the part; in percent.
    Share,
    /// As a share, as a multiple.
    Ratio,
}

/// The periods of one row that are the operands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum When {
    /// The first operand's and the second's; `None` for the newest, or the one before the first.
    Pair(Option<Period>, Option<Period>),
    Each(Vec<Period>),
    /// All from the first to the last.
    Through(Period, Period),
    /// All that there are in this one, or all at all.
    All(Option<Period>),
}

/// One operand as its words name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) words: Vec<Stem>,
    pub(super) periods: Vec<Period>,
}

/// Where the operands are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Operands {
    /// One thing at several times.
    OverTime(Vec<Stem>, When),
    /// Several things, each with its words.
    Things(Vec<Asked>),
    /// Things in a list whose words alone do not tell where one ends, and the whole that they are set against, if any.
    Listed(Vec<Asked>, Option<Asked>),
}

/// One way to read the sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) operation: Operation,
    pub(super) operands: Operands,
    /// The word that names the operation.
    pub(super) word: Vec<Stem>,
    /// Whether the sentence can mean nothing else.
    pub(super) firm: bool,
    /// Whether the first operand is a part of the last.
    pub(super) is_part: bool,
}

const MORE_UP: &[&str] = &[
    "rising",
    "growing",
    "expanded",
    "soared",
    "advanced",
    "strengthened",
    "doubled",
    "improvement",
    "rises",
    "grows",
    "הגידול",
    "העלייה",
];
const MORE_DOWN: &[&str] = &[
    "falling",
    "declining",
    "contracted",
    "plunged",
    "slipped",
    "dipped",
    "sank",
    "weakened",
    "declines",
    "falls",
    "cut",
    "הירידה",
];
const CHANGE: &[&str] =
    &["change", "changed", "changes", "variation", "variance", "movement", "שינוי", "השתנה", "השתנו"];
/// Of these `X in A was C` tells the change itself.
const NOUNS: &[&str] = &[
    "change",
    "increase",
    "decrease",
    "growth",
    "rise",
    "decline",
    "drop",
    "reduction",
    "improvement",
    "fall",
    "gain",
    "variance",
    "movement",
    "variation",
    "שינוי",
    "גידול",
    "עלייה",
    "עליה",
    "ירידה",
    "צמיחה",
    "קיטון",
];
const DIFFERENCE: &[&str] = &["difference", "differential", "gap", "spread", "הפרש", "פער"];
const EXCEEDED: &[&str] =
    &["exceeded", "exceeds", "exceed", "exceeding", "surpassed", "outpaced", "topped", "עלו", "עלה", "עלתה"];
const MORE: &[&str] = &["more", "higher", "greater", "larger", "above", "bigger", "יותר"];
const LESS: &[&str] = &["less", "lower", "smaller", "below", "fewer", "פחות"];
const AVERAGE: &[&str] =
    &["average", "averaged", "averages", "averaging", "mean", "ממוצע", "הממוצע", "הממוצעת", "ממוצעת"];
/// An average that the source itself prints.
const NAMED_AVERAGE: &[&str] = &["weighted", "moving", "משוקלל"];
const SUM: &[&str] = &[
    "sum",
    "together",
    "combined",
    "altogether",
    "totalled",
    "totaled",
    "totalling",
    "totaling",
    "aggregate",
    "added",
    "adding",
    "adds",
    "cumulative",
    "cumulatively",
    "סכום",
    "יחד",
    "ביחד",
    "במצטבר",
    "הסתכמו",
    "סך",
];
const TOTAL: &[&str] = &["total", "totals", "סך"];
const SHARE: &[&str] = &[
    "share",
    "percentage",
    "proportion",
    "percent",
    "portion",
    "fraction",
    "חלק",
    "חלקו",
    "חלקה",
    "חלקן",
    "חלקם",
    "שיעור",
    "אחוז",
];
const RATIO: &[&str] = &["ratio", "multiple", "יחס"];
const COPULA: &[&str] = &[
    "was",
    "is",
    "were",
    "are",
    "equals",
    "equaled",
    "equalled",
    "amounted",
    "came",
    "stood",
    "reached",
    "היה",
    "היו",
    "היתה",
    "הייתה",
    "הוא",
    "היא",
    "עמד",
    "עמדה",
];
/// What may stand between a verb and its value.
const HEDGES: &[&str] = &[
    "by",
    "about",
    "approximately",
    "roughly",
    "some",
    "an",
    "a",
    "additional",
    "nearly",
    "almost",
    "around",
    "over",
    "just",
    "only",
    "the",
    "ב",
    "כ",
    "כמעט",
];
/// Words that say how the operands are put together, not which they are.
const NOISE: &[&str] = &[
    "compared",
    "relative",
    "versus",
    "vs",
    "against",
    "respectively",
    "together",
    "combined",
    "altogether",
    "stood",
    "represented",
    "represents",
    "represent",
    "accounted",
    "accounts",
    "constituted",
    "constitutes",
    "comprised",
    "comprises",
    "amounted",
    "totalled",
    "totaled",
    "added",
    "across",
    "filing",
    "according",
    "working",
    "provided",
    "exceeded",
    "exceeds",
    "times",
    "percent",
    "percentage",
    "points",
    "point",
    "due",
    "attributable",
    "sum",
    "difference",
    "ratio",
    "proportion",
    "respective",
    "nominal",
    "constitution",
    "equal",
    "equals",
    "averaged",
    "היוו",
    "מהווה",
    "מהווים",
    "לעומת",
    "ביחד",
    "יחד",
    "בהשוואה",
    "הפרש",
    "יחס",
    "סכום",
    "ממוצע",
    "שינוי",
    "בין",
];
/// `of the 2018 figure`: the same thing again.
const AGAIN: &[&str] =
    &["figure", "level", "value", "amount", "that", "one", "number", "prior", "previous", "year", "preceding", "הנתון"];
const AND: &[&str] = &["and", "plus", "minus", "ו"];

/// Every word of an operation, for a first look.
fn lists() -> [&'static [&'static str]; 16] {
    [
        UP, DOWN, MORE_UP, MORE_DOWN, CHANGE, NOUNS, DIFFERENCE, EXCEEDED, MORE, LESS, AVERAGE, SUM, TOTAL, SHARE,
        RATIO, OTHERS,
    ]
}
const OTHERS: &[&str] = &["times", "x", "margin", "represented", "accounted", "made", "equal", "of", "מתוך", "פי", "מ"];

/// Every way in which the sentence's words make the claim the result of an operation; empty where they do not.
pub(super) fn readings(said: &Said<'_>, claim: &Quantity) -> Vec<Reading> {
    let reader = Reader { said, claim };
    let names_one = claim.kind == ClaimKind::Ratio
        || (0..said.pieces.len()).any(|at| lists().iter().any(|list| is_in(said.word(at), list)));
    if !names_one || reader.is_operand() {
        return Vec::new();
    }
    let percentage = claim.kind == ClaimKind::Percentage;
    let mut out = reader.changed();
    if out.is_empty() && percentage {
        out = reader.share();
    }
    if out.is_empty() && !percentage {
        out = reader.ratio();
    }
    if out.is_empty() {
        out = reader.noun_of_change();
    }
    if out.is_empty() {
        out = reader.difference();
    }
    if out.is_empty() {
        out = reader.average();
    }
    if out.is_empty() {
        out = reader.sum();
    }
    out.truncate(MOST_READINGS);
    out
}

/// A sentence is read in at most this many ways.
const MOST_READINGS: usize = 6;
/// A list names at most this many things.
const MOST_THINGS: usize = 12;

struct Reader<'a, 'r> {
    said: &'a Said<'r>,
    claim: &'a Quantity,
}

impl Reader<'_, '_> {
    fn at(&self) -> usize {
        self.said.claim
    }

    fn end(&self) -> usize {
        self.said.pieces.len()
    }

    /// The piece before `at` that is no hedge.
    fn before(&self, at: usize, skip: &[&str]) -> Option<usize> {
        (0..at).rev().find(|i| !is_in(self.said.word(*i), skip) && !self.said.is_mark(*i, b'-'))
    }

    /// Whether the claim is itself an operand, `from A to B`, `(A versus B)`, or a level, `rose to A`.
    fn is_operand(&self) -> bool {
        let said = self.said;
        let mut depth = 0_u32;
        for at in 0..self.at() {
            depth += u32::from(said.is_mark(at, b'('));
            depth = depth.saturating_sub(u32::from(said.is_mark(at, b')')));
        }
        let Some(lead) = self.before(self.at(), &HEDGES[1..]) else { return true };
        let word = said.word(lead);
        let earlier = lead.checked_sub(1).map_or("", |i| said.word(i));
        let earlier = if earlier == "up" { lead.checked_sub(2).map_or("", |i| said.word(i)) } else { earlier };
        let level = match word {
            "to" => !is_in(
                earlier,
                &[
                    "equal",
                    "amounted",
                    "amounting",
                    "came",
                    "amount",
                    "amounts",
                    "equates",
                    "equivalent",
                    "added",
                    "adding",
                    "adds",
                    "add",
                    "summed",
                ],
            ),
            "from" | "versus" | "vs" | "against" | "than" => true,
            "ל" | "מ" => true,
            _ => false,
        };
        level || (depth > 0 && direction(word).is_none())
    }

    /// `increased by C`, `up C`, `an increase of C`, `C higher than`, and by how much one thing exceeded another.
    fn changed(&self) -> Vec<Reading> {
        let said = self.said;
        let at = self.at();
        let found = (0..at).rev().find_map(|i| Some((i, direction(said.word(i)).or(exceeds(said.word(i)))?)));
        if let Some((verb, way)) = found
            && let Some(linked) = self.before(at, HEDGES)
        {
            let copula = self.said.first_of(verb + 1..at, COPULA).is_some();
            let by = (verb + 1..at).any(|i| matches!(said.word(i), "by" | "ב" | "of" | "or" | "של")) && !copula;
            let directly = linked == verb;
            let right_before = self.said.word(at.saturating_sub(1)).to_owned();
            let close = by
                && (matches!(right_before.as_str(), "by" | "of" | "ב")
                    || is_in(&right_before, HEDGES)
                    || right_before == "or"
                    || said.is_mark(at - 1, b'-'));
            if directly || close {
                return self.named(verb, self.changes(verb, way, verb..at));
            }
        }
        // `a 5 % increase in`, `5 % higher than`
        let behind = at + 1..(at + 3).min(self.end());
        if let Some(noun) = behind.clone().find(|i| direction(said.word(*i)).is_some())
            && !(at + 1..noun).any(|i| matches!(said.word(i), "of" | "and"))
            && let Some(way) = direction(said.word(noun))
        {
            return self.named(noun, self.changes(noun, way, at..noun + 1));
        }
        for (list, way) in [(MORE, Direction::Up), (LESS, Direction::Down)] {
            if let Some(word) = said.first_of(behind.clone(), list)
                && said.word(word + 1) == "than"
            {
                return self.named(word, self.changes(word, way, at..word + 1));
            }
        }
        Vec::new()
    }

    /// The operands of a change: the thing's two periods, or two things. `but` are the operation's own words.
    fn changes(&self, word: usize, way: Direction, but: Run) -> Vec<Reading> {
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
        let periods = self.all_periods();
        let subject = self.subject(&but);
        vec![self.reading(operation, Operands::OverTime(subject, pair(&periods)))]
    }

    fn change(&self, way: Direction) -> Operation {
        if self.claim.kind == ClaimKind::Percentage && !self.in_points() {
            Operation::PercentChange(way)
        } else {
            Operation::Difference(way)
        }
    }

    /// Whether the claim is told in percentage points (or basis points).
    fn in_points(&self) -> bool {
        let text = self.said.text(self.claim);
        ["point", "bps", "bp", "pp", "basis", "נקוד"].iter().any(|word| text.contains(word))
            || is_in(self.said.word(self.at() + 1), &["points", "point", "pp", "pts"])
    }

    /// `the change in A was C`.
    fn noun_of_change(&self) -> Vec<Reading> {
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
        let told = matches!(said.word(noun + 1), "in" | "between" | "from" | "of" | "for" | "over")
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
        self.named(noun, vec![self.reading(self.change(way), Operands::OverTime(subject, pair(&periods)))])
    }

    /// `the difference between A and B was C`.
    fn difference(&self) -> Vec<Reading> {
        let said = self.said;
        let Some(noun) = said.last_of(0..self.at(), DIFFERENCE) else { return Vec::new() };
        let operation = self.change(Direction::Either);
        let end = self.copula().unwrap_or(self.at());
        let periods = self.all_periods();
        let mut out = Vec::new();
        if periods.len() >= 2 {
            let subject = self.subject(&(noun..noun + 1));
            out.push(self.reading(operation, Operands::OverTime(subject, pair(&periods))));
        }
        let from = said.first_of(noun + 1..end, &["between", "בין"]).unwrap_or(noun + 1);
        out.extend(self.pairs(operation, from + 1..end));
        self.named(noun, out)
    }

    fn is_named_average(&self, at: usize) -> bool {
        self.before(at, &[]).is_some_and(|i| is_in(self.said.word(i), NAMED_AVERAGE))
    }

    /// `averaged C over`, `the average A was C`, `on average`.
    fn average(&self) -> Vec<Reading> {
        let mut places = (0..self.at()).rev().chain(self.at()..self.end());
        let found = places.find(|i| is_in(self.said.word(*i), AVERAGE) && !self.is_named_average(*i));
        let Some(word) = found else { return Vec::new() };
        self.named(word, self.several(Operation::Average, word))
    }

    /// `the sum of A and B`, `together`, `totalled C over`.
    fn sum(&self) -> Vec<Reading> {
        let said = self.said;
        let whole = || 0..self.end();
        if let Some(word) = said.last_of(whole(), SUM) {
            return self.named(word, self.several(Operation::Sum, word));
        }
        let Some(word) = said.last_of(0..self.at(), TOTAL) else { return Vec::new() };
        // A total of one period is a row that the source prints.
        let all = (word..self.end()).any(|i| said.word(i) == "all" || said.word(i) == "across");
        if self.all_periods().len() < 2 && !all && said.first_of(word..self.at(), AND).is_none() {
            return Vec::new();
        }
        self.named(word, self.several(Operation::Sum, word))
    }

    /// Operands of an operation over any number of them.
    fn several(&self, operation: Operation, word: usize) -> Vec<Reading> {
        let said = self.said;
        let periods = self.all_periods();
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
        out.extend(listed.map(|list| self.reading(operation, Operands::Listed(list, None))));
        if periods.len() < 2 {
            // Things that are named are meant before the periods that are not.
            out.splice(0..0, things.into_iter().map(|things| self.reading(operation, Operands::Things(things))));
        } else {
            out.extend(things.into_iter().map(|things| self.reading(operation, Operands::Things(things))));
        }
        out
    }

    /// `C of B`, `as a share of B A stood at C`, `the proportion of A over B is C`, `C of the 2018 figure`.
    fn share(&self) -> Vec<Reading> {
        let said = self.said;
        let at = self.at();
        if self.in_points() {
            return Vec::new();
        }
        // `C of B`
        if is_in(said.word(at + 1), &["of", "מ", "מתוך", "מכלל", "מסך"]) || is_in(said.word(at + 1), &["מתוך"])
        {
            let whole_end = self.clause_end(at + 2);
            let joint = said.first_of(at + 2..whole_end, COPULA);
            let part = self.clause_start(at)..at;
            if self.words(part.clone()).is_empty()
                && let Some(joint) = joint
            {
                return self.two(Operation::Share, joint + 1..whole_end, at + 2..joint);
            }
            return self.two(Operation::Share, part, at + 2..joint.unwrap_or(whole_end));
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
    fn ratio(&self) -> Vec<Reading> {
        let said = self.said;
        let at = self.at();
        let times = said.word(at + 1) == "times";
        let multiple =
            times || said.text(self.claim).ends_with(['x', 'X', '×']) || said.text(self.claim).ends_with("times");
        let part = self.clause_start(at)..at;
        let behind = at + 1 + usize::from(times)..self.clause_end(at + 1);
        if multiple && (!self.words(behind.clone()).is_empty() || !said.periods(behind.clone()).is_empty()) {
            return self.two(Operation::Ratio, part, behind);
        }
        self.proportion(Operation::Ratio)
    }

    /// `the ratio of A to B`, `the A to B ratio`, `the A margin`.
    fn proportion(&self, operation: Operation) -> Vec<Reading> {
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
            None => Vec::new(),
        }
    }

    /// `the gross profit margin is C`: of revenue.
    fn margin(&self, operation: Operation) -> Vec<Reading> {
        let Some(word) = self.said.last_of(0..self.at(), &["margin"]) else { return Vec::new() };
        let own = self.words(self.clause_start(word)..word);
        let profit =
            self.said.last_of(self.clause_start(word)..word, &["profit", "income", "ebitda", "ebit", "earnings"]);
        let periods = self.all_periods();
        let mut out = Vec::new();
        for part in [&["profit"][..], &["net", "income"], &["operating", "income"]] {
            let mut words = own.clone();
            if profit.is_none() || own.len() == 1 {
                words.extend(part.iter().flat_map(|w| super::sentence::stems_of(w)));
            }
            for whole in ["revenue", "sales"] {
                let asked = |words: Vec<Stem>| Asked { words, periods: periods.clone() };
                let things = vec![asked(words.clone()), asked(super::sentence::stems_of(whole))];
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
    fn two(&self, operation: Operation, a: Run, b: Run) -> Vec<Reading> {
        let said = self.said;
        let again = said.pieces.get(b.clone()).unwrap_or_default().iter().all(|p| match p.what {
            What::Word => is_in(&p.word, AGAIN) || super::sentence::stems_of(&p.word).is_empty(),
            What::Date(_) | What::Mark(_) => true,
            What::Amount(_) => false,
        });
        let (own, other) = (said.periods(a.clone()), said.periods(b.clone()));
        if again && !is_in(said.word(b.start), &["total"]) {
            let subject = self.words(a.clone());
            let first = own.first().copied().or_else(|| self.all_periods().into_iter().find(|p| !other.contains(p)));
            let when = When::Pair(first, other.first().copied());
            return vec![self.reading(operation, Operands::OverTime(subject, when))];
        }
        let mut out = Vec::new();
        let whole = self.asked(b.clone());
        out.push(vec![self.asked(a.clone()), whole.clone()]);
        let mut listed = None;
        if matches!(operation, Operation::Share | Operation::Ratio) {
            for mut parts in self.split(a) {
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

    /// Two things joined by `and`, split wherever that may be.
    fn pairs(&self, operation: Operation, run: Run) -> Vec<Reading> {
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

    /// The things that a sum or an average lists.
    fn lists(&self, word: usize) -> Vec<Vec<Asked>> {
        self.split(self.list(word))
    }

    /// Where a sum or an average lists its things.
    fn list(&self, word: usize) -> Run {
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
    fn split(&self, run: Run) -> Vec<Vec<Asked>> {
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
            for end in joints.into_iter().chain([run.end]) {
                if !self.words(start..end).is_empty() {
                    things.push(self.asked(start..end));
                }
                start = end + 1;
            }
            if (2..=MOST_THINGS).contains(&things.len()) {
                out.push(things);
            }
        }
        out
    }

    fn asked(&self, run: Run) -> Asked {
        let own = self.said.periods(run.clone());
        Asked { words: self.words(run), periods: if own.is_empty() { self.all_periods() } else { own } }
    }

    fn words(&self, run: Run) -> Vec<Stem> {
        self.said.stems(run, NOISE)
    }

    /// The words of the whole sentence but those of the operation.
    fn subject(&self, but: &Run) -> Vec<Stem> {
        let lead = self.lead();
        let mut out = self.words(lead..but.start.max(lead));
        out.extend(self.words(but.end.max(lead)..self.end()));
        out.sort_unstable();
        out.dedup();
        out
    }

    fn all_periods(&self) -> Vec<Period> {
        self.said.periods(0..self.end())
    }

    /// The verb right before the claim: `was C`, `amounted to C`.
    fn copula(&self) -> Option<usize> {
        const BESIDE: &[&str] = &["to", "at", "up", "equal", "by"];
        let skip: Vec<&str> = HEDGES.iter().chain(BESIDE).copied().collect();
        let found = self.before(self.at(), &skip)?;
        let marks = |i: usize| self.said.is_mark(i, b':') || self.said.is_mark(i, b'=');
        (is_in(self.said.word(found), COPULA) || is_in(self.said.word(found), SUM) || marks(found)).then_some(found)
    }

    fn reading(&self, operation: Operation, operands: Operands) -> Reading {
        Reading { operation, operands, word: Vec::new(), firm: true, is_part: false }
    }

    /// Readings that this word names.
    fn named(&self, word: usize, mut readings: Vec<Reading>) -> Vec<Reading> {
        for reading in &mut readings {
            reading.word = self.said.stems(word..word + 1, &[]);
            // A total may be a row that the source prints.
            reading.firm = self.said.word(word) != "total" || self.all_periods().len() > 1;
        }
        readings
    }

    /// Where what the sentence says begins: behind `according to the filing,`.
    fn lead(&self) -> usize {
        const LEADS: &[&str] = &["according", "based", "working", "per", "using", "as", "לפי", "מתוך"];
        if !is_in(self.said.word(0), LEADS) || is_in(self.said.word(2), SHARE) {
            return 0;
        }
        let comma = (0..self.at().min(10)).find(|i| self.said.is_mark(*i, b','));
        comma.filter(|comma| self.said.periods(0..*comma).is_empty()).map_or(0, |comma| comma + 1)
    }

    /// Where the claim's statement begins.
    fn clause_start(&self, at: usize) -> usize {
        let lead = self.lead();
        (lead..at).rev().find(|i| self.said.is_mark(*i, b';')).map_or(lead, |i| i + 1)
    }

    /// Where the statement that goes on at `from` ends: at a bracket, a semicolon or the sentence's end.
    fn clause_end(&self, from: usize) -> usize {
        let ends = |i: &usize| self.said.is_mark(*i, b'(') || self.said.is_mark(*i, b';');
        (from..self.end()).find(ends).unwrap_or(self.end())
    }

    /// Whether these two periods are the ends of a range: `2017-2019`, `2017 to 2019`, `between 2017 and 2019`.
    fn is_range(&self, first: Period, last: Period) -> bool {
        let said = self.said;
        let at = |p| (0..self.end()).find(|i| said.what(*i) == Some(What::Date(p)));
        let (Some(a), Some(b)) = (at(first), at(last)) else { return false };
        let (a, b) = (a.min(b), a.max(b));
        (a + 1..b).all(|i| said.is_mark(i, b'-') || is_in(said.word(i), &["to", "through", "until", "עד", "and", "ו"]))
            && ((a + 1..b).any(|i| said.word(i) != "and" && said.word(i) != "ו")
                || a.checked_sub(1).is_some_and(|i| is_in(said.word(i), &["between", "בין"])))
    }
}

/// The first and the last of the periods, the later one first.
fn pair(periods: &[Period]) -> When {
    let mut sorted = periods.to_vec();
    sorted.sort_by_key(|p| super::operands::end(*p));
    match sorted[..] {
        [] => When::Pair(None, None),
        [one] => When::Pair(Some(one), None),
        [first, .., last] => When::Pair(Some(last), Some(first)),
    }
}

/// The direction of a word of change.
fn direction(word: &str) -> Option<Direction> {
    if is_in(word, UP) || is_in(word, MORE_UP) {
        Some(Direction::Up)
    } else if is_in(word, DOWN) || is_in(word, MORE_DOWN) {
        Some(Direction::Down)
    } else if is_in(word, CHANGE) {
        Some(Direction::Either)
    } else {
        None
    }
}

fn exceeds(word: &str) -> Option<Direction> {
    is_in(word, EXCEEDED).then_some(Direction::Up)
}
