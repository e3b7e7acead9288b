//! The four charts of a report: each a picture, a table, a sentence.

mod bars;
mod lines;
pub mod monitoring;
mod rows;

use std::sync::Arc;

use groundcheck_types::{RiskCounts, SourceReport};

use crate::i18n::ReportWords;
use crate::model::format::{fill, score, whole};
use crate::model::level::LEVELS;
use crate::model::scene::{Anchor, Ink, Scene};
use crate::model::table::{Cell, Table};

/// A chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// How many mentions of each risk.
    Risk,
    /// How many mentions in each tenth of reliability.
    Histogram,
    /// Providers with their models.
    Models,
    /// Days.
    Trend,
}

impl Kind {
    /// Its name in ids and file names.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Risk => "risk",
            Kind::Histogram => "reliability",
            Kind::Models => "models",
            Kind::Trend => "trend",
        }
    }

    /// Its heading.
    pub fn heading(self, words: &ReportWords) -> &'static str {
        match self {
            Kind::Risk => words.risk_chart,
            Kind::Histogram => words.histogram,
            Kind::Models => words.models_chart,
            Kind::Trend => words.trend,
        }
    }
}

/// Draws a picture of this width.
type Draw = Arc<dyn Fn(f64) -> Scene + Send + Sync>;

/// A chart of a report, in the words of a language.
#[derive(Clone)]
pub struct Plot {
    /// In one sentence, for who does not see it.
    pub summary: String,
    /// What the reader must know about the picture.
    pub note: Option<String>,
    /// As the page shows it.
    pub table: Table,
    /// As it is saved, where that is more than the page shows.
    pub saved: Option<Table>,
    /// How tall the picture is.
    pub height: f64,
    draw: Draw,
}

impl Plot {
    /// The chart of a report. `name_day` writes a day for people.
    pub fn of(kind: Kind, report: &SourceReport, words: &'static ReportWords, name_day: fn(&str) -> String) -> Plot {
        match kind {
            Kind::Risk => bars::risk(report, words),
            Kind::Histogram => bars::histogram(report, words),
            Kind::Models => rows::models(report, words),
            Kind::Trend => lines::trend(report, words, name_day),
        }
    }

    /// The picture, for a page that reads in this direction.
    pub fn scene(&self, width: f64, rtl: bool) -> Scene {
        let scene = (self.draw)(width);
        if rtl { scene.mirrored() } else { scene }
    }

    /// The picture as it is saved: with what it is and what it is about.
    pub fn poster(&self, width: f64, rtl: bool, heading: &str, about: &str) -> Scene {
        let margin = 20.0;
        let inner = (self.draw)(width - 2.0 * margin);
        let mut head = Scene::new(width, 64.0);
        head.words((margin, 26.0), heading, Ink::Text, Anchor::Start, 16.0, true, width - 2.0 * margin);
        head.words((margin, 46.0), about, Ink::Muted, Anchor::Start, 12.0, false, width - 2.0 * margin);
        let mut scene = inner.moved(margin);
        (scene.width, scene.height) = (width, scene.height + margin);
        let scene = scene.under(head);
        if rtl { scene.mirrored() } else { scene }
    }
}

/// The usual height.
const HEIGHT: f64 = 240.0;

/// The headings of the columns by risk.
fn risk_heads(words: &ReportWords) -> impl Iterator<Item = String> + use<'_> {
    LEVELS.into_iter().map(|level| words.level(level).to_owned())
}

