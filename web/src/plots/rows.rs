//! Level bars: providers with their models.

use std::sync::Arc;

use groundcheck_types::{ModelRow, SourceReport};

use super::{HEIGHT, Plot, fill, risk_cells, risk_heads, score, whole};
use crate::i18n::ReportWords;
use crate::model::hidden::visible;
use crate::model::scene::{Anchor, Ink, LABEL, Scene};
use crate::model::table::{Cell, Table};

/// More of them are only in the table: half the best, half the worst.
const ROWS_MAX: usize = 6;
/// The room of one.
const ROW: f64 = 54.0;

/// The rows that are drawn.
fn drawn(rows: &[ModelRow]) -> Vec<ModelRow> {
    if rows.len() <= ROWS_MAX {
        return rows.to_vec();
    }
    let half = ROWS_MAX / 2;
    rows[..half].iter().chain(&rows[rows.len() - half..]).cloned().collect()
}

/// How tall the rows are. What stands beside them is as tall.
pub fn height(report: &SourceReport) -> f64 {
    (report.models.len().min(ROWS_MAX) as f64 * ROW).max(HEIGHT)
}

/// Providers with their models, by mean reliability.
pub fn models(report: &SourceReport, words: &'static ReportWords) -> Plot {
    let rows = drawn(&report.models);
    let height = height(report);
    let some = report.models.len() > rows.len();
    let note = some.then(|| {
        let (shown, all) = (rows.len().to_string(), report.models.len().to_string());
        fill(words.models_some, &[("n", &shown), ("m", &all)])
    });
    let best = report.models.first();
    let worst = report.models.last();
    let summary = best.zip(worst).map_or(String::new(), |(best, worst)| {
        let name = |row: &ModelRow| format!("{} {}", row.provider, row.model);
        let score_of = |row: &ModelRow| score(row.average_reliability.0);
        let values =
            [("best", name(best)), ("top", score_of(best)), ("worst", name(worst)), ("bottom", score_of(worst))];
        fill(words.models_summary, &values.each_ref().map(|(name, value)| (*name, value.as_str())))
    });
    let table = report.models.iter().map(|row| {
        let [provider, model] = [&row.provider, &row.model].map(|name| Cell::Text(name.clone()));
        let figures = [Cell::Count(row.mentions), Cell::Score(row.average_reliability.0)];
        [provider, model].into_iter().chain(figures).chain(risk_cells(row.risk)).collect()
    });
    let head = [words.provider, words.model, words.count, words.average].map(str::to_owned);
    let draw = move |width: f64| {
        let mut scene = Scene::new(width, height);
        // Few rows stand further apart, as far as that still reads as one chart.
        let pitch = (height / (rows.len() as f64).max(1.0)).clamp(ROW, ROW * 1.4);
        for (i, row) in rows.iter().enumerate() {
            let top = i as f64 * pitch;
            let name = format!("{} · {}", visible(&row.provider), visible(&row.model));
            scene.words((0.0, top + 10.0), name, Ink::Text, Anchor::Start, 13.0, true, (width - 56.0).max(1.0));
            let mean = row.average_reliability.0.clamp(0.0, 1.0);
            scene.words((width, top + 10.0), score(mean), Ink::Text, Anchor::End, 15.0, true, 56.0);
            scene.bar((0.0, top + 21.0), (width, top + 28.0), Ink::Track);
            scene.bar((0.0, top + 21.0), (width * mean, top + 28.0), Ink::Accent);
            let counts = format!("{} · {}", words.mentions_counted(row.mentions), words.high_counted(row.risk.high));
            scene.words((0.0, top + 38.0), counts, Ink::Muted, Anchor::Start, LABEL, false, width);
            // The best end and the worst begin there; those between are only in the table.
            if some && i * 2 == rows.len() {
                scene.dashed(&[(0.0, top - 4.0), (width, top - 4.0)], Ink::Muted, 1.0);
            }
        }
        scene
    };
    Plot {
        summary: if summary.is_empty() { whole(0) } else { summary },
        note,
        table: Table { head: head.into_iter().chain(risk_heads(words)).collect(), rows: table.collect() },
        saved: None,
        height,
        draw: Arc::new(draw),
    }
}
