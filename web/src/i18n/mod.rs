//! The page's own words in English and Hebrew.
//!
//! Complete by construction: a text is one line of a table that holds both languages, so neither can lack it.

mod catalogue;
mod live;
mod records;
mod reports;
mod review;
mod settings;
mod table;
mod verify;

use groundcheck_types::{Action, ClaimKind, Disposition, Risk, Status, VerdictReason};

pub use catalogue::{Catalogue, EN, HE};
pub use live::LiveWords;
pub use records::RecordWords;
pub use reports::ReportWords;
pub use review::ReviewWords;
pub use settings::{GROUPS, Group, SettingWords};
pub use verify::VerifyWords;

use crate::model::analysis::{Analysis, Headline, Outcome};
use crate::model::format::{fill, whole};
pub use crate::model::language::Language;
use crate::model::open::ClaimState;

impl Language {
    /// Its words.
    pub fn words(self) -> &'static Catalogue {
        match self {
            Language::En => &EN,
            Language::He => &HE,
        }
    }

    /// Its words for the view Reports.
    pub fn reports(self) -> &'static ReportWords {
        match self {
            Language::En => &reports::EN,
            Language::He => &reports::HE,
        }
    }

    /// Its words for the view Records.
    pub fn records(self) -> &'static RecordWords {
        match self {
            Language::En => &records::EN,
            Language::He => &records::HE,
        }
    }

    /// Its words for the view Review.
    pub fn review(self) -> &'static ReviewWords {
        match self {
            Language::En => &review::EN,
            Language::He => &review::HE,
        }
    }

    /// Its words for the view Live.
    pub fn live(self) -> &'static LiveWords {
        match self {
            Language::En => &live::EN,
            Language::He => &live::HE,
        }
    }

    /// Its words for "Verify with an LLM".
    pub fn verify(self) -> &'static VerifyWords {
        match self {
            Language::En => &verify::EN,
            Language::He => &verify::HE,
        }
    }
}