/// The counts of the columns by risk.
fn risk_cells(counts: RiskCounts) -> impl Iterator<Item = Cell> {
    LEVELS.into_iter().map(move |level| Cell::Count(level.count(counts)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Language;
    use crate::model::fixture::source_report;
    use crate::model::scene::{Point, Shape};

    const KINDS: [Kind; 4] = [Kind::Risk, Kind::Histogram, Kind::Models, Kind::Trend];

    fn plot(kind: Kind, report: &SourceReport) -> Plot {
        Plot::of(kind, report, Language::En.reports(), str::to_owned)
    }

    fn ends(shape: &Shape) -> Vec<Point> {
        match shape {
            Shape::Bar { from, to, .. } => vec![*from, *to],
            Shape::Stroke { points, .. } => points.clone(),
            Shape::Dot { at, .. } | Shape::Words { at, .. } => vec![*at],
        }
    }

    fn assert_inside(scene: &Scene, what: &str) {
        for shape in &scene.shapes {
            for (x, y) in ends(shape) {
                let inside = (-0.5..=scene.width + 0.5).contains(&x) && (-0.5..=scene.height + 0.5).contains(&y);
                assert!(inside, "{what}: {shape:?} leaves {} × {}", scene.width, scene.height);
            }
        }
    }

    #[test]
    fn every_picture_stays_in_its_frame_in_both_directions() {
        let mut large = source_report();
        large.models = (0..40).flat_map(|_| source_report().models).collect();
        large.histogram = [u64::MAX / 20; 10];
        let mut none = source_report();
        (none.models, none.days, none.histogram, none.mentions) = (Vec::new(), Vec::new(), [0; 10], 0);
        none.risk = RiskCounts::default();
        for report in [source_report(), large, none] {
            for (kind, width, rtl) in
                KINDS.into_iter().flat_map(|k| [(k, 560.0, false), (k, 320.0, true), (k, 1.0, true)])
            {
                let plot = plot(kind, &report);
                let scene = plot.scene(width, rtl);
                assert_eq!(scene.height, plot.height, "{kind:?}");
                if width > 1.0 {
                    assert_inside(&scene, kind.as_str());
                    assert_inside(&plot.poster(800.0, rtl, "Heading", "about"), kind.as_str());
                }
            }
        }
    }

    #[test]
    fn every_table_says_what_the_report_says() {
        let report = source_report();
        let shown = |kind| -> Vec<Vec<String>> {
            plot(kind, &report).table.rows.iter().map(|row| row.iter().map(Cell::shown).collect()).collect()
        };
        let isolated = |text: &str| format!("\u{2066}{text} %\u{2069}");
        assert_eq!(shown(Kind::Risk)[0], ["▲ High risk", "2", &isolated("13.3")]);
        assert_eq!(shown(Kind::Histogram).len(), 10);
        assert_eq!(shown(Kind::Histogram)[3], ["0.3–0.4", "2", &isolated("13.3")]);
        assert_eq!(shown(Kind::Models)[1], ["ollama", "llama3", "7", "0.61", "2", "2", "3"]);
        assert_eq!(shown(Kind::Trend)[0], ["2026-02-27", "8", "0.75", "0", "3", "5", &isolated("0")]);
        for kind in KINDS {
            let Plot { table, summary, .. } = plot(kind, &report);
            assert!(table.rows.iter().all(|row| row.len() == table.head.len()), "{kind:?}");
            assert!(!summary.contains('{') && !summary.is_empty(), "{summary}");
        }
    }

    #[test]
    fn a_chart_of_too_many_says_so_and_its_table_has_all() {
        let mut report = source_report();
        report.models = (0..20).flat_map(|_| source_report().models).collect();
        let models = plot(Kind::Models, &report);
        assert_eq!(models.note.as_deref(), Some("6 of 40, all in the table"));
        assert_eq!(models.table.rows.len(), 40);
        report.days = (0..900)
            .map(|i| {
                let mut day = report.days[0].clone();
                day.date = format!("{}-{:02}-{:02}", 2020 + i / 336, i / 28 % 12 + 1, i % 28 + 1);
                day
            })
            .collect();
        let trend = plot(Kind::Trend, &report);
        assert!(trend.table.rows.len() <= 120);
        assert_eq!(trend.saved.map(|t| t.rows.len()), Some(900));
        assert!(trend.note.is_some_and(|note| note.starts_with("each point is ")));
    }
}
