use serde::{Deserialize, Deserializer, Serialize};

use crate::scalar::{Scalar, ScalarVisitor};
use crate::{Evidence, Nearest, Number, Span, Utf16Span};

/// What a claim states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ClaimKind {
    /// An amount of money: `$1.2M`.
    Currency,
    /// A share of a hundred: `85 %`, `50 basis points`.
    Percentage,
    /// A day, month, quarter, half, fiscal year or year: `Q3 2024`.
    Date,
    /// A multiple: `DSCR 1.25`, `1.25x`.
    Ratio,
    /// Any other number: `1,250 units`.
    Number,
    /// A sentence without a number; only where a check for sentences ran.
    Statement,
    /// A time of the day, or how long something took to the second: `7:30 pm`, `2:07:46`.
    Time,
    /// Words in quotation marks: what somebody said or wrote, word for word.
    Quotation,
    /// What names one paper, person or thing among all: `INV-2041`, `Section 4.2`, a DOI, a phone number, an e-mail address.
    Identifier,
    /// An address on the web.
    Link,
    /// A mark that names the source of a sentence: `[S0]`, `[2]`.
    Citation,
    /// A person, organisation, place or product; only where no source and no question has the name.
    Name,
}

impl ClaimKind {
    /// The kind as it stands in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            ClaimKind::Currency => "currency",
            ClaimKind::Percentage => "percentage",
            ClaimKind::Date => "date",
            ClaimKind::Ratio => "ratio",
            ClaimKind::Number => "number",
            ClaimKind::Statement => "statement",
            ClaimKind::Time => "time",
            ClaimKind::Quotation => "quotation",
            ClaimKind::Identifier => "identifier",
            ClaimKind::Link => "link",
            ClaimKind::Citation => "citation",
            ClaimKind::Name => "name",
        }
    }
}

/// What the evidence says of a claim. Four values, never two: nothing found and nothing given are not the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Status {
    /// The evidence says so, within tolerance.
    Supported,
    /// The evidence says something else about the same thing.
    Contradicted,
    /// There is evidence, and none of it says so.
    Unsupported,
    /// Nothing was given, or allowed, that could decide it.
    Unverifiable,
}

impl Status {
    /// The status as it stands in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Supported => "supported",
            Status::Contradicted => "contradicted",
            Status::Unsupported => "unsupported",
            Status::Unverifiable => "unverifiable",
        }
    }
}

/// The value that a claim states, in base units.
///
/// A number: 1200000 for `$1.2M`, 85 for `85 %`, 0.5 for `50 basis points`, 1.25 for `1.25x`.
/// A date: `2024-12-01`, `2024-12`, `2024-Q3`, `2024-H1`, `FY2024` or `2024`; `--12-01` for a day without its year.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ClaimValue {
    /// A number in base units.
    Number(Number),
    /// A date, a period or a time of the day: `2024-03-05`, `2024-Q3`, `19:30`.
    Date(String),
}

impl<'de> Deserialize<'de> for ClaimValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = |scalar| match scalar {
            Scalar::Number(n) => Some(ClaimValue::Number(Number(n))),
            Scalar::Text(text) => Some(ClaimValue::Date(text)),
            Scalar::Null | Scalar::Bool(_) => None,
        };
        ScalarVisitor { expecting: "a number or a date", read }.of(deserializer)
    }
}

/// How the claim hedges its value: `about 5`, `at least 5`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Comparator {
    /// `about`, `roughly`, `nearly`.
    About,
    /// `at least`, `no less than`.
    AtLeast,
    /// `at most`, `up to`.
    AtMost,
    /// `more than`, `over`.
    MoreThan,
    /// `less than`, `under`.
    LessThan,
}

/// Why a claim has its status, for programs. Stable once shipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum ReasonCode {
    /// A fact states this value.
    MatchesFact,
    /// A source states this value.
    MatchesSource,
    /// A fact or a source states a value that is within the policy's tolerance, but not the same.
    WithinTolerance,
    /// A source has this very value, but in words that the claim does not share.
    ValueOnly,
    /// The sources imply this value; `derivation` says how.
    Derived,
    /// The evidence neither confirms nor contradicts it clearly enough; the candidates are the places to look at.
    Undecided,
    /// The fact for the same metric, entity and period has another value.
    DiffersFromFact,
    /// The source's passage about the same thing has another value.
    DiffersFromSource,
    /// The source has the value and says the opposite: it fell rather than rose, a loss rather than a gain, or not at all.
    OppositeDirection,
    /// The date is not on the day of the week that it is stated with.
    WrongWeekday,
    /// A source has this value for something else.
    ValueElsewhere,
    /// The same figure in another currency or unit. Only in reports of earlier versions.
    OtherUnit,
    /// So many facts fit that a match would be chance. Only in reports of earlier versions.
    AmbiguousFacts,
    /// No source or fact mentions it.
    NotInEvidence,
    /// There are no sources or facts.
    NoEvidence,
    /// This kind of claim is switched off by policy.
    CheckDisabled,
    /// A number word that says which things are meant, and states nothing: `the two loans`.
    OnlyRefers,
    /// Found where there is no evidence; it is checked when the answer is complete.
    NotYetJudged,
    /// The answer has so many numbers that those behind the first ten thousand are not checked.
    TooMany,
    /// A source has the same words, or the same identifier or link.
    Verbatim,
    /// A source has nearly the same words, or nearly the same identifier.
    MisquotesSource,
    /// The source that is cited has the words or numbers of the sentence; whether it says the same was not checked.
    CitedSourceFits,
    /// The source that is cited does not cover what the sentence says; another one does.
    CitedSourceDiffers,
    /// No source has the id or number that is cited.
    UnknownCitation,
    /// No source, no question and no earlier turn has the name.
    UnknownName,
    /// The check digit does not fit the other digits, so no such identifier exists.
    WrongCheckDigit,
    /// The question or an earlier turn has it; no source does.
    InQuestion,
    /// A language model says that the sources entail the sentence.
    Entailed,
    /// A language model was to be asked about the sentence; it failed, was stopped, or decided nothing.
    NotVerified,
}

