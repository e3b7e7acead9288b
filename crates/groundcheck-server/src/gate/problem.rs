//! What is wrong with an answer, as a gate counts it.

use clap::ValueEnum;
use std::cell::OnceCell;
use std::fmt::Write;

use groundcheck::learning::PatternReader;
use groundcheck_types::{
    Claim, ClaimValue, Finding, Report, Request, SentenceCoverage, Severity, Span, Status, Verdict, VerdictReason,
};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::shown;
use crate::render;

/// The widest passage of evidence, in columns.
const PASSAGE: usize = 160;

/// How many problems of an answer are kept with all that is shown of them: an answer can have ten thousand claims.
pub const LISTED_MAX: usize = 1_000;

/// From which on something is a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum FailOn {
    /// Only what the evidence contradicts, and findings that are high or critical.
    Contradicted,
    /// Also what the evidence does not have, and findings that are medium.
    #[default]
    Flagged,
    /// Also claims left open, and answers in which nothing could be checked.
    Open,
}

impl FailOn {
    fn counts_claim(self, claim: &Claim, verdict: Verdict) -> bool {
        match claim.status {
            Status::Supported => false,
            Status::Contradicted => true,
            Status::Unsupported => self >= FailOn::Flagged,
            // A clean answer may have claims that only refer to something.
            Status::Unverifiable => self == FailOn::Open && verdict != Verdict::Clean && is_undecided(claim),
        }
    }

    fn counts_finding(self, finding: &Finding) -> bool {
        let least = if self == FailOn::Contradicted { Severity::High } else { Severity::Medium };
        finding.severity >= least
    }

    /// Whether an answer is a problem by itself, with no claim or finding that is one.
    fn counts_answer(self, verdict: Verdict) -> bool {
        match verdict {
            Verdict::Clean | Verdict::Error => false,
            // The evidence may be against it in no claim that is contradicted.
            Verdict::Flagged => self >= FailOn::Flagged,
            Verdict::Unverified => self == FailOn::Open,
        }
    }
}

/// Whether the claim states something that was not decided.
fn is_undecided(claim: &Claim) -> bool {
    use groundcheck_types::ReasonCode::OnlyRefers;
    !claim.reasons.iter().any(|reason| reason.code == OnlyRefers)
}

/// How grave a problem is, in the words of CI systems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Flagged.
    Error,
    /// Not decided.
    Warning,
}

impl Level {
    /// The level's name in SARIF, and of GitHub's command.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
        }
    }
}

/// What the evidence has of a claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ground {
    /// What it is to the claim: `nearest`, `evidence`, `look at`.
    pub label: &'static str,
    /// The value or the passage, with its place.
    pub text: String,
}

/// Something wrong with an answer. Its texts are ready to be shown on one line.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Problem {
    /// Stands for this claim in this case wherever its line is: 32 hexadecimal digits.
    pub fingerprint: String,
    /// Why, for programs: a reason's code, a finding's type or a verdict's reason.
    pub rule: String,
    /// How grave it is.
    pub level: Level,
    /// What is wrong: the claim, or what a finding found; null where it is the answer as a whole.
    pub claim: Option<String>,
    /// What is said of it: `contradicted`, `to check`, `medium`.
    pub standing: &'static str,
    /// The kind of the claim, or `finding` or `answer`.
    pub kind: &'static str,
    /// The sentence that it stands in.
    pub sentence: Option<String>,
    /// Why, for people.
    pub reasons: Vec<String>,
    /// What the evidence has.
    pub evidence: Vec<Ground>,
    /// Where it stands in the answer, in UTF-8 bytes.
    pub span: Option<Span>,
    /// Whether the baseline has it.
    pub known: bool,
}

impl Problem {
    /// `“$1.5M” contradicted (currency)`.
    #[must_use]
    pub fn headline(&self) -> String {
        match &self.claim {
            Some(claim) => format!("“{claim}” {} ({})", self.standing, self.kind),
            None => format!("{} {}", self.kind, self.standing),
        }
    }

    /// Why, in one sentence or a few.
    #[must_use]
    pub fn why(&self) -> String {
        self.reasons.join(" ")
    }

    /// Sentence and evidence, each behind what it is.
    pub fn details(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let sentence = self.sentence.as_deref().map(|sentence| ("sentence", sentence));
        sentence.into_iter().chain(self.evidence.iter().map(|ground| (ground.label, ground.text.as_str())))
    }

    /// Headline, reasons, sentence and evidence, each on a line of its own.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = self.headline() + "\n";
        // Writing to a String cannot fail.
        for reason in &self.reasons {
            let _ = writeln!(out, "  reason: {reason}");
        }
        for (label, text) in self.details() {
            let _ = writeln!(out, "  {label}: {text}");
        }
        out
    }
}

/// A problem beyond the [`LISTED_MAX`] that are listed: what a baseline and the limits need of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Unlisted {
    /// As [`Problem::fingerprint`].
    pub fingerprint: String,
    /// As [`Problem::rule`].
    pub rule: String,
    /// As [`Problem::level`].
    pub level: Level,
    /// As [`Problem::claim`].
    pub claim: Option<String>,
    /// Whether the baseline has it.
    pub known: bool,
}

impl From<Problem> for Unlisted {
    fn from(Problem { fingerprint, rule, level, claim, known, .. }: Problem) -> Self {
        Unlisted { fingerprint, rule, level, claim, known }
    }
}

