//! `groundcheck measure`: the filter's verdicts on labelled cases beside what people say of them.
//!
//! One case a line. A line that cannot be read or checked is counted as not measured, with its number, and the rest goes on.

use std::io::{self, BufRead};

use groundcheck_types::{InputError, LabelledCase, Measuring, Policy};

use crate::batch::{Content, Lines, in_line};
use crate::engine::{Prepared, fenced};

/// Measures every line of the reader, one after the other, under this policy and the cases' own overrides.
///
/// # Errors
/// The input cannot be read any further; what was counted until then is in `measuring`.
pub fn run(reader: impl BufRead, policy: &Policy, measuring: &mut Measuring) -> io::Result<()> {
    let mut prepared = Prepared::new(policy.clone());
    for line in Lines::new(reader) {
        let line = line?;
        let checked = match line.content {
            Content::TooLong(_) => Err(InputError::request_too_large()),
            Content::Whole(bytes) => fenced(|| LabelledCase::from_json(&bytes))
                .and_then(|case| prepared.analyze(case.request.clone()).map(|report| (case, report))),
        };
        match checked {
            Ok((case, report)) => measuring.add(u32::try_from(line.number).unwrap_or(u32::MAX), &case, &report),
            Err(error) => measuring.fail(in_line(error, line.number)),
        }
    }
    Ok(())
}
