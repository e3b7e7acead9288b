//! Number words that say which things are meant and state nothing: `the two loans`, `the original one`, `the least in five years`; and
//! days that say which period is.
//!
//! Source: reading labelled answers. A sentence such as `The two loans add up to $494.5 million` was flagged for its `two`, which no
//! source prints. A digit always states something, and so does a word that nothing introduces: `two loans`.

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;

use super::context::Context;
use crate::claims::{Quantity, Value};
use crate::document::token::{Kind, Token};
use crate::lexicon::{Lex, Roles};

/// Larger numbers in words are figures.
const LARGEST: Decimal = Decimal::from_parts(12, 0, 0, false, 0);
/// What introduces things that are known already.
const KNOWN: &[&str] =
    &["the", "these", "those", "both", "all", "last", "past", "next", "first", "previous", "other", "latter"];
/// What leads up to a time that something is compared over.
const OVER: &[&str] = &["in", "over", "within", "during"];
/// Times.
const TIMES: &[&str] = &["years", "quarters", "months", "weeks", "days", "decades"];
/// What follows a `one` that stands for a noun.
const BEHIND_ONE: &[&str] = &["of", "that", "which", "who", "and", "or", "is", "was"];
/// Hebrew numbers in the form that a definite noun follows.
const HEBREW: &[&str] =
    &["שני", "שתי", "שלושת", "שלוש", "ארבעת", "ארבע", "חמשת", "ששת", "שבעת", "שמונת", "תשעת", "עשרת"];

/// Whether a claim only says which things are meant.
pub(crate) fn only_refers(text: &str, tokens: &[Token], claim: &Quantity, context: &Context<'_>) -> bool {
    // `The quarter ended June 30` says which quarter.
    let before = (claim.first as usize).checked_sub(1).and_then(|i| tokens.get(i));
    if matches!(claim.value, Value::Day(_)) {
        return before.is_some_and(|t| t.roles.has(Roles::ENDED));
    }
    let own = claim.span.of(text).unwrap_or_default();
    let small = claim.value.number().is_some_and(|value| value <= LARGEST && value >= Decimal::ONE);
    if claim.kind != ClaimKind::Number || !small || own.contains(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let behind = tokens.get(claim.last as usize).filter(|_| (claim.last as usize) < context.range.end);
    let introduced = |words: &[&str]| before.is_some_and(|t| t.is_one_of(text, words));
    let followed = |words: &[&str]| behind.is_some_and(|t| t.is_one_of(text, words));
    // `the first one by May`
    let ordered = before.is_some_and(|t| matches!(t.lex, Lex::Ordinal(_)));
    let noun = own.eq_ignore_ascii_case("one")
        && before.is_some_and(|t| t.kind == Kind::Word)
        && (ordered || behind.is_none_or(|t| t.kind != Kind::Word && t.ch != b'-') || followed(BEHIND_ONE));
    let definite = HEBREW.contains(&own) && behind.is_some_and(|t| t.text(text).starts_with('ה'));
    // `Three values are out of range:` counts the items that follow.
    let range = tokens.get(context.range.clone()).unwrap_or_default();
    let listed = range.iter().rev().find(|t| t.kind != Kind::Newline).is_some_and(|t| t.ch == b':');
    noun || definite || listed || introduced(KNOWN) || (introduced(OVER) && followed(TIMES) && context.amounts > 1)
}

/// Whether the number says whom an answer is about: `a seven-year-old`, `for a child aged 7`.
pub(crate) fn is_age(text: &str, tokens: &[Token], claim: &Quantity) -> bool {
    let word = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|t| t.is_one_of(text, words));
    let (first, last) = (claim.first as usize, claim.last as usize);
    let dash = tokens.get(last).is_some_and(|t| t.ch == b'-');
    // `year-old` may be one word or two.
    let old = dash
        && word(last + 1, &["year", "month", "week"])
        && tokens.get(last + 2).is_some_and(|t| t.ch == b'-')
        && word(last + 3, &["old", "olds"]);
    claim.kind == ClaimKind::Number && (old || first.checked_sub(1).is_some_and(|at| word(at, &["aged", "בגיל"])))
}

