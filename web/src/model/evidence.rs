//! What the evidence card shows of one claim. Equal values draw nothing anew, so typing elsewhere does not disturb it.

use groundcheck_types::{Claim, ClaimValue, Fact, Nearest, Span, Status, Utf16Span};

use super::analysis::Analysis;
use super::draft::SourceDraft;
use super::format;
use super::passage::{Passage, facts_of, marks, passage, sources_of};

/// A claim by itself, wherever in the answer it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Subject {
    /// The claim, without its place in the answer.
    pub claim: Claim,
    /// What the engine would put in its place.
    pub replacement: Option<String>,
}

impl Subject {
    /// The claim at this place of the report.
    pub fn of(analysis: &Analysis, index: usize) -> Option<Subject> {
        let claim = analysis.claims().get(index)?;
        let replacement = analysis.replacement(claim);
        let claim = Claim { id: String::new(), span: Span::default(), utf16: Utf16Span::default(), ..claim.clone() };
        Some(Subject { claim, replacement })
    }

    /// How likely a supported claim is right, or a flagged one wrong, in whole per cent, where that is known. Of an open claim it would
    /// read like a recommendation.
    pub fn likely(&self) -> Option<Likely> {
        let right = self.claim.probability?.0;
        match self.claim.status {
            Status::Supported => Some(Likely::Right(format::likely(right))),
            Status::Contradicted | Status::Unsupported => Some(Likely::Wrong(format::likely(1.0 - right))),
            Status::Unverifiable => None,
        }
    }

    /// How far off the claim is, in per cent, where it is off at all.
    pub fn difference(&self) -> Option<String> {
        let difference = self.claim.nearest.as_ref()?.difference_percent?.0;
        (difference > 0.0).then(|| format::percent(difference))
    }

    /// What the evidence has: the nearest value, or what a supported claim rests on.
    pub fn actual(&self) -> Option<Actual> {
        if let Some(nearest) = &self.claim.nearest {
            return Some(Actual::of(nearest));
        }
        let evidence = self.claim.evidence.first().filter(|_| self.claim.status == Status::Supported)?;
        let value = evidence.value.as_ref().map(|v| shown_value(v, self.claim.unit.as_deref()));
        let is_fact = evidence.fact.is_some();
        let text = if is_fact { value.clone().unwrap_or_default() } else { evidence.text.clone() };
        (!text.is_empty() && self.claim.derivation.is_none()).then_some(Actual { text, value, is_fact })
    }
}

/// The chance, in whole per cent, that goes with a status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Likely {
    /// That the claim is right.
    Right(String),
    /// That it is wrong.
    Wrong(String),
}

/// What the evidence says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actual {
    /// As it stands there.
    pub text: String,
    /// In base units, where that reads differently: a cell of a table in millions.
    pub value: Option<String>,
    /// Whether a fact says so, and not a source.
    pub is_fact: bool,
}

impl Actual {
    fn of(nearest: &Nearest) -> Actual {
        let value = format::other_value(&nearest.value, &nearest.text);
        Actual { text: nearest.text.clone(), value, is_fact: nearest.fact.is_some() }
    }
}

fn shown_value(value: &ClaimValue, unit: Option<&str>) -> String {
    let text = format::value(value);
    match unit {
        Some("%") => text + " %",
        Some(code) => format!("{code} {text}"),
        None => text,
    }
}

/// A source's part that a claim rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourcePassage {
    /// The source's id.
    pub id: String,
    /// Its title; empty for none.
    pub title: String,
    /// The part of its text.
    pub passage: Passage,
}

/// The passages that the claim's evidence names; of the source `whole`, all of it. Of an open claim also those of its candidates,
/// with the one at the place `looked` first.
pub fn passages(
    claim: &Claim,
    sources: &[SourceDraft],
    whole: Option<&str>,
    looked: Option<usize>,
) -> Vec<SourcePassage> {
    let part = |id: String| {
        let source = sources.iter().find(|s| s.id == id)?;
        let passage = passage(&source.text, &marks(claim, &id, looked), whole == Some(id.as_str()));
        Some(SourcePassage { id, title: source.title.clone(), passage })
    };
    sources_of(claim, looked).into_iter().filter_map(part).collect()
}

