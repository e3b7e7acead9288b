//! What contradicts the conversation stays, with a note behind the answer: document 4's `addDisclaimers`.

use groundcheck_types::{Contradiction, Edit, EditKind};

use super::{edited, texts};
use crate::claims;
use crate::verify::reasons::Language;

/// So many contradictions are named.
const MOST_NAMED: usize = 5;

/// The answer with a note for each contradiction.
///
/// ```
/// use groundcheck::{coherence, risk};
/// use groundcheck::types::{Role, Turn};
///
/// let before = Turn { role: Role::Assistant, text: "Occupancy was 95%.".into() };
/// let answer = "Occupancy was 85%.";
/// let check = coherence::check(answer, &[before], None);
/// let out = risk::add_disclaimers(answer, &check.contradictions);
/// assert_eq!(out, "Occupancy was 85%.\n\nNote: this does not fit what was said before. In turn 1: “Occupancy was 95%.”");
/// ```
#[must_use]
pub fn add_disclaimers(answer: &str, contradictions: &[Contradiction]) -> String {
    let (hebrew, _) = claims::answer_is_hebrew(answer, None);
    let language = if hebrew { Language::Hebrew } else { Language::English };
    let all: Vec<&Contradiction> = contradictions.iter().collect();
    let edits: Vec<Edit> = edit(answer, &all, language).into_iter().collect();
    edited(answer, &edits)
}

pub(super) fn edit(answer: &str, contradictions: &[&Contradiction], language: Language) -> Option<Edit> {
    if contradictions.is_empty() {
        return None;
    }
    let mut text = format!("\n\n{}", texts::does_not_fit(language));
    for contradiction in contradictions.iter().take(MOST_NAMED) {
        let before = &contradiction.contradicts;
        text.push(' ');
        text.push_str(&texts::said_before(&before.text, before.turn, language));
    }
    let end = answer.trim_end().len();
    Some(super::edit(EditKind::Disclaimed, end, answer.len(), text))
}
