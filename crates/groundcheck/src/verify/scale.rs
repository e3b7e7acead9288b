//! What a table's numbers are multiples of: `(in thousands)`, `$ in millions`, `$m`, `באלפי ש"ח`.

use std::sync::LazyLock;

use regex::Regex;
use rust_decimal::Decimal;

/// In running text a scale must be stated as one: `in millions`, `$000`, `thousands of dollars`. For lower case text.
static STATED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?:(?-u:\b)in|[$€£]|usd|eur|gbp|rmb|\() ?(?:u\.?s\.? ?dollars? in |[$€£¥] ?|usd |eur |rmb )?",
        r"(?:(?<k1>thousands?|000['’]?s?(?-u:\b))|(?<m1>millions?|mm(?-u:\b))|(?<b1>billions?))(?-u:\b)",
        r"|(?<k2>thousands of|['’]000|באלפי|אלפי ש)",
        r"|(?<m2>millions of|[$€£]m(?-u:\b)|rmb['’]m|במיליוני|מיליוני ש)",
        r"|(?<b2>billions of|[$€£]bn(?-u:\b)|במיליארדי)",
    ))
    .expect("the pattern of stated scales")
});

/// In a heading the word alone says it: `millions`, `$'000`, `$m`, `(in thousands)`. For lower case text.
static HEADED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?<k1>(?-u:\b)thousands?|000['’]?s|['’]000|[$€£] ?000(?-u:\b)|אלפי)",
        r"|(?<m1>(?-u:\b)millions?|[$€£] ?m(?-u:\b)|['’]m(?-u:\b)|(?-u:\b)mm(?-u:\b)|מיליוני)",
        r"|(?<b1>(?-u:\b)billions?|[$€£] ?bn(?-u:\b)|מיליארדי)",
    ))
    .expect("the pattern of scales in headings")
});

/// What a passage must hold at least; most hold none of these, `$1.2 million` included, and the pattern need not be asked.
const HINTS: &[&str] = &[
    "in thou",
    "in mill",
    "in bill",
    "In thou",
    "In mill",
    "In bill",
    "IN THOU",
    "IN MILL",
    "ousands",
    "illions",
    "(thou",
    "(mill",
    "(bill",
    "000",
    "$ thou",
    "$ mill",
    "$ bill",
    "€ mill",
    "£ mill",
    "D mill",
    "D thou",
    "B mill",
    "R mill",
    "P mill",
    "$m",
    "€m",
    "£m",
    "$bn",
    "£bn",
    "€bn",
    "in mm",
    "’m",
    "'m",
    "אלפי",
    "מיליוני",
    "מיליארדי",
];

/// The first scale that a passage states.
pub(crate) fn stated(text: &str) -> Option<Decimal> {
    if HINTS.iter().any(|hint| text.contains(hint)) { first(&STATED, text) } else { None }
}

/// The first scale that a heading or a caption's corner names.
pub(crate) fn headed(text: &str) -> Option<Decimal> {
    first(&HEADED, text)
}

fn first(pattern: &Regex, text: &str) -> Option<Decimal> {
    let lower = text.to_lowercase();
    let found = pattern.captures(&lower)?;
    let any = |names: [&str; 2]| names.iter().any(|name| found.name(name).is_some());
    let scale = if any(["k1", "k2"]) {
        1_000
    } else if any(["m1", "m2"]) {
        1_000_000
    } else {
        1_000_000_000
    };
    Some(Decimal::from(scale))
}

/// Rows and columns outside their table's scale whatever they hold: amounts for each share or unit.
static PER_UNIT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?-u:\b)(?:per (?:[a-z]+ )?(?:share|unit)|eps)(?-u:\b)|למניה")
        .expect("the pattern of amounts per share")
});

/// Rows and columns outside their table's scale unless they hold money: percentages, ratios, counts of people.
static SHARES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?-u:\b)(?:percent(?:age)?|ratios?|rates?|employees|headcount|times|\(?in years\)?)(?-u:\b)",
        r"|%|שיעור|אחוז|יחס",
    ))
    .expect("the pattern of unscaled rows")
});

/// Whether the values under or beside this heading stand outside their table's scale.
pub(crate) fn is_exempt(heading: &str, is_money: bool) -> bool {
    let lower = heading.to_lowercase();
    // `(in thousands, except percentages)` names what else the table holds, not what stands here.
    let lower = match lower.split_once("except") {
        Some((before, _)) if headed(before).is_some() => before,
        _ => &lower,
    };
    PER_UNIT.is_match(lower) || (!is_money && SHARES.is_match(lower))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_state_a_scale_only_as_one() {
        for (text, expected) in [
            ("disaggregated by contract type (in millions):", Some(1_000_000)),
            ("(In thousands, except per share amounts)", Some(1_000)),
            ("$ in 000's", Some(1_000)),
            ("amounts in US dollars in thousands", Some(1_000)),
            ("(millions of Canadian dollars)", Some(1_000_000)),
            ("balances in $000", Some(1_000)),
            ("באלפי ש\"ח", Some(1_000)),
            ("in billions of yen", Some(1_000_000_000)),
            ("Years Ended September 30,", None),
            ("a million reasons", None),
            ("Sales rose by 5 million.", None),
            ("Revenue was $5 million in 2019.", None),
        ] {
            assert_eq!(stated(text), expected.map(Decimal::from), "{text}");
        }
    }

    #[test]
    fn headings_name_it_by_the_word_alone() {
        for (text, expected) in [
            ("millions", Some(1_000_000)),
            ("$'000", Some(1_000)),
            ("€m", Some(1_000_000)),
            ("2019", None),
            ("common shares", None),
        ] {
            assert_eq!(headed(text), expected.map(Decimal::from), "{text}");
        }
        assert!(!is_exempt("2019 (in thousands, except percentages)", false), "names what else the table holds");
        assert!(is_exempt("Diluted earnings per share", true));
        assert!(is_exempt("Occupancy rate", false) && !is_exempt("Notes with rates from 2 to 3", true));
        assert!(!is_exempt("Corporate operations, years ended", false), "neither a rate nor a ratio");
    }
}
