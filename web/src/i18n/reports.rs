//! The texts of the view Reports: name, English, Hebrew.

use groundcheck_types::{UrlReason, UrlState};

use super::table::catalogue;
use crate::model::format::{fill, whole};
use crate::model::level::Level;
use crate::model::phase::Failure;

catalogue! {
    /// Every text of the view Reports in one language.
    ReportWords;
    // The frame of the view.
    page_title: "Reports – groundcheck", "דוחות – groundcheck";
    skip: "Skip to the report", "דלגו אל הדוח";
    heading: "Source reliability", "אמינות מקורות";
    intro: "What language models mention, which sources they cite, and how reliable those sources are.", "מה מודלי שפה מציינים, אילו מקורות הם מביאים, ועד כמה אפשר לסמוך על המקורות.";
    footer: "These figures come from the server’s own database. Links of sources are checked by the server, never by this page.", "המספרים באים ממסד הנתונים של השרת. קישורים של מקורות נבדקים בידי השרת, לעולם לא בידי הדף הזה.";
    status_loading: "Asking the server…", "פונה לשרת…";
    status_away: "No figures from the server", "אין מספרים מהשרת";
    status_empty: "Nothing is stored yet", "עוד לא נשמר דבר";
    export_csv: "Export as CSV", "ייצוא כ־CSV";

    // Counts.
    mentions_one: "1 mention", "אזכור אחד";
    mentions_many: "{n} mentions", "{n} אזכורים";
    responses_one: "1 response", "תשובה אחת";
    responses_many: "{n} responses", "{n} תשובות";
    high_one: "1 of high risk", "אחד בסיכון גבוה";
    high_many: "{n} of high risk", "{n} בסיכון גבוה";

    // Checks.
    checks: "Checks", "בדיקות";
    checks_about: "Answers checked through this server’s API, each as it was checked last.", "תשובות שנבדקו דרך ה־API של השרת, כל אחת לפי בדיקתה האחרונה.";
    checks_none: "No stored checks match this filter.", "לא נשמרו בדיקות שמתאימות לסינון.";
    checks_off: "This server does not keep the reports of checks. To keep them, start it with", "השרת הזה אינו שומר את דוחות הבדיקה. כדי לשמור אותם, הפעילו אותו עם";
    checks_said: "{answers} answers: {clean} clean, {flagged} flagged, {unverified} could not be verified.", "{answers} תשובות: {clean} תקינות, {flagged} מסומנות, {unverified} שלא ניתן היה לאמת.";
    checks_models: "By provider and model", "לפי ספק ומודל";
    checks_days: "By day", "לפי יום";
    checks_day: "Day (UTC)", "יום (UTC)";
    checks_answers: "Answers", "תשובות";
    checks_flagged: "Flagged", "מסומנות";
    checks_open: "To check", "לבדיקה";
    checks_sentences: "Sentences checked", "משפטים שנבדקו";
    checks_sentences_said: "{checked} of {all} sentences were checked ({share}). Read the others yourself.", "{checked} מתוך {all} משפטים נבדקו ({share}). את השאר צריך לקרוא.";
    checks_unnamed: "not named", "ללא שם";

    // Filters.
    filters: "Filters", "סינון";
    query: "Query", "שאילתה";
    provider: "Provider", "ספק";
    model: "Model", "מודל";
    from: "From", "מתאריך";
    to: "To", "עד תאריך";
    any_query: "All queries", "כל השאילתות";
    any_provider: "All providers", "כל הספקים";
    any_model: "All models", "כל המודלים";
    clear_filters: "Clear filters", "ניקוי הסינון";

    // Totals.
    totals: "Totals", "סיכום";
    mentions: "Mentions", "אזכורים";
    mentions_about: "A mention is something that a model named in its answer, such as a company, with the sources it gave for it.", "אזכור הוא דבר שהמודל נקב בשמו בתשובתו, למשל חברה, עם המקורות שהביא לו.";
    average: "Average reliability", "אמינות ממוצעת";
    average_scale: "from 0 to 1", "בין 0 ל־1";
    of_scored: "of {n} scored", "מתוך {n} שדורגו";
    all_scored: "all that are scored", "כל אלה שדורגו";
    level_high: "High risk", "סיכון גבוה";
    level_medium: "Medium risk", "סיכון בינוני";
    level_low: "Low risk", "סיכון נמוך";

    // What is not in the figures.
    waiting_one: "1 response is waiting to be checked and scored. It is not included in these figures yet.", "תשובה אחת ממתינה לבדיקה ולדירוג. היא עדיין אינה נכללת בנתונים.";
    waiting_many: "{n} responses are waiting to be checked and scored. They are not included in these figures yet.", "{n} תשובות ממתינות לבדיקה ולדירוג. הן עדיין אינן נכללות בנתונים.";
    waiting_refresh: "This page refreshes by itself.", "הדף מתעדכן מעצמו.";
    failed_one: "1 response could not be scored. It is not included in these figures.", "לא ניתן היה לדרג תשובה אחת. היא אינה נכללת בנתונים.";
    failed_many: "{n} responses could not be scored. They are not included in these figures.", "לא ניתן היה לדרג {n} תשובות. הן אינן נכללות בנתונים.";
    not_refreshed: "These figures could not be refreshed and may be out of date.", "לא ניתן היה לעדכן את המספרים, וייתכן שאינם עדכניים.";

    // Example data.
    examples_all: "This is example data, made up to try the report out.", "אלה נתוני דוגמה, שהומצאו כדי להתנסות בדוח.";
    examples_some: "This includes {n} of example data, made up to try the report out.", "כולל {n} של נתוני דוגמה, שהומצאו כדי להתנסות בדוח.";
    examples_add: "Add example data", "הוספת נתוני דוגמה";
    examples_remove: "Remove", "הסרה";
    examples_added: "Example data added.", "נתוני הדוגמה נוספו.";
    examples_removed: "Example data removed.", "נתוני הדוגמה הוסרו.";

    // Instead of figures.
    empty_title: "No answers collected yet", "עוד לא נאספו תשובות";
    empty_text: "Collect what language models answer to a question, with the sources they name. groundcheck checks each link, scores each mention, and shows here which of them can be relied on.", "אספו את מה שמודלי שפה עונים על שאלה, עם המקורות שהם מציינים. groundcheck בודק כל קישור, מדרג כל אזכור, ומראה כאן על מה אפשר לסמוך.";
    empty_collect: "Collect answers", "איסוף תשובות";
    empty_collect_text: "from OpenAI, Ollama, vLLM or llama.cpp", "מ־OpenAI, ‏Ollama, ‏vLLM או llama.cpp";
    empty_import: "Import a file", "ייבוא קובץ";
    empty_import_text: "of responses collected elsewhere, JSON or JSONL", "של תשובות שנאספו במקום אחר, JSON או JSONL";
    empty_analyze: "Check and score", "בדיקה ודירוג";
    empty_analyze_text: "what is new: links, then reliability", "של כל מה שחדש: קישורים, ואז אמינות";
    or_own: "Or bring your own", "או הביאו משלכם";
    examples_offer: "It is marked as example data, and one click removes it.", "מסומנים ככאלה, וניתנים להסרה בלחיצה.";
    unscored_title: "Nothing is scored yet", "עוד לא דורג דבר";
    unscored_waiting: "Until then the risk of these answers is unknown.", "עד אז הסיכון בתשובות האלה אינו ידוע.";
    unscored_nothing: "The stored responses contain nothing that can be scored, so their risk is unknown.", "בתשובות השמורות אין דבר שניתן לדרג, ולכן הסיכון בהן אינו ידוע.";
    unscored_failed: "Scoring failed, so the risk of these answers is unknown.", "הדירוג נכשל, ולכן הסיכון בתשובות האלה אינו ידוע.";
    nothing_fits_title: "Nothing matches these filters", "אין תוצאות לסינון הזה";
    nothing_fits_text: "No scored mention matches them. This does not mean that the risk is low.", "אין אזכור מדורג שמתאים לו. אין פירוש הדבר שהסיכון נמוך.";
    away_title: "The server is not responding", "השרת אינו עונה";
    away_text: "Reports need it: the collected answers are stored there. Start it again with", "הדוחות זקוקים לו: התשובות שנאספו שמורות שם. הפעילו אותו שוב באמצעות";
    token_title: "This server requires a token", "השרת הזה דורש אסימון";
    refused_title: "The server could not make the report", "השרת לא הצליח להכין את הדוח";
    refused_status: "It answered with status {n}.", "הוא ענה בקוד {n}.";
    garbled_text: "Its response cannot be read. The page and the server may be different versions: reload the page.", "לא ניתן לקרוא את תשובתו. ייתכן שהדף והשרת מגרסאות שונות: טענו את הדף מחדש.";
    retry: "Try again", "לנסות שוב";
    not_done: "That did not work.", "זה לא הצליח.";

    // Charts.
    risk_chart: "Risk distribution", "התפלגות הסיכון";
    histogram: "Reliability", "אמינות";
    histogram_aside: "mentions by reliability", "אזכורים לפי אמינות";
    models_chart: "Providers and models", "ספקים ומודלים";
    models_some: "{n} of {m}, all in the table", "{n} מתוך {m}, כולם בטבלה";
    trend: "Over time", "לאורך זמן";
    trend_thinned: "each point is {n} days", "כל נקודה היא {n} ימים";
    mean_reliability: "mean reliability", "אמינות ממוצעת";
    high_share: "share of high risk", "חלק בסיכון גבוה";
    show_table: "Table", "טבלה";
    table_of: "{name}: as a table", "{name}: טבלה";
    png_of: "{name}: save as PNG", "{name}: שמירה כ־PNG";
    csv_of: "{name}: save as CSV", "{name}: שמירה כ־CSV";
    risk: "Risk", "סיכון";
    count: "Mentions", "אזכורים";
    share_of_all: "Share", "חלק";
    reliability: "Reliability", "אמינות";
    day: "Day (UTC)", "יום (UTC)";
    risk_summary: "{high} high, {medium} medium, {low} low.", "{high} גבוה, {medium} בינוני, {low} נמוך.";
    histogram_summary: "Most are from {from} to {to}: {n}.", "הרוב בין {from} ל־{to}: {n}.";
    models_summary: "Highest {best} ({top}), lowest {worst} ({bottom}).", "הגבוה ביותר {best} ({top}), הנמוך ביותר {worst} ({bottom}).";
    trend_summary: "From {from} ({first}) to {to} ({last}), mean reliability.", "מ־{from} ({first}) עד {to} ({last}), אמינות ממוצעת.";

    // Mentions.
    list_heading: "Mentions by risk", "אזכורים לפי סיכון";
    list_order: "least reliable first", "הפחות אמינים תחילה";
    pick_risk: "Which risk to list", "איזה סיכון להציג";
    rank: "rank {n}", "מקום {n}";
    reliability_of: "reliability {n}", "אמינות {n}";
    no_source: "No source was named.", "לא צוין מקור.";
    none_listed: "None of the {n} has this risk.", "אף אחד מתוך {n} אינו בסיכון הזה.";
    none_waiting: "Responses still waiting are not included.", "תשובות שעדיין ממתינות אינן נכללות.";
    more: "Show more", "עוד";
    listed: "{n} of {m}", "{n} מתוך {m}";
    new_tab: "opens in a new tab", "נפתח בלשונית חדשה";
    loading_list: "Loading…", "טוען…";

    // Links.
    reachable: "reachable", "נגיש";
    unreachable: "unreachable", "לא נגיש";
    unknown: "unknown", "לא ידוע";
    unchecked: "not checked yet", "עוד לא נבדק";
    reason_ok: "the page exists", "הדף קיים";
    reason_invalid_url: "not a valid address", "כתובת לא תקינה";
    reason_blocked: "an address that is never contacted", "כתובת שלעולם לא פונים אליה";
    reason_no_such_host: "no such host", "אין שרת כזה";
    reason_not_found: "no such page", "אין דף כזה";
    reason_gone: "the page is gone", "הדף הוסר";
    reason_needs_login: "it asks for a login", "נדרשת כניסה";
    reason_forbidden: "it refuses robots", "האתר מסרב לרובוטים";
    reason_method_not_allowed: "the site does not accept this kind of request", "לא ניתן לפנות אליו כך";
    reason_rate_limited: "it asks for fewer requests", "האתר מבקש פחות פניות";
    reason_server_error: "the site is out of order", "תקלה באתר";
    reason_unexpected_status: "the response does not show whether the page exists", "התשובה אינה מעידה אם הדף קיים";
    reason_too_many_redirects: "too many redirects", "יותר מדי הפניות";
    reason_timed_out: "no answer in time", "לא ענה בזמן";
    reason_dns_failed: "its address could not be looked up", "לא ניתן היה לברר את כתובתו";
    reason_connect_failed: "no connection", "אין חיבור";
    reason_tls_failed: "no secure connection", "אין חיבור מאובטח";
    reason_broken_response: "its answer cannot be read", "לא ניתן לקרוא את תשובתו";
    reason_other: "for another reason", "מסיבה אחרת";
    reason_not_checked: "the check was not carried out", "הבדיקה לא בוצעה";
}

