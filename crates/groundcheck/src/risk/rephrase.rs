//! Medium risk: the epistemic words that fit: `I believe` for `I know`, `as far as I know` before what nothing bears out.

use core::ops::Range;

use groundcheck_types::{Claim, Edit, EditKind, Status};

use super::{Known, edit, texts};
use crate::document::token::{self, Kind, Token};
use crate::document::{lower, sentence};
use crate::lexicon::Roles;
use crate::verify::reasons::Language;

/// Words of certainty and what fits instead, in lower case; the longest run first.
const SOFTER: &[(&[&str], &str)] = &[
    (&["there", "is", "no", "doubt", "that"], "it seems that"),
    (&["without", "a", "doubt"], "probably"),
    (&["without", "any", "doubt"], "probably"),
    (&["without", "doubt"], "probably"),
    (&["there", "is", "no", "doubt"], "it seems"),
    (&["i", "am", "certain"], "I believe"),
    (&["i", "am", "sure"], "I believe"),
    (&["i'm", "certain"], "I believe"),
    (&["i'm", "sure"], "I believe"),
    (&["i", "know"], "I believe"),
    (&["beyond", "question"], "probably"),
    (&["definitely"], "possibly"),
    (&["certainly"], "possibly"),
    (&["undoubtedly"], "possibly"),
    (&["unquestionably"], "possibly"),
    (&["indisputably"], "possibly"),
    (&["absolutely"], "possibly"),
    (&["guaranteed"], "expected"),
    (&["אין", "ספק"], "נראה"),
    (&["ללא", "ספק"], "ככל הנראה"),
    (&["בלי", "ספק"], "ככל הנראה"),
    (&["אני", "בטוח"], "אני סבור"),
    (&["אני", "בטוחה"], "אני סבורה"),
    (&["אני", "יודע"], "אני סבור"),
    (&["אני", "יודעת"], "אני סבורה"),
    (&["בוודאות"], "ככל הנראה"),
    (&["בהחלט"], "ככל הנראה"),
    (&["מובטח"], "צפוי"),
];

/// The other words for the sentences in this part of the answer that hold a claim which nothing bears out.
pub(super) fn edits(known: &Known<'_>, within: Range<usize>) -> Vec<Edit> {
    let text = known.answer;
    let tokens = token::tokens(text);
    let unfounded = |claim: &Claim| matches!(claim.status, Status::Unsupported | Status::Contradicted);
    let mut claims = known.claims.iter().filter(|claim| unfounded(claim)).peekable();
    let mut out = Vec::new();
    for range in sentence::sentences(text, &tokens) {
        let Some(own) = tokens.get(range.clone()) else { continue };
        let (Some(first), Some(last)) = (own.iter().find(|t| t.kind != Kind::Newline), own.last()) else { continue };
        if !within.contains(&(first.start as usize)) {
            continue;
        }
        let mut holds = false;
        while claims.next_if(|claim| claim.span.start < last.end).is_some() {
            holds = true;
        }
        if !holds {
            continue;
        }
        let softened = soften(text, own);
        if softened.is_empty() {
            out.extend(believe(text, own, known.language));
        } else {
            out.extend(softened);
        }
    }
    out
}

/// Every word of certainty in a sentence, made softer.
fn soften(text: &str, tokens: &[Token]) -> Vec<Edit> {
    let words: Vec<&Token> = tokens.iter().filter(|t| t.kind == Kind::Word).collect();
    let is = |token: &&Token, own: &str| token.text(text).eq_ignore_ascii_case(own);
    let mut out = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let found = SOFTER.iter().find(|(run, _)| {
            let here = words.get(at..at + run.len());
            here.is_some_and(|here| here.iter().zip(*run).all(|(token, own)| is(token, own)))
        });
        let Some((run, softer)) = found else {
            at += 1;
            continue;
        };
        if let (Some(first), Some(last)) = (words.get(at), words.get(at + run.len() - 1)) {
            let capital = first.text(text).starts_with(char::is_uppercase);
            let new = if capital { capitalized(softer) } else { (*softer).to_owned() };
            out.push(edit(EditKind::Rephrased, first.start as usize, last.end as usize, new));
        }
        at += run.len();
    }
    out
}

/// Words of belief before a sentence.
fn believe(text: &str, tokens: &[Token], language: Language) -> Option<Edit> {
    let first = tokens.iter().find(|t| matches!(t.kind, Kind::Word | Kind::Number) || t.ch == b'$')?;
    let word = first.text(text);
    // A name keeps its capital; `The` and `It` do not.
    let plain = first.kind == Kind::Word && first.roles.has(Roles::STOP) && word != "I";
    let (end, behind) =
        if plain { (first.end as usize, lower(word).into_owned()) } else { (first.start as usize, String::new()) };
    let lead = texts::as_far_as_known(language);
    Some(edit(EditKind::Rephrased, first.start as usize, end, format!("{lead} {behind}")))
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
