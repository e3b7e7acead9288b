//! Upright bars: by risk, and by tenth of reliability.

use std::sync::Arc;

use groundcheck_types::SourceReport;

use super::{HEIGHT, Plot, fill, whole};
use crate::i18n::ReportWords;
use crate::model::format::share_text;
use crate::model::level::{LEVELS, Level};
use crate::model::scene::{Anchor, Ink, LABEL, Scene, ticks};
use crate::model::table::{Cell, Table};

/// What a level is drawn in.
fn ink(level: Level) -> Ink {
    match level {
        Level::High => Ink::High,
        Level::Medium => Ink::Medium,
        Level::Low => Ink::Low,
    }
}

/// How many mentions of each risk.
pub fn risk(report: &SourceReport, words: &'static ReportWords) -> Plot {
    let (counts, all) = (report.risk, report.mentions);
    let row = |level: Level| {
        let name = format!("{} {}", level.sign(), words.level(level));
        vec![Cell::Text(name), Cell::Count(level.count(counts)), Cell::Share(level.count(counts), all)]
    };
    let [high, medium, low] = LEVELS.map(|level| whole(level.count(counts)));
    let draw = move |width: f64| {
        let mut scene = Scene::new(width, HEIGHT);
        let (top, foot, gap) = (42.0, HEIGHT - 26.0, 14.0);
        let most = LEVELS.map(|level| level.count(counts)).into_iter().max().unwrap_or(0).max(1);
        let column = ((width - gap * 2.0) / 3.0).max(1.0);
        for (i, level) in LEVELS.into_iter().enumerate() {
            let (left, count) = (i as f64 * (column + gap), level.count(counts));
            // What does not occur keeps a hairline, so that its place is seen.
            let tall = (count as f64 / most as f64 * (foot - top)).max(2.0);
            scene.hatched((left, foot - tall), (left + column, foot), ink(level));
            let middle = left + column / 2.0;
            let head = foot - tall;
            scene.words((middle, head - 28.0), whole(count), Ink::Text, Anchor::Middle, 15.0, true, column);
            scene.words(
                (middle, head - 11.0),
                share_text(count, all),
                Ink::Muted,
                Anchor::Middle,
                LABEL,
                false,
                column,
            );
            let name = format!("{} {}", level.sign(), words.level(level));
            scene.words((middle, foot + 15.0), name, ink(level), Anchor::Middle, LABEL, true, column + gap);
        }
        scene.stroke(vec![(0.0, foot), (width, foot)], Ink::Muted, 1.0);
        scene
    };
    Plot {
        summary: fill(words.risk_summary, &[("high", &high), ("medium", &medium), ("low", &low)]),
        note: None,
        table: Table {
            head: [words.risk, words.count, words.share_of_all].map(str::to_owned).to_vec(),
            rows: LEVELS.into_iter().map(row).collect(),
        },
        saved: None,
        height: HEIGHT,
        draw: Arc::new(draw),
    }
}

/// The edge between two tenths: `0`, `0.1`, … `1`.
fn edge(tenth: usize) -> String {
    match tenth {
        0 => "0".to_owned(),
        10 => "1".to_owned(),
        _ => format!("0.{tenth}"),
    }
}

/// How many mentions in each tenth of reliability.
pub fn histogram(report: &SourceReport, words: &'static ReportWords) -> Plot {
    let (bins, all) = (report.histogram, report.mentions);
    let rows = bins.iter().enumerate().map(|(i, count)| {
        let range = format!("{}–{}", edge(i), edge(i + 1));
        vec![Cell::Text(range), Cell::Count(*count), Cell::Share(*count, all)]
    });
    let fullest = (0..10).max_by_key(|i| (bins[*i], 10 - i)).unwrap_or(0);
    let draw = move |width: f64| {
        let mut scene = Scene::new(width, HEIGHT);
        let most = bins.into_iter().max().unwrap_or(0);
        let steps = ticks(most, 4);
        let reach = steps.last().copied().unwrap_or(1).max(1) as f64;
        let labels: Vec<String> = steps.iter().map(|n| whole(*n)).collect();
        let widest = labels.iter().map(String::len).max().unwrap_or(1) as f64;
        let (left, top, foot) = ((widest * 7.0 + 10.0).min(width / 2.0), 22.0, HEIGHT - 26.0);
        let height_of = |count: f64| count / reach * (foot - top);
        for (step, label) in steps.iter().zip(labels) {
            let y = foot - height_of(*step as f64);
            scene.stroke(vec![(left, y), (width, y)], Ink::Grid, 1.0);
            scene.label((left - 8.0, y), label, Ink::Muted, Anchor::End);
        }
        let slot = (width - left) / 10.0;
        for (i, count) in bins.into_iter().enumerate() {
            let from = left + i as f64 * slot + 1.5;
            let to = (left + (i + 1) as f64 * slot - 1.5).max(from);
            let tall = if count == 0 { 0.0 } else { height_of(count as f64).max(2.0) };
            if count > 0 {
                scene.bar((from, foot - tall), (to, foot), Ink::Accent);
            }
            let text = whole(count);
            if count > 0 && text.len() as f64 * 7.0 < slot {
                scene.label(((from + to) / 2.0, foot - tall - 9.0), text, Ink::Text, Anchor::Middle);
            }
        }
        scene.stroke(vec![(left, foot), (width, foot)], Ink::Muted, 1.0);
        let every = if slot < 26.0 { 2 } else { 1 };
        for i in (0..=10).step_by(every) {
            let anchor = if i == 10 { Anchor::End } else { Anchor::Middle };
            scene.label((left + i as f64 * slot, foot + 15.0), edge(i), Ink::Muted, anchor);
        }
        scene
    };
    let mut names = [("from", edge(fullest)), ("to", edge(fullest + 1)), ("n", whole(bins[fullest]))];
    let names = names.each_mut().map(|(name, value)| (*name, value.as_str()));
    Plot {
        summary: fill(words.histogram_summary, &names),
        note: Some(words.histogram_aside.to_owned()),
        table: Table {
            head: [words.reliability, words.count, words.share_of_all].map(str::to_owned).to_vec(),
            rows: rows.collect(),
        },
        saved: None,
        height: HEIGHT,
        draw: Arc::new(draw),
    }
}
