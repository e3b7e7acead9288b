//! What is known of a claim before the sources are asked: what facts say, what the policy leaves out, what only refers to something.

use groundcheck_types::{ClaimKind, Status};

use super::asked::Asked;
use super::context::Context;
use super::prepare::Sources;
use super::reasons::Say;
use super::spoken::Spoken;
use super::{Judgement, bands, facts, refers};
use crate::claims::Quantity;

/// What is known of a claim before the sources are asked.
#[derive(Debug, Clone)]
pub(crate) struct Prior {
    pub(crate) judgement: Judgement,
    pub(crate) standing: Standing,
}

/// How much the sources have to say after that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Nothing: it is settled.
    Settled,
    /// It holds unless a source bears the claim out.
    Yields,
    /// It says which things are meant, and is never flagged.
    Refers,
    /// All.
    Open,
}

impl Prior {
    fn settled(judgement: Judgement) -> Self {
        Prior { judgement, standing: Standing::Settled }
    }

    /// Of a claim, against these facts; the sources say where on a scale an answer asks.
    pub(crate) fn of(
        claim: &Quantity,
        context: &Context<'_>,
        (facts, sources): (&[facts::PreparedFact], &Sources),
        spoken: Spoken<'_>,
        asked: &Asked,
    ) -> Self {
        let say = Say(asked.language);
        if !enabled(claim.kind, &asked.policy) {
            return Prior::settled(Judgement::bare(Status::Unverifiable, say.check_disabled()));
        }
        if !sources.has_text && facts.is_empty() {
            return Prior::settled(Judgement::bare(Status::Unverifiable, say.no_evidence()));
        }
        let Spoken { text, tokens, .. } = spoken;
        let by_fact = if facts.is_empty() { None } else { facts::judge(claim, context, facts, text, asked) };
        let refers = || {
            refers::only_refers(text, tokens, claim, context)
                || bands::only_asks((text, tokens), claim, context, sources)
                || refers::only_supposes(text, tokens, claim, context)
                || refers::is_age(text, tokens, claim)
        };
        let is_borne_out = by_fact.as_ref().is_some_and(|judgement| judgement.status == Status::Supported);
        if !is_borne_out && refers() {
            let judgement = Judgement::bare(Status::Unverifiable, say.only_refers());
            return Prior { judgement, standing: Standing::Refers };
        }
        if let Some(judgement) = by_fact {
            // A date that a source names holds, whatever other dates the facts have, and so does what is clear in a source where the facts
            // leave open which one is meant, or have to be computed with.
            let is_sure = judgement.status == Status::Contradicted
                && claim.kind != ClaimKind::Date
                && judgement.derivation.is_none();
            let settles = judgement.status == Status::Supported || is_sure;
            return Prior { judgement, standing: if settles { Standing::Settled } else { Standing::Yields } };
        }
        // Facts tell no time of the day.
        let is_unknown = claim.kind == ClaimKind::Time && !sources.has_text;
        let nowhere = if is_unknown { Status::Unverifiable } else { Status::Unsupported };
        Prior { judgement: Judgement::bare(nowhere, say.not_in_evidence()), standing: Standing::Open }
    }

    /// Whether the sources have anything to say.
    pub(crate) fn is_open(&self) -> bool {
        self.standing != Standing::Settled
    }

    /// Whether what is found in the sources does not count against this.
    pub(crate) fn holds_against(&self, found: &Judgement) -> bool {
        let is_clear = found.status == Status::Supported
            || (self.judgement.status == Status::Unsupported && found.status != Status::Unsupported);
        self.standing == Standing::Yields && !is_clear
    }

    /// That a claim is right which is settled: what facts say is sure, and what is not checked unknown.
    pub(crate) fn probability(&self) -> Option<f64> {
        match self.judgement.status {
            Status::Supported => Some(1.0),
            Status::Contradicted => Some(0.0),
            Status::Unsupported | Status::Unverifiable => None,
        }
    }
}

/// Whether the policy has claims of this kind checked.
pub(crate) fn enabled(kind: ClaimKind, policy: &groundcheck_types::Policy) -> bool {
    match kind {
        ClaimKind::Currency => policy.verify_currency,
        ClaimKind::Percentage => policy.verify_percentages,
        ClaimKind::Date | ClaimKind::Time => policy.verify_dates,
        ClaimKind::Ratio => policy.verify_ratios,
        ClaimKind::Number => policy.verify_numbers,
        ClaimKind::Quotation => policy.verify_quotations,
        ClaimKind::Identifier => policy.verify_identifiers,
        ClaimKind::Link => policy.verify_links,
        ClaimKind::Citation => policy.verify_citations,
        ClaimKind::Name => policy.verify_names,
        ClaimKind::Statement => true,
    }
}
