//! How the validation of records has gone: alerts by type, providers, days.

use std::sync::Arc;

use groundcheck_types::{AlertCounts, AlertType, MonitoringRow, RecordMonitoring};

use super::{HEIGHT, Plot, fill, whole};
use crate::i18n::RecordWords;
use crate::model::format::{decimals, share_text};
use crate::model::hidden::visible;
use crate::model::scene::{Anchor, Ink, LABEL, Point, Scene};
use crate::model::table::{Cell, Table};
use crate::model::trend::day_number;

/// A chart of the figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    /// How many alerts of each type.
    Types,
    /// Providers beside each other.
    Providers,
    /// Day by day.
    Days,
}

/// All of them, in the order they are shown.
pub const FIGURES: [Figure; 3] = [Figure::Types, Figure::Providers, Figure::Days];

/// More providers than this are only in the table.
const PROVIDERS_MAX: usize = 5;

impl Figure {
    /// Its name in ids and file names.
    pub fn as_str(self) -> &'static str {
        match self {
            Figure::Types => "alert-types",
            Figure::Providers => "record-providers",
            Figure::Days => "record-days",
        }
    }

    /// Its heading.
    pub fn heading(self, words: &RecordWords) -> &'static str {
        match self {
            Figure::Types => words.types_chart,
            Figure::Providers => words.providers_chart,
            Figure::Days => words.days_chart,
        }
    }

    /// The chart of these figures. `name_day` writes a day for people.
    pub fn plot(self, figures: &RecordMonitoring, words: &'static RecordWords, name_day: fn(&str) -> String) -> Plot {
        match self {
            Figure::Types => types(figures.total.by_type, words),
            Figure::Providers => providers(&figures.providers, words),
            Figure::Days => days(&figures.days, words, name_day),
        }
    }
}

/// How many alerts of each type, in the types' order.
fn by_type(counts: AlertCounts) -> [(AlertType, u64); 8] {
    [
        (AlertType::PhantomStatement, counts.phantom_statement),
        (AlertType::FabricatedBank, counts.fabricated_bank),
        (AlertType::InvalidPageRange, counts.invalid_page_range),
        (AlertType::ImpossibleDates, counts.impossible_dates),
        (AlertType::NonsensicalAccount, counts.nonsensical_account),
        (AlertType::DuplicateBoundaries, counts.duplicate_boundaries),
        (AlertType::MissingContent, counts.missing_content),
        (AlertType::InconsistentData, counts.inconsistent_data),
    ]
    .map(|(kind, count)| (kind, u64::from(count)))
}

fn types(counts: AlertCounts, words: &'static RecordWords) -> Plot {
    let mut rows = by_type(counts);
    rows.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let all: u64 = rows.iter().map(|(_, count)| count).sum();
    let table = rows.map(|(kind, count)| {
        vec![Cell::Text(words.alert_type(kind).to_owned()), Cell::Count(count), Cell::Share(count, all)]
    });
    let (most, top) = rows[0];
    let draw = move |width: f64| {
        let mut scene = Scene::new(width, HEIGHT);
        let name_room = (width * 0.42).min(150.0);
        let (from, to) = (name_room + 8.0, (width - 40.0).max(name_room + 9.0));
        let pitch = HEIGHT / rows.len() as f64;
        for (i, (kind, count)) in rows.into_iter().enumerate() {
            let middle = (i as f64 + 0.5) * pitch;
            scene.words((0.0, middle), words.alert_type(kind), Ink::Text, Anchor::Start, 12.5, false, name_room);
            scene.bar((from, middle - 5.0), (to, middle + 5.0), Ink::Track);
            if count > 0 {
                let reach = count as f64 / (top as f64).max(1.0);
                scene.bar((from, middle - 5.0), (from + (to - from) * reach, middle + 5.0), Ink::Accent);
            }
            scene.words((width, middle), whole(count), Ink::Text, Anchor::End, 12.5, true, 40.0);
        }
        scene
    };
    Plot {
        summary: fill(words.types_summary, &[("name", words.alert_type(most)), ("n", &whole(top))]),
        note: None,
        table: Table {
            head: [words.alert_type, words.alerts, words.share].map(str::to_owned).to_vec(),
            rows: table.to_vec(),
        },
        saved: None,
        height: HEIGHT,
        draw: Arc::new(draw),
    }
}

/// The figures of a row as every table of this file has them.
fn cells(name: String, row: &MonitoringRow) -> Vec<Cell> {
    let decided = row.reviewed.confirmed.saturating_add(row.reviewed.false_positives);
    let rate = row.alert_rate.map_or("–".to_owned(), |n| decimals(n.0, 2));
    vec![
        Cell::Text(name),
        Cell::Count(row.records),
        Cell::Text(rate),
        Cell::Share(row.rejected, row.records),
        Cell::Count(row.malformed),
        Cell::Share(row.reviewed.false_positives, decided),
    ]
}