impl ReasonCode {
    /// The code as it stands in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            ReasonCode::MatchesFact => "matches_fact",
            ReasonCode::MatchesSource => "matches_source",
            ReasonCode::WithinTolerance => "within_tolerance",
            ReasonCode::ValueOnly => "value_only",
            ReasonCode::Derived => "derived",
            ReasonCode::Undecided => "undecided",
            ReasonCode::DiffersFromFact => "differs_from_fact",
            ReasonCode::DiffersFromSource => "differs_from_source",
            ReasonCode::OppositeDirection => "opposite_direction",
            ReasonCode::WrongWeekday => "wrong_weekday",
            ReasonCode::ValueElsewhere => "value_elsewhere",
            ReasonCode::OtherUnit => "other_unit",
            ReasonCode::AmbiguousFacts => "ambiguous_facts",
            ReasonCode::NotInEvidence => "not_in_evidence",
            ReasonCode::NoEvidence => "no_evidence",
            ReasonCode::CheckDisabled => "check_disabled",
            ReasonCode::OnlyRefers => "only_refers",
            ReasonCode::NotYetJudged => "not_yet_judged",
            ReasonCode::TooMany => "too_many",
            ReasonCode::Verbatim => "verbatim",
            ReasonCode::MisquotesSource => "misquotes_source",
            ReasonCode::CitedSourceFits => "cited_source_fits",
            ReasonCode::CitedSourceDiffers => "cited_source_differs",
            ReasonCode::UnknownCitation => "unknown_citation",
            ReasonCode::UnknownName => "unknown_name",
            ReasonCode::WrongCheckDigit => "wrong_check_digit",
            ReasonCode::InQuestion => "in_question",
            ReasonCode::Entailed => "entailed",
            ReasonCode::NotVerified => "not_verified",
        }
    }
}

/// One reason for a status.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reason {
    /// For programs.
    pub code: ReasonCode,
    /// For people, one sentence in the language of the answer (English or Hebrew).
    pub message: String,
}

/// One atomic statement of the answer, where it stands and what the evidence says of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Claim {
    /// `c1`, `c2` … in the order of the answer; of names `n1`, `n2` ….
    pub id: String,
    /// What it states.
    pub kind: ClaimKind,
    /// Exactly as it stands in the answer.
    pub text: String,
    /// Where it stands, in UTF-8 bytes.
    pub span: Span,
    /// Where it stands, in UTF-16 code units.
    pub utf16: Utf16Span,
    /// What it states, in base units; null where it states no number and no time.
    pub value: Option<ClaimValue>,
    /// ISO 4217 code for currency, `%` for percentages, else null.
    pub unit: Option<String>,
    /// How the answer hedges the value; null where it does not.
    pub comparator: Option<Comparator>,
    /// The ids in citation markers (`[S0]`) that stand with the claim.
    pub citations: Vec<String>,
    /// What the evidence says.
    pub status: Status,
    /// How far the status can be relied on, 0 to 1: 1.0 for a fact, 0.8 for a document (document 2), 0 where nothing was found.
    pub confidence: Number,
    /// What it rests on, or what speaks against it.
    pub evidence: Vec<Evidence>,
    /// What the evidence says instead, where something comes near.
    pub nearest: Option<Nearest>,
    /// How the value follows from the sources, where it is not printed there: `(1,496.5 − 1,202.9) / 1,202.9 = 24.4 %`.
    pub derivation: Option<String>,
    /// Why it has this status.
    pub reasons: Vec<Reason>,
    /// How likely it is that the claim is right, 0 to 1; null where it was not decided by candidates.
    #[serde(default)]
    pub probability: Option<Number>,
    /// What it may be about, the likeliest first, three at most: the places to look at where it is open.
    #[serde(default)]
    pub candidates: Vec<Candidate>,
}

impl Claim {
    /// Whether the evidence neither confirms nor contradicts it and says where to look. A claim that nothing was given for is not open,
    /// nor is one that is not checked.
    #[must_use]
    pub fn is_open(&self) -> bool {
        let open = |code| matches!(code, ReasonCode::Undecided | ReasonCode::ValueOnly);
        self.status == Status::Unverifiable && self.reasons.iter().any(|reason| open(reason.code))
    }
}

/// A value that a claim may be about: printed in a source, or computed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Candidate {
    /// Where it stands; for a computed value, where its operands do. Empty where these are the answer's own.
    pub evidence: Vec<Evidence>,
    /// How it is computed: `(1,496.5 − 1,202.9) / 1,202.9 × 100 = 24.4 %`; null where it is printed.
    pub formula: Option<String>,
    /// What it is, in base units.
    pub value: ClaimValue,
    /// Its share among everything that the claim may be about, 0 to 1, by the claim's words alone.
    pub share: Number,
}
