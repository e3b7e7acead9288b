//! Which words of a sentence speak of which of its amounts.

use groundcheck_types::ClaimKind;

use super::words;
use crate::claims::{Period, Quantity};
use crate::document::token::{EM_DASH, EN_DASH, Kind, Token};
use crate::lexicon::{Lex, Roles};
use crate::sort;

/// Words that lead up to an amount and so belong to its own clause: `from $3m to $5m`.
const LEADS: &[&str] = &["from", "to", "of", "was", "were", "is", "are", "at", "by", "with", "approximately", "about"];
/// Words that set a statement about something else against the one before.
pub(crate) const CONTRASTS: &[&str] = &["while", "whereas", "but", "ואילו", "אך", "אבל"];
/// Verbs that say what their subject's value is.
const VERBS: &[&str] = &["was", "were", "is", "are"];
/// Words right behind an amount that show that what follows is still about it: `$5m of debt`, `$3m in sales`.
const TAILS: &[&str] =
    &["of", "in", "for", "from", "to", "on", "as", "at", "due", "related", "attributable", "with", "by", "per"];

/// The tokens that speak of each amount (a quantity that is no date), in order: from the joint before it to the joint behind it.
/// `quantities` are those of the sentence; dates among them belong to the clause they stand in.
pub(crate) fn clauses(
    text: &str,
    tokens: &[Token],
    range: &core::ops::Range<usize>,
    quantities: &[Quantity],
) -> Vec<core::ops::Range<usize>> {
    let amounts: Vec<&Quantity> = quantities.iter().filter(|q| q.kind != ClaimKind::Date).collect();
    clauses_of(text, tokens, range, &amounts, quantities)
}

/// The tokens that speak of each of these dates, which are those of a sentence, in order, where they are what it tells.
pub(crate) fn clauses_of_dates(
    text: &str,
    tokens: &[Token],
    range: &core::ops::Range<usize>,
    dates: &[&Quantity],
) -> Vec<core::ops::Range<usize>> {
    clauses_of(text, tokens, range, dates, &[])
}

/// The tokens that speak of each of these values, in order; `quantities` are all of the sentence.
pub(super) fn clauses_of(
    text: &str,
    tokens: &[Token],
    range: &core::ops::Range<usize>,
    values: &[&Quantity],
    quantities: &[Quantity],
) -> Vec<core::ops::Range<usize>> {
    let mut out = Vec::with_capacity(values.len());
    let mut start = range.start;
    for (k, value) in values.iter().enumerate() {
        let end = match values.get(k + 1) {
            Some(next) => boundary(text, tokens, value.last as usize, next.first as usize, quantities),
            None => range.end,
        };
        out.push(start..end);
        start = end;
    }
    out
}

/// Whether this word sets what stands before it against what follows.
pub(crate) fn compares(text: &str, token: &Token) -> bool {
    token.roles.has(Roles::JOINT)
        && matches!(token.text(text), "compared" | "versus" | "vs" | "against" | "than" | "לעומת")
}

/// The tokens behind the values that a claim is set against, up to where their clauses end: a date there is theirs alone. `$1.2 million,
/// up from $1.0 million in 2023` is not said of 2023, nor is the 84 % of `from 78 % in 2023 to 84 %`, nor `$5 million, up 25 % from 2023`.
pub(crate) fn set_against(
    text: &str,
    tokens: &[Token],
    quantities: &[Quantity],
    claim: &Quantity,
    clauses: &[core::ops::Range<usize>],
) -> Vec<core::ops::Range<usize>> {
    let amounts = || quantities.iter().filter(|q| q.kind != ClaimKind::Date);
    let before = amounts().take_while(|q| q.first < claim.first).last();
    let behind = amounts().find(|q| q.first > claim.first);
    let parted = |a: &Quantity, b: &Quantity| {
        let between = tokens.get(a.last as usize..b.first as usize).unwrap_or_default();
        let lead = between.iter().rev().find(|t| t.ch != b'-');
        let led = lead.is_some_and(|t| t.is_one_of(text, &["from", "to", "after", "מ", "ל"]));
        let another = between.iter().any(|t| t.ch == b';');
        !another && (led || between.iter().any(|t| compares(text, t)))
    };
    let end = |q: &Quantity| clauses.iter().find(|c| c.contains(&(q.first as usize))).map(|c| q.last as usize..c.end);
    let before = before.filter(|q| q.kind == claim.kind && parted(q, claim)).and_then(end);
    let behind = behind.filter(|q| q.kind == claim.kind && parted(claim, q)).and_then(end);
    let changes = quantities.iter().filter(|q| q.kind == ClaimKind::Percentage && q.first != claim.first);
    let since = changes.filter_map(|q| since(text, tokens, quantities, q));
    before.into_iter().chain(behind).chain(since).collect()
}

