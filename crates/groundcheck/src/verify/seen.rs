//! What is kept of every claim for whoever learns from it.

use groundcheck_types::{Span, Status};

use super::prior::Standing;
use super::score::decision::Known;
use super::score::rests::Way;

/// A candidate.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// What the ranking sees of it.
    pub features: Vec<i16>,
    /// Whether its value is the claimed one, as far as it is told.
    pub agrees: bool,
    /// Whether it was found by the claimed value alone, and takes no part in the ranking of the others.
    pub by_value: bool,
    /// What the ranking that saw it says, in logits.
    pub score: f64,
}

/// A claim as the engine sees it.
#[derive(Debug, Clone)]
pub struct Seen {
    /// Where it stands in the answer, in UTF-8 bytes.
    pub span: Span,
    /// Printed values: of their features the first [`crate::training::alone`] are those that each has by itself.
    pub look_ups: Vec<Candidate>,
    /// Computed values.
    pub formulas: Vec<Candidate>,
    /// How many of them would agree by chance.
    pub by_chance: f64,
    /// What the decision sees.
    pub decision: Vec<i16>,
    /// What is known of it before the sources are asked.
    pub prior: Status,
    /// Whether it only says which things are meant.
    pub refers: bool,
    /// The ways in which its value comes about.
    pub ways: Vec<Way>,
    /// Whether the street decides it at all.
    pub decides: bool,
    /// That it is right, where that is settled without the street.
    pub settled: Option<f64>,
}

impl Seen {
    /// `chooses`: of computed values what is quickly read.
    pub(crate) fn of(known: &Known<'_, '_, '_>, chooses: bool) -> Self {
        let look_ups = known.look_ups.iter().filter(|l| l.comparable);
        let formulas = known.computed.formulas.iter().zip(known.formulas);
        Seen {
            span: known.claimed.first().span,
            look_ups: look_ups
                .map(|l| Candidate {
                    features: l.features.to_vec(),
                    agrees: l.agreement.holds(),
                    by_value: l.by_value,
                    score: f64::from(l.score) / 1000.0,
                })
                .collect(),
            formulas: formulas
                .map(|(f, features)| Candidate {
                    features: if chooses {
                        core::iter::once(f.operation as i16).chain(f.read.iter().map(|code| i16::from(*code))).collect()
                    } else {
                        features.to_vec()
                    },
                    agrees: f.agreement.holds(),
                    by_value: false,
                    score: f64::from(f.score) / 1000.0,
                })
                .collect(),
            by_chance: f64::from(known.computed.by_chance) / 1000.0,
            decision: known.features().to_vec(),
            prior: known.prior.judgement.status,
            refers: known.prior.standing == Standing::Refers,
            ways: known.ways(),
            decides: known.prior.is_open(),
            settled: known.prior.probability(),
        }
    }
}
