//! What a cell is to the others of its row: their product or sum, or a factor of another one.

use groundcheck_types::Span;

use crate::claims::to_f64;
use crate::verify::prepare::Mention;

/// At most so many numbers of a row are looked at.
const MOST_CELLS: usize = 10;
/// A product that is rounded to cents is this close, as a share of it.
const CLOSE: f64 = 0.002;

/// Notes of each cell of a row: 2 for the product of two others, 1 for the sum of those before it, −1 for a factor of another one, else 0.
pub(super) fn note_roles(row: &mut [Mention]) {
    let sizes: Vec<(Span, f64)> = row.iter().map(|m| (m.span, m.value.number().map_or(0.0, to_f64))).collect();
    for (mention, (span, own)) in row.iter_mut().zip(&sizes).filter(|(_, (_, own))| tells(*own)) {
        let others = sizes.iter().filter(|(other, _)| other != span).take(MOST_CELLS);
        let others: Vec<(u32, f64)> = others.filter(|(_, v)| tells(*v)).map(|(other, v)| (other.start, *v)).collect();
        mention.role = role((span.start, *own), &others);
    }
}

fn role((start, own): (u32, f64), others: &[(u32, f64)]) -> i8 {
    let is = |value: f64, of: f64| (value - of).abs() <= CLOSE * of.abs();
    let pairs = || others.iter().enumerate().flat_map(|(at, a)| others.iter().skip(at + 1).map(move |b| (a.1, b.1)));
    if pairs().any(|(a, b)| is(a * b, own)) {
        return 2;
    }
    let before = others.iter().filter(|(at, _)| *at < start).map(|(_, value)| *value);
    if before.clone().count() > 1 && is(before.sum(), own) {
        return 1;
    }
    if pairs().any(|(a, b)| is(own * a, b) || is(own * b, a)) { -1 } else { 0 }
}

/// Whether a product with this number is another one than the other factor.
fn tells(value: f64) -> bool {
    value.abs() > 1.0 + CLOSE || (value != 0.0 && value.abs() < 1.0 - CLOSE)
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{Policy, Source};

    #[test]
    fn products_sums_and_factors_are_told_apart() {
        for (row, roles) in [
            ("| Full plots | 46 | 52 | 2,392 |", [-1, -1, 2]),
            ("| Half plots | 31 | 29.50 | 914.50 |", [-1, -1, 2]),
            ("| Spring | 120 | 85 | 205 |", [0, 0, 1]),
            ("| Autumn | 120 | 85 | 206 |", [0, 0, 0]),
            ("| Desk | 1 | 240 | 240 |", [0, 0, 0]),
        ] {
            let text = format!("| Item | A | B | C |\n|---|---|---|---|\n{row}\n");
            let source = Source { id: "S0".into(), text, title: None, url: None, kind: None };
            let detector = crate::Detector::new(Policy::default(), &[source], &Default::default(), None).unwrap();
            let sources = detector.sources();
            let cells = sources.mentions.iter().filter(|m| m.column.is_some());
            assert_eq!(cells.map(|m| m.role).collect::<Vec<_>>(), roles, "{row}");
        }
    }
}
