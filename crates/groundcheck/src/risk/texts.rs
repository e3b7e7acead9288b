//! What is put into an answer, or instead of it, in its language. All of these texts stand here.

use groundcheck_types::{Claim, Status, Warning, WarningPattern};

use super::annotate::Level;
use crate::verify::reasons::Language;

/// A text names at most so many things that do not hold.
const MOST_NAMED: usize = 5;

/// What stands behind a claim: its source and how far it can be relied on.
pub(super) fn marker(claim: &Claim, level: Level, language: Language) -> String {
    let hebrew = language == Language::Hebrew;
    let level = match (level, hebrew) {
        (Level::High, false) => "high confidence",
        (Level::Medium, false) => "medium confidence",
        (Level::Low, false) => "low confidence",
        (Level::High, true) => "ודאות גבוהה",
        (Level::Medium, true) => "ודאות בינונית",
        (Level::Low, true) => "ודאות נמוכה",
    };
    let source = claim.evidence.iter().find_map(|e| e.source.as_deref());
    match (claim.status, hebrew) {
        (Status::Supported, false) => format!("[{}; {level}]", source.unwrap_or("facts")),
        (Status::Supported, true) => format!("[{}; {level}]", source.unwrap_or("הנתונים")),
        (Status::Contradicted, _) => format!("[{}]", instead(claim, language)),
        (Status::Unsupported, false) => "[not in the sources; low confidence]".to_owned(),
        (Status::Unsupported, true) => "[לא נמצא במקורות; ודאות נמוכה]".to_owned(),
        (Status::Unverifiable, false) if claim.is_open() => "[not confirmed]".to_owned(),
        (Status::Unverifiable, true) if claim.is_open() => "[לא אומת]".to_owned(),
        (Status::Unverifiable, false) => "[not checked]".to_owned(),
        (Status::Unverifiable, true) => "[לא נבדק]".to_owned(),
    }
}

/// What the evidence says instead of a claim.
fn instead(claim: &Claim, language: Language) -> String {
    let nearest = claim.nearest.as_ref();
    let source = nearest.and_then(|n| n.source.as_deref());
    let value = nearest.map(|n| n.text.as_str());
    match (language, source, value) {
        (Language::English, Some(source), Some(value)) => format!("{source} has {value}"),
        (Language::English, None, Some(value)) => format!("the facts have {value}"),
        (Language::English, _, None) => "the evidence differs".to_owned(),
        (Language::Hebrew, Some(source), Some(value)) => format!("ב-{source} כתוב {value}"),
        (Language::Hebrew, None, Some(value)) => format!("לפי הנתונים {value}"),
        (Language::Hebrew, _, None) => "הראיות אומרות אחרת".to_owned(),
    }
}

/// What belief is told with.
pub(super) fn as_far_as_known(language: Language) -> &'static str {
    match language {
        Language::English => "To the best of my knowledge,",
        Language::Hebrew => "ככל הידוע לי,",
    }
}

/// What stands in place of the part that does not hold.
pub(super) fn reformulation(claims: &[Claim], warnings: &[Warning], threshold: f64, language: Language) -> String {
    let (lead, end) = match language {
        Language::English => {
            ("I have to stop here, because what follows is not supported.", "Anything beyond this is uncertain.")
        }
        Language::Hebrew => ("כאן עליי לעצור, כי ההמשך אינו מבוסס.", "כל מה שמעבר לכך אינו ודאי."),
    };
    let mut parts = vec![lead.to_owned()];
    parts.extend(problems(claims, warnings, threshold, language));
    parts.push(end.to_owned());
    parts.join(" ")
}

/// What stands instead of an answer that is discarded.
pub(super) fn limitation(claims: &[Claim], warnings: &[Warning], threshold: f64, language: Language) -> String {
    let (lead, end) = match language {
        Language::English => (
            "I cannot give a reliable answer to this.",
            "If you give me a source that covers it, I can answer; until then, please do not rely on any estimate of mine.",
        ),
        Language::Hebrew => {
            ("אין באפשרותי לתת לכך תשובה מבוססת.", "אם יימסר מקור שעוסק בכך אוכל לענות; עד אז אין להסתמך על הערכה שלי.")
        }
    };
    let mut parts = vec![lead.to_owned()];
    parts.extend(problems(claims, warnings, threshold, language));
    parts.push(end.to_owned());
    parts.join(" ")
}

/// What does not hold, a sentence each.
fn problems(claims: &[Claim], warnings: &[Warning], threshold: f64, language: Language) -> Vec<String> {
    let english = language == Language::English;
    let contradicted = claims.iter().filter(|claim| claim.status == Status::Contradicted).map(|claim| {
        let instead = instead(claim, language);
        if english {
            format!("For “{}”, {instead}.", claim.text)
        } else {
            format!("לגבי „{}”: {instead}.", claim.text)
        }
    });
    let unsupported = claims.iter().filter(|claim| claim.status == Status::Unsupported).map(|claim| {
        if english {
            format!("Nothing that I was given says “{}”.", claim.text)
        } else {
            format!("במה שנמסר לי לא מופיע „{}”.", claim.text)
        }
    });
    // What claims say is said already.
    let own = |w: &&Warning| {
        !matches!(w.pattern, WarningPattern::ContradictedValue | WarningPattern::UnsupportedValue)
            && w.confidence.0 > threshold
    };
    let warned = warnings.iter().filter(own).map(|w| match &w.contradiction {
        Some(contradiction) => said_before(&contradiction.contradicts.text, contradiction.contradicts.turn, language),
        None => w.description.clone(),
    });
    contradicted.chain(warned).chain(unsupported).take(MOST_NAMED).collect()
}

/// The beginning of the note behind an answer that contradicts the conversation.
pub(super) fn does_not_fit(language: Language) -> &'static str {
    match language {
        Language::English => "Note: this does not fit what was said before.",
        Language::Hebrew => "לתשומת לב: הדברים אינם מתיישבים עם מה שנאמר קודם.",
    }
}

/// What was said before, and in which turn.
pub(super) fn said_before(text: &str, turn: Option<u32>, language: Language) -> String {
    match (language, turn.map(|turn| turn + 1)) {
        (Language::English, Some(turn)) => format!("In turn {turn}: “{text}”"),
        (Language::English, None) => format!("Earlier in this answer: “{text}”"),
        (Language::Hebrew, Some(turn)) => format!("בתור {turn}: „{text}”"),
        (Language::Hebrew, None) => format!("קודם לכן בתשובה זו: „{text}”"),
    }
}
