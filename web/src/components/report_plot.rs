//! A chart of the report.

use leptos::prelude::*;

use super::plot_card::PlotCard;
use crate::browser::page;
use crate::model::filter::{REPORT_FIELDS, query};
use crate::model::hidden::visible;
use crate::model::table::file_name;
use crate::plots::{Kind, Plot};
use crate::state::{Reports, Words};

/// A chart of the report.
#[component]
pub fn ReportPlot(
    /// Which.
    kind: Kind,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let reports = expect_context::<Reports>();
    let plot = Memo::new_with_compare(
        move |_| {
            let language = words.language();
            reports.report().map(|report| Plot::of(kind, &report, language.reports(), page::day_namer(language)))
        },
        |_, _| true,
    );
    let name_file = move |extension: &'static str| {
        let filter = reports.answer.with_untracked(|a| a.as_ref().map(|a| a.asked.clone()).unwrap_or_default());
        file_name(kind.as_str(), &filter, &page::today(), extension)
    };
    view! {
        <PlotCard
            name=kind.as_str()
            heading=Signal::derive(move || kind.heading(words.reports()))
            plot=plot
            about=move |()| about(reports, words)
            file=name_file
        />
    }
}

/// What the figures are about, for who sees only the picture.
fn about(reports: Reports, words: Words) -> String {
    let Some(answer) = reports.answer.get() else { return String::new() };
    let parts = query(&answer.asked, &REPORT_FIELDS).into_iter().map(|(_, value)| visible(&value));
    let mentions = words.reports().mentions_counted(answer.report.mentions);
    [page::today(), mentions].into_iter().chain(parts).collect::<Vec<_>>().join(" · ")
}
