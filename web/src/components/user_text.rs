//! Text that someone else wrote: only ever text nodes, hidden characters shown as marked code points.

use leptos::either::Either;
use leptos::prelude::*;

use crate::model::bidi::{Run, runs};
use crate::model::hidden::{Part, code_point, parts};

/// A text as it stands, with each hidden character marked.
pub fn user_text(text: &str) -> Vec<impl IntoView + use<>> {
    let draw = |part| match part {
        Part::Plain(text) => Either::Left(text),
        Part::Hidden(c) => Either::Right(view! { <span class="code-point" dir="ltr">{code_point(c)}</span> }),
    };
    parts(text).into_iter().map(draw).collect()
}

/// A sentence of the engine about what someone else wrote: in Hebrew its figures and names keep their own direction.
pub fn reason_text(text: &str) -> impl IntoView + use<> {
    let draw = |run| match run {
        Run::Own(text) => Either::Left(user_text(text)),
        Run::Figures(text) => Either::Right(view! { <bdi dir="ltr">{user_text(text)}</bdi> }),
    };
    runs(text).into_iter().map(draw).collect_view()
}
