//! The chart of claims by status: figures and geometry, in the canvas's own pixels.

use groundcheck_types::{Claim, ClaimKind, Status};

use super::claims::{STATUSES, counts};

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
    pub status: Status,
    /// Left, top, right, bottom.
    pub rect: [i32; 4],
}

/// A straight line in device pixels.
pub type Line = [(i32, i32); 2];

/// The bars, tallest as high as the surface; a status that no claim has keeps a hairline so that its place is seen.
pub fn bars(claims: &[Claim], surface: Surface) -> [Bar; 4] {
    let counts = counts(claims);
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let gap = px(surface, 10.0);
    let width = (surface.width - gap * 3).max(4) / 4;
    std::array::from_fn(|i| {
        let column = i32::try_from(if surface.rtl { 3 - i } else { i }).unwrap_or(0);
        let left = column * (width + gap);
        let share = counts[i] as f64 / most as f64;
        let height = rounded(share * f64::from(surface.height)).max(px(surface, 2.0));
        Bar { status: STATUSES[i], rect: [left, surface.height - height, left + width, surface.height] }
    })
}

/// The lines that tell a bar from its neighbours without colour: none, upright crosses, slanted, or level.
pub fn hatch(bar: &Bar, surface: Surface) -> Vec<Line> {
    let step = px(surface, 8.0).max(3);
    match bar.status {
        Status::Supported => Vec::new(),
        Status::Contradicted => {
            let mut lines = slanted(bar.rect, step, false);
            lines.extend(slanted(bar.rect, step, true));
            lines
        }
        Status::Unsupported => slanted(bar.rect, step, false),
        Status::Unverifiable => {
            let [left, top, right, bottom] = bar.rect;
            (top..bottom).step_by(step as usize).skip(1).map(|y| [(left, y), (right, y)]).collect()
        }
    }
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

/// The chart as a table: for each kind that occurs, how many claims have each status.
pub fn rows(claims: &[Claim]) -> Vec<(ClaimKind, [usize; 4])> {
    let mut kinds: Vec<ClaimKind> = claims.iter().map(|c| c.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let of_kind = |kind| STATUSES.map(|s| claims.iter().filter(|c| c.kind == kind && c.status == s).count());
    kinds.into_iter().map(|kind| (kind, of_kind(kind))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::fixture::claim;

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
        let bars = bars(&claims(), SURFACE);
        assert_eq!(bars.map(|b| b.rect[0]), [0, 110, 220, 330]);
        assert_eq!(bars.map(|b| b.rect[1]), [0, 50, 98, 98]);
        assert!(bars.iter().all(|b| b.rect[2] <= 430 && b.rect[3] == 100));
    }

    #[test]
    fn a_sharper_screen_scales_everything_and_rtl_turns_it() {
        let sharp = Surface { width: 860, height: 200, ratio: 2.0, rtl: true };
        let bars = bars(&claims(), sharp);
        assert_eq!(bars.map(|b| b.rect[0]), [660, 440, 220, 0]);
        assert_eq!(bars[3].rect[1], 196);
    }

    #[test]
    fn no_claims_and_no_room_are_drawn_too() {
        let bars = bars(&[], Surface { width: 0, height: 0, ..SURFACE });
        assert!(bars.iter().all(|b| hatch(b, SURFACE).len() < 100));
    }

    #[test]
    fn hatching_stays_inside_its_bar_and_differs_by_status() {
        let bar = |status| Bar { status, rect: [10, 20, 50, 90] };
        let lines = |status| hatch(&bar(status), SURFACE);
        assert!(lines(Status::Supported).is_empty());
        for status in [Status::Contradicted, Status::Unsupported, Status::Unverifiable] {
            assert!(!lines(status).is_empty());
            for (x, y) in lines(status).into_iter().flatten() {
                assert!((10..=50).contains(&x) && (20..=90).contains(&y), "{status:?} {x} {y}");
            }
        }
        assert!(lines(Status::Contradicted).len() > lines(Status::Unsupported).len());
        assert_ne!(lines(Status::Unsupported), lines(Status::Unverifiable));
    }

    #[test]
    fn the_table_counts_by_kind_and_status() {
        assert_eq!(rows(&claims()), [(ClaimKind::Currency, [2, 0, 0, 0]), (ClaimKind::Percentage, [0, 1, 0, 0])]);
    }
}
