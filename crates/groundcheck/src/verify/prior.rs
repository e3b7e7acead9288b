//! What is known of a claim before the evidence is asked: what the policy leaves out, what only refers to something.

use groundcheck_types::{ClaimKind, Status};

use super::asked::Asked;
use super::context::Context;
use super::prepare::Sources;
use super::reasons::Say;
use super::spoken::Spoken;
use super::{Judgement, bands, refers};
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

    /// Of a claim; the sources say where on a scale an answer asks.
    pub(crate) fn of(
        claim: &Quantity,
        context: &Context<'_>,
        sources: &Sources,
        spoken: Spoken<'_>,
        asked: &Asked,
    ) -> Self {
        let say = Say(asked.language);
        if !enabled(claim.kind, &asked.policy) {
            return Prior::settled(Judgement::bare(Status::Unverifiable, say.check_disabled()));
        }
        if !sources.has_evidence() {
            return Prior::settled(Judgement::bare(Status::Unverifiable, say.no_evidence()));
        }
        let Spoken { text, tokens, .. } = spoken;
        let refers = || {
            refers::only_refers(text, tokens, claim, context)
                || bands::only_asks((text, tokens), claim, context, sources)
                || refers::only_supposes(text, tokens, claim, context)
                || refers::is_age(text, tokens, claim)
        };
        if refers() {
            let judgement = Judgement::bare(Status::Unverifiable, say.only_refers());
            return Prior { judgement, standing: Standing::Refers };
        }
        // Facts seldom tell a time of the day.
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
