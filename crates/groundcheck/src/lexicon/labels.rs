//! What labels, headings and the names of facts say, in lower case. English and Hebrew; parts of words count where a list says so.

/// Words that make another metric of a name behind them: gross profit is not net income.
pub(crate) const QUALIFIERS: &[&str] = &[
    "gross",
    "operating",
    "current",
    "deferred",
    "fixed",
    "intangible",
    "other",
    "pretax",
    "pre-tax",
    "adjusted",
    "comprehensive",
];

/// The only words of a heading over periods that say which time a row is of. `Maturity date` says something else of it.
pub(crate) const PERIODS: &[&str] = &[
    "year",
    "years",
    "period",
    "quarter",
    "month",
    "date",
    "fiscal",
    "fy",
    "half",
    "as",
    "of",
    "ended",
    "ending",
    "the",
    "for",
    "שנה",
    "תקופה",
    "רבעון",
    "חודש",
    "תאריך",
];

/// Headings over what each row's values are measured in.
pub(crate) const UNITS: &[&str] = &["unit", "units", "unit of measure", "measured in", "יחידה", "יחידות", "יחידת מידה"];

/// Words of headings over money, whatever unit the row's things are counted in: `unit: kg` says nothing of `spent_2025`.
pub(crate) const MONEY: &[&str] = &[
    "price",
    "prices",
    "cost",
    "costs",
    "budget",
    "budgeted",
    "spent",
    "spend",
    "spending",
    "revenue",
    "fee",
    "fees",
    "charge",
    "charges",
    "מחיר",
    "עלות",
    "תקציב",
    "הוצאה",
    "הוצאות",
];

/// Words behind a price without its sign that say when or how it holds, and are nothing that it counts: `12.50 until June`.
pub(crate) const BEHIND_PRICES: &[&str] = &["until", "net", "gross", "each", "per", "from", "for", "incl", "excl"];

/// Words right before an age.
pub(crate) const AGED: &[&str] = &["aged", "age", "turned", "בגיל", "בן", "בת"];
/// What somebody did `at 87`.
pub(crate) const DIED: &[&str] = &["died", "retired", "married", "dying"];

/// What may stand behind the date of a heading.
pub(crate) const REMARKS: &[&str] = &[
    "restated",
    "revised",
    "unaudited",
    "audited",
    "estimated",
    "forecast",
    "actual",
    "reviewed",
    "מבוקר",
    "מותאם",
    "בלתי",
    "לא",
];
/// Headings over the numbers of notes, which are no values.
pub(crate) const NOTES: &[&str] = &["note", "notes", "note(s)", "ref", "ref.", "באור", "ביאור"];

/// Parts of headings over counts, each with its share in brackets.
pub(crate) const COUNT_AND_SHARE: &[&str] = &["n (%)", "n(%)", "no. (%)", "number (%)", "count (%)", "patients (%)"];

/// Parts of headings over years in which something happens to a row's thing.
pub(crate) const OF_YEARS: &[&str] =
    &["matur", "expir", "due", "year", "opened", "built", "acquired", "founded", "פירעון", "שנת"];

/// Words in the first cell of a line of years that make it a line of headings.
pub(crate) const DATED: &[&str] =
    &["year", "ended", "as of", "month", "quarter", "fiscal", "date", "שנה", "שנת", "ליום"];