/// The facts that the claim's evidence names.
pub fn facts(claim: &Claim, facts: &[Fact]) -> Vec<Fact> {
    facts_of(claim).into_iter().filter_map(|i| facts.get(i as usize).cloned()).collect()
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{Evidence, Number};

    use super::*;
    use crate::model::analysis::Outcome;
    use crate::model::fixture::{claim, report};

    fn subject(answer: &str, claim: Claim) -> Subject {
        let outcome = Outcome::Checked(Box::new(report(vec![claim])));
        let analysis = Analysis { answer: answer.into(), outcome, corrections: Vec::new(), took: 0.0 };
        Subject::of(&analysis, 0).unwrap()
    }

    fn nearest(value: f64, text: &str, difference: f64) -> Option<Nearest> {
        Some(Nearest {
            value: ClaimValue::Number(Number(value)),
            text: text.into(),
            difference_percent: Some(Number(difference)),
            source: Some("S1".into()),
            fact: None,
            span: None,
            utf16: None,
        })
    }

    #[test]
    fn the_same_claim_elsewhere_in_the_answer_is_the_same_subject() {
        let a = subject("It was $5.", claim("It was $5.", "$5", Status::Unsupported));
        let b = subject("I think it was $5.", claim("I think it was $5.", "$5", Status::Unsupported));
        assert_eq!(a, b);
    }

    #[test]
    fn a_figure_in_millions_is_also_shown_in_full() {
        let mut c = claim("$5", "$5", Status::Contradicted);
        c.nearest = nearest(1_452_400_000.0, "1,452.4", 25.0);
        let s = subject("$5", c.clone());
        assert_eq!(s.actual().unwrap().value.as_deref(), Some("1,452,400,000"));
        assert_eq!(s.difference().as_deref(), Some("25"));
        c.nearest = nearest(1_200_000.0, "$1,200,000", 0.0);
        let s = subject("$5", c);
        assert_eq!((s.actual().unwrap().value, s.difference()), (None, None));
    }

    #[test]
    fn nothing_is_shown_as_actual_where_the_evidence_has_nothing() {
        let s = subject("$5", claim("$5", "$5", Status::Unsupported));
        assert_eq!(s.actual(), None);
        let mut c = claim("$5", "$5", Status::Unsupported);
        c.evidence = vec![Evidence { source: Some("S1".into()), text: "$5".into(), ..Evidence::default() }];
        assert_eq!(subject("$5", c).actual(), None);
    }

    #[test]
    fn a_chance_is_told_where_it_is_known() {
        let mut c = claim("$5", "$5", Status::Supported);
        assert_eq!(subject("$5", c.clone()).likely(), None);
        c.probability = Some(Number(0.917));
        assert_eq!(subject("$5", c.clone()).likely(), Some(Likely::Right("92".to_owned())));
        c.status = Status::Unverifiable;
        assert_eq!(subject("$5", c.clone()).likely(), None);
        c.status = Status::Contradicted;
        c.probability = Some(Number(0.37));
        assert_eq!(subject("$5", c).likely(), Some(Likely::Wrong("63".to_owned())));
    }

    #[test]
    fn passages_name_sources_that_are_still_there() {
        let mut c = claim("$5", "$5", Status::Supported);
        let of = |id: &str| Evidence { source: Some(id.into()), span: Some(Span::new(0, 2)), ..Evidence::default() };
        c.evidence = vec![of("S1"), of("gone"), of("S1")];
        let sources = [SourceDraft { key: 0, id: "S1".into(), title: "T".into(), text: "$5 it was".into() }];
        let shown = passages(&c, &sources, None, None);
        assert_eq!(shown.len(), 1);
        assert_eq!((shown[0].id.as_str(), shown[0].title.as_str()), ("S1", "T"));
    }
}
