//! GitHub's workflow commands: an annotation at the line of the case for each new problem and for each line that was not checked.
//!
//! Escaped as the runner undoes it (`ActionCommand` of GitHub's runner): a text from outside ends no command and begins none.

use std::fmt::Write;

use super::{Lines, slashed};
use crate::gate::case::{Case, State};
use crate::gate::suite::Suite;

pub(super) fn write(suite: &Suite) -> String {
    let mut out = String::new();
    let file = suite.origin.file.as_deref().map(slashed);
    let lines = suite.origin.answer.as_deref().map(Lines::new);
    for case in &suite.cases {
        if case.state() == State::NotChecked {
            command(
                &mut out,
                "error",
                file.as_deref(),
                case.line,
                &format!("{}: not checked", case.name()),
                &case.failure(),
            );
        }
        for problem in case.new_problems() {
            let line = lines.as_ref().zip(problem.span).map_or(case.line, |(lines, span)| lines.place(span.start).0);
            let title = format!("{}: {}", case.name(), problem.headline());
            let details: String = problem.details().map(|(label, text)| format!("\n{label}: {text}")).collect();
            command(&mut out, problem.level.as_str(), file.as_deref(), line, &title, &(problem.why() + &details));
        }
        if let Some(more) = Case::not_listed(case.new_unlisted()) {
            let title = format!("{}: not listed", case.name());
            command(&mut out, "error", file.as_deref(), case.line, &title, &more);
        }
    }
    out
}

fn command(out: &mut String, level: &str, file: Option<&str>, line: usize, title: &str, message: &str) {
    let place = file.map_or_else(String::new, |file| format!("file={},line={line},", property(file)));
    // Writing to a String cannot fail.
    let _ = writeln!(out, "::{level} {place}title={}::{}", property(title), data(message));
}

/// What stands behind the second `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// What stands behind `name=`.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_stays_within_its_command() {
        for (text, as_data, as_property) in [
            ("50 %", "50 %25", "50 %25"),
            ("a\r\nb", "a%0D%0Ab", "a%0D%0Ab"),
            ("%0A::error::x", "%250A::error::x", "%250A%3A%3Aerror%3A%3Ax"),
            ("a,file=b", "a,file=b", "a%2Cfile=b"),
        ] {
            assert_eq!((data(text), property(text)), (as_data.to_owned(), as_property.to_owned()));
        }
        let mut out = String::new();
        command(&mut out, "error", Some("a:b,c"), 3, "x::y", "m\n::stop-commands::t");
        assert_eq!(out, "::error file=a%3Ab%2Cc,line=3,title=x%3A%3Ay::m%0A::stop-commands::t\n");
    }
}
