//! Parts that cover the same pages.
//!
//! Source: document 3, "Duplicate Boundaries": medium for the same range and for ranges that overlap. A part that begins on the very
//! page that the one before ends on is low: where a statement ends in the middle of a page, that is how it is. Found in one pass over
//! the parts in the order of their pages, at most one alert a part.

use groundcheck_types::RecordRule;

use super::path_of;
use crate::records::Checked;
use crate::records::alerts::{Alerts, Found, Place, shown_page};
use crate::records::reading::Part;
use crate::sort;

pub(super) fn detect(checked: &Checked<'_>, alerts: &mut Alerts<'_>) {
    let Some(parts) = &checked.profile.parts else { return };
    // Ranges that are none are another detector's.
    let mut ranges: Vec<Part> =
        checked.reading.parts.iter().copied().filter(|part| 1 <= part.start && part.start <= part.end).collect();
    sort::by_key(&mut ranges, |part| (part.start, part.end, part.at));
    // The part that reaches furthest of those before, and the one just before.
    let (mut furthest, mut before): (Option<Part>, Option<Part>) = (None, None);
    for part in ranges {
        let same = before.filter(|other| (other.start, other.end) == (part.start, part.end));
        let overlapped = furthest.filter(|other| part.start <= other.end);
        let found = match (same, overlapped) {
            (Some(other), _) => Some((RecordRule::DuplicateRange, other)),
            (None, Some(other)) if part.start == other.end && other.start < part.start && part.end > other.end => {
                Some((RecordRule::SharedPage, other))
            }
            (None, Some(other)) => Some((RecordRule::OverlappingRange, other)),
            (None, None) => None,
        };
        if let Some((rule, other)) = found {
            let path = path_of(parts, part.at, "");
            alerts.add(rule, Place { path: &path, part: Some(part.at) }, || {
                let range = |part: &Part| format!("{}-{}", shown_page(part.start), shown_page(part.end));
                let description = match rule {
                    RecordRule::DuplicateRange => format!("Two {}s have the pages {}", parts.called, range(&part)),
                    RecordRule::SharedPage => {
                        format!(
                            "It begins on page {}, on which {} ends",
                            shown_page(part.start),
                            path_of(parts, other.at, "")
                        )
                    }
                    _ => {
                        format!("Pages {} overlap {} of {}", range(&part), range(&other), path_of(parts, other.at, ""))
                    }
                };
                let expected = Some(format!("pages that no other {} has", parts.called));
                Found { description, detected: Some(range(&part)), expected, ..Found::default() }
            });
        }
        if furthest.is_none_or(|other| part.end > other.end) {
            furthest = Some(part);
        }
        before = Some(part);
    }
}

#[cfg(test)]
mod tests {
    use core::cell::Cell;
    use core::cmp::Ordering;

    use super::*;

    thread_local! {
        static COMPARED: Cell<u64> = const { Cell::new(0) };
    }

    /// A place that counts how often it is compared.
    #[derive(PartialEq, Eq)]
    struct Counted((i128, i128, usize));

    impl PartialOrd for Counted {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    impl Ord for Counted {
        fn cmp(&self, other: &Self) -> Ordering {
            COMPARED.set(COMPARED.get() + 1);
            self.0.cmp(&other.0)
        }
    }

    #[test]
    fn a_hundred_thousand_parts_are_compared_n_log_n_times() {
        let count = 100_000_usize;
        // In no order: steps of a prime around the ring.
        let start = |at: usize| i128::try_from(at * 7_919 % count).unwrap_or_default();
        let mut parts: Vec<Part> = (0..count).map(|at| Part { at, start: start(at), end: start(at) + 2 }).collect();
        sort::by_key(&mut parts, |part| Counted((part.start, part.end, part.at)));
        assert!(parts.is_sorted_by_key(|part| part.start));
        let most = count as u64 * u64::from(count.next_power_of_two().ilog2());
        assert!(COMPARED.get() <= most, "{} of at most {most}", COMPARED.get());
    }
}