/// The time that a change is measured from: the 2022 of `25 % up on 2022`, `a 25 % increase over 2022`.
fn since(text: &str, tokens: &[Token], quantities: &[Quantity], change: &Quantity) -> Option<core::ops::Range<usize>> {
    /// How many words may stand between.
    const REACH: usize = 5;
    let end = change.last as usize;
    let date = quantities.iter().find(|q| q.first >= change.last)?;
    let start = date.first as usize;
    let between = tokens.get(end..start).filter(|between| between.len() <= REACH)?;
    let led =
        between.iter().any(|t| t.is_one_of(text, &["from", "vs", "versus", "over", "than", "against", "compared"]));
    let on = between.last().is_some_and(|t| t.is_one_of(text, &["on"]))
        && (end.saturating_sub(2)..start).filter_map(|i| tokens.get(i)).any(|t| t.is_one_of(text, &["up", "down"]));
    let goes_on = between.iter().all(|t| t.kind == Kind::Word || t.ch == b'.');
    (date.kind == ClaimKind::Date && goes_on && (led || on)).then_some(end..date.last as usize)
}

/// Whether a clause names the year before by saying so: `$5.7 million a year earlier`.
pub(crate) fn is_year_before(text: &str, tokens: &[Token]) -> bool {
    const EARLIER: &[&str] = &["earlier", "ago", "before"];
    const PRIOR: &[&str] = &["prior", "previous", "preceding"];
    let is = |at: Option<usize>, words| at.and_then(|at| tokens.get(at)).is_some_and(|t| t.is_one_of(text, words));
    tokens
        .iter()
        .enumerate()
        .filter(|(_, t)| t.roles.has(Roles::YEAR))
        .any(|(at, token)| is(Some(at + 1), EARLIER) || is(at.checked_sub(1), PRIOR) || words::is_hebrew(text, token))
}

/// Whether an amount is what another one is compared with: the 1.98 % of `4.73%, up from 1.98%`.
pub(crate) fn is_earlier(text: &str, tokens: &[Token], claim: &Quantity) -> bool {
    let word = |back: usize| (claim.first as usize).checked_sub(back).and_then(|i| tokens.get(i));
    word(1).is_some_and(|t| t.roles.has(Roles::LEAD) && t.is_one_of(text, &["from"]))
        && word(2).is_some_and(|t| t.is_one_of(text, &["up", "down"]))
}

/// The runs of tokens in round brackets that hold an amount and a date, both of which are then about each other.
pub(crate) fn asides(
    tokens: &[Token],
    range: &core::ops::Range<usize>,
    quantities: &[Quantity],
) -> Vec<core::ops::Range<usize>> {
    let mut out = Vec::new();
    let mut open = None;
    for i in range.clone() {
        match tokens[i].ch {
            b'(' => open = Some(i),
            b')' => {
                let Some(start) = open.take() else { continue };
                let inside = |q: &&Quantity| (start..i).contains(&(q.first as usize));
                let dates = quantities.iter().filter(inside).filter(|q| q.kind == ClaimKind::Date).count();
                if dates > 0 && dates < quantities.iter().filter(inside).count() {
                    out.push(start..i);
                }
            }
            _ => {}
        }
    }
    out
}

/// Whether an amount stands alone in brackets right behind another one: the 53 % of `49% (53%) of the total`, the year before's.
pub(crate) fn is_aside(tokens: &[Token], quantity: &Quantity, before: Option<&Quantity>) -> bool {
    let (first, last) = (quantity.first as usize, quantity.last as usize);
    let open = tokens.get(first).is_some_and(|t| t.ch == b'(')
        || first.checked_sub(1).and_then(|i| tokens.get(i)).is_some_and(|t| t.ch == b'(');
    let close = tokens.get(last).or(tokens.last()).is_some_and(|t| t.ch == b')')
        || last.checked_sub(1).and_then(|i| tokens.get(i)).is_some_and(|t| t.ch == b')');
    open && close && before.is_some_and(|b| first.saturating_sub(b.last as usize) <= 1)
}

