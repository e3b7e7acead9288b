//! What a reader is told, in the answer's language. All of these texts stand here.
//!
//! Source: document 5, "Response Format": the two Hebrew sentences are its own.

use groundcheck_types::GroundingReason;

use crate::lexicon;
use crate::verify::reasons::Language;

/// The language of a text: that of most of its letters, of English and Hebrew.
pub(super) fn language(text: &str) -> Language {
    let hebrew = text.chars().filter(|c| lexicon::is_hebrew(*c)).count();
    let other = text.chars().filter(|c| c.is_alphabetic()).count() - hebrew;
    if hebrew > other { Language::Hebrew } else { Language::English }
}

/// What to tell of a claim that is not grounded.
pub(super) fn warning(reason: GroundingReason, language: Language) -> &'static str {
    use GroundingReason as R;
    let (english, hebrew) = match reason {
        R::Contradicted => ("The sources say otherwise.", "המקורות אומרים אחרת."),
        R::NotEntailed | R::Entailed | R::EntailedElsewhere | R::EntailedByVotes => {
            ("No sufficient source was found.", "לא נמצא מקור מספק")
        }
        R::TooLittleInformation => ("The sources support this only in part.", "המקורות תומכים בכך רק באופן חלקי."),
        R::EvidenceUnused => ("Nothing shows that this rests on the sources.", "אין סימן לכך שהטענה נשענת על המקורות."),
        R::Undecided => {
            ("It could not be decided whether the sources say so.", "לא ניתן היה להכריע אם המקורות תומכים בכך.")
        }
        R::NoLogprobs => ("Not verified: the model gives no probabilities.", "לא נבדק: המודל אינו מוסר הסתברויות."),
        R::AddressesVerifier => (
            "This sentence addresses the verifier, so the verifier’s answer about it was not used.",
            "המשפט פונה אל הבודק ולכן לא ניתן להסתמך עליו.",
        ),
        R::NoEvidence => ("Not verified: there are no sources.", "לא נבדק: אין מקורות."),
        R::OutOfTime => ("Not verified: time ran out.", "לא נבדק: תם הזמן שהוקצב לבדיקה."),
        R::OverBudget => ("Not verified: the budget is used up.", "לא נבדק: התקציב לבדיקה נוצל."),
        _ => ("Not verified: the verifier did not answer.", "לא נבדק: הבודק לא השיב."),
    };
    match language {
        Language::English => english,
        Language::Hebrew => hebrew,
    }
}

/// What to tell of a claim that is grounded.
pub(super) fn entailed(language: Language) -> &'static str {
    match language {
        Language::English => "The verifier says that this follows from the sources.",
        Language::Hebrew => "לפי הבודק, הדבר נובע מהמקורות.",
    }
}

/// What to tell of the answer as a whole; `None` where all of it is grounded.
pub(super) fn overall(ungrounded: u32, total: u32, unchecked: u32, language: Language) -> Option<String> {
    let hebrew = language == Language::Hebrew;
    let mut parts = Vec::new();
    if total == 0 && unchecked == 0 {
        let none = if hebrew {
            "לא נמצאה בתשובה טענה שניתן לבדוק."
        } else {
            "The answer contains no claim that can be verified."
        };
        parts.push(none.to_owned());
    }
    if ungrounded > 0 {
        parts.push(match (hebrew, ungrounded) {
            (true, n) => format!("שים לב: {n} טענות בתשובה לא נתמכות במלואן על ידי המקורות."),
            (false, 1) => "Note: 1 claim of this answer is not fully supported by the sources.".to_owned(),
            (false, n) => format!("Note: {n} claims in this answer are not fully supported by the sources."),
        });
    }
    if unchecked > 0 {
        parts.push(match (hebrew, unchecked) {
            (true, 1) => "טענה אחת נוספת לא נבדקה.".to_owned(),
            (true, n) => format!("{n} טענות נוספות לא נבדקו."),
            (false, 1) => "1 more claim was not checked.".to_owned(),
            (false, n) => format!("{n} more claims were not checked."),
        });
    }
    (!parts.is_empty()).then(|| parts.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_and_counts() {
        assert_eq!(language("לפי ההחלטה, NOI"), Language::Hebrew);
        assert_eq!(language("The term שמאי is Hebrew"), Language::English);
        assert_eq!(language("123"), Language::English);
        let said = |n, total, unchecked, language| overall(n, total, unchecked, language).unwrap_or_default();
        assert_eq!(said(1, 4, 0, Language::Hebrew), "שים לב: 1 טענות בתשובה לא נתמכות במלואן על ידי המקורות.");
        assert_eq!(
            said(2, 10, 1, Language::English),
            "Note: 2 claims in this answer are not fully supported by the sources. 1 more claim was not checked."
        );
        assert_eq!(overall(0, 3, 0, Language::English), None);
        assert!(overall(0, 0, 0, Language::Hebrew).is_some());
    }
}
