//! The answer cut at its claims, for the layer that draws underlines beneath the editor's text.

use groundcheck_types::{Claim, Status};

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
/// A claim whose span does not fit the text, or begins inside an earlier claim, gets no run of its own; nor does one that holds a graver
/// claim, so that a wrong number in a quotation is seen.
pub fn runs(answer: &str, claims: &[Claim]) -> Vec<Run> {
    let mut order: Vec<usize> = (0..claims.len()).collect();
    order.sort_by_key(|&i| (claims[i].span.start, std::cmp::Reverse(claims[i].span.end)));
    let mut runs = Vec::with_capacity(claims.len() * 2 + 1);
    let mut done = 0;
    let graver = hides_graver(claims, &order);
    for (i, _) in order.into_iter().zip(graver).filter(|(_, hides)| !hides) {
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

/// Of each claim in this order, whether it holds one that is graver.
fn hides_graver(claims: &[Claim], order: &[usize]) -> Vec<bool> {
    let gravity = |i: usize| match claims[i].status {
        Status::Supported => 0,
        Status::Unverifiable => 1,
        Status::Unsupported | Status::Contradicted => 2,
    };
    let hides = |(at, outer): (usize, &usize)| {
        let inside = order[at + 1..].iter().take_while(|i| claims[**i].span.start < claims[*outer].span.end);
        inside.copied().any(|i| gravity(i) > gravity(*outer))
    };
    order.iter().enumerate().map(hides).collect()
}

/// The runs of an answer that was edited since: what stands before and behind the edit keeps its claims, what lies between has none.
/// Their texts joined give the edited answer.
pub fn carried_over(mut runs: Vec<Run>, answer: &str) -> Vec<Run> {
    let mut rest = answer;
    let mut before = 0;
    while let Some(after) = runs.get(before).and_then(|run| rest.strip_prefix(run.text.as_str())) {
        rest = after;
        before += 1;
    }
    let mut behind = runs.len();
    while let Some(ahead) = runs[before..behind].last().and_then(|run| rest.strip_suffix(run.text.as_str())) {
        rest = ahead;
        behind -= 1;
    }
    let edited = (!rest.is_empty()).then(|| Run { text: rest.to_owned(), claim: None });
    runs.splice(before..behind, edited);
    runs
}

#[cfg(test)]
mod tests {
    use groundcheck_types::Span;

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
    fn claims_around_an_edit_are_carried_over() {
        let answer = "Rent ₪5, fees $7, tax 9%.";
        let claims = ["₪5", "$7", "9%"].map(|text| claim(answer, text, Status::Supported));
        for (edited, expected) in [
            (answer, "Rent [₪5], fees [$7], tax [9%]."),
            ("Rent ₪5, fees $17, tax 9%.", "Rent [₪5], fees $17, tax [9%]."),
            ("Rent ₪5, 😀 fees $7, tax 9%.", "Rent [₪5], 😀 fees [$7], tax [9%]."),
            ("fees $7", "fees $7"),
            ("", ""),
            ("Rent ₪5, fees $7, tax 9%. And more", "Rent [₪5], fees [$7], tax [9%]. And more"),
        ] {
            let runs = carried_over(runs(answer, &claims), edited);
            let shown = |r: Run| if r.claim.is_some() { format!("[{}]", r.text) } else { r.text };
            assert_eq!(runs.into_iter().map(shown).collect::<String>(), expected, "{edited}");
        }
    }

    #[test]
    fn a_wrong_number_in_a_quotation_is_seen() {
        let answer = "“rent is $7 a day” it says";
        let quotation = |status| claim(answer, "rent is $7 a day", status);
        let number = |status| claim(answer, "$7", status);
        let both = |a, b| shown(answer, &[quotation(a), number(b)]).concat();
        assert_eq!(both(Status::Supported, Status::Contradicted), "“rent is [$7] a day” it says");
        assert_eq!(both(Status::Contradicted, Status::Contradicted), "“[rent is $7 a day]” it says");
        assert_eq!(both(Status::Supported, Status::Supported), "“[rent is $7 a day]” it says");
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
