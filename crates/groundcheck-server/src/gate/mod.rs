//! Checked answers as the cases of a gate: which of their problems count, which are known, and whether the gate lets them through.
//!
//! [`Suite`] holds the cases of a run, [`Problem`] is what is wrong with one, [`Baseline`] are the problems that are known,
//! [`Limits`] say how many new ones are allowed, [`Outcome`] is what follows. [`Format`] writes all of it for people and for CI systems.
//! What an answer, a source or an id says is hostile: it passes `shown` once, when a problem is made, and each format escapes it again.

mod baseline;
mod case;
mod formats;
mod limits;
mod problem;
mod rules;
mod suite;

pub use baseline::{Baseline, Known};
pub use case::{Case, State};
pub use formats::Format;
pub use limits::{Limit, Limits, Outcome};
pub use problem::{FailOn, Ground, LISTED_MAX, Level, Problem, Unlisted};
pub use suite::{Checked, Origin, Suite, check};

use crate::render;

/// The widest text of a problem, in columns: more is no help where it is shown.
const WIDEST: usize = 600;

/// How many characters of a text are looked at: some have no width, and one sentence can have ten thousand claims.
const LONGEST: usize = 4 * WIDEST;

/// A text from outside as every format shows it: on one line, with markers for what cannot be seen, not too long, and no command of a
/// CI system's runner.
fn shown(text: &str) -> String {
    let cut = text.char_indices().nth(LONGEST).and_then(|(at, _)| text.get(..at));
    let line = render::shorten(&render::uncommanding(&render::one_line(cut.unwrap_or(text))), WIDEST);
    if cut.is_some() && !line.ends_with('…') { line + "…" } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_commands_neither_a_terminal_nor_a_runner() {
        for (text, expected) in [
            ("a\n::error::b", "a ::error::b"),
            ("\n::error::b", ": :error::b"),
            ("a ##\n[b] ##[add-mask]b", "a ## [b] ## [add-mask]b"),
            ("\x1b[31m", "␛[31m"),
        ] {
            assert_eq!(shown(text), expected);
        }
        assert_eq!(shown(&"a".repeat(WIDEST)), "a".repeat(WIDEST));
        assert_eq!(shown(&"a".repeat(WIDEST + 1)), "a".repeat(WIDEST) + "…");
        // Characters without a width end too.
        let marks = shown(&("a".to_owned() + &"\u{301}".repeat(9_999)));
        assert!(marks.chars().count() == LONGEST + 1 && marks.ends_with('…'), "{}", marks.chars().count());
    }
}
