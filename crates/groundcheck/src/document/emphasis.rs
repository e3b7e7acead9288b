//! Markdown's emphasis, which says nothing: `**$4.5 million**` is read as `$4.5 million`.
//!
//! What is emphasis is told by what stands beside the marks alone, so that a text which is still being written is read as it will be.

/// More marks than these are no emphasis, but hide what is not to be read or are a line to write on.
pub(crate) const MOST: usize = 3;
/// What is stressed and has letters written onto it is at most this long, its stars with it.
const LONGEST_STRESSED: usize = 24;

/// Where the run of one mark ends that begins there.
pub(super) fn run_end(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|b| Some(*b) == rest.first()).count()
}

/// Whether marks are few, and stand right before or behind what they may stress.
pub(super) fn stresses(bytes: &[u8], at: usize, end: usize) -> bool {
    let is_blank = |b: Option<&u8>| b.is_none_or(u8::is_ascii_whitespace);
    end - at <= MOST && !(is_blank(before(bytes, at)) && is_blank(bytes.get(end)))
}

/// Whether a run of stars is emphasis. Bullets, products and what hides a number are none: `* Rent`, `2*3`, `****1234`.
pub(super) fn is(text: &str, at: usize, end: usize) -> bool {
    let bytes = text.as_bytes();
    let behind_value = before(bytes, at).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b')');
    let before_value = bytes.get(end).is_some_and(u8::is_ascii_alphanumeric)
        || text.get(end..).is_some_and(|behind| behind.starts_with(['(', '$', '€', '£', '₪', '¥']));
    stresses(bytes, at, end) && (!(behind_value && before_value) || closes(bytes, at, end - at))
}

/// Whether as many stars close what they opened a few letters before: `**4.5**M`, but not `2**3`.
fn closes(bytes: &[u8], at: usize, stars: usize) -> bool {
    let from = at.saturating_sub(LONGEST_STRESSED);
    let own = bytes.get(from..at).unwrap_or_default();
    let Some(last) = own.iter().rposition(|b| *b == b'*' || b.is_ascii_whitespace()) else { return false };
    let opened = own.get(..=last).unwrap_or_default().iter().rev().take_while(|b| **b == b'*').count();
    let led = last.checked_sub(opened).and_then(|at| own.get(at));
    stars > 1 && opened == stars && (led.is_some() || from == 0) && !led.is_some_and(u8::is_ascii_alphanumeric)
}

fn before(bytes: &[u8], at: usize) -> Option<&u8> {
    bytes.get(at.checked_sub(1)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_that_stress_and_marks_that_do_not() {
        for (text, stressing) in [
            ("**5** and *6*", vec![true; 4]),
            ("***x***, ~**5%**", vec![true; 4]),
            ("$5*, p < .05**", vec![true; 2]),
            ("**4.5**M, $**2.1**bn", vec![true; 4]),
            ("ב**5** ו-**6**", vec![true; 4]),
            ("* Rent", vec![false]),
            ("2*3, 2**3, 4*€5, (1)*(2), 5 * 7", vec![false; 5]),
            ("****1234", vec![false]),
            ("a**2**3", vec![false; 2]),
            ("a line\n**", vec![false]),
        ] {
            let (mut found, mut at) = (Vec::new(), 0);
            while let Some(next) = text.get(at..).and_then(|rest| rest.find('*')) {
                let end = run_end(text.as_bytes(), at + next);
                found.push(is(text, at + next, end));
                at = end;
            }
            assert_eq!(found, stressing, "{text}");
        }
    }
}
