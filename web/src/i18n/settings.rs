//! The settings' names and their Hebrew help. The English help is the contract's own.

use groundcheck_types::{SETTINGS, Setting};

use super::Language;

/// Settings that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// How far a value may be off.
    Tolerances,
    /// What is checked.
    Checks,
    /// Confidence and risk.
    Weights,
    /// What goes to review.
    Review,
    /// What servers and batches aim for.
    Targets,
}

/// The groups in the order they are shown.
pub const GROUPS: [Group; 5] = [Group::Tolerances, Group::Checks, Group::Weights, Group::Review, Group::Targets];

impl Group {
    /// Its heading.
    pub fn heading(self, language: Language) -> &'static str {
        let (en, he) = match self {
            Group::Tolerances => ("Tolerances", "סטיות מותרות"),
            Group::Checks => ("What is checked", "מה נבדק"),
            Group::Weights => ("Confidence and risk", "ביטחון וסיכון"),
            Group::Review => ("Review", "בחינה בידי אדם"),
            Group::Targets => ("Targets", "יעדים"),
        };
        match language {
            Language::En => en,
            Language::He => he,
        }
    }
}

/// One setting's words.
pub struct SettingWords {
    /// The field of the policy.
    pub field: &'static str,
    /// Where it is shown.
    pub group: Group,
    label_en: &'static str,
    label_he: &'static str,
    help_he: &'static str,
}

const fn row(
    field: &'static str,
    group: Group,
    label_en: &'static str,
    label_he: &'static str,
    help_he: &'static str,
) -> SettingWords {
    SettingWords { field, group, label_en, label_he, help_he }
}

