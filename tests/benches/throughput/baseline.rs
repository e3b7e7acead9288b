//! One regex for the claim formats of document 2, as one would write it in an afternoon: what extraction is measured
//! beside. It finds places and reads no value, knows no Hebrew and no context.

use regex::Regex;

/// Money, percentages, dates, ratios and plain numbers, in one alternation.
pub fn combined() -> Regex {
    const MONTH: &str = "(?:January|February|March|April|May|June|July|August|September|October|November|December)";
    let pattern = [
        // $1,234,567.89  $1.2M  $1.5 million  $500K
        r"\$[0-9][0-9,]*(?:\.[0-9]+)?(?: ?(?:thousand|million|billion|trillion|[KkMB])\b)?",
        // 85%  12.5 percent  12.5 percentage
        r"[0-9]+(?:\.[0-9]+)?(?:%| percentage\b| percent\b)",
        // Q3 2024  FY2024
        r"\b(?:Q[1-4]|FY) ?[0-9]{4}\b",
        // December 31, 2024  December 2024
        &format!(r"\b{MONTH} (?:[0-9]{{1,2}}, )?[0-9]{{4}}\b"),
        // 12/31/2024  2024-12-31
        r"\b[0-9]{1,2}/[0-9]{1,2}/[0-9]{4}\b",
        r"\b[0-9]{4}-[0-9]{2}-[0-9]{2}\b",
        // 1.25x  3:1
        r"\b[0-9]+(?:\.[0-9]+)?x\b",
        r"\b[0-9]+(?:\.[0-9]+)?:[0-9]+\b",
        // 1,234  56.7
        r"\b[0-9][0-9,]*(?:\.[0-9]+)?\b",
    ]
    .join("|")
    // The workspace's regex is built without Unicode tables, as the engine is: classes are ASCII.
    .replace(r"\b", r"(?-u:\b)");
    Regex::new(&pattern).expect("the combined pattern of the claim formats")
}

/// How many places it finds.
pub fn matches(regex: &Regex, text: &str) -> usize {
    regex.find_iter(text).count()
}
