//! The chart of claims by status: figures and geometry, in the canvas's own pixels.

use groundcheck_types::{Claim, ClaimKind, Status};

use super::claims::{Marked, counts};
use super::open::{ClaimState, STATES};

/// The size of the canvas's backing store, and how many of its pixels make one CSS pixel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Surface {
    /// In device pixels.
    pub width: i32,
    /// In device pixels.
    pub height: i32,
    /// Device pixels in a CSS pixel.
    pub ratio: f64,
    /// Whether the page reads from right to left; the bars then do too.
    pub rtl: bool,
}

/// One bar: its rectangle in device pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bar {
    /// What it counts.
    pub state: ClaimState,
    /// Left, top, right, bottom.
    pub rect: [i32; 4],
}

/// A straight line in device pixels.
pub type Line = [(i32, i32); 2];

/// What the chart counts, with how many claims each: the four statuses, and what is to be checked, was accepted or is ignored where there
/// is any.
pub fn columns(claims: &[Claim], marked: &Marked) -> Vec<(ClaimState, usize)> {
    let all = STATES.into_iter().zip(counts(claims, marked));
    all.filter(|(state, count)| *count > 0 || matches!(state, ClaimState::Status(_))).collect()
}

/// The bars, tallest as high as the surface; a status that no claim has keeps a hairline so that its place is seen.
pub fn bars(columns: &[(ClaimState, usize)], surface: Surface) -> Vec<Bar> {
    let most = columns.iter().map(|(_, count)| *count).max().unwrap_or(0).max(1);
    let gap = px(surface, 10.0);
    let many = i32::try_from(columns.len().max(1)).unwrap_or(1);
    let width = (surface.width - gap * (many - 1)).max(many) / many;
    let bar = |(column, (state, count)): (i32, &(ClaimState, usize))| {
        let column = if surface.rtl { many - 1 - column } else { column };
        let left = column * (width + gap);
        let share = *count as f64 / most as f64;
        let height = rounded(share * f64::from(surface.height)).max(px(surface, 2.0));
        Bar { state: *state, rect: [left, surface.height - height, left + width, surface.height] }
    };
    (0..many).zip(columns).map(bar).collect()
}

/// The lines that tell a bar from its neighbours without colour: none, slanted crosses, slanted one way or the other, a grid, upright, or level.
pub fn hatch(bar: &Bar, surface: Surface) -> Vec<Line> {
    let step = px(surface, 8.0).max(3);
    match bar.state {
        ClaimState::Status(Status::Supported) => Vec::new(),
        ClaimState::Status(Status::Contradicted) => {
            let mut lines = slanted(bar.rect, step, false);
            lines.extend(slanted(bar.rect, step, true));
            lines
        }
        ClaimState::Status(Status::Unsupported) => slanted(bar.rect, step, false),
        ClaimState::Accepted => slanted(bar.rect, step, true),
        ClaimState::Near => upright(bar.rect, step).chain(level(bar.rect, step)).collect(),
        ClaimState::Open => upright(bar.rect, step).collect(),
        ClaimState::Status(Status::Unverifiable) => level(bar.rect, step).collect(),
        ClaimState::Ignored => level(bar.rect, 2 * step).collect(),
    }
}

fn upright([left, top, right, bottom]: [i32; 4], step: i32) -> impl Iterator<Item = Line> {
    (left..right).step_by(step as usize).skip(1).map(move |x| [(x, top), (x, bottom)])
}

fn level([left, top, right, bottom]: [i32; 4], step: i32) -> impl Iterator<Item = Line> {
    (top..bottom).step_by(step as usize).skip(1).map(move |y| [(left, y), (right, y)])
}

/// Lines at 45°, cut off at the rectangle's edges.
fn slanted([left, top, right, bottom]: [i32; 4], step: i32, back: bool) -> Vec<Line> {
    let (width, height) = (right - left, bottom - top);
    let mirror = |x: i32| if back { right - (x - left) } else { x };
    (step..width + height)
        .step_by(step as usize)
        .map(|d| {
            // x + y = d inside the box, from the left or bottom edge to the top or right edge.
            let from = if d <= height { (left, top + d) } else { (left + d - height, bottom) };
            let to = if d <= width { (left + d, top) } else { (right, top + d - width) };
            [(mirror(from.0), from.1), (mirror(to.0), to.1)]
        })
        .collect()
}

/// CSS pixels in device pixels.
pub fn px(surface: Surface, css: f64) -> i32 {
    rounded(css * surface.ratio)
}

