//! What else a sentence may tell of: words that hint at an operation without naming its operands, `all told`, `per shop`, `the other`.
//!
//! A hint is enough to bear a claim out, never to contradict it.

use super::words::*;
use super::*;
use crate::lexicon::hints::*;

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
    /// One thing in percent more than another: `KX-2 is 16 % stronger than KX-1`, `5 % under its budget`.
    pub(in super::super) than: Option<Direction>,
    /// Which piece says that one thing lies beside another: what is named behind it is the base.
    pub(in super::super) beside: Option<usize>,
    /// What is left of one thing after another, under a name of its own: `operating profit`.
    pub(in super::super) profit: bool,
    /// As many times what it was: `to 3.4 times its 2021 level`.
    pub(in super::super) times: bool,
    /// The same in percent of the first: `gross margin`.
    pub(in super::super) margin: bool,
    /// The first two or the last two of a year's quarters.
    pub(in super::super) half: Option<bool>,
    /// What came in less what went out: `a net 5`.
    pub(in super::super) net: bool,
    /// Whether the claim is an earlier level: `up from C`.
    pub(in super::super) before: bool,
    /// Whether it sets two things against each other: `stronger than`.
    pub(in super::super) compares: bool,
    /// Whether something else is counted too: `children included`.
    pub(in super::super) included: bool,
    /// What was there before a change that the source tells.
    pub(in super::super) earlier: bool,
    /// A month's value over a year.
    pub(in super::super) yearly: bool,
    /// What is left of a whole.
    pub(in super::super) rest: bool,
    /// One thing times another.
    pub(in super::super) product: bool,
}

impl Cues {
    /// The operations that tell how one thing lies from another.
    pub(in super::super) fn lies(self) -> impl Iterator<Item = Operation> {
        self.apart.map(Operation::Difference).into_iter().chain(self.than.map(Operation::PercentChange))
    }

    /// Whether there is any that can stand alone.
    pub(in super::super) fn any(self) -> bool {
        let alone = Cues { total: false, beside: None, before: false, compares: false, included: false, ..self };
        alone != Cues::default()
    }
}

/// The hints of a sentence about the claim.
pub(in super::super) fn cues(said: &Said<'_>, claim: &Quantity) -> Cues {
    let reader = Reader { said, claim };
    let end = said.pieces.len();
    let any = |list: &[&str]| said.may_say(list) && (0..end).any(|at| at != said.claim && is_in(said.word(at), list));
    // `Widened to 39.7 %` tells a level, which no change of anything gives.
    let before = reader.is_led_by(&["from", "מ"]);
    let level = reader.before(said.claim, &HEDGES[1..]).is_some() && reader.is_operand();
    if level && !before && !reader.is_led_by(&["to", "ל"]) {
        return Cues::default();
    }
    let percentage = claim.kind == ClaimKind::Percentage;
    let points = said.in_points(claim);
    // `In total 1,792 tickets were opened and 1,772 closed` changes nothing.
    let all_told = || any(SUM) || any(TOTAL) || any(ALL);
    let counts = |at: &usize| is_in(said.word(*at), COUNTED) && all_told();
    // A noun may be a row's or a column's name: `for Change`.
    let way = (0..end).filter(|at| !counts(at)).find_map(|at| reader.way(at).filter(|way| *way != Direction::Either));
    let way = way.filter(|_| !level);
    let turns = |list: &[&str]| any(list) && (0..end).any(|at| is_in(said.word(at), list) && !counts(&at));
    let turn = if level {
        None
    } else if turns(ADDED) {
        Some(if any(LESS) { Direction::Down } else { Direction::Up })
    } else if turns(CHANGED) {
        Some(Direction::Either)
    } else {
        way
    };
    let find = |lists: [&[&str]; 2]| {
        (0..end).find(|at| *at != said.claim && lists.iter().any(|list| is_in(said.word(*at), list)))
    };
    let (above, below) = (find([MORE, FARTHER]), find([LESS, NEARER]));
    let lies = match (above, below) {
        (Some(_), None) => Some(Direction::Up),
        (None, Some(_)) => Some(Direction::Down),
        (Some(_), Some(_)) => Some(Direction::Either),
        _ => None,
    };
    let sign = said.claim.checked_sub(1).and_then(|at| match (said.word(at), said.what(at)) {
        ("plus", _) | (_, Some(What::Mark(b'+'))) => Some(Direction::Up),
        ("minus", _) => Some(Direction::Down),
        _ => None,
    });
    let lies = sign.or(lies);
    let beside = if any(APART) || any(DIFFERENCE) { Some(lies.unwrap_or(Direction::Either)) } else { lies };
    let beside = beside.filter(|_| !level);
    let together = any(SUM) || any(TOTAL) || any(TOTALLED) || (0..end).any(|at| reader.adds_up(at));
    // `The average bill went up £23` speaks of what is called an average.
    let averages = any(AVERAGE) && way.is_none();
    let change = turn.or(beside.filter(|_| any(MORE) || any(LESS))).filter(|_| !together && !averages);
    let count = (0..end).find_map(|at| reader.count_at(at));
    let several =
        !any(AVERAGE) && !any(DIFFERENCE) && !any(NOUNS) && !any(RATE_ONLY) && turn.is_none() && !percentage && !points;
    let than = (0..end).find(|at| {
        let word = at.checked_sub(1).map_or("", |i| said.word(i));
        said.word(*at) == "than" && (word.ends_with("er") || is_in(word, MORE) || is_in(word, LESS))
    });
    // `Debt to equity stood at C`
    let to = reader.copula().is_some_and(|copula| said.first_of(reader.lead()..copula, &["to"]).is_some());
    let letter = |at: &usize| said.word(*at) == "h" && said.digit(at + 1).is_some_and(|n| (1..=2).contains(&n));
    let half = said.first_of(0..end, &["half", "half-year", "מחצית"]).or_else(|| (0..end).find(letter));
    let is_second = |at: usize| {
        (letter(&at) && said.digit(at + 1) == Some(2))
            || at.checked_sub(1).is_some_and(|i| is_in(said.word(i), &["second", "last", "latter"]))
    };
    let dated_half = (0..end).find_map(|at| match said.what(at) {
        Some(What::Date(Period::Half(_, half))) => Some(half == 2),
        _ => None,
    });
    Cues {
        than: lies.or(than.map(|_| Direction::Up)).filter(|_| percentage && !points && !level),
        beside: above.or(below).or(than),
        net: !percentage && any(NET),
        before,
        compares: than.is_some(),
        included: any(&["included", "including", "כולל"]),
        times: !percentage && any(TIMES),
        profit: !percentage && !together && any(PROFIT),
        margin: percentage && !points && any(MARGIN),
        half: dated_half.or(half.map(is_second)),
        earlier: any(EARLIER),
        yearly: !percentage && turn.is_none() && any(YEARLY),
        change,
        largest: count.filter(|_| several && any(LARGEST)),
        total: !any(SUM) && !any(TOTALLED) && !any(ALL) && count.is_none(),
        sum: (several && (together || any(ALL) || count.is_some())).then_some(count),
        apart: beside.filter(|_| {
            (!percentage || points)
                && !together
                && !any(AVERAGE)
                && (way.is_none() || below.is_some() || above.is_some())
        }),
        rate: !percentage && turn.is_none() && !together && (any(RATE) || any(TIMES) || to),
        share: percentage && !points && turn.is_none() && !any(AVERAGE),
        rest: !points && turn.is_none() && any(REST),
        product: !percentage && turn.is_none() && beside.is_none() && !any(AVERAGE) && any(WORTH),
    }
}
