//! Something else than an earlier turn, or the answer itself, said before; what counts as such stands in [`crate::coherence`].

use groundcheck_types::{ContradictionKind, WarningPattern};

use super::{Hit, Settled};

pub(super) fn find(sentence: &Settled<'_>, hits: &mut Vec<Hit>) {
    for contradiction in sentence.contradictions {
        let pattern = match (contradiction.kind, contradiction.contradicts.turn) {
            (ContradictionKind::Definition, _) => WarningPattern::MovedDefinition,
            (_, Some(_)) => WarningPattern::ContradictsEarlierTurn,
            (_, None) => WarningPattern::ContradictsItself,
        };
        let mut hit = Hit::new(pattern, contradiction.claim.span, contradiction.confidence.0);
        hit.description = Some(contradiction.description.clone());
        hit.contradiction = Some(contradiction.clone());
        hits.push(hit);
    }
}
