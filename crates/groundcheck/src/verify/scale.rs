//! What a table's numbers are multiples of: `(in thousands)`, `$ in millions`, `$m`, `באלפי ש"ח`.

use rust_decimal::Decimal;

/// The phrases, and the power of ten each means.
const PHRASES: &[(&str, u32)] = &[
    ("in thousands", 1_000),
    ("in $000", 1_000),
    ("$000", 1_000),
    ("£000", 1_000),
    ("€000", 1_000),
    ("’000", 1_000),
    ("'000", 1_000),
    ("000's", 1_000),
    ("000s", 1_000),
    ("thousands of", 1_000),
    ("in thousand", 1_000),
    ("(thousands", 1_000),
    ("usd thousand", 1_000),
    ("באלפי", 1_000),
    ("אלפי ש", 1_000),
    ("in millions", 1_000_000),
    ("in million", 1_000_000),
    ("millions of", 1_000_000),
    ("(millions", 1_000_000),
    ("$ millions", 1_000_000),
    ("$ million", 1_000_000),
    ("$m", 1_000_000),
    ("us$m", 1_000_000),
    ("£m", 1_000_000),
    ("€m", 1_000_000),
    ("rmb’m", 1_000_000),
    ("in mm", 1_000_000),
    ("€ million", 1_000_000),
    ("£ million", 1_000_000),
    ("eur million", 1_000_000),
    ("usd million", 1_000_000),
    ("rmb million", 1_000_000),
    ("במיליוני", 1_000_000),
    ("מיליוני ש", 1_000_000),
    ("in billions", 1_000_000_000),
    ("in billion", 1_000_000_000),
    ("$bn", 1_000_000_000),
    ("£bn", 1_000_000_000),
    ("במיליארדי", 1_000_000_000),
];

/// The scale that a heading or a caption states, the first one in it.
pub(crate) fn stated(text: &str) -> Option<Decimal> {
    let lower = text.to_lowercase();
    PHRASES
        .iter()
        .filter_map(|(phrase, scale)| lower.find(phrase).map(|at| (at, core::cmp::Reverse(phrase.len()), *scale)))
        .min()
        .map(|(.., scale)| Decimal::from(scale))
}

/// Whether a row is exempt from its table's scale: per-share figures, percentages, ratios, counts of people.
pub(crate) fn is_exempt(label: &str) -> bool {
    let lower = label.to_lowercase();
    const EXEMPT: &[&str] = &[
        "per share",
        "per unit",
        "per common",
        "per diluted",
        "per basic",
        "percent",
        "%",
        "ratio",
        "rate",
        "employees",
        "headcount",
        "למניה",
        "שיעור",
        "אחוז",
    ];
    EXEMPT.iter().any(|word| lower.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases() {
        for (text, expected) in [
            ("disaggregated by contract type (in millions):", Some(1_000_000)),
            ("(In thousands, except per share amounts)", Some(1_000)),
            ("$ in 000's", Some(1_000)),
            ("באלפי ש\"ח", Some(1_000)),
            ("in billions of yen", Some(1_000_000_000)),
            ("Years Ended September 30,", None),
            ("a million reasons", None),
        ] {
            assert_eq!(stated(text), expected.map(Decimal::from), "{text}");
        }
        assert!(is_exempt("Diluted earnings per share"));
        assert!(!is_exempt("Total revenue"));
    }
}