impl ReportWords {
    /// That something was not done and why, in a line.
    pub fn why_not_done(&self, failure: Failure) -> String {
        match failure {
            Failure::Away => format!("{} {}.", self.not_done, self.away_title),
            Failure::Garbled => self.not_done.to_owned(),
            Failure::Refused(status, error) => {
                let status = fill(self.refused_status, &[("n", &status.to_string())]);
                let error = error.map(|e| e.to_string()).unwrap_or_default();
                format!("{} {status} {error}", self.not_done).trim_end().to_owned()
            }
        }
    }

    /// A risk.
    pub fn level(&self, level: Level) -> &'static str {
        match level {
            Level::High => self.level_high,
            Level::Medium => self.level_medium,
            Level::Low => self.level_low,
        }
    }

    /// What is known of a link; nothing where nobody has asked.
    pub fn link_state(&self, state: Option<UrlState>) -> &'static str {
        match state {
            Some(UrlState::Reachable) => self.reachable,
            Some(UrlState::Unreachable) => self.unreachable,
            Some(UrlState::Unknown) => self.unknown,
            None => self.unchecked,
        }
    }

    /// Why a link has its state; a reason this page does not know yet gets the general words.
    pub fn link_reason(&self, reason: UrlReason) -> &'static str {
        match reason {
            UrlReason::Ok => self.reason_ok,
            UrlReason::InvalidUrl => self.reason_invalid_url,
            UrlReason::Blocked => self.reason_blocked,
            UrlReason::NoSuchHost => self.reason_no_such_host,
            UrlReason::NotFound => self.reason_not_found,
            UrlReason::Gone => self.reason_gone,
            UrlReason::NeedsLogin => self.reason_needs_login,
            UrlReason::Forbidden => self.reason_forbidden,
            UrlReason::MethodNotAllowed => self.reason_method_not_allowed,
            UrlReason::RateLimited => self.reason_rate_limited,
            UrlReason::ServerError => self.reason_server_error,
            UrlReason::UnexpectedStatus => self.reason_unexpected_status,
            UrlReason::TooManyRedirects => self.reason_too_many_redirects,
            UrlReason::TimedOut => self.reason_timed_out,
            UrlReason::DnsFailed => self.reason_dns_failed,
            UrlReason::ConnectFailed => self.reason_connect_failed,
            UrlReason::TlsFailed => self.reason_tls_failed,
            UrlReason::BrokenResponse => self.reason_broken_response,
            UrlReason::NotChecked => self.reason_not_checked,
            _ => self.reason_other,
        }
    }

    /// `1 mention`, `100,000 mentions`.
    pub fn mentions_counted(&self, count: u64) -> String {
        counted(count, self.mentions_one, self.mentions_many)
    }

    /// `1 response`, `40 responses`.
    pub fn responses_counted(&self, count: u64) -> String {
        counted(count, self.responses_one, self.responses_many)
    }

    /// `1 of high risk`, `3 of high risk`.
    pub fn high_counted(&self, count: u64) -> String {
        counted(count, self.high_one, self.high_many)
    }

    /// How many responses wait, in a sentence.
    pub fn waiting(&self, count: u64) -> String {
        counted(count, self.waiting_one, self.waiting_many)
    }

    /// How many responses could not be scored, in a sentence.
    pub fn failed(&self, count: u64) -> String {
        counted(count, self.failed_one, self.failed_many)
    }
}

fn counted(count: u64, one: &str, many: &str) -> String {
    fill(if count == 1 { one } else { many }, &[("n", &whole(count))])
}
