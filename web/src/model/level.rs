//! The three risks a mention can have, in the order they are shown: the gravest first.

use groundcheck_types::{Risk, RiskCounts};

/// A mention's risk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Level {
    /// High, which is what a reader looks for first.
    #[default]
    High,
    /// Medium.
    Medium,
    /// Low.
    Low,
}

/// All of them, the gravest first.
pub const LEVELS: [Level; 3] = [Level::High, Level::Medium, Level::Low];

impl Level {
    /// As the API, the address and the style sheet call it.
    pub fn as_str(self) -> &'static str {
        match self {
            Level::High => "high",
            Level::Medium => "medium",
            Level::Low => "low",
        }
    }

    /// The risk of this name.
    pub fn of(name: &str) -> Option<Level> {
        LEVELS.into_iter().find(|level| level.as_str() == name)
    }

    /// Its sign, so that colour is never all that tells risks apart.
    pub fn sign(self) -> &'static str {
        match self {
            Level::High => "▲",
            Level::Medium => "◆",
            Level::Low => "●",
        }
    }

    /// How many there are of it.
    pub fn count(self, counts: RiskCounts) -> u64 {
        match self {
            Level::High => counts.high,
            Level::Medium => counts.medium,
            Level::Low => counts.low,
        }
    }
}

impl From<Risk> for Level {
    fn from(risk: Risk) -> Level {
        match risk {
            Risk::Low => Level::Low,
            Risk::Medium => Level::Medium,
            Risk::High | Risk::Critical => Level::High,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_and_signs_differ() {
        for level in LEVELS {
            assert_eq!(Level::of(level.as_str()), Some(level));
            assert_eq!(LEVELS.iter().filter(|l| l.sign() == level.sign()).count(), 1);
        }
        assert_eq!(Level::of("critical"), None);
        assert_eq!(LEVELS.map(|l| l.count(RiskCounts { high: 2, medium: 5, low: 8 })), [2, 5, 8]);
    }
}
