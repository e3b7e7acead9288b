//! What answers cost.

use std::str::FromStr;

use rust_decimal::Decimal;

use serde::{Deserialize, Deserializer};

use super::Usage;

/// Prices are for so many tokens.
const PER: u64 = 1_000_000;

/// What a model's tokens cost, in US dollars for a million of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Of what goes in.
    #[serde(deserialize_with = "dollars")]
    pub input: Decimal,
    /// Of what comes out.
    #[serde(deserialize_with = "dollars")]
    pub output: Decimal,
}

impl Price {
    /// What this many tokens cost, to the last digit; nothing where a count is not known, or is beyond all measure.
    #[must_use]
    pub fn of(&self, usage: Usage) -> Option<Decimal> {
        let part = |price: Decimal, tokens: u64| price.checked_mul(Decimal::from(tokens));
        let input = part(self.input, usage.prompt_tokens?)?;
        let output = part(self.output, usage.completion_tokens?)?;
        Some(input.checked_add(output)?.checked_div(Decimal::from(PER))?.normalize())
    }
}

/// A price as it was written: 2.5 or "2.50".
fn dollars<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Decimal, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Whole(u32),
        Number(f64),
        Text(String),
    }
    let wrong = || serde::de::Error::custom("a price must be a number of dollars, 0 or more");
    let price = match Written::deserialize(deserializer).map_err(|_| wrong())? {
        Written::Whole(price) => Ok(Decimal::from(price)),
        // The shortest text that stands for this number is the one that was written.
        Written::Number(price) => Decimal::from_str(&price.to_string()),
        Written::Text(price) => Decimal::from_str(price.trim()),
    };
    price.ok().filter(|price| !price.is_sign_negative() && *price < Decimal::from(PER)).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price(toml: &str) -> Option<Price> {
        toml::from_str(toml).ok()
    }

    #[test]
    fn costs_are_exact() {
        for (toml, input, output, cost) in [
            ("input = 2.5\noutput = 10", 1_000_000, 1_000_000, "12.5"),
            ("input = 2.50\noutput = 10.00", 1, 0, "0.0000025"),
            ("input = 0.15\noutput = 0.6", 412, 187, "0.000174"),
            // In binary fractions this is 0.30000000000000004.
            ("input = 0.1\noutput = 0.2", 1_000_000, 1_000_000, "0.3"),
            ("input = \"0.075\"\noutput = \"0.30\"", 3, 7, "0.000002325"),
            ("input = 0\noutput = 0", 100, 100, "0"),
            ("input = 0.0000001\noutput = 0", 1, 0, "0.0000000000001"),
        ] {
            let usage = Usage { prompt_tokens: Some(input), completion_tokens: Some(output) };
            let read = price(toml).unwrap_or_else(|| panic!("{toml}"));
            assert_eq!(read.of(usage).map(|cost| cost.to_string()).as_deref(), Some(cost), "{toml}");
        }
    }

    #[test]
    fn what_is_not_known_costs_nobody_knows_what() {
        let price = price("input = 1\noutput = 1").unwrap();
        assert_eq!(price.of(Usage { prompt_tokens: Some(1), completion_tokens: None }), None);
        assert_eq!(price.of(Usage { prompt_tokens: None, completion_tokens: Some(1) }), None);
        let usage = Usage { prompt_tokens: Some(u64::MAX), completion_tokens: Some(u64::MAX) };
        assert!(price.of(usage).is_some());
    }

    #[test]
    fn a_price_is_a_number_of_dollars() {
        for toml in [
            "input = -1\noutput = 1",
            "input = \"free\"\noutput = 1",
            "input = nan\noutput = 1",
            "input = 1",
            "input = 1\noutput = 1\ncurrency = \"EUR\"",
            "input = 1e9\noutput = 1",
        ] {
            assert!(price(toml).is_none(), "{toml}");
        }
    }
}
