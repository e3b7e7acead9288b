//! The answer cut at its claims, for the layer that draws underlines beneath the editor's text.

use groundcheck_types::Claim;

/// A run of the answer that lies in one claim, or in none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The text, exactly as it stands.
    pub text: String,
    /// The claim's place in the report.
    pub claim: Option<usize>,
}

/// Cuts the answer at its claims. The runs' texts joined give the answer back, whatever the spans say.
///
/// A claim whose span does not fit the text, or begins inside an earlier claim, gets no run of its own.
pub fn runs(answer: &str, claims: &[Claim]) -> Vec<Run> {
    let mut order: Vec<usize> = (0..claims.len()).collect();
    order.sort_by_key(|&i| (claims[i].span.start, claims[i].span.end));
    let mut runs = Vec::with_capacity(claims.len() * 2 + 1);
    let mut done = 0;
    for i in order {
        let (start, end) = (claims[i].span.start as usize, claims[i].span.end as usize);
        if start < done || start == end || claims[i].span.of(answer).is_none() {
            continue;
        }
        if start > done {
            runs.push(Run { text: answer[done..start].to_owned(), claim: None });
        }
        runs.push(Run { text: answer[start..end].to_owned(), claim: Some(i) });
        done = end;
    }
    if done < answer.len() {
        runs.push(Run { text: answer[done..].to_owned(), claim: None });
    }
    runs
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{Span, Status};

    use super::*;
    use crate::model::fixture::claim;

    fn shown(answer: &str, claims: &[Claim]) -> Vec<String> {
        let runs = runs(answer, claims);
        assert_eq!(runs.iter().map(|r| r.text.as_str()).collect::<String>(), answer);
        runs.into_iter().map(|r| if r.claim.is_some() { format!("[{}]", r.text) } else { r.text }).collect()
    }

    #[test]
    fn claims_are_cut_out_in_place() {
        let answer = "ה-NOI היה ₪1.2M 😀 and $5.";
        let claims = ["$5", "₪1.2M"].map(|text| claim(answer, text, Status::Supported));
        assert_eq!(shown(answer, &claims), ["ה-NOI היה ", "[₪1.2M]", " 😀 and ", "[$5]", "."]);
    }

    #[test]
    fn an_answer_without_claims_is_one_run() {
        assert_eq!(shown("nothing here", &[]), ["nothing here"]);
        assert!(runs("", &[]).is_empty());
    }

    #[test]
    fn spans_that_overlap_or_do_not_fit_lose_no_text() {
        let answer = "₪12 and 13";
        let mut inside = claim(answer, "12", Status::Supported);
        inside.span = Span { start: 1, end: 5 }; // inside the sign
        let mut beyond = claim(answer, "13", Status::Supported);
        beyond.span.end += 9;
        let whole = claim(answer, "₪12 and", Status::Supported);
        let part = claim(answer, "12", Status::Supported);
        assert_eq!(shown(answer, &[inside, beyond, whole, part]), ["[₪12 and]", " 13"]);
    }
}
