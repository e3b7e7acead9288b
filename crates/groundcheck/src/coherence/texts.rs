//! What a reader is told of a contradiction, in the answer's language. All of these texts stand here.

use groundcheck_types::ContradictionKind;

use crate::verify::reasons::Language;

/// What contradicts what: the words here, those before, and the turn that said them (`None`: the answer itself).
pub(super) fn description(
    kind: ContradictionKind,
    now: &str,
    before: &str,
    turn: Option<u32>,
    language: Language,
) -> String {
    // People count turns from one.
    let turn = turn.map(|turn| turn + 1);
    match language {
        Language::English => {
            let place = turn.map_or("the answer itself".to_owned(), |turn| format!("turn {turn}"));
            match kind {
                ContradictionKind::Negation => format!("{place} says the opposite: “{before}”."),
                ContradictionKind::Definition => format!("The term has another meaning in {place}: “{before}”."),
                _ => format!("This says “{now}”, but {place} says “{before}”."),
            }
        }
        Language::Hebrew => {
            let place = turn.map_or("התשובה עצמה".to_owned(), |turn| format!("תור {turn} בשיחה"));
            match kind {
                ContradictionKind::Negation => format!("{place}: נאמר ההפך, „{before}”."),
                ContradictionKind::Definition => format!("{place}: למונח משמעות אחרת, „{before}”."),
                _ => format!("כאן „{now}”; {place}: „{before}”."),
            }
        }
    }
}
