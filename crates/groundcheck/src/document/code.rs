//! Code that is a calculation: models write `48,316 + 3,108 = 51,424` between backticks, and mean its numbers as they mean all others.

/// Whether this line of code calculates: it sets what several numbers come to behind an equals sign.
pub(super) fn is_calculation(line: &str) -> bool {
    // What programs are made of.
    if line.contains(['{', '}', ';', '"', '[', ']', '<', '>', '_', '#', '&', '|', '`']) || line.contains("==") {
        return false;
    }
    let Some((from, to)) = line.rsplit_once('=') else { return false };
    let has_digit = |part: &str| part.bytes().any(|b| b.is_ascii_digit());
    // Signs between numbers; a hyphen alone may be a date's.
    let mut operands = from.split(['+', '−', '×', '÷', '*', '/', '^', '–']).flat_map(|part| part.split(" - "));
    has_digit(to) && operands.clone().count() > 1 && operands.all(has_digit)
}

#[cfg(test)]
mod tests {
    use super::is_calculation;

    #[test]
    fn cases() {
        for (code, expected) in [
            ("48,316 + 3,108 − 982 = 50,442", true),
            ("Operating margin = $123,426 / $547,142 * 100 = 22.6%", true),
            ("2024: 123,426 / 37,905 = 3.26x", true),
            ("(1 + 0.589)^(1/5) - 1 = 9.7%", true),
            ("12 - 5 = 7", true),
            ("x = 12", false),
            ("x = a * 2", false),
            ("margin = profit / 120 = 3", false),
            ("let x = 12 * 3 = y;", false),
            ("a[1] + 2 = 3", false),
            ("1 + 1 == 2", false),
            ("timeout=30", false),
            ("2024-05-03=5", false),
            ("", false),
        ] {
            assert_eq!(is_calculation(code), expected, "{code}");
        }
    }
}