fn heads(first: &str, words: &RecordWords) -> Vec<String> {
    let heads =
        [first, words.records, words.alert_rate, words.rejected_share, words.malformed, words.false_positive_rate];
    heads.map(str::to_owned).to_vec()
}

fn provider_name(row: &MonitoringRow, words: &RecordWords) -> String {
    row.name.clone().unwrap_or_else(|| words.no_provider.to_owned())
}

/// The share of records that was rejected, 0 to 1.
fn rejected(row: &MonitoringRow) -> f64 {
    if row.records == 0 { 0.0 } else { row.rejected as f64 / row.records as f64 }
}

fn providers(rows: &[MonitoringRow], words: &'static RecordWords) -> Plot {
    let drawn: Vec<MonitoringRow> = rows.iter().take(PROVIDERS_MAX).cloned().collect();
    let worst = rows.iter().max_by(|a, b| rejected(a).total_cmp(&rejected(b)));
    let summary = worst.map_or("–".to_owned(), |row| {
        let share = share_text(row.rejected, row.records);
        fill(words.providers_summary, &[("name", &provider_name(row, words)), ("n", &share)])
    });
    let draw = move |width: f64| {
        let mut scene = Scene::new(width, HEIGHT);
        let pitch = (HEIGHT / (drawn.len() as f64).max(1.0)).min(64.0);
        for (i, row) in drawn.iter().enumerate() {
            let top = i as f64 * pitch;
            let name = visible(&provider_name(row, words));
            scene.words((0.0, top + 9.0), name, Ink::Text, Anchor::Start, 13.0, true, (width - 76.0).max(1.0));
            let share = share_text(row.rejected, row.records);
            scene.words((width, top + 9.0), share, Ink::Text, Anchor::End, 13.0, true, 76.0);
            scene.bar((0.0, top + 19.0), (width, top + 26.0), Ink::Track);
            if row.rejected > 0 {
                scene.bar((0.0, top + 19.0), (width * rejected(row), top + 26.0), Ink::High);
            }
            let rate = row.alert_rate.map_or("–".to_owned(), |n| decimals(n.0, 2));
            let counts = format!("{} {} · {} {rate}", words.records, whole(row.records), words.alert_rate);
            scene.words((0.0, top + 36.0), counts, Ink::Muted, Anchor::Start, LABEL, false, width);
        }
        scene
    };
    Plot {
        summary,
        note: Some(words.providers_aside.to_owned()),
        table: Table {
            head: heads(words.provider, words),
            rows: rows.iter().map(|row| cells(provider_name(row, words), row)).collect(),
        },
        saved: None,
        height: HEIGHT,
        draw: Arc::new(draw),
    }
}

fn days(rows: &[MonitoringRow], words: &'static RecordWords, name_day: fn(&str) -> String) -> Plot {
    let name = |row: &MonitoringRow| row.name.clone().unwrap_or_default();
    let validated: u64 = rows.iter().map(|row| row.records).sum();
    let summary = rows.first().zip(rows.last()).map_or("–".to_owned(), |(first, last)| {
        let (from, to) = (name_day(&name(first)), name_day(&name(last)));
        fill(words.days_summary, &[("from", &from), ("to", &to), ("n", &whole(validated))])
    });
    let dated: Vec<(i64, MonitoringRow)> =
        rows.iter().filter_map(|row| Some((day_number(row.name.as_deref()?)?, row.clone()))).collect();
    let draw = move |width: f64| draw_days(&dated, words, name_day, width);
    Plot {
        summary,
        note: None,
        table: Table { head: heads(words.day, words), rows: rows.iter().map(|row| cells(name(row), row)).collect() },
        saved: None,
        height: HEIGHT,
        draw: Arc::new(draw),
    }
}