/// Whether the one number is told as a part of the other: `418 of 460`, `418 out of 460`.
pub(crate) fn is_part_of(text: &str, tokens: &[Token], part: &Quantity, whole: &Quantity) -> bool {
    let between = tokens.get(part.last as usize..whole.first as usize).unwrap_or_default();
    let joint = match between {
        [of] => of.is_one_of(text, &["of", "מתוך"]),
        [out, of] => out.is_one_of(text, &["out"]) && of.is_one_of(text, &["of"]),
        _ => false,
    };
    joint && part.kind == ClaimKind::Number && whole.kind == ClaimKind::Number
}

/// The periods of two amounts in `from A to B`, where the sentence names two: the earlier is A's, the later B's.
pub(crate) fn from_to(
    text: &str,
    tokens: &[Token],
    quantities: &[Quantity],
    claim: &Quantity,
    periods: &[Period],
) -> Option<Period> {
    let end = lead(text, tokens, claim)?;
    let mut both = periods.to_vec();
    sort::by_key(&mut both, |period| *period);
    both.dedup();
    let [earlier, later] = both[..] else { return None };
    let mut amounts = quantities.iter().filter(|q| q.kind != ClaimKind::Date);
    match end {
        End::From => {
            let next = amounts.find(|q| q.first > claim.first)?;
            (lead(text, tokens, next) == Some(End::To)).then_some(earlier)
        }
        End::To => {
            let before = amounts.take_while(|q| q.first < claim.first).last()?;
            (lead(text, tokens, before) == Some(End::From)).then_some(later)
        }
        End::By => None,
    }
}

/// The ends of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    From,
    To,
    /// No end, but what lies between them.
    By,
}

/// At most so many tokens lead to an amount: `from about **5`.
const LEAD: usize = 4;
/// Words between `from` and its amount: `to about 5`.
const HEDGES: &[&str] = &["about", "around", "approximately", "roughly", "nearly", "almost", "just", "over", "כ"];

/// The word that leads to an amount, where it is one of a change: `from`, `to`, `מ-`, `ל-`.
pub(crate) fn lead(text: &str, tokens: &[Token], quantity: &Quantity) -> Option<End> {
    let first = quantity.first as usize;
    let before = tokens.get(first.saturating_sub(LEAD)..first)?;
    let at = before.iter().rposition(|t| t.roles.has(Roles::LEAD))?;
    let (lead, between) = before.get(at..)?.split_first()?;
    // `from **5**`, `מ-5`
    let leads = between.iter().all(|t| matches!(t.ch, b'*' | b'-') || t.is_one_of(text, HEDGES));
    leads.then(|| match lead.text(text) {
        word if word.eq_ignore_ascii_case("from") || word == "מ" => End::From,
        word if word.eq_ignore_ascii_case("by") => End::By,
        _ => End::To,
    })
}

/// Which end of a change an amount is, where the other end is told beside it: the 17 of `from 24 to 17`.
pub(crate) fn end_of_change(text: &str, tokens: &[Token], quantities: &[Quantity], amount: &Quantity) -> Option<End> {
    let own = lead(text, tokens, amount)?;
    let mut alike = quantities.iter().filter(|q| q.kind == amount.kind);
    let other = match own {
        End::To => alike.take_while(|q| q.first < amount.first).last(),
        End::From | End::By => alike.find(|q| q.first > amount.first),
    };
    lead(text, tokens, other?).filter(|end| *end != own).map(|_| own)
}

/// The amount that the change which ends with this one is said to start from.
pub(crate) fn start_of_change<'q>(
    text: &str,
    tokens: &[Token],
    quantities: &'q [Quantity],
    amount: &Quantity,
) -> Option<&'q Quantity> {
    let before = quantities.iter().filter(|q| q.kind == amount.kind).take_while(|q| q.first < amount.first).last();
    before.filter(|q| lead(text, tokens, q) == Some(End::From))
}

