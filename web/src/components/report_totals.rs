//! The report's totals.

use leptos::prelude::*;

use crate::model::format::{fill, score, share_text, whole};
use crate::model::level::{LEVELS, Level};
use crate::state::{Reports, Words};

/// The totals, in five figures.
#[component]
pub fn ReportTotals() -> impl IntoView {
    let words = expect_context::<Words>();
    let reports = expect_context::<Reports>();
    let mentions = move || reports.report().map_or(String::new(), |r| whole(r.mentions));
    let of = move || {
        reports.report().map_or(String::new(), |r| {
            let w = words.reports();
            let all = r.mentions >= r.stored.scored;
            if all { w.all_scored.to_owned() } else { fill(w.of_scored, &[("n", &whole(r.stored.scored))]) }
        })
    };
    let mean = Memo::new(move |_| reports.report().and_then(|r| r.average_reliability).map(|n| n.0));
    let average = move || mean.get().map_or("–".to_owned(), score);
    let meter = move || format!("{}%", mean.get().unwrap_or_default().clamp(0.0, 1.0) * 100.0);
    view! {
        <section class="totals" aria-label=move || words.reports().totals>
            <div class="card total">
                <h2 class="total-name">{move || words.reports().mentions}</h2>
                <p class="total-figure" data-testid="mentions">{mentions}</p>
                <p class="total-more">{of}</p>
            </div>
            <div class="card total">
                <h2 class="total-name">{move || words.reports().average}</h2>
                <p class="total-figure" data-testid="average">{average}</p>
                <div class="meter" aria-hidden="true"><span class="meter-in" style:inline-size=meter></span></div>
                <p class="total-more">{move || words.reports().average_scale}</p>
            </div>
            {LEVELS.map(|level| view! { <LevelTotal level/> }).into_iter().collect_view()}
        </section>
    }
}

/// How many of one risk.
#[component]
fn LevelTotal(level: Level) -> impl IntoView {
    let words = expect_context::<Words>();
    let reports = expect_context::<Reports>();
    let count = Memo::new(move |_| reports.report().map_or((0, 0), |r| (level.count(r.risk), r.mentions)));
    view! {
        <div class=format!("card total is-{}", level.as_str()) class:is-none=move || count.get().0 == 0 data-level=level.as_str()>
            <h2 class="total-name">
                <span class="total-sign" aria-hidden="true">{level.sign()}</span>
                " "
                {move || words.reports().level(level)}
            </h2>
            <p class="total-figure">{move || whole(count.get().0)}</p>
            <p class="total-more">{move || share_text(count.get().0, count.get().1)}</p>
        </div>
    }
}
