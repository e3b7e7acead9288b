//! Lines over time: mean reliability, and the share of high risk.

use std::sync::Arc;

use groundcheck_types::{DayRow, RiskCounts, SourceReport};

use super::{Plot, fill, risk_cells, risk_heads, rows, score};
use crate::i18n::ReportWords;
use crate::model::format::decimals;
use crate::model::scene::{Anchor, Ink, Point, Scene, Shape};
use crate::model::table::{Cell, Table};
use crate::model::trend::{Stretch, stretches};

/// Up to so many points each has a dot.
const DOTS_MAX: usize = 40;

/// How wide a day's name may be.
const LABEL_ROOM: f64 = 92.0;

/// Day by day, thinned where there are many.
pub fn trend(report: &SourceReport, words: &'static ReportWords, name_day: fn(&str) -> String) -> Plot {
    let (points, length) = stretches(&report.days);
    let height = rows::height(report);
    let row = |day: String, mentions: u64, mean: f64, risk: RiskCounts| -> Vec<Cell> {
        let figures = [Cell::Text(day), Cell::Count(mentions), Cell::Score(mean)];
        figures.into_iter().chain(risk_cells(risk)).chain([Cell::Share(risk.high, mentions)]).collect()
    };
    let head: Vec<String> = [words.day, words.count, words.average]
        .map(str::to_owned)
        .into_iter()
        .chain(risk_heads(words))
        .chain([words.high_share.to_owned()])
        .collect();
    let days = |p: &Stretch| if p.from == p.to { p.from.clone() } else { format!("{} – {}", p.from, p.to) };
    let table = points.iter().map(|p| row(days(p), p.mentions, p.mean, p.risk)).collect();
    let of_day = |d: &DayRow| row(d.date.clone(), d.mentions, d.average_reliability.0, d.risk);
    let saved = (length > 1).then(|| report.days.iter().map(of_day).collect());
    let summary = points.first().zip(points.last()).map_or(String::new(), |(first, last)| {
        let values = [("from", name_day(&first.from)), ("first", score(first.mean))];
        let ends = [("to", name_day(&last.to)), ("last", score(last.mean))];
        let values: Vec<(&str, &str)> =
            values.iter().chain(&ends).map(|(name, value)| (*name, value.as_str())).collect();
        fill(words.trend_summary, &values)
    });
    Plot {
        summary: if summary.is_empty() { "–".to_owned() } else { summary },
        note: (length > 1).then(|| fill(words.trend_thinned, &[("n", &length.to_string())])),
        table: Table { head: head.clone(), rows: table },
        saved: saved.map(|rows| Table { head, rows }),
        height,
        draw: Arc::new(move |width| draw(&points, words, name_day, (width, height))),
    }
}

fn draw(points: &[Stretch], words: &ReportWords, name_day: fn(&str) -> String, (width, height): Point) -> Scene {
    let mut scene = Scene::new(width, height);
    let (left, right, top, foot) = (34.0, (width - 46.0).max(35.0), 36.0, height - 26.0);
    legend(&mut scene, words);
    for quarter in 0..=4_u32 {
        let y = foot - (foot - top) * f64::from(quarter) / 4.0;
        scene.stroke(vec![(left, y), (right, y)], if quarter == 0 { Ink::Muted } else { Ink::Grid }, 1.0);
        let value = f64::from(quarter) / 4.0;
        scene.label((left - 8.0, y), decimals(value, 2), Ink::Muted, Anchor::End);
        scene.label((right + 8.0, y), format!("\u{2066}{} %\u{2069}", quarter * 25), Ink::Muted, Anchor::Start);
    }
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return scene };
    let span = (last.at - first.at) as f64;
    let x_of = |p: &Stretch| {
        // A single day stands in the middle.
        if span == 0.0 { (left + right) / 2.0 } else { left + (p.at - first.at) as f64 / span * (right - left) }
    };
    let line = |value: fn(&Stretch) -> f64| -> Vec<Point> {
        points.iter().map(|p| (x_of(p), foot - value(p).clamp(0.0, 1.0) * (foot - top))).collect()
    };
    let high = line(Stretch::high_share);
    let mean = line(|p| p.mean);
    if points.len() > 1 {
        scene.dashed(&high, Ink::High, 2.0);
        scene.stroke(mean.clone(), Ink::Accent, 2.0);
    }
    if points.len() <= DOTS_MAX {
        for (at, ink) in high.iter().map(|p| (*p, Ink::High)).chain(mean.iter().map(|p| (*p, Ink::Accent))) {
            scene.shapes.push(Shape::Dot { at, radius: 3.5, ink });
        }
    }
    let mut free = f64::NEG_INFINITY;
    for (i, point) in points.iter().enumerate() {
        let x = x_of(point);
        let last_fits = i + 1 == points.len() || right - x > LABEL_ROOM * 1.5;
        if x >= free && last_fits {
            let anchor = match () {
                () if points.len() == 1 => Anchor::Middle,
                () if i == 0 => Anchor::Start,
                () if i + 1 == points.len() => Anchor::End,
                () => Anchor::Middle,
            };
            scene.label((x, foot + 15.0), name_day(&point.from), Ink::Muted, anchor);
            free = x + if i == 0 { LABEL_ROOM * 1.5 } else { LABEL_ROOM };
        }
    }
    scene
}

/// Which line is which.
fn legend(scene: &mut Scene, words: &ReportWords) {
    let y = 10.0;
    scene.stroke(vec![(0.0, y), (22.0, y)], Ink::Accent, 2.0);
    scene.label((28.0, y), words.mean_reliability, Ink::Muted, Anchor::Start);
    let after = 28.0 + words.mean_reliability.chars().count() as f64 * 6.8 + 18.0;
    scene.dashed(&[(after, y), (after + 22.0, y)], Ink::High, 2.0);
    scene.label((after + 28.0, y), words.high_share, Ink::Muted, Anchor::Start);
}