/// Bars are records a day, the line is the share of them that was rejected.
fn draw_days(rows: &[(i64, MonitoringRow)], words: &RecordWords, name_day: fn(&str) -> String, width: f64) -> Scene {
    let mut scene = Scene::new(width, HEIGHT);
    let (left, right, top, foot) = (34.0, (width - 46.0).max(35.0), 36.0, HEIGHT - 26.0);
    scene.bar((0.0, 5.0), (14.0, 15.0), Ink::Track);
    scene.label((20.0, 10.0), words.records, Ink::Muted, Anchor::Start);
    let after = 20.0 + words.records.chars().count() as f64 * 6.8 + 18.0;
    scene.dashed(&[(after, 10.0), (after + 22.0, 10.0)], Ink::High, 2.0);
    scene.label((after + 28.0, 10.0), words.rejected_share, Ink::Muted, Anchor::Start);
    for quarter in [0_u32, 2, 4] {
        let y = foot - (foot - top) * f64::from(quarter) / 4.0;
        scene.stroke(vec![(left, y), (right, y)], if quarter == 0 { Ink::Muted } else { Ink::Grid }, 1.0);
        scene.label((right + 8.0, y), format!("\u{2066}{} %\u{2069}", quarter * 25), Ink::Muted, Anchor::Start);
    }
    let (Some((first, first_row)), Some((last, last_row))) = (rows.first(), rows.last()) else { return scene };
    let most = rows.iter().map(|(_, row)| row.records).max().unwrap_or(1).max(1) as f64;
    scene.label((left - 8.0, top), whole(most as u64), Ink::Muted, Anchor::End);
    scene.label((left - 8.0, foot), "0", Ink::Muted, Anchor::End);
    let slots = (last - first + 1) as f64;
    let slot = (right - left) / slots;
    let x_of = |day: i64| left + ((day - first) as f64 + 0.5) * slot;
    let half = (slot * 0.35).clamp(0.5, 16.0);
    for (day, row) in rows {
        let tall = (row.records as f64 / most * (foot - top)).max(1.0);
        scene.bar((x_of(*day) - half, foot - tall), (x_of(*day) + half, foot), Ink::Track);
    }
    let line: Vec<Point> = rows.iter().map(|(day, row)| (x_of(*day), foot - rejected(row) * (foot - top))).collect();
    if line.len() > 1 {
        scene.dashed(&line, Ink::High, 2.0);
    }
    let dots = line.iter().filter(|_| line.len() <= 40);
    for at in dots {
        scene.shapes.push(crate::model::scene::Shape::Dot { at: *at, radius: 3.5, ink: Ink::High });
    }
    let named = |row: &MonitoringRow| name_day(row.name.as_deref().unwrap_or_default());
    if first == last {
        scene.label(((left + right) / 2.0, foot + 15.0), named(first_row), Ink::Muted, Anchor::Middle);
    } else {
        scene.label((left, foot + 15.0), named(first_row), Ink::Muted, Anchor::Start);
        scene.label((right, foot + 15.0), named(last_row), Ink::Muted, Anchor::End);
    }
    scene
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{Number, ReviewedCounts, SeverityCounts};

    use super::*;
    use crate::i18n::Language;

    fn row(name: Option<&str>, records: u64, rejected: u64) -> MonitoringRow {
        MonitoringRow {
            name: name.map(str::to_owned),
            records,
            with_alerts: rejected,
            rejected,
            malformed: 1,
            alerts: rejected * 2,
            alert_rate: Some(Number(0.5)),
            rejection_rate: None,
            by_type: AlertCounts { fabricated_bank: 3, phantom_statement: 1, ..AlertCounts::default() },
            by_severity: SeverityCounts::default(),
            reviewed: ReviewedCounts { confirmed: 3, false_positives: 1 },
            false_positive_rate: Some(Number(0.25)),
        }
    }

    #[test]
    fn every_table_says_what_the_figures_say_and_every_picture_is_as_tall_as_it_says() {
        let figures = RecordMonitoring {
            total: row(None, 20, 4),
            providers: vec![row(Some("openai"), 12, 1), row(None, 8, 3)],
            days: vec![row(Some("2026-11-19"), 12, 1), row(Some("2026-11-21"), 8, 3)],
        };
        let none = RecordMonitoring { total: row(None, 0, 0), providers: Vec::new(), days: Vec::new() };
        let words = Language::En.records();
        for figure in FIGURES {
            for figures in [&figures, &none] {
                let plot = figure.plot(figures, words, str::to_owned);
                assert!(plot.table.rows.iter().all(|row| row.len() == plot.table.head.len()));
                assert!(!plot.summary.contains('{'), "{}", plot.summary);
                for width in [1.0, 320.0, 560.0] {
                    assert_eq!(plot.scene(width, true).height, plot.height);
                }
            }
        }
        let shown = |figure: Figure, at: usize| -> Vec<String> {
            figure.plot(&figures, words, str::to_owned).table.rows[at].iter().map(Cell::shown).collect()
        };
        let isolated = |text: &str| format!("\u{2066}{text} %\u{2069}");
        assert_eq!(shown(Figure::Types, 0), ["Made-up name", "3", &isolated("75")]);
        assert_eq!(
            shown(Figure::Providers, 1),
            ["no provider named", "8", "0.5", &isolated("37.5"), "1", &isolated("25")]
        );
        assert_eq!(shown(Figure::Days, 1)[0], "2026-11-21");
    }
}