/// The problems of a checked answer, in its order: those that are listed, and the rest.
pub(super) fn problems(request: &Request, report: &Report, fail_on: FailOn) -> (Vec<Problem>, Vec<Unlisted>) {
    let mut reader = Reader {
        patterns: PatternReader::new(&request.answer, &report.claims),
        request,
        sentences: report.coverage.as_ref().map_or(&[], |coverage| &coverage.sentences),
        evidence: OnceCell::new(),
    };
    let (mut listed, mut unlisted) = (Vec::new(), Vec::new());
    let mut add = |problem: Problem| {
        if listed.len() < LISTED_MAX { listed.push(problem) } else { unlisted.push(problem.into()) }
    };
    let claims = report.claims.iter().filter(|claim| fail_on.counts_claim(claim, report.verdict));
    claims.for_each(|claim| add(reader.claim(claim)));
    let findings = report.findings.iter().filter(|finding| fail_on.counts_finding(finding));
    findings.for_each(|finding| add(reader.finding(finding)));
    if listed.is_empty() && fail_on.counts_answer(report.verdict) {
        listed.push(reader.answer(report.verdict, report.verdict_reason));
    }
    (listed, unlisted)
}

struct Reader<'r> {
    patterns: PatternReader<'r>,
    request: &'r Request,
    sentences: &'r [SentenceCoverage],
    /// Stands for a case that has neither an id nor a question.
    evidence: OnceCell<String>,
}

impl Reader<'_> {
    fn claim(&mut self, claim: &Claim) -> Problem {
        let pattern = self.patterns.claim(claim).fingerprint;
        let evidence = render::grounds(claim, &self.request.sources, PASSAGE);
        Problem {
            fingerprint: self.fingerprint(&pattern, &stated(claim)),
            rule: claim.reasons.first().map_or("no_reason", |reason| reason.code.as_str()).to_owned(),
            level: if claim.status == Status::Unverifiable { Level::Warning } else { Level::Error },
            claim: Some(shown(&claim.text)),
            standing: render::standing(claim).1,
            kind: claim.kind.as_str(),
            sentence: self.sentence(claim.span),
            reasons: claim.reasons.iter().map(|reason| shown(&reason.message)).collect(),
            evidence: evidence.into_iter().map(|(label, text)| ground(label.trim_end(), &text)).collect(),
            span: Some(claim.span),
            known: false,
        }
    }

    fn finding(&mut self, finding: &Finding) -> Problem {
        let pattern = self.patterns.finding(finding).fingerprint;
        let span = finding.span.filter(|_| finding.source == "answer");
        let expected = finding.expected_value.as_deref().map(|expected| ground("expected", expected));
        Problem {
            fingerprint: self.fingerprint(&pattern, &finding.detected_value),
            rule: shown(&finding.r#type),
            level: Level::Error,
            claim: Some(shown(&finding.detected_value)),
            standing: finding.severity.as_str(),
            kind: "finding",
            sentence: span.and_then(|span| self.sentence(span)),
            reasons: vec![shown(&finding.description)],
            evidence: expected.into_iter().collect(),
            span,
            known: false,
        }
    }

    fn answer(&self, verdict: Verdict, reason: VerdictReason) -> Problem {
        let rule = match reason {
            VerdictReason::NothingToCheck => "nothing_to_check",
            VerdictReason::NoEvidence => "no_evidence",
            VerdictReason::Undecided => "undecided",
            _ => verdict.as_str(),
        };
        Problem {
            fingerprint: self.fingerprint(rule, ""),
            rule: rule.to_owned(),
            level: if verdict == Verdict::Flagged { Level::Error } else { Level::Warning },
            claim: None,
            standing: render::word(verdict),
            kind: "answer",
            sentence: None,
            reasons: vec![render::why(reason).to_owned()],
            evidence: Vec::new(),
            span: None,
            known: false,
        }
    }

    /// The sentence of the answer that a place is in.
    fn sentence(&self, at: Span) -> Option<String> {
        render::sentence_at(self.sentences, at)?.span.of(&self.request.answer).map(shown)
    }

    /// Of a case without an id, what was asked stands for it; without that too, its evidence.
    fn fingerprint(&self, pattern: &str, stated: &str) -> String {
        let case = match (&self.request.id, &self.request.question) {
            (Some(id), _) => ["id", id],
            (None, Some(question)) => ["question", question],
            (None, None) => ["evidence", self.evidence.get_or_init(|| evidence(self.request))],
        };
        digest([case[0], case[1], pattern, stated].map(str::as_bytes))
    }
}

/// Stands for the sources and facts of a request.
fn evidence(request: &Request) -> String {
    // Serialising plain data with string keys cannot fail.
    let facts = serde_json::to_vec(&request.facts).unwrap_or_default();
    let sources = request.sources.iter().flat_map(|source| [source.id.as_bytes(), source.text.as_bytes()]);
    digest(sources.chain([facts.as_slice()]))
}

/// 32 hexadecimal digits for these parts; parts cut elsewhere have others.
fn digest<'p>(parts: impl IntoIterator<Item = &'p [u8]>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().iter().take(16).fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

fn ground(label: &'static str, text: &str) -> Ground {
    Ground { label, text: shown(text) }
}

/// What a claim states, however it is written: `$1.5M` and `$1.5 million` are one.
fn stated(claim: &Claim) -> String {
    let unit = claim.unit.as_deref().unwrap_or_default();
    match &claim.value {
        Some(ClaimValue::Number(number)) => format!("{} {unit}", number.0),
        Some(ClaimValue::Date(date)) => date.clone(),
        None => claim.text.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}
