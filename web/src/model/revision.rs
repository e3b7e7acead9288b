//! What became of an answer: its text with what was taken away and what was put in.

use groundcheck_types::{EditKind, SafeResponse};

/// A part of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// It stands as it was.
    Kept(String),
    /// It was taken away.
    Removed(String),
    /// It was put in.
    Added(String, EditKind),
}

/// The parts in order. Those kept and added give the new text, those kept and removed the answer, whatever the spans say.
pub fn parts(answer: &str, response: &SafeResponse) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut at = 0;
    for edit in &response.edits {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        let (Some(kept), Some(removed)) = (answer.get(at..start), answer.get(start..end)) else { continue };
        if !kept.is_empty() {
            parts.push(Part::Kept(kept.to_owned()));
        }
        if !removed.is_empty() {
            parts.push(Part::Removed(removed.to_owned()));
        }
        if !edit.text.is_empty() {
            parts.push(Part::Added(edit.text.clone(), edit.kind));
        }
        at = end;
    }
    if at < answer.len() {
        parts.push(Part::Kept(answer[at..].to_owned()));
    }
    parts
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{Action, Edit, Span};

    use super::*;

    fn response(edits: &[(usize, usize, &str)]) -> SafeResponse {
        let edit = |&(start, end, text): &(usize, usize, &str)| Edit {
            kind: EditKind::Rephrased,
            span: Span::new(start, end),
            text: text.to_owned(),
        };
        SafeResponse { action: Action::Rephrase, text: String::new(), edits: edits.iter().map(edit).collect() }
    }

    #[test]
    fn parts_give_both_texts_back() {
        let answer = "It is ₪5. Surely so.";
        let parts = parts(answer, &response(&[(0, 0, "Perhaps: "), (12, 18, "Maybe"), (99, 100, "lost")]));
        let of = |old: bool| -> String {
            let text = |part: &Part| match part {
                Part::Kept(text) => text.clone(),
                Part::Removed(text) if old => text.clone(),
                Part::Added(text, _) if !old => text.clone(),
                _ => String::new(),
            };
            parts.iter().map(text).collect()
        };
        assert_eq!(of(true), answer);
        assert_eq!(of(false), "Perhaps: It is ₪5. Maybe so.");
    }

    #[test]
    fn an_answer_that_may_stand_is_one_part() {
        assert_eq!(parts("as it was", &response(&[])), [Part::Kept("as it was".to_owned())]);
        assert!(parts("", &response(&[])).is_empty());
    }
}
