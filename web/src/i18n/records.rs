//! The texts of the view Records: name, English, Hebrew.

use groundcheck_types::{AlertType, Disposition, Fallback, RecordStatus, RejectionReason, Severity};

use super::table::catalogue;
use crate::model::format::{fill, whole};

catalogue! {
    /// Every text of the view Records in one language.
    RecordWords;
    // The frame of the view.
    page_title: "Records – groundcheck", "רשומות – groundcheck";
    skip: "Skip to the record", "דלגו אל הרשומה";
    heading: "Structured output", "פלט מובנה";
    intro: "Paste a document and what a model extracted from it. Parts and fields that cannot have come from the document are marked as you type.", "הדביקו מסמך ואת מה שמודל חילץ ממנו. חלקים ושדות שלא ייתכן שמקורם במסמך מסומנים תוך כדי הקלדה.";
    footer: "Records are checked in this browser and not saved anywhere: they are gone when you reload. Findings show only the last four digits of account numbers.", "רשומות נבדקות בדפדפן הזה ואינן נשמרות בשום מקום: הן נעלמות בטעינה מחדש. בממצאים מוצגות רק ארבע הספרות האחרונות של מספרי חשבון.";
    clear: "Clear", "ניקוי";
    cleared: "Record and document were cleared.", "הרשומה והמסמך נוקו.";

    // What is typed.
    record: "Record", "רשומה";
    record_label: "The record as JSON", "הרשומה כ־JSON";
    record_hint: "Paste the JSON that the model returned, or drop a .json file.", "הדביקו את ה־JSON שהמודל החזיר, או גררו קובץ ‎.json.";
    document: "Document", "מסמך";
    document_label: "The document’s text", "הטקסט של המסמך";
    document_hint: "Paste the text of the document, or drop a .txt file. Form feeds separate pages, as in the output of pdftotext.", "הדביקו את הטקסט של המסמך, או גררו קובץ ‎.txt. תווי form feed מפרידים בין עמודים, כפי ש־pdftotext כותב.";
    profile: "Profile", "פרופיל";
    profile_bank_statement: "Bank statement", "דף חשבון בנק";
    profile_bank_statement_boundaries: "Parts of a bank statement", "חלקים של דף חשבון";
    profile_invoice: "Invoice", "חשבונית";
    profile_own: "My own profile", "פרופיל משלי";
    own_label: "The profile as JSON", "הפרופיל כ־JSON";
    page_count: "Pages", "עמודים";
    page_count_hint: "as in the text: {n}", "כמו בטקסט: {n}";
    as_of: "Checked as of", "נכון לתאריך";
    examples: "Examples", "דוגמאות";
    example_clean: "A clean statement", "דף חשבון תקין";
    example_phantom: "Phantom parts", "חלקים שאינם קיימים";
    example_fabricated: "Made-up details", "פרטים בדויים";
    example_clean_text: "Every field is in the document", "כל שדה מופיע במסמך";
    example_phantom_text: "Five parts, one on page 25 of 3", "חמישה חלקים, אחד מהם בעמוד 25 מתוך 3";
    example_fabricated_text: "A bank, an account and a year that cannot be real", "בנק, חשבון ושנה שלא ייתכנו";
    file_taken: "Read: {name}.", "נקרא: {name}.";
    drop_here: "Drop a .json file as the record, or any other file as the document", "שחררו קובץ ‎.json כרשומה, כל קובץ אחר כמסמך";

    // The verdict.
    verdict: "Result", "תוצאה";
    idle_title: "Is this what the document says?", "האם זה מה שהמסמך אומר?";
    idle_text: "A model that extracts fields from documents can make them up. Start with an example, or paste your own below.", "מודל שמחלץ שדות ממסמכים עלול להמציא אותם. התחילו בדוגמה, או הדביקו משלכם למטה.";
    accepted: "Clean", "תקין";
    accepted_text: "No rule found a problem.", "אף כלל לא מצא בעיה.";
    watched: "Accepted with remarks", "מתקבלת עם הערות";
    watched_text: "Nothing needs a person’s attention.", "אין דבר שדורש בדיקה של אדם.";
    review: "For review", "לבחינה";
    review_text: "A person should look at it before it is used.", "כדאי שאדם יבחן אותה לפני השימוש.";
    rejected: "Rejected", "נדחתה";
    not_checked: "Not checked", "לא נבדקה";
    not_checked_text: "Something other than the record is wrong, so the record was not checked.", "השגיאה אינה ברשומה עצמה, ולכן הרשומה לא נבדקה.";
    because_malformed: "Does not match the profile: a field is missing or malformed.", "הרשומה אינה תואמת לפרופיל: שדה חסר או פגום.";
    because_critical: "A critical alert rejects it.", "התרעה קריטית דוחה אותה.";
    because_high: "Three alerts of high severity reject it.", "שלוש התרעות חמורות דוחות אותה.";
    because_other: "The rules reject it.", "הכללים דוחים אותה.";
    instead: "Instead:", "במקומה:";
    fallback_patterns: "find the parts by patterns in the text, without a model", "מצאו את החלקים לפי תבניות בטקסט, בלי מודל";
    fallback_empty: "leave the field empty for a person to fill in", "השאירו את השדה ריק לאדם שימלא אותו";
    fallback_ask: "ask the model again: what it returned does not match the profile", "בקשו שוב מהמודל: מה שהחזיר אינו תואם לפרופיל";
    severity_critical: "critical", "קריטית";
    severity_high: "high", "חמורה";
    severity_medium: "medium", "בינונית";
    severity_low: "low", "קלה";
    by_severity: "Alerts by severity", "התרעות לפי חומרה";
    copy_report: "Copy report JSON", "העתקת הדוח (JSON)";

    // What was found.
    findings: "Findings in the record", "ממצאים ברשומה";
    alerts_one: "1 alert", "התרעה אחת";
    alerts_many: "{n} alerts", "{n} התרעות";
    errors_one: "1 field missing or malformed", "שדה אחד חסר או פגום";
    errors_many: "{n} fields missing or malformed", "{n} שדות חסרים או פגומים";
    whole_record: "the record as a whole", "הרשומה כולה";
    fields_one: "1 field", "שדה אחד";
    fields_many: "{n} fields", "{n} שדות";
    items_one: "1 item", "פריט אחד";
    items_many: "{n} items", "{n} פריטים";
    detected: "found", "נמצא";
    expected: "expected", "צפוי";
    to_page: "page {n}", "עמוד {n}";
    more_lines: "{n} more lines", "עוד {n} שורות";
    pages: "Pages of the document", "עמודי המסמך";
    pages_one: "1 page", "עמוד אחד";
    pages_many: "{n} pages", "{n} עמודים";
    page: "Page {n}", "עמוד {n}";
    page_blank: "no text", "אין טקסט";
    more_pages: "{n} more pages", "עוד {n} עמודים";
    nothing_yet: "Findings will appear here, next to their fields.", "הממצאים יופיעו כאן, ליד השדות שלהם.";
    no_tree: "This is not JSON, so there are no fields to show.", "זה אינו JSON, ולכן אין שדות להציג.";
    type_phantom_statement: "Phantom part", "חלק שאינו קיים";
    type_fabricated_bank: "Made-up name", "שם בדוי";
    type_invalid_page_range: "Impossible pages", "טווח עמודים בלתי אפשרי";
    type_impossible_dates: "Impossible date", "תאריך בלתי אפשרי";
    type_nonsensical_account: "Nonsensical account", "מספר חשבון חסר היגיון";
    type_duplicate_boundaries: "Same pages twice", "אותם עמודים פעמיים";
    type_missing_content: "No content", "אין תוכן";
    type_inconsistent_data: "Contradiction", "סתירה";

    // Monitoring.
    monitoring: "Monitoring", "ניטור";
    monitoring_intro: "Validation results on the server.", "תוצאות האימות בשרת.";
    records: "Records validated", "רשומות שאומתו";
    malformed_of: "{n} malformed", "{n} פגומות";
    alert_rate: "Alerts per record", "התרעות לרשומה";
    with_alerts: "{n} with an alert", "{n} עם התרעה";
    rejection_rate: "Rejected", "נדחו";
    rejected_of: "{n} records", "{n} רשומות";
    false_positive_rate: "False positives", "התרעות שווא";
    of_decided: "of {n} decided", "מתוך {n} שהוכרעו";
    none_decided: "none decided yet", "עוד לא הוכרע דבר";
    types_chart: "Alerts by type", "התרעות לפי סוג";
    providers_chart: "Providers", "ספקים";
    days_chart: "Over time", "לאורך זמן";
    providers_aside: "share rejected", "שיעור הדחייה";
    no_provider: "no provider named", "לא צוין ספק";
    alert_type: "Type", "סוג";
    alerts: "Alerts", "התרעות";
    share: "Share", "חלק";
    provider: "Provider", "ספק";
    day: "Day (UTC)", "יום (UTC)";
    rejected_share: "Share rejected", "שיעור הדחייה";
    malformed: "Malformed", "פגומות";
    types_summary: "Most frequent: {name} ({n}).", "הסוג הנפוץ ביותר: {name} ({n}).";
    providers_summary: "Rejected most often: {name} ({n}).", "שיעור הדחייה הגבוה ביותר: {name} ({n}).";
    days_summary: "From {from} to {to}: {n} validated.", "מ־{from} עד {to}: אומתו {n}.";
    monitoring_empty: "Nothing was validated on the server yet", "עוד לא אומת דבר בשרת";
    monitoring_empty_text: "Figures appear here once records are sent to", "מספרים יופיעו כאן כשרשומות יישלחו אל";
    monitoring_away: "There are no figures without the server. You can still check a record above.", "בלי השרת אין נתונים. אפשר עדיין לבדוק רשומה למעלה.";
    monitoring_failed: "The server returned no figures.", "השרת לא החזיר נתונים.";
}

