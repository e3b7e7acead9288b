//! What a reader is told by the monitor, in the answer's language. All of these texts stand here.

use groundcheck_types::{AlternativeAction, RequirementKind, WarningPattern};

use crate::verify::reasons::Language;

/// What a warning says where nothing more is known of it.
pub(super) fn pattern(pattern: WarningPattern, segment: &str, language: Language) -> String {
    use WarningPattern as P;
    let (english, hebrew) = match pattern {
        P::ContradictedValue => ("The evidence contradicts this.", "הראיות סותרות זאת."),
        P::UnsupportedValue => ("No source or fact supports this.", "אין מקור או נתון שתומכים בכך."),
        P::LowConfidence => ("The evidence for this is too weak.", "הראיות לכך חלשות מדי."),
        P::RisingSpecificity => (
            "More and more precise values, with no evidence for any of them.",
            "ערכים מדויקים יותר ויותר, ואין ראיה לאף אחד מהם.",
        ),
        P::UnknownLink => ("None of the sources contain this link.", "הקישור אינו מופיע באף אחד מהמקורות."),
        P::UnknownCitation => ("This citation matches no source.", "הציטוט אינו מפנה לאף מקור."),
        P::UnnamedAuthority => ("It does not name who says this.", "לא נאמר מי אומר זאת."),
        P::UnknownPublication => ("No source names this publication.", "אף מקור אינו מזכיר את הפרסום הזה."),
        P::UnfoundedCertainty => {
            ("Stated with certainty, but nothing supports it.", "נאמר בביטחון, ואין דבר שתומך בכך.")
        }
        _ => ("It does not match what was said before.", "אינו מתיישב עם מה שנאמר קודם."),
    };
    match language {
        Language::English => format!("“{segment}”: {english}"),
        Language::Hebrew => format!("„{segment}”: {hebrew}"),
    }
}

/// What to do where something that a question needs is not known; `known` is what is there instead.
pub(super) fn alternative(action: AlternativeAction, what: &str, known: Option<&str>, language: Language) -> String {
    use AlternativeAction as A;
    let hebrew = language == Language::Hebrew;
    match (action, hebrew) {
        (A::AskUser, false) => format!("Ask what is meant by “{what}”, or where it can be found."),
        (A::AskUser, true) => format!("לשאול למה הכוונה ב„{what}”, או היכן ניתן למצוא זאת."),
        (A::AddSource, false) => format!("Add a document or a fact that covers “{what}”."),
        (A::AddSource, true) => format!("להוסיף מסמך או נתון שעוסק ב„{what}”."),
        (A::AnswerForKnown, false) => format!("Answer for {} and say so.", known.unwrap_or("what is at hand")),
        (A::AnswerForKnown, true) => format!("לענות עבור {} ולציין זאת.", known.unwrap_or("מה שקיים")),
        (A::LookUp, false) => format!("Look up the current state: “{what}”."),
        (A::LookUp, true) => format!("לבדוק את המצב העדכני: „{what}”."),
        (_, false) => format!("Say that “{what}” is not known."),
        (_, true) => format!("לומר ש„{what}” אינו ידוע."),
    }
}

/// What to say instead of an answer where these are missing.
pub(super) fn limitation(missing: &[(RequirementKind, &str)], anything: bool, language: Language) -> String {
    let hebrew = language == Language::Hebrew;
    if !anything {
        return if hebrew {
            "לא ניתן לענות על כך באופן מבוסס: לא נמסרו מקורות או נתונים."
        } else {
            "I cannot answer this reliably: there are no sources or facts."
        }
        .to_owned();
    }
    let named = |(kind, text): &(RequirementKind, &str)| match (kind, hebrew) {
        (RequirementKind::Recency, false) => format!("the current state (“{text}”)"),
        (RequirementKind::Recency, true) => format!("המצב העדכני („{text}”)"),
        (RequirementKind::Value, false) => format!("a value for “{text}”"),
        (RequirementKind::Value, true) => format!("ערך עבור „{text}”"),
        (_, false) => format!("“{text}”"),
        (_, true) => format!("„{text}”"),
    };
    let list: Vec<String> = missing.iter().map(named).collect();
    if hebrew {
        format!("לא ניתן לענות על כך באופן מבוסס: במה שנמסר אין {}.", list.join(", "))
    } else {
        format!("I cannot answer this reliably: what was given does not cover {}.", list.join(", "))
    }
}
