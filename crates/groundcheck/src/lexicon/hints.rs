//! Words that hint at an operation: what a sentence that tells a sum, a difference, a share or a rate is told with.

pub(crate) const ALL: &[&str] = &[
    "all",
    "told",
    "altogether",
    "between",
    "across",
    "both",
    "whole",
    "entire",
    "overall",
    "full",
    "half",
    "included",
    "including",
    "over",
    "כל",
    "כולו",
    "כולה",
    "כולל",
    "כולם",
];
pub(crate) const APART: &[&str] = &[
    "lead",
    "leads",
    "led",
    "short",
    "another",
    "leaves",
    "leaving",
    "left",
    "remain",
    "remains",
    "remaining",
    "net",
    "behind",
    "ahead",
    "margin",
    "gap",
    "over",
    "outnumbered",
    "needed",
    "missing",
    "גדול",
    "גדולה",
    "קטן",
    "קטנה",
    "גבוה",
    "גבוהה",
    "נמוך",
    "נמוכה",
    "נותרו",
    "נותר",
    "חסרים",
];
pub(crate) const FARTHER: &[&str] = &[
    "above",
    "beyond",
    "over",
    "past",
    "exceeded",
    "exceeds",
    "beat",
    "topped",
    "overran",
    "overspent",
    "גבוה",
    "גבוהה",
    "גבוהים",
    "גבוהות",
    "גדול",
    "גדולה",
    "מעל",
    "חרג",
    "חריגה",
    "חרגה",
    "חרגו",
];
pub(crate) const NEARER: &[&str] =
    &["below", "under", "short", "behind", "underspent", "נמוך", "נמוכה", "נמוכים", "נמוכות", "קטן", "קטנה", "מתחת"];
pub(crate) const ADDED: &[&str] = &["added", "opened", "gained", "won", "נוספו", "נוסף", "נוספה", "התווספו"];
pub(crate) const CHANGED: &[&str] =
    &["worsened", "improved", "improves", "improvement", "closed", "another", "השתפר", "השתפרה"];
pub(crate) const PROFIT: &[&str] = &[
    "profit",
    "profits",
    "income",
    "surplus",
    "ebitda",
    "ebit",
    "earnings",
    "margin",
    "after",
    "net",
    "difference",
    "רווח",
    "הרווח",
    "עודף",
];
pub(crate) const NET: &[&str] = &["net", "balance", "netted", "נטו", "מאזן"];
pub(crate) const MARGIN: &[&str] = &["margin", "margins", "rate", "yield", "return", "שיעור", "מרווח", "שולי"];
pub(crate) const TIMES: &[&str] = &["times", "fold", "twice", "פי"];
pub(crate) const RATE: &[&str] = &[
    "per",
    "every",
    "each",
    "covered",
    "covers",
    "average",
    "averaged",
    "averages",
    "ממוצע",
    "הממוצע",
    "הממוצעת",
    "ממוצעת",
    "לכל",
];
pub(crate) const REST: &[&str] = &[
    "other",
    "others",
    "rest",
    "remaining",
    "remainder",
    "not",
    "never",
    "without",
    "no",
    "non",
    "neither",
    "yet",
    "לא",
    "אינו",
    "אינה",
    "אינם",
    "אינן",
    "יתר",
    "שאר",
    "ללא",
    "בלי",
];
pub(crate) const WORTH: &[&str] = &[
    "brought", "worth", "value", "valued", "cost", "costs", "sales", "revenue", "earned", "pays", "paid", "month",
    "months", "amount",
];
/// Verbs of what happens to things one by one, which a total counts.
pub(crate) const COUNTED: &[&str] = &["closed", "opened", "lost", "won"];
pub(crate) const LARGEST: &[&str] = &["highest", "largest", "biggest", "top"];
pub(crate) const EARLIER: &[&str] = &[
    "before",
    "prior",
    "previous",
    "previously",
    "earlier",
    "original",
    "originally",
    "budgeted",
    "לפני",
    "קודם",
    "הקודמת",
];
pub(crate) const YEARLY: &[&str] =
    &["annual", "annually", "annualised", "annualized", "yearly", "year", "שנתי", "שנתית", "שנה"];
/// Words of a rate, which is no sum.
pub(crate) const RATE_ONLY: &[&str] = &["per", "every", "לכל"];
/// Verbs with which `up` goes nowhere: `made up`, `added up`.
pub(crate) const GO_NOWHERE: &[&str] = &[
    "made", "make", "makes", "making", "added", "add", "adds", "adding", "signed", "ended", "set", "took", "opened",
    "put",
];
/// Verbs with which `up` and `back` go down: `gave up C`.
pub(crate) const GIVEN: &[&str] = &["gave", "give", "given", "gives", "giving"];
/// Verbs with which `on` goes up: `put on C`.
pub(crate) const PUT: &[&str] = &["put", "puts", "putting", "took"];
/// What leads to the time that is compared with: `up 5 % from 2022`.
pub(crate) const BASE_LEADS: &[&str] = &["vs", "versus", "than", "over", "against", "from", "since", "לעומת"];
/// What begins what a value is compared with: `C in 2023, down from D in 2022`.
pub(crate) const COMPARED: &[&str] = &["up", "down", "compared", "against", "versus", "vs", "from", "לעומת", "בהשוואה"];
