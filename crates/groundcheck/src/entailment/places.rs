//! Parts of an answer, asked whether a sentence lies in one of them.

use groundcheck_types::Span;

/// Parts of an answer, in its order.
pub(super) struct Places {
    starts: Vec<u32>,
    /// For each, how far it and all before it reach.
    reaches: Vec<u32>,
}

impl Places {
    pub(super) fn new(places: &[Span]) -> Self {
        let mut places: Vec<Span> = places.iter().copied().filter(|place| place.start < place.end).collect();
        crate::sort::by_key(&mut places, |place| place.start);
        let mut reach = 0;
        let reaches = places.iter().map(|place| {
            reach = place.end.max(reach);
            reach
        });
        let reaches = reaches.collect();
        Places { starts: places.iter().map(|place| place.start).collect(), reaches }
    }

    /// Whether some of this span lies in one of them.
    pub(super) fn meet(&self, span: Span) -> bool {
        let before = self.starts.partition_point(|start| *start < span.end);
        before.checked_sub(1).and_then(|last| self.reaches.get(last)).is_some_and(|reach| *reach > span.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_meets_what_it_shares_a_byte_with() {
        let span = |(start, end): (usize, usize)| Span::new(start, end);
        let places = Places::new(&[(20, 30), (5, 10), (6, 25), (40, 40)].map(span));
        for (own, meets) in [((0, 5), false), ((0, 6), true), ((9, 12), true), ((29, 31), true), ((30, 50), false)] {
            assert_eq!(places.meet(span(own)), meets, "{own:?}");
        }
        assert!(!Places::new(&[]).meet(span((0, 9))));
    }
}
