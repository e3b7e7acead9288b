//! What a person has typed: the answer and what it should rest on, as it is edited and kept in the browser.

use groundcheck_types::{ErrorCode, Facts, InputError, Number, Request, Scope, Source};
use serde::{Deserialize, Serialize};

/// A source as it is edited.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SourceDraft {
    /// Tells the rows of the list apart; never leaves the page.
    pub key: u32,
    /// What evidence and citation markers call it.
    pub id: String,
    /// Its title; empty for none.
    pub title: String,
    /// Its text.
    pub text: String,
}

/// The optional fields around the answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Context {
    /// What was asked.
    pub question: String,
    /// Which entity's facts apply.
    pub entity: String,
    /// Which period's facts apply.
    pub period: String,
    /// The caller's own confidence, as typed.
    pub confidence: String,
}

/// Everything typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Draft {
    /// The answer.
    pub answer: String,
    /// The sources.
    pub sources: Vec<SourceDraft>,
    /// The facts as CSV.
    pub facts: String,
    /// The rest.
    pub context: Context,
}

impl Draft {
    /// The draft that says what this request says; facts given as rows have no place in the editor and are left out.
    pub fn from_request(request: &Request) -> Draft {
        let mut sources = Vec::new();
        for source in &request.sources {
            let key = next_key(&sources);
            let title = source.title.clone().unwrap_or_default();
            sources.push(SourceDraft { key, id: source.id.clone(), title, text: source.text.clone() });
        }
        let scope = request.scope.clone().unwrap_or_default();
        Draft {
            answer: request.answer.clone(),
            sources,
            facts: if let Facts::Csv(csv) = &request.facts { csv.clone() } else { String::new() },
            context: Context {
                question: request.question.clone().unwrap_or_default(),
                entity: scope.entity.unwrap_or_default(),
                period: scope.period.unwrap_or_default(),
                confidence: request.confidence.map(|c| c.0.to_string()).unwrap_or_default(),
            },
        }
    }

    /// The request that says all of it.
    ///
    /// # Errors
    /// `invalid_value` for a confidence that is no number.
    pub fn request(&self) -> Result<Request, InputError> {
        let question = question_of(&self.answer, &self.context)?;
        Ok(Request { sources: sources_of(&self.sources), facts: facts_of(&self.facts), ..question })
    }

    /// Whether nothing is typed at all.
    pub fn is_empty(&self) -> bool {
        *self == Draft::default()
    }
}

/// The request without its evidence, for a detector that holds the evidence already.
///
/// # Errors
/// `invalid_value` for a confidence that is no number.
pub fn question_of(answer: &str, context: &Context) -> Result<Request, InputError> {
    let text = |text: &str| Some(text.trim().to_owned()).filter(|t| !t.is_empty());
    let scope = Scope { entity: text(&context.entity), period: text(&context.period) };
    Ok(Request {
        answer: answer.to_owned(),
        question: text(&context.question),
        scope: (scope != Scope::default()).then_some(scope),
        confidence: confidence(&context.confidence)?,
        ..Request::default()
    })
}

fn confidence(text: &str) -> Result<Option<Number>, InputError> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    match text.trim().parse() {
        Ok(number) if (0.0..=1.0).contains(&number) => Ok(Some(Number(number))),
        _ => Err(InputError::field(ErrorCode::InvalidValue, "confidence", "must be from 0 to 1")),
    }
}

/// The sources as the engine takes them. A row nobody has typed into yet is no source.
pub fn sources_of(drafts: &[SourceDraft]) -> Vec<Source> {
    let typed = drafts.iter().filter(|d| !d.text.trim().is_empty());
    typed
        .map(|draft| Source {
            id: draft.id.clone(),
            text: draft.text.clone(),
            title: Some(draft.title.trim().to_owned()).filter(|t| !t.is_empty()),
            url: None,
            kind: None,
        })
        .collect()
}

/// The row that the engine's `sources[i]` means: rows without text are not sent.
pub fn row_of_source(drafts: &[SourceDraft], index: usize) -> Option<u32> {
    drafts.iter().filter(|d| !d.text.trim().is_empty()).nth(index).map(|d| d.key)
}

/// The facts as the engine takes them.
pub fn facts_of(csv: &str) -> Facts {
    if csv.trim().is_empty() { Facts::default() } else { Facts::Csv(csv.to_owned()) }
}

/// A key that no source has.
pub fn next_key(sources: &[SourceDraft]) -> u32 {
    sources.iter().map(|s| s.key).max().map_or(0, |key| key.saturating_add(1))
}

/// The first of `S1`, `S2` … that no source has.
pub fn next_id(sources: &[SourceDraft]) -> String {
    let taken = |id: &str| sources.iter().any(|s| s.id == id);
    let mut number = 1_usize;
    while taken(&format!("S{number}")) {
        number += 1;
    }
    format!("S{number}")
}

/// Stored sources whose keys clash (a file edited by hand) get keys of their own.
pub fn with_own_keys(mut sources: Vec<SourceDraft>) -> Vec<SourceDraft> {
    for (key, source) in (0..).zip(&mut sources) {
        source.key = key;
    }
    sources
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(key: u32, id: &str, text: &str) -> SourceDraft {
        SourceDraft { key, id: id.into(), title: " ".into(), text: text.into() }
    }

    #[test]
    fn new_sources_get_free_ids_and_keys() {
        let sources = [source(4, "S1", "a"), source(7, "S3", "b")];
        assert_eq!((next_id(&sources).as_str(), next_key(&sources)), ("S2", 8));
        assert_eq!((next_id(&[]).as_str(), next_key(&[])), ("S1", 0));
        let clash = with_own_keys(vec![source(1, "a", ""), source(1, "b", "")]);
        assert_ne!(clash[0].key, clash[1].key);
    }

    #[test]
    fn untouched_rows_are_not_sent_and_errors_still_find_their_row() {
        let drafts = [source(5, "S1", " \n"), source(6, "S2", "text")];
        let sent = sources_of(&drafts);
        assert_eq!((sent.len(), sent[0].id.as_str(), sent[0].title.as_deref()), (1, "S2", None));
        assert_eq!((row_of_source(&drafts, 0), row_of_source(&drafts, 1)), (Some(6), None));
    }

    #[test]
    fn empty_fields_are_absent_and_a_bad_confidence_is_named() {
        let mut context = Context { entity: " ".into(), ..Context::default() };
        let request = question_of("x", &context).unwrap();
        assert_eq!((request.scope, request.confidence), (None, None));
        context.confidence = "0.9".into();
        context.period = "Q3 2024".into();
        let request = question_of("x", &context).unwrap();
        assert_eq!(request.confidence, Some(Number(0.9)));
        assert_eq!(request.scope.unwrap().period.as_deref(), Some("Q3 2024"));
        for bad in ["high", "NaN", "1.5", "-0.1"] {
            context.confidence = bad.into();
            assert_eq!(question_of("x", &context).unwrap_err().field.as_deref(), Some("confidence"), "{bad}");
        }
    }
}