/// One row a setting; a test compares it with the contract's list.
#[rustfmt::skip]
static WORDS: &[SettingWords] = &[
    row("currency_tolerance_ratio", Group::Tolerances, "Amounts", "סכומים", "בכמה סכום יכול לסטות מהערך האמיתי, כחלק ממנו."),
    row("percentage_tolerance_ratio", Group::Tolerances, "Percentages", "אחוזים", "בכמה אחוז יכול לסטות מהערך האמיתי, כחלק ממנו."),
    row("ratio_tolerance_ratio", Group::Tolerances, "Ratios", "יחסים", "בכמה יחס יכול לסטות מהערך האמיתי, כחלק ממנו."),
    row("number_tolerance_ratio", Group::Tolerances, "Plain numbers", "מספרים", "בכמה מספר רגיל יכול לסטות מהערך האמיתי, כחלק ממנו."),
    row("date_tolerance_days", Group::Tolerances, "Dates, in days", "תאריכים, בימים", "בכמה ימים תאריך מלא יכול לסטות; תקופות (חודשים, רבעונים, שנים) נבדקות תמיד במדויק."),
    row("verify_currency", Group::Checks, "Amounts", "סכומים", "האם סכומים נבדקים; אם לא, הם מסומנים כבלתי ניתנים לאימות."),
    row("verify_percentages", Group::Checks, "Percentages", "אחוזים", "האם אחוזים נבדקים."),
    row("verify_dates", Group::Checks, "Dates", "תאריכים", "האם תאריכים נבדקים."),
    row("verify_ratios", Group::Checks, "Ratios", "יחסים", "האם יחסים נבדקים."),
    row("verify_numbers", Group::Checks, "Plain numbers", "מספרים", "האם מספרים רגילים נבדקים."),
    row("verify_quotations", Group::Checks, "Quotations", "ציטוטים", "האם ציטוטים נבדקים."),
    row("verify_identifiers", Group::Checks, "Identifiers", "מזהים", "האם מזהים נבדקים: מספרי חשבונית ותיק, סעיפים, מספרי טלפון, כתובות דואר אלקטרוני."),
    row("verify_links", Group::Checks, "Links", "קישורים", "האם קישורים מחופשים במקורות."),
    row("verify_citations", Group::Checks, "Citations", "הפניות למקור", "האם סימני הפניה למקור נבדקים."),
    row("verify_names", Group::Checks, "Names", "שמות", "האם מחפשים שמות במקורות: אנשים, ארגונים, מקומות, מוצרים."),
    row("flagged_penalty_points", Group::Weights, "Penalty when flagged", "הפחתה לתשובה מסומנת", "כמה נקודות ביטחון מופחתות מביטחון המודל כשהתשובה מסומנת."),
    row("fact_confidence", Group::Weights, "Confidence from a fact", "ביטחון מעובדה", "הביטחון בתוצאה שנשענת על עובדה, בין 0 ל־1."),
    row("document_confidence", Group::Weights, "Confidence from a document", "ביטחון ממסמך", "הביטחון בתוצאה שנשענת על מסמך, בין 0 ל־1."),
    row("supported_probability", Group::Weights, "Supported at a probability of at least", "נתמך בהסתברות של לפחות", "ההסתברות המזערית שטענה נכונה, בין 0 ל־1, שממנה ואילך היא נתמכת במסמך; מתחת לכך היא לבדיקה."),
    row("flagged_probability", Group::Weights, "Flagged at a probability of at most", "מסומן עד להסתברות של", "ההסתברות המרבית שטענה נכונה, בין 0 ל־1, שעד אליה היא מסומנת כסותרת או כלא נתמכת; מעל לכך היא לבדיקה."),
    row("correction_probability", Group::Weights, "Corrected at a probability of at most", "מתוקן עד להסתברות של", "ההסתברות המרבית שטענה סותרת נכונה בכל זאת, בין 0 ל־1, שעד אליה מוצע לה תיקון."),
    row("correction_share", Group::Weights, "Corrected at a share of at least", "מתוקן בחלק של לפחות", "תיקון מוצע רק כשההסתברות שמקום אחד הוא מושא הטענה היא לפחות כזו, בין 0 ל־1."),
    row("high_risk_below_reliability", Group::Weights, "High risk below", "סיכון גבוה מתחת ל־", "האמינות שמתחתיה הסיכון גבוה."),
    row("medium_risk_below_reliability", Group::Weights, "Medium risk below", "סיכון בינוני מתחת ל־", "האמינות שמתחתיה הסיכון לפחות בינוני."),
    row("has_source_weight", Group::Weights, "A mention names a source", "אזכור שמציין מקור", "כמה מוסיף ציון מקור לאמינות של אזכור."),
    row("accessible_weight", Group::Weights, "Its source can be reached", "מקור נגיש", "כמה מוסיף מקור נגיש לאמינות של אזכור; מחצית מכך כשלא ניתן היה לברר."),
    row("confidence_weight", Group::Weights, "The model's confidence", "ביטחון המודל", "כמה מוסיף ביטחון של 1 לאמינות של אזכור; ביטחון נמוך יותר מוסיף פחות."),
    row("multi_source_bonus", Group::Weights, "Each further source", "כל מקור נוסף", "כמה מוסיף כל מקור נגיש נוסף, באתר אחר, לאמינות של אזכור."),
    row("multi_source_bonus_max", Group::Weights, "Further sources at most", "מקורות נוספים לכל היותר", "כמה מוסיפים מקורות נוספים לכל היותר."),
    row("auto_flag", Group::Review, "Send flagged answers to review", "העברת תשובות מסומנות לבחינה", "האם תשובה מסומנת עוברת לבחינה; אם לא, היא מתקבלת אף שהיא נשארת מסומנת."),
    row("review_queue", Group::Review, "There is a review queue", "יש תור בחינה", "האם יש תור בחינה; אם לא, שום דבר לא נשלח אליו."),
    row("review_unverified", Group::Review, "Send unverified answers too", "גם תשובות שלא אומתו", "האם גם תשובה שלא ניתן היה לאמת עוברת לבחינה."),
    row("target_time_ms", Group::Targets, "Time for an analysis, in ms", "זמן לניתוח, באלפיות שנייה", "הזמן שניתוח אחד אמור לקחת; אף תוצאה אינה תלויה בו."),
    row("target_rate", Group::Targets, "Hallucination rate to stay under", "שיעור הזיות מרבי", "שיעור ההזיות שסדרת תשובות אמורה להישאר מתחתיו."),
];

impl SettingWords {
    /// The setting this is about.
    pub fn setting(&self) -> Option<&'static Setting> {
        SETTINGS.iter().find(|s| s.field == self.field)
    }

    /// Its short name.
    pub fn label(&self, language: Language) -> &'static str {
        match language {
            Language::En => self.label_en,
            Language::He => self.label_he,
        }
    }

    /// What it does, in one sentence.
    pub fn help(&self, language: Language) -> &'static str {
        match language {
            Language::En => self.setting().map_or("", |s| s.help),
            Language::He => self.help_he,
        }
    }

    /// The settings of a group, in order.
    pub fn of_group(group: Group) -> impl Iterator<Item = &'static SettingWords> {
        WORDS.iter().filter(move |w| w.group == group)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_of_the_contract_has_words_and_no_other_does() {
        for setting in SETTINGS {
            assert!(WORDS.iter().any(|w| w.field == setting.field), "{} has no words", setting.field);
        }
        assert_eq!(WORDS.len(), SETTINGS.len());
        for words in WORDS {
            assert!(words.setting().is_some_and(|s| !s.help.is_empty()), "{} is no setting", words.field);
            assert!(!words.label_en.is_empty() && !words.label_he.is_empty() && !words.help_he.is_empty());
        }
    }

    #[test]
    fn every_setting_is_in_one_shown_group() {
        let shown: usize = GROUPS.iter().map(|g| SettingWords::of_group(*g).count()).sum();
        assert_eq!(shown, SETTINGS.len());
    }
}
