//! Text that someone else wrote: only ever text nodes, hidden characters shown as marked code points.

use leptos::either::Either;
use leptos::prelude::*;

use crate::model::hidden::{Part, code_point, parts};

/// A text as it stands, with each hidden character marked.
pub fn user_text(text: &str) -> Vec<impl IntoView + use<>> {
    let draw = |part| match part {
        Part::Plain(text) => Either::Left(text),
        Part::Hidden(c) => Either::Right(view! { <span class="code-point" dir="ltr">{code_point(c)}</span> }),
    };
    parts(text).into_iter().map(draw).collect()
}