impl RecordWords {
    /// A shipped profile by its name; one that this page does not know yet by that name itself.
    pub fn profile_name<'a>(&self, name: &'a str) -> &'a str {
        match name {
            "bank_statement" => self.profile_bank_statement,
            "bank_statement_boundaries" => self.profile_bank_statement_boundaries,
            "invoice" => self.profile_invoice,
            other => other,
        }
    }

    /// A severity, in one word.
    pub fn severity(&self, severity: Severity) -> &'static str {
        match severity {
            Severity::Critical => self.severity_critical,
            Severity::High => self.severity_high,
            Severity::Medium => self.severity_medium,
            Severity::Low => self.severity_low,
        }
    }

    /// A type of alert.
    pub fn alert_type(&self, kind: AlertType) -> &'static str {
        match kind {
            AlertType::PhantomStatement => self.type_phantom_statement,
            AlertType::FabricatedBank => self.type_fabricated_bank,
            AlertType::InvalidPageRange => self.type_invalid_page_range,
            AlertType::ImpossibleDates => self.type_impossible_dates,
            AlertType::NonsensicalAccount => self.type_nonsensical_account,
            AlertType::DuplicateBoundaries => self.type_duplicate_boundaries,
            AlertType::MissingContent => self.type_missing_content,
            AlertType::InconsistentData => self.type_inconsistent_data,
        }
    }

    /// What to take instead of what was refused.
    pub fn fallback(&self, fallback: Fallback) -> &'static str {
        match fallback {
            Fallback::PatternMatching => self.fallback_patterns,
            Fallback::LeaveEmpty => self.fallback_empty,
            Fallback::AskAgain => self.fallback_ask,
        }
    }

    /// Why a record is rejected; a reason this page does not know yet gets the general sentence.
    pub fn because(&self, reason: RejectionReason) -> &'static str {
        match reason {
            RejectionReason::Malformed => self.because_malformed,
            RejectionReason::CriticalAlerts => self.because_critical,
            RejectionReason::HighAlerts => self.because_high,
            _ => self.because_other,
        }
    }

    /// What becomes of the record, in a word and in a sentence.
    pub fn outcome(&self, status: RecordStatus, disposition: Disposition) -> (&'static str, &'static str) {
        match (status, disposition) {
            (RecordStatus::Error, _) | (_, Disposition::Reject) => (self.rejected, ""),
            (_, Disposition::Review) => (self.review, self.review_text),
            (RecordStatus::HallucinationsDetected, Disposition::Accept) => (self.watched, self.watched_text),
            (RecordStatus::Clean, Disposition::Accept) => (self.accepted, self.accepted_text),
        }
    }

    /// `1 alert`, `3 alerts`.
    pub fn alerts_counted(&self, count: u64) -> String {
        counted(count, self.alerts_one, self.alerts_many)
    }

    /// `1 field missing or malformed`.
    pub fn errors_counted(&self, count: u64) -> String {
        counted(count, self.errors_one, self.errors_many)
    }

    /// `1 page`, `3 pages`.
    pub fn pages_counted(&self, count: u64) -> String {
        counted(count, self.pages_one, self.pages_many)
    }

    /// `1 field`, `12 fields`.
    pub fn fields_counted(&self, count: u64) -> String {
        counted(count, self.fields_one, self.fields_many)
    }

    /// `1 item`, `5 items`.
    pub fn items_counted(&self, count: u64) -> String {
        counted(count, self.items_one, self.items_many)
    }
}

fn counted(count: u64, one: &str, many: &str) -> String {
    fill(if count == 1 { one } else { many }, &[("n", &whole(count))])
}
