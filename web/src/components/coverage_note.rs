//! What of the answer was checked, and the sentences that were not: silence is no approval.

use groundcheck_types::{Coverage, Extent};
use leptos::prelude::*;

use super::evidence_panel::isolate;
use crate::model::format::fill;
use crate::state::{Check, Words};

/// How many sentences are listed.
const MOST_LISTED: usize = 50;

/// The line under the claims, with the unchecked sentences behind it.
#[component]
pub fn CoverageNote() -> impl IntoView {
    let words = expect_context::<Words>();
    let check = expect_context::<Check>();
    move || {
        check.analysis.with(|analysis| {
            let coverage = analysis.report()?.coverage.as_ref().filter(|own| !own.sentences.is_empty())?;
            let unchecked = coverage.sentences.iter().filter(|own| own.extent == Extent::NotChecked);
            let listed = unchecked.clone().take(MOST_LISTED).filter_map(|own| own.span.of(&analysis.answer));
            let listed = listed.map(|text| view! { <li>{isolate(text)}</li> }).collect_view();
            let count = unchecked.count();
            let w = words.get();
            let list = (count > 0).then(|| {
                view! {
                    <details class="unchecked">
                        <summary data-testid="unchecked">{w.unchecked_counted(count)}</summary>
                        <p class="hint">{w.coverage_means}</p>
                        <ul>{listed}</ul>
                    </details>
                }
            });
            let gaps: Vec<String> = coverage.not_in_sources.iter().map(|gap| isolate(&gap.text)).collect();
            let gaps = (!gaps.is_empty()).then(|| {
                let text = fill(w.not_in_sources, &[("names", &gaps.join(", "))]);
                view! { <p class="hint" data-testid="not-in-sources">{text}</p> }
            });
            Some(view! {
                <div class="coverage"><p class="hint" data-testid="coverage">{line(w, coverage)}</p>{gaps}{list}</div>
            })
        })
    }
}

fn line(words: &crate::i18n::Catalogue, coverage: &Coverage) -> String {
    let text = if coverage.partly > 0 { words.coverage_partly } else { words.coverage };
    let share = coverage.share.map_or(0.0, |share| share.0);
    let count = |n: usize| n.to_string();
    fill(
        text,
        &[
            ("checked", &coverage.checked.to_string()),
            ("all", &count(coverage.sentences.len())),
            ("partly", &coverage.partly.to_string()),
            ("percent", &format!("{:.0}", share * 100.0)),
        ],
    )
}