/// The nearest device pixel; a canvas is far smaller than `i32` reaches.
#[expect(clippy::cast_possible_truncation, reason = "float casts saturate, and pixels are far from the limits")]
fn rounded(value: f64) -> i32 {
    value.round() as i32
}

/// The chart as a table: for each kind that occurs, how many claims each column has.
pub fn rows(claims: &[Claim], marked: &Marked) -> Vec<(ClaimKind, Vec<usize>)> {
    let columns = columns(claims, marked);
    let mut kinds: Vec<ClaimKind> = claims.iter().map(|c| c.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let states: Vec<_> = claims.iter().enumerate().map(|(i, c)| marked.state(i, c)).collect();
    let count = |kind, state| claims.iter().zip(&states).filter(|(c, s)| c.kind == kind && **s == state).count();
    let of_kind = |kind| columns.iter().map(|(state, _)| count(kind, *state)).collect();
    kinds.into_iter().map(|kind| (kind, of_kind(kind))).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::model::fixture::{claim, open_claim};

    const NONE: Marked = Marked { accepted: BTreeMap::new(), ignored: BTreeSet::new() };
    const SURFACE: Surface = Surface { width: 430, height: 100, ratio: 1.0, rtl: false };

    fn claims() -> Vec<Claim> {
        let answer = "1 2 3 4";
        let mut claims = vec![
            claim(answer, "1", Status::Supported),
            claim(answer, "2", Status::Supported),
            claim(answer, "3", Status::Contradicted),
        ];
        claims[2].kind = ClaimKind::Percentage;
        claims
    }

    #[test]
    fn bars_fill_the_surface_side_by_side() {
        let bars = bars(&columns(&claims(), &NONE), SURFACE);
        let edge = |side: usize| bars.iter().map(|b| b.rect[side]).collect::<Vec<_>>();
        assert_eq!(edge(0), [0, 110, 220, 330]);
        assert_eq!(edge(1), [0, 50, 98, 98]);
        assert!(bars.iter().all(|b| b.rect[2] <= 430 && b.rect[3] == 100));
    }

    #[test]
    fn a_sharper_screen_scales_everything_and_rtl_turns_it() {
        let sharp = Surface { width: 860, height: 200, ratio: 2.0, rtl: true };
        let bars = bars(&columns(&claims(), &NONE), sharp);
        assert_eq!(bars.iter().map(|b| b.rect[0]).collect::<Vec<_>>(), [660, 440, 220, 0]);
        assert_eq!(bars[3].rect[1], 196);
    }

    #[test]
    fn no_claims_and_no_room_are_drawn_too() {
        let bars = bars(&columns(&[], &NONE), Surface { width: 0, height: 0, ..SURFACE });
        assert!(bars.iter().all(|b| hatch(b, SURFACE).len() < 100));
    }

    #[test]
    fn hatching_stays_inside_its_bar_and_differs_by_state() {
        let lines = |state| hatch(&Bar { state, rect: [10, 20, 50, 90] }, SURFACE);
        let all = STATES.map(lines);
        for (i, drawn) in all.iter().enumerate() {
            assert!(all[..i].iter().all(|other| other != drawn), "{:?}", STATES[i]);
            for (x, y) in drawn.iter().flatten() {
                assert!((10..=50).contains(x) && (20..=90).contains(y), "{:?} {x} {y}", STATES[i]);
            }
        }
        assert!(lines(ClaimState::Status(Status::Supported)).is_empty());
        assert!(lines(ClaimState::Status(Status::Contradicted)).len() > lines(ClaimState::Accepted).len());
    }

    #[test]
    fn the_table_counts_by_kind_and_status() {
        let rows = rows(&claims(), &NONE);
        assert_eq!(rows, [(ClaimKind::Currency, vec![2, 0, 0, 0]), (ClaimKind::Percentage, vec![0, 1, 0, 0])]);
    }

    #[test]
    fn what_is_to_be_checked_has_a_column_only_where_there_is_any() {
        let answer = "1 2";
        let claims = ["1", "2"].map(|text| open_claim(answer, text));
        let names = |marked: &Marked| {
            let columns = columns(&claims, marked);
            assert!(rows(&claims, marked).iter().all(|(_, counts)| counts.len() == columns.len()));
            columns.into_iter().filter(|(_, n)| *n > 0).map(|(s, n)| (s.as_str(), n)).collect::<Vec<_>>()
        };
        assert_eq!(names(&NONE), [("open", 2)]);
        assert_eq!(names(&Marked { accepted: BTreeMap::from([(1, 0)]), ..NONE }), [("open", 1), ("accepted", 1)]);
        assert_eq!(columns(&[], &NONE).len(), 4);
    }
}