/// The other end of the range that an amount is told with, `46% to 48%`, `4.0–5.6`, or the whole it is a part of, `418 of 460`, and
/// whether that stands before it.
pub(crate) fn partner<'q>(
    text: &str,
    tokens: &[Token],
    quantities: &'q [Quantity],
    amount: &Quantity,
) -> Option<(&'q Quantity, bool)> {
    const JOINTS: &[&str] = &["to", "of", "out", "until", "עד", "מתוך"];
    let at = quantities.iter().position(|q| q.first == amount.first)?;
    let joined = |a: &Quantity, b: &Quantity| {
        let between = tokens.get(a.last as usize..b.first as usize).unwrap_or_default();
        let joint = |t: &Token| t.ch == b'-' || t.ch == EN_DASH || t.is_one_of(text, JOINTS);
        a.kind == b.kind && !between.is_empty() && between.iter().all(joint)
    };
    let before = at.checked_sub(1).and_then(|i| quantities.get(i)).filter(|q| joined(q, amount));
    let behind = || quantities.get(at + 1).filter(|q| joined(amount, q));
    before.map(|q| (q, true)).or_else(|| behind().map(|q| (q, false)))
}

/// What a clause leaves out of what its value is, as the one before it says that: the tokens of that one up to its own `of`. `The
/// capacity of Salit is 44 MW and of Yaalon 72 MW`, `ושל יעלון 72`.
pub(crate) fn left_out(
    text: &str,
    tokens: &[Token],
    clause: &core::ops::Range<usize>,
    amount: &Quantity,
    before: &core::ops::Range<usize>,
) -> Option<core::ops::Range<usize>> {
    let own = tokens.get(clause.start.saturating_sub(1)..amount.first as usize)?;
    // The joint before it may be written onto its first word: `ושל יעלון`.
    let own = if own.first()?.lex == Lex::Of { own } else { own.get(1..)? };
    let mut words = own.iter().filter(|t| t.kind == Kind::Word && t.lex != Lex::And);
    // `of whom 40 are nurses` says what they are.
    let of = words.next()?.lex == Lex::Of && !words.next()?.is_one_of(text, &["whom", "which"]);
    let said = tokens.get(before.clone()).filter(|_| of)?;
    let end = said.iter().position(|t| t.lex == Lex::Of).unwrap_or(said.len());
    Some(before.start..before.start + end)
}

/// Whether an amount is told only as what another one is set against, with no date of its own: the 450 of `from 450 to 486`, of `486,
/// compared with 450`. `end` is its [`end_of_change`].
pub(crate) fn is_former(
    text: &str,
    tokens: &[Token],
    quantities: &[Quantity],
    amount: &Quantity,
    clause: &core::ops::Range<usize>,
    end: Option<End>,
) -> bool {
    let dates = || quantities.iter().filter(|q| q.kind == ClaimKind::Date);
    let follows = quantities.iter().any(|q| q.kind != ClaimKind::Date && q.first < amount.first);
    let lead = || tokens.get(clause.start.saturating_sub(1)..amount.first as usize).unwrap_or_default();
    if follows && lead().iter().any(|t| compares(text, t)) {
        return !dates().any(|q| q.first > amount.first);
    }
    (end == Some(End::From) || is_earlier(text, tokens, amount))
        && !dates().any(|q| clause.contains(&(q.first as usize)))
}

/// At most so many tokens are the article, words and `of` before an amount.
const NOUN_PHRASE: usize = 5;

