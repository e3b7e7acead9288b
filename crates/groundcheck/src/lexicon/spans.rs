//! How long a time a sentence compares over, a year, a quarter, a month, and whether it tells the difference in points. English and Hebrew.

/// Words by the months that they compare over, in lower case: parts of words count, for Hebrew writes prefixes onto them.
const SPANS: &[(i16, &[&str])] = &[
    (
        12,
        &[
            "year-over-year",
            "year over year",
            "yoy",
            "y/y",
            "year-on-year",
            "year on year",
            "annual",
            "prior year",
            "previous year",
            "year ago",
            "year earlier",
            "last year",
            "prior-year",
            "שנתי",
            "שנה קודמת",
            "אשתקד",
        ],
    ),
    (
        3,
        &[
            "sequential",
            "quarter-over-quarter",
            "quarter over quarter",
            "qoq",
            "prior quarter",
            "previous quarter",
            "preceding quarter",
            "last quarter",
            "linked quarter",
            "רבעון קודם",
            "הרבעון הקודם",
        ],
    ),
    (
        1,
        &[
            "month-over-month",
            "month over month",
            "prior month",
            "previous month",
            "month earlier",
            "last month",
            "חודש קודם",
            "החודש הקודם",
        ],
    ),
];

/// Over how many months a sentence, in lower case, says that it compares; −1 where it does not say.
pub(crate) fn compared_over(sentence: &str) -> i16 {
    let says = |words: &[&str]| words.iter().any(|word| sentence.contains(word));
    SPANS.iter().find(|(_, words)| says(words)).map_or(-1, |(months, _)| *months)
}

/// What a claim in percentage points has, in lower case.
const POINTS: &[&str] = &["point", "pp", "bps", "נקוד", "בנקוד", "הנקוד"];

/// Whether a claim, in lower case, is told in percentage points.
pub(crate) fn in_points(claim: &str) -> bool {
    let words = || claim.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words().any(|own| POINTS.iter().any(|word| own.starts_with(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_says_what_it_compares_over() {
        for (sentence, months) in [
            ("sales rose 4 % year over year", 12),
            ("up 4 % from the prior quarter", 3),
            ("up 4 % from the previous month", 1),
            ("sales of the quarter rose by 4 %", -1),
            ("המכירות עלו לעומת אשתקד ב-4%", 12),
        ] {
            assert_eq!(compared_over(sentence), months, "{sentence}");
        }
    }

    #[test]
    fn points_are_no_percentages() {
        for (claim, points) in [("7.0 percentage points", true), ("3.1pp", true), ("7 %", false), ("12 percent", false)]
        {
            assert_eq!(in_points(claim), points, "{claim}");
        }
    }
}