impl Catalogue {
    /// A headline in a word.
    pub fn headline(&self, headline: Headline) -> &'static str {
        match headline {
            Headline::Idle => self.verdict_idle,
            Headline::Clean => self.verdict_clean,
            Headline::Flagged => self.verdict_flagged,
            Headline::Unverified => self.verdict_unverified,
            Headline::Error => self.verdict_error,
        }
    }

    /// Why an answer has its headline, in a sentence.
    pub fn why_of(&self, analysis: &Analysis) -> &'static str {
        match &analysis.outcome {
            Outcome::Idle => self.why_idle,
            Outcome::Failed(_) => self.why_check_failed,
            Outcome::Checked(report) => self.why(report.verdict_reason),
        }
    }

    /// A status, in one word.
    pub fn status(&self, status: Status) -> &'static str {
        match status {
            Status::Supported => self.supported,
            Status::Contradicted => self.contradicted,
            Status::Unsupported => self.unsupported,
            Status::Unverifiable => self.unverifiable,
        }
    }

    /// How a claim stands: its status, or what the reader is to do or did with it.
    pub fn state(&self, state: ClaimState) -> &'static str {
        match state {
            ClaimState::Status(status) => self.status(status),
            ClaimState::Near => self.near,
            ClaimState::Open => self.to_check,
            ClaimState::Accepted => self.accepted,
            ClaimState::Ignored => self.ignored,
        }
    }

    /// A kind of claim.
    pub fn kind(&self, kind: ClaimKind) -> &'static str {
        match kind {
            ClaimKind::Currency => self.kind_currency,
            ClaimKind::Percentage => self.kind_percentage,
            ClaimKind::Date => self.kind_date,
            ClaimKind::Ratio => self.kind_ratio,
            ClaimKind::Number => self.kind_number,
            ClaimKind::Statement => self.kind_statement,
            ClaimKind::Time => self.kind_time,
            ClaimKind::Quotation => self.kind_quotation,
            ClaimKind::Identifier => self.kind_identifier,
            ClaimKind::Link => self.kind_link,
            ClaimKind::Citation => self.kind_citation,
            ClaimKind::Name => self.kind_name,
        }
    }

    /// A risk.
    pub fn risk(&self, risk: Risk) -> &'static str {
        match risk {
            Risk::Low => self.risk_low,
            Risk::Medium => self.risk_medium,
            Risk::High => self.risk_high,
            Risk::Critical => self.risk_critical,
        }
    }

    /// Why the verdict is what it is; a reason this page does not know yet gets the general sentence.
    pub fn why(&self, reason: VerdictReason) -> &'static str {
        match reason {
            VerdictReason::AllSupported => self.why_all_supported,
            VerdictReason::Contradicted => self.why_contradicted,
            VerdictReason::Unsupported => self.why_unsupported,
            VerdictReason::Finding => self.why_finding,
            VerdictReason::NothingToCheck => self.why_nothing_to_check,
            VerdictReason::NoEvidence => self.why_no_evidence,
            VerdictReason::Undecided => self.why_undecided,
            VerdictReason::CheckFailed => self.why_check_failed,
            _ => self.why_other,
        }
    }

    /// What to do with the answer; nothing to say where it may go on as it is.
    pub fn advice(&self, action: Action, disposition: Disposition) -> Option<&'static str> {
        match (action, disposition) {
            (_, Disposition::Reject) | (Action::Discard, _) => Some(self.advice_discard),
            (Action::Interrupt, _) => Some(self.advice_interrupt),
            (Action::Rephrase, _) => Some(self.advice_rephrase),
            (Action::Annotate, _) => Some(self.advice_annotate),
            (Action::None, Disposition::Review) => Some(self.advice_review),
            (Action::None, Disposition::Accept) => None,
        }
    }

    /// `1 claim`, `6 claims`.
    pub fn claims_counted(&self, count: usize) -> String {
        counted(count, self.claims_one, self.claims_many)
    }

    /// `2 numbers not checked, because they state no value: {list}`.
    pub fn not_checked_counted(&self, count: usize) -> String {
        counted(count, self.not_checked_one, self.not_checked_many)
    }

    /// `1 sentence not checked`, `3 sentences not checked`.
    pub fn unchecked_counted(&self, count: usize) -> String {
        counted(count, self.coverage_unchecked_one, self.coverage_unchecked_many)
    }

    /// `1 hidden character`, `3 hidden characters`.
    pub fn hidden_counted(&self, count: usize) -> String {
        counted(count, self.hidden_one, self.hidden_many)
    }

    /// `1 fact`, `12 facts`.
    pub fn facts_counted(&self, count: usize) -> String {
        counted(count, self.facts_one, self.facts_many)
    }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    fill(if count == 1 { one } else { many }, &[("n", &whole(count as u64))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_say_everything_and_name_the_same_values() {
        let all =
            [catalogue::all(), live::all(), records::all(), reports::all(), review::all(), verify::all()].concat();
        for (name, en, he) in all {
            assert!(!en.trim().is_empty() && !he.trim().is_empty(), "{name} is empty");
            // Names of formats, and values alone, are the same in both.
            let same = ["switch_language", "export_jsonl", "export_csv", "suggest_change", "muted_by"].contains(&name);
            assert!(he.chars().any(|c| ('א'..='ת').contains(&c)) || same, "{name} has no Hebrew");
            assert!(!en.chars().any(|c| ('א'..='ת').contains(&c)) || name == "switch_language", "{name}: {en}");
            let values = |text: &str| {
                let mut names: Vec<String> =
                    text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0.to_owned())).collect();
                names.sort();
                names
            };
            // The singular may say its number in words.
            if !name.ends_with("_one") {
                assert_eq!(values(en), values(he), "{name}");
            }
        }
    }

    #[test]
    fn counts_have_a_singular() {
        assert_eq!(EN.claims_counted(1), "1 claim");
        assert_eq!(EN.claims_counted(0), "0 claims");
        assert_eq!(HE.claims_counted(1), "טענה אחת");
    }

    #[test]
    fn an_answer_that_needs_a_person_never_goes_without_advice() {
        assert!(EN.advice(Action::None, Disposition::Accept).is_none());
        for action in [Action::None, Action::Annotate, Action::Rephrase, Action::Interrupt, Action::Discard] {
            assert!(EN.advice(action, Disposition::Review).is_some());
            assert!(EN.advice(action, Disposition::Reject).is_some());
        }
    }
}