/// Where the clause of the amount that ends at `from` gives way to that of the one that starts at `to`.
fn boundary(text: &str, tokens: &[Token], from: usize, to: usize, quantities: &[Quantity]) -> usize {
    let parts = |i: usize| {
        let token = &tokens[i];
        (token.kind == Kind::Punct && matches!(token.ch, b';' | b',' | b'('))
            || token.lex == Lex::And
            || token.roles.has(Roles::JOINT)
    };
    // `12.4 in Germany ובצרפת 8.9`: Hebrew writes its `and` onto the next word.
    let joins = |i: usize| words::is_hebrew(text, &tokens[i]) && is_joined(tokens[i].text(text));
    // A comma inside a date is none of these, nor is what joins two dates: `between 2018 and 2019`.
    let dates = || quantities.iter().filter(|q| q.kind == ClaimKind::Date);
    let in_date = |i: usize| {
        dates().any(|q| (q.first as usize..q.last as usize).contains(&i))
            || (dates().any(|q| q.last as usize == i) && dates().any(|q| q.first as usize == i + 1))
    };
    // `Series A ($200 million, due 2025), Series B ($350 million`: what the bracket holds ends with it.
    let bracket = (from..to).find(|i| matches!(tokens[*i].ch, b'(' | b')')).filter(|i| tokens[*i].ch == b')');
    if let Some(joint) = bracket.map(|i| i + 1).filter(|i| *i < to && parts(*i)) {
        return joint + 1;
    }
    if let Some(joint) = (from..to).find(|i| (parts(*i) || joins(*i)) && !in_date(*i)) {
        if !parts(joint) {
            return joint;
        }
        // `14 mm pipe and under was 16.2`: a verb needs a subject, and the joint would leave it none.
        let verb = to.checked_sub(1).filter(|i| tokens[*i].is_one_of(text, VERBS));
        let subject = |i: usize| tokens[i].kind == Kind::Word && !tokens[i].roles.has(Roles::STOP);
        let bereft = verb.is_some_and(|verb| !(joint + 1..verb).any(subject));
        return if bereft { from } else { joint + 1 };
    }
    // `נפתחת ב-3 במרץ ונסגרת ב-28 במרץ`: any longer word with `and` written onto it, where nothing else parts them.
    if let Some(and) = (from..to).find(|i| has_and(text, &tokens[*i]) && !in_date(*i)) {
        return and;
    }
    // Without a joint a date in between belongs to the amount before it: `$8.3 million for 2019 and …`.
    quantities
        .iter()
        .filter(|q| q.kind == ClaimKind::Date && q.first as usize >= from && q.last as usize <= to)
        .map(|q| q.last as usize)
        .next()
        .unwrap_or_else(|| without_joint(text, tokens, from, to))
}

/// Whether a Hebrew word has `and` written onto it.
pub(super) fn has_and(text: &str, token: &Token) -> bool {
    let word = || token.text(text);
    words::is_hebrew(text, token) && word().starts_with('ו') && word().chars().count() > SHORTEST_WITH_AND
}

/// Whether a Hebrew word has `and` written onto a preposition and a word: `ובצרפת`, `ושל`.
fn is_joined(word: &str) -> bool {
    let rest = word.strip_prefix('ו').unwrap_or_default();
    rest == "של" || rest.starts_with(['ב', 'ל', 'מ', 'ה']) && rest.chars().count() > SHORTEST_JOINED
}

/// A Hebrew word with a preposition has more letters than this: `בה`.
const SHORTEST_JOINED: usize = 3;

/// A Hebrew word with `and` written onto it has more letters than this: `ועד` is `until`.
const SHORTEST_WITH_AND: usize = 4;

/// Between two amounts without a joint the words belong to the first one where they go on from it (`$5m of debt from $3m`), else
/// to the second one, which they name (`Rent $5 Heating $3`).
fn without_joint(text: &str, tokens: &[Token], from: usize, to: usize) -> usize {
    let is_in = |i: usize, words: &[&str]| tokens[i].is_one_of(text, words);
    let goes_on = from < to
        && (is_in(from, TAILS)
            || tokens[from].text(text).starts_with(|c: char| c.is_alphabetic() && !c.is_uppercase()));
    if !goes_on {
        return from;
    }
    let leads = (from..to).rev().take_while(|i| is_in(*i, LEADS)).count();
    // `after a surplus of $3m`: the noun belongs to the amount behind it.
    let of = to > from && is_in(to - 1, &["of"]);
    let article = (from.max(to.saturating_sub(NOUN_PHRASE))..to).rev().find(|i| is_in(*i, &["a", "an", "the"]));
    match article.filter(|_| of) {
        Some(article) => article,
        None => to - leads,
    }
}

/// A label is at most this many tokens long.
const LONGEST_LABEL: usize = 16;

/// Labels have none of these.
const LABEL_VERBS: &[&str] = &["is", "are", "was", "were", "has", "have", "had"];

