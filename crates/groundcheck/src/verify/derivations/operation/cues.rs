//! What else a sentence may tell of: words that hint at an operation without naming its operands, `all told`, `per shop`, `the other`.
//!
//! A hint is enough to bear a claim out, never to contradict it.

use super::words::*;
use super::*;

/// The operations that a sentence hints at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in super::super) struct Cues {
    /// From one time to another.
    pub(in super::super) change: Option<Direction>,
    /// Every row of a column or every value of a row; where it is told, so many.
    pub(in super::super) sum: Option<Option<usize>>,
    /// Of how many of the largest values it is the sum: `the three highest`.
    pub(in super::super) largest: Option<usize>,
    /// Whether the sum is called no more than a total, which a row may be called too.
    pub(in super::super) total: bool,
    /// One thing less another.
    pub(in super::super) apart: Option<Direction>,
    /// One thing by another, as a number.
    pub(in super::super) rate: bool,
    /// The same in percent.
    pub(in super::super) share: bool,
    /// One thing in percent more than another: `KX-2 is 16 % stronger than KX-1`.
    pub(in super::super) than: bool,
    /// What was there before a change that the source tells.
    pub(in super::super) earlier: bool,
    /// A month's value over a year.
    pub(in super::super) yearly: bool,
    /// What is left of a hundred percent.
    pub(in super::super) rest: bool,
    /// One thing times another.
    pub(in super::super) product: bool,
}

const ALL: &[&str] = &[
    "all",
    "told",
    "altogether",
    "between",
    "across",
    "both",
    "whole",
    "entire",
    "overall",
    "full",
    "half",
    "included",
    "including",
    "over",
    "כל",
    "כולו",
    "כולה",
    "כולל",
    "כולם",
];
const APART: &[&str] = &[
    "lead",
    "leads",
    "led",
    "short",
    "another",
    "leaves",
    "leaving",
    "left",
    "remain",
    "remains",
    "remaining",
    "net",
    "behind",
    "ahead",
    "margin",
    "gap",
    "over",
    "outnumbered",
    "needed",
    "missing",
    "גדול",
    "גדולה",
    "קטן",
    "קטנה",
    "גבוה",
    "גבוהה",
    "נמוך",
    "נמוכה",
    "נותרו",
    "נותר",
    "חסרים",
];
const FARTHER: &[&str] = &["above", "beyond", "over"];
const ADDED: &[&str] = &["added", "opened", "gained", "נוספו", "נוסף", "נוספה", "התווספו"];
const CHANGED: &[&str] =
    &["worsened", "improved", "improves", "improvement", "lost", "closed", "opened", "another", "השתפר", "השתפרה"];
const RATE: &[&str] = &["per", "every", "each", "covered", "covers", "to", "average", "averaged", "averages", "לכל"];
const REST: &[&str] = &[
    "other",
    "others",
    "rest",
    "remaining",
    "remainder",
    "not",
    "never",
    "without",
    "no",
    "non",
    "neither",
    "לא",
    "יתר",
    "שאר",
    "ללא",
    "בלי",
];
const WORTH: &[&str] = &[
    "brought", "worth", "value", "valued", "cost", "costs", "sales", "revenue", "earned", "pays", "paid", "month",
    "months", "amount",
];

/// The hints of a sentence about the claim.
pub(in super::super) fn cues(said: &Said<'_>, claim: &Quantity) -> Cues {
    let reader = Reader { said, claim };
    let end = said.pieces.len();
    let any = |list: &[&str]| said.may_say(list) && (0..end).any(|at| at != said.claim && is_in(said.word(at), list));
    if said.claim > 0 && reader.is_operand() {
        return Cues::default();
    }
    let percentage = claim.kind == ClaimKind::Percentage;
    let points = said.in_points(claim);
    // A noun may be a row's or a column's name: `for Change`.
    let way = (0..end).find_map(|at| reader.way(at).filter(|way| *way != Direction::Either));
    let turn = if any(CHANGED) {
        Some(Direction::Either)
    } else if any(ADDED) {
        Some(Direction::Up)
    } else {
        way
    };
    let more = |at: &usize| is_in(said.word(*at), MORE) || is_in(said.word(*at), FARTHER);
    let beside = match ((0..end).any(|at| more(&at)), any(LESS), any(APART) || any(DIFFERENCE)) {
        (_, _, true) => Some(Direction::Either),
        (true, false, _) => Some(Direction::Up),
        (false, true, _) => Some(Direction::Down),
        _ => None,
    };
    let together = any(SUM) || any(TOTAL);
    let change = turn.or(beside.filter(|_| any(MORE) || any(LESS))).filter(|_| !together && !any(AVERAGE));
    let counts = |at: usize| reader.count_at(at);
    let count = (0..end).find_map(counts);
    let several =
        !any(AVERAGE) && !any(DIFFERENCE) && !any(NOUNS) && !any(RATE_ONLY) && turn.is_none() && !percentage && !points;
    let than = |at: usize| {
        let word = at.checked_sub(1).map_or("", |i| said.word(i));
        said.word(at) == "than" && (word.ends_with("er") || is_in(word, MORE) || is_in(word, LESS))
    };
    Cues {
        than: percentage && !points && (0..end).any(than),
        earlier: any(EARLIER),
        yearly: !percentage && turn.is_none() && any(YEARLY),
        change,
        largest: count.filter(|_| several && any(LARGEST)),
        total: !any(SUM) && !any(ALL) && count.is_none(),
        sum: (several && (together || any(ALL) || count.is_some())).then_some(count),
        apart: beside.filter(|_| (!percentage || points) && !together && !any(AVERAGE) && way.is_none()),
        rate: !percentage && turn.is_none() && !together && any(RATE),
        share: percentage && !points && turn.is_none() && !any(AVERAGE),
        rest: percentage && !points && turn.is_none() && any(REST),
        product: !percentage && turn.is_none() && beside.is_none() && !any(AVERAGE) && !together && any(WORTH),
    }
}

const LARGEST: &[&str] = &["highest", "largest", "biggest", "top"];
const EARLIER: &[&str] = &[
    "before",
    "prior",
    "previous",
    "previously",
    "earlier",
    "original",
    "originally",
    "budgeted",
    "לפני",
    "קודם",
    "הקודמת",
];
const YEARLY: &[&str] = &["annual", "annually", "annualised", "annualized", "yearly", "year", "שנתי", "שנתית", "שנה"];
/// Words of a rate, which is no sum.
const RATE_ONLY: &[&str] = &["per", "every", "לכל"];
