//! Amounts that are told in full, though a table before them was in thousands.

/// Amounts of so many digits are round as often as not.
const SMALL: usize = 4;
/// Of amounts in full the largest has so many digits.
const LARGE: usize = 8;

/// Whether these cells hold amounts in full, as round as people agree on them: `$74,350,000`.
pub(super) fn are_in_full(cells: impl Iterator<Item = impl AsRef<str>>) -> bool {
    let mut largest = 0;
    for cell in cells {
        let digits: String = cell.as_ref().chars().filter(char::is_ascii_digit).collect();
        if digits.len() > SMALL && !digits.ends_with("00") {
            return false;
        }
        largest = largest.max(digits.len());
    }
    largest >= LARGE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_and_large_amounts_are_in_full() {
        for (cells, expected) in [
            (&["$74,350,000", "1,186,400", "2030"][..], true),
            (&["74,350", "1,186"], false),
            (&["391,035,127", "1,186,400"], false),
            (&["743,500"], false),
            (&[], false),
        ] {
            assert_eq!(are_in_full(cells.iter()), expected, "{cells:?}");
        }
    }
}
