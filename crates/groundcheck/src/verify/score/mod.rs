//! How likely each candidate is meant, by what was learnt from labelled answers: features as small integers, trees over them.
//!
//! The claimed value is not seen here; a test changes it and asks for the same ranking.

/// Features by name, numbered in their order, and how many there are: forests know them by number, so that a new one is trained.
macro_rules! features {
    ($count:ident: $($name:ident),+ $(,)?) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "only counts")]
        enum Number { $($name),+ }
        $(pub(crate) const $name: usize = Number::$name as usize;)+
        /// How many features there are.
        pub(crate) const $count: usize = [$(Number::$name as usize),+].len();
    };
}

pub(crate) mod choice;
mod chosen;
pub(crate) mod decision;
pub(crate) mod forest;
pub(crate) mod formula;
pub(crate) mod look_up;
pub(crate) mod others;
pub(crate) mod over_time;
mod reading;
pub(crate) mod rests;
pub(crate) mod said;

use std::sync::LazyLock;

pub use choice::Choice;
pub use forest::Forest;

/// The forests that rank and decide.
#[derive(Debug, Clone, Default)]
pub struct Model {
    /// Printed values, each by itself.
    pub alone: Forest,
    /// The same, beside what the sentence's other claims point at.
    pub joint: Forest,
    /// Computed values, by what is quickly read.
    pub choice: Choice,
    /// Those that are likely by that.
    pub formulas: Forest,
    /// Whether the claim is right.
    pub decision: Forest,
}

/// What `cargo xtask train` wrote.
pub(crate) static TRAINED: LazyLock<Model> = LazyLock::new(|| Model {
    alone: Forest::read(include_bytes!("weights/alone.bin")),
    joint: Forest::read(include_bytes!("weights/joint.bin")),
    choice: Choice::read(include_bytes!("weights/choice.bin")),
    formulas: Forest::read(include_bytes!("weights/formulas.bin")),
    decision: Forest::read(include_bytes!("weights/decision.bin")),
});

/// Each one's share of all by their scores, in thousandths of a logit, where "none of them" scores 0.
pub(crate) fn shares(scores: impl Iterator<Item = i32> + Clone) -> Vec<f64> {
    let most = scores.clone().max().unwrap_or(0).max(0);
    let worth = |score: i32| libm::exp(f64::from(score - most) / 1000.0);
    let worths: Vec<f64> = scores.map(worth).collect();
    let all: f64 = worths.iter().sum::<f64>() + worth(0);
    worths.into_iter().map(|worth| worth / all).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_of_the_features_that_are_read() {
        assert_eq!(include_bytes!("weights/choice.bin").len(), Choice::WORTHS);
    }

    #[test]
    fn shares_and_none_of_them_make_one() {
        let shares = shares([0, 0, -90_000].into_iter());
        assert!((shares[0] - 1.0 / 3.0).abs() < 1e-9 && shares[2] < 1e-9, "{shares:?}");
        assert_eq!(super::shares([].into_iter()), Vec::<f64>::new());
    }
}
