//! The metrics of document 2 and the names they go by. A name that is not listed stands for itself, its words apart.

use crate::document::lower;

/// One metric: its column name in document 2's tables, then other names, each a run of words.
pub(crate) struct Metric {
    /// The column name.
    pub(crate) name: &'static str,
    /// Other names, lower case.
    pub(crate) synonyms: &'static [&'static str],
}

/// `FinancialMetrics` and what people call its columns, English and Hebrew.
pub(crate) const METRICS: &[Metric] = &[
    Metric {
        name: "net_operating_income",
        synonyms: &["noi", "net operating profit", "הכנסה תפעולית נטו", "רווח תפעולי נקי"],
    },
    Metric {
        name: "total_revenue",
        synonyms: &[
            "revenue",
            "revenues",
            "total revenues",
            "total sales",
            "net sales",
            "sales",
            "turnover",
            "הכנסות",
            "סך ההכנסות",
            "מחזור",
        ],
    },
    Metric {
        name: "total_expenses",
        synonyms: &["expenses", "total costs", "operating expenses", "opex", "costs", "הוצאות", "סך ההוצאות"],
    },
    Metric {
        name: "net_income",
        synonyms: &["net profit", "net earnings", "bottom line", "profit", "earnings", "רווח נקי"],
    },
    Metric { name: "total_assets", synonyms: &["assets", "נכסים", "סך הנכסים"] },
    Metric {
        name: "total_liabilities", synonyms: &["liabilities", "התחייבויות", "סך ההתחייבויות"]
    },
    Metric {
        name: "occupancy_rate", synonyms: &["occupancy", "occupied", "leased", "תפוסה", "שיעור תפוסה"]
    },
    Metric { name: "expense_ratio", synonyms: &["operating expense ratio", "יחס הוצאות"] },
    Metric { name: "debt_to_equity_ratio", synonyms: &["debt to equity", "d/e", "gearing", "leverage"] },
    Metric { name: "cap_rate", synonyms: &["capitalization rate", "capitalisation rate", "שיעור היוון"] },
    Metric {
        name: "return_on_investment", synonyms: &["roi", "return on investments", "תשואה על ההשקעה"]
    },
    Metric {
        name: "dscr",
        synonyms: &[
            "debt service coverage ratio",
            "debt service coverage",
            "debt coverage",
            "coverage ratio",
            "coverage",
            "יחס כיסוי",
            "יחס כיסוי חוב",
        ],
    },
];

/// Every name of a metric, its own first: the listed synonyms of the metric that `name` is, or is a synonym of.
pub(crate) fn names(name: &str) -> impl Iterator<Item = String> {
    let plain = lower(name.trim()).replace(['_', '-'], " ");
    let is_it = |m: &&Metric| m.name.replace('_', " ") == plain || m.synonyms.contains(&plain.as_str());
    let listed = METRICS.iter().find(is_it);
    let own = listed.map(|metric| metric.name.replace('_', " "));
    let synonyms = listed.into_iter().flat_map(|metric| metric.synonyms).map(|name| (*name).to_owned());
    core::iter::once(plain).chain(own).chain(synonyms)
}

/// Whether a metric's values are percentages by its name.
pub(crate) fn is_percentage(name: &str) -> bool {
    let name = lower(name);
    let words: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).collect();
    words.iter().any(|w| {
        matches!(
            *w,
            "rate" | "percent" | "percentage" | "pct" | "occupancy" | "margin" | "yield" | "growth" | "שיעור" | "אחוז"
        )
    }) || name.starts_with("return_on")
        || matches!(name.as_ref(), "roi" | "expense_ratio")
}