/// What a line begins with up to a colon or a dash, before its first amount.
pub(super) fn label(
    text: &str,
    tokens: &[Token],
    range: &core::ops::Range<usize>,
    quantities: &[Quantity],
) -> core::ops::Range<usize> {
    let first = quantities.iter().find(|q| q.kind != ClaimKind::Date).map_or(range.end, |q| q.first as usize);
    let start = (range.start..first).find(|i| tokens[*i].kind == Kind::Word).unwrap_or(first);
    let spaced = |i: usize| {
        !tokens[i].is_joined_to(&tokens[i - 1], text)
            && tokens.get(i + 1).is_some_and(|t| !t.is_joined_to(&tokens[i], text))
    };
    let ends = |i: &usize| match tokens[*i].ch {
        b':' => true,
        b'-' | EN_DASH | EM_DASH => spaced(*i),
        _ => false,
    };
    let end = (start + 1..first.min(start + LONGEST_LABEL)).find(ends).unwrap_or(start);
    // `It has its price: costs rose` is no label.
    let says = tokens[start..end].iter().any(|t| t.is_one_of(text, LABEL_VERBS));
    start..if says { start } else { end }
}

/// Whether a claim stands in brackets of its own with nothing but what it is of each: `the standing charge (48.5p a day)`. `names`
/// says whether a word carries a subject.
pub(crate) fn is_only_rated(
    tokens: &[Token],
    clause: &core::ops::Range<usize>,
    claim: &Quantity,
    names: impl Fn(usize) -> bool,
) -> bool {
    let (first, last) = (claim.first as usize, claim.last as usize);
    let opened = first.checked_sub(1).and_then(|i| tokens.get(i)).is_some_and(|t| t.ch == b'(');
    let rate = tokens.get(last).is_some_and(|t| matches!(t.lex, Lex::Per | Lex::Article) || t.ch == b'/');
    let closed = tokens.get(last + 2).is_some_and(|t| t.ch == b')');
    opened && rate && closed && clause.clone().all(|at| !names(at) || at == last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::{Conventions, extract_tokens};
    use crate::document::token::tokens;

    /// The last amount of a sentence: which end of a change it is, and whether it is only what another one is set against.
    fn last(text: &str) -> (Option<End>, bool) {
        let tokens = tokens(text);
        let found = extract_tokens(text, &tokens, Conventions::default());
        let clauses = clauses(text, &tokens, &(0..tokens.len()), &found);
        let amount = found.iter().rfind(|q| q.kind != ClaimKind::Date).unwrap();
        let end = end_of_change(text, &tokens, &found, amount);
        (end, is_former(text, &tokens, &found, amount, clauses.last().unwrap(), end))
    }

    #[test]
    fn ends_of_changes_and_what_was_before() {
        for (text, end, former) in [
            ("Staff rose from **450** to about 486.", Some(End::To), false),
            ("Costs were cut by $40 to $185.", Some(End::To), false),
            ("Staff is 486, compared with 450.", None, true),
            ("Staff is 486, compared with 450 in 2023.", None, false),
            ("Compared with 2023, staff is 486.", None, false),
            ("Staff is 486, up from 450.", None, true),
            ("They moved to 486 flats.", None, false),
            ("המחיר ירד מ-72 ל-68", Some(End::To), false),
        ] {
            assert_eq!(last(text), (end, former), "{text}");
        }
    }

    #[test]
    fn what_a_clause_leaves_to_the_one_before() {
        let shared = |text: &str| {
            let tokens = tokens(text);
            let found = extract_tokens(text, &tokens, Conventions::default());
            let clauses = clauses(text, &tokens, &(0..tokens.len()), &found);
            let (before, own) = (clauses.first().unwrap(), clauses.get(1).unwrap());
            let range = left_out(text, &tokens, own, &found[1], before)?;
            Some(text[tokens[range.start].start as usize..tokens[range.end].start as usize].trim().to_owned())
        };
        for (text, expected) in [
            ("The capacity of Salit is 44 MW and of Yaalon 72 MW.", Some("The capacity")),
            ("ההספק של סלעית הוא 44 ושל יעלון 72", Some("ההספק")),
            ("There are 143 employees, of whom 40 are nurses.", None),
            ("Rent is $5 and heating $3.", None),
        ] {
            assert_eq!(shared(text).as_deref(), expected, "{text}");
        }
    }
}