/// Words that begin what is only supposed, in lower case.
const SUPPOSE: &[&str] = &["if", "suppose", "supposing", "assuming", "say", "imagine", "given", "אם", "נניח", "בהנחה"];
/// Words that lead up to what is asked for, where no definite thing follows.
const ASK_FOR: &[&str] = &["for", "on", "at", "with", "over", "after", "to", "עבור", "על", "עם", "אחרי"];
/// A supposition stands among so many first tokens of its sentence.
const MOST_SUPPOSED: usize = 12;

/// Whether an amount only says what the answer supposes: `For a €48 order delivery is €4.90`, `If you drive 12,000 miles`. Another amount
/// has to follow, of which it is supposed.
pub(crate) fn only_supposes(text: &str, tokens: &[Token], claim: &Quantity, context: &Context<'_>) -> bool {
    let first = claim.first as usize;
    let range = tokens.get(context.range.clone()).unwrap_or_default();
    let lead = range.iter().position(|t| t.kind == Kind::Word || t.kind == Kind::Number).unwrap_or_default();
    let begin = context.range.start + lead;
    let follows = tokens.get(claim.last as usize..context.range.end).unwrap_or_default();
    let another = follows.iter().any(|t| t.kind == Kind::Number);
    if claim.kind == ClaimKind::Date || !another || first < begin || first - begin > MOST_SUPPOSED {
        return false;
    }
    // Behind a comma begins what is said of it.
    if tokens[begin..first].iter().any(|t| t.ch == b',') {
        return false;
    }
    let is = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|t| t.is_one_of(text, words));
    let article = |at: usize| tokens.get(at).is_some_and(|t| t.lex == Lex::Article && !t.is_one_of(text, &["the"]));
    // `Spending €6,000 a year earns you €120`, `A 240-mile round trip`, `For 12 people on Business`
    let gerund = first == begin + 1 && tokens[begin].kind == Kind::Word && tokens[begin].text(text).ends_with("ing");
    let one = article(begin) && first == begin + 1;
    let asked = is(begin, ASK_FOR) && (article(begin + 1) || is(begin + 1, &["your"]) || first == begin + 1);
    is(begin, SUPPOSE) || gerund || one || asked
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{Request, Source};

    use crate::training::see;
    use crate::verify::score::TRAINED;

    /// Whether the number word of an answer only refers to something.
    fn refers(answer: &str) -> Option<bool> {
        let text = "Loan A is $310 million, loan B $184 million. The bank has 41 stores. לבנק 41 סניפים.";
        let source = Source { id: "S0".into(), text: text.into(), title: None, url: None, kind: None };
        let request = Request { answer: answer.into(), sources: vec![source], ..Request::default() };
        let seen = see(&request, &TRAINED, false).unwrap();
        let is_word = |span: groundcheck_types::Span| !span.of(answer).unwrap().contains(|c: char| c.is_ascii_digit());
        seen.iter().find(|own| is_word(own.span)).map(|own| own.refers)
    }

    #[test]
    fn what_only_refers_is_told_from_what_counts() {
        for (answer, expected) in [
            ("The two fleet loans add up to $494 million.", true),
            ("Loan B is the smaller one.", true),
            ("Loan A was $310 million, the most in five years.", true),
            ("שני הסניפים של הבנק גדולים.", true),
            ("The bank has two stores.", false),
            ("The bank has one store.", false),
            ("Loan A runs for five years.", false),
            ("The bank will have stores in five years.", false),
            ("The bank has twenty stores.", false),
            ("A seven-year-old may open one at the bank.", true),
            ("Loan A is for a company aged seven.", true),
            ("The bank has three loans:\n- loan A\n- loan B", true),
            ("The bank has 3 loans, and two stores: one in Ulm.", false),
        ] {
            assert_eq!(refers(answer), Some(expected), "{answer}");
        }
    }
}
