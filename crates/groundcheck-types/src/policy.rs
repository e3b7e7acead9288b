//! Every threshold groundcheck has, once: its unit in its name, its range, its default and its environment name.
//!
//! Source: document 2, "Configuration"; the risk limits are the design's section 2 and document 1's, whose weights stand last.

use core::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::{ErrorCode, InputError, Number};

/// How a setting's text is read into its policy field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingUnit {
    /// A percentage, kept as a ratio: `5.0` gives 0.05.
    Percent,
    /// A plain number in the field's own unit.
    Plain,
    /// `true` / `false`, `1` / `0`, `yes` / `no`, `on` / `off`.
    Switch,
}

/// One environment variable of document 2 and the policy field it sets.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// The variable: `HALLUCINATION_CURRENCY_TOLERANCE`.
    pub name: &'static str,
    /// The field of [`Policy`].
    pub field: &'static str,
    /// How its text is read.
    pub unit: SettingUnit,
    /// The first sentence of the field's documentation.
    pub help: &'static str,
}

/// Reads the text of a setting, or says what it takes.
pub(crate) trait FromSetting: Sized {
    fn from_setting(text: &str, unit: SettingUnit) -> Result<Self, String>;
}

impl FromSetting for Number {
    fn from_setting(text: &str, unit: SettingUnit) -> Result<Self, String> {
        let number: f64 = text
            .trim()
            .parse()
            .ok()
            .filter(|n: &f64| n.is_finite())
            .ok_or_else(|| format!("must be a number, not {text:?}"))?;
        Ok(Number(if unit == SettingUnit::Percent { number / 100.0 } else { number }))
    }
}

impl FromSetting for bool {
    fn from_setting(text: &str, _: SettingUnit) -> Result<Self, String> {
        match text.trim().to_ascii_lowercase().as_str() {
            "true" | "1" | "yes" | "on" => Ok(true),
            "false" | "0" | "no" | "off" => Ok(false),
            _ => Err(format!("expected true or false, got {text:?}")),
        }
    }
}

/// Whether a field's value is in its range.
pub(crate) trait InRange {
    fn in_range(&self, range: &RangeInclusive<f64>) -> bool;
}

impl InRange for Number {
    fn in_range(&self, range: &RangeInclusive<f64>) -> bool {
        self.0.is_finite() && range.contains(&self.0)
    }
}

impl InRange for bool {
    fn in_range(&self, _: &RangeInclusive<f64>) -> bool {
        true
    }
}

/// A policy, what a request may change of it, and its settings, from one list of fields.
macro_rules! policy {
    (
        $(#[$about:meta])* $policy:ident, $overrides:ident, $settings:ident;
        $($(#[doc = $doc:literal])+ $field:ident: $ty:ty = $default:expr, $range:expr, $name:literal $unit:ident;)+
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub struct $policy {
            $($(#[doc = $doc])+ pub $field: $ty,)+
        }

        impl Default for $policy {
            fn default() -> Self {
                $policy { $($field: $default.into(),)+ }
            }
        }

        #[doc = concat!("The fields of [`", stringify!($policy), "`] that a request, a file or the environment changes; absent ones stay as they are.")]
        #[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub struct $overrides {
            $($(#[doc = $doc])+ #[serde(skip_serializing_if = "Option::is_none")] pub $field: Option<$ty>,)+
        }

        #[doc = concat!("Every setting by its environment name, in the order of [`", stringify!($policy), "`].")]
        pub const $settings: &[Setting] = &[
            $(Setting {
                name: $name,
                field: stringify!($field),
                unit: SettingUnit::$unit,
                help: [$($doc),+][0].trim_ascii(),
            },)+
        ];

        impl $policy {
            /// This policy with the overrides' fields in place of its own.
            ///
            /// # Errors
            /// `invalid_value` naming `policy.<field>` where a value is not finite or out of its range.
            pub fn with(&self, overrides: &$overrides) -> Result<$policy, InputError> {
                let mut policy = self.clone();
                $(if let Some(value) = &overrides.$field {
                    let range: RangeInclusive<f64> = $range;
                    if !value.in_range(&range) {
                        return Err(InputError::field(
                            ErrorCode::InvalidValue,
                            concat!("policy.", stringify!($field)),
                            format!("must be from {} to {}", range.start(), range.end()),
                        ));
                    }
                    policy.$field = *value;
                })+
                Ok(policy)
            }
        }

        impl $overrides {
            /// Sets one field from the text of its environment variable.
            ///
            /// # Errors
            /// `invalid_setting` naming the variable: unknown, unreadable or out of range.
            pub fn set(&mut self, name: &str, text: &str) -> Result<(), InputError> {
                let wrong = |message: String| Err(InputError::field(ErrorCode::InvalidSetting, name, message));
                match name {
                    $($name => {
                        let value = match <$ty>::from_setting(text, SettingUnit::$unit) {
                            Ok(value) => value,
                            Err(message) => return wrong(message),
                        };
                        let range: RangeInclusive<f64> = $range;
                        if !value.in_range(&range) {
                            let factor = if SettingUnit::$unit == SettingUnit::Percent { 100.0 } else { 1.0 };
                            let (low, high) = (range.start() * factor, range.end() * factor);
                            return wrong(format!("must be from {low} to {high}, got {text:?}"));
                        }
                        self.$field = Some(value);
                        Ok(())
                    })+
                    _ => wrong("is not a setting of groundcheck".to_owned()),
                }
            }
        }
    };
}

pub(crate) use policy;

policy! {
    ///Every threshold and switch. Each has its default.
    ///
    ///```
    ///use groundcheck_types::{Number, Policy, PolicyOverrides};
    ///
    ///let stricter = PolicyOverrides { currency_tolerance_ratio: Some(Number(0.01)), ..Default::default() };
    ///let policy = Policy::default().with(&stricter).unwrap();
    ///assert_eq!(policy.currency_tolerance_ratio, Number(0.01));
    ///assert_eq!(policy.percentage_tolerance_ratio, Number(0.02));
    ///```
    Policy, PolicyOverrides, SETTINGS;

    /// How far a currency claim may be from the actual value, as a share of the actual value.
    currency_tolerance_ratio: Number = 0.05, 0.0..=1.0, "HALLUCINATION_CURRENCY_TOLERANCE" Percent;
    /// How far a percentage claim may be from the actual value, as a share of the actual value.
    percentage_tolerance_ratio: Number = 0.02, 0.0..=1.0, "HALLUCINATION_PERCENTAGE_TOLERANCE" Percent;
    /// How far a ratio claim may be from the actual value, as a share of the actual value.
    ratio_tolerance_ratio: Number = 0.05, 0.0..=1.0, "HALLUCINATION_RATIO_TOLERANCE" Percent;
    /// How far a plain number may be from the actual value, as a share of the actual value.
    number_tolerance_ratio: Number = 0.005, 0.0..=1.0, "HALLUCINATION_NUMBER_TOLERANCE" Percent;
    /// How many days a full date may be off; periods (months, quarters, years) are always exact.
    date_tolerance_days: Number = 0.0, 0.0..=366.0, "HALLUCINATION_DATE_TOLERANCE_DAYS" Plain;
    /// Confidence points (0 to 1) subtracted from the caller's confidence where the answer is flagged.
    flagged_penalty_points: Number = 0.20, 0.0..=1.0, "HALLUCINATION_CONFIDENCE_PENALTY" Percent;
    /// Confidence in a status that rests on a fact, 0 to 1.
    fact_confidence: Number = 1.0, 0.0..=1.0, "HALLUCINATION_FACT_CONFIDENCE" Plain;
    /// Confidence in a status that rests on a document, 0 to 1.
    document_confidence: Number = 0.8, 0.0..=1.0, "HALLUCINATION_DOCUMENT_CONFIDENCE" Plain;
    /// The least probability of being right, 0 to 1, at which a claim is supported by a document; below it the claim is open.
    supported_probability: Number = 0.95, 0.0..=1.0, "HALLUCINATION_SUPPORTED_PROBABILITY" Plain;
    /// The greatest probability of being right, 0 to 1, at which a claim is contradicted or unsupported; above it the claim is open.
    flagged_probability: Number = 0.6, 0.0..=1.0, "HALLUCINATION_FLAGGED_PROBABILITY" Plain;
    /// A correction is offered only if the contradicted claim has at most this probability of being right, 0 to 1.
    correction_probability: Number = 0.1, 0.0..=1.0, "HALLUCINATION_CORRECTION_PROBABILITY" Plain;
    /// A correction is offered only if the places with one value have at least this share, 0 to 1, of everything the claim may be about.
    correction_share: Number = 0.7, 0.0..=1.0, "HALLUCINATION_CORRECTION_SHARE" Plain;
    /// The time one analysis should take, in milliseconds; the server logs slower ones; no status depends on it.
    target_time_ms: Number = 100.0, 0.0..=3_600_000.0, "HALLUCINATION_TARGET_TIME_MS" Plain;
    /// The hallucination rate (0 to 1) that a set of answers should stay under; batch and measure compare with it.
    target_rate: Number = 0.05, 0.0..=1.0, "HALLUCINATION_TARGET_RATE" Plain;
    /// Whether currency claims are checked; if not, they are reported as unverifiable.
    verify_currency: bool = true, 0.0..=1.0, "HALLUCINATION_VERIFY_CURRENCY" Switch;
    /// Whether percentage claims are checked.
    verify_percentages: bool = true, 0.0..=1.0, "HALLUCINATION_VERIFY_PERCENTAGES" Switch;
    /// Whether date claims are checked.
    verify_dates: bool = true, 0.0..=1.0, "HALLUCINATION_VERIFY_DATES" Switch;
    /// Whether ratio claims are checked.
    verify_ratios: bool = true, 0.0..=1.0, "HALLUCINATION_VERIFY_RATIOS" Switch;
    /// Whether plain numbers are checked.
    verify_numbers: bool = true, 0.0..=1.0, "HALLUCINATION_VERIFY_NUMBERS" Switch;
    /// Whether quotations are checked.
    verify_quotations: bool = true, 0.0..=1.0, "HALLUCINATION_VERIFY_QUOTATIONS" Switch;
    /// Whether identifiers are checked: invoice and case numbers, sections, phone numbers, e-mail addresses.
    verify_identifiers: bool = true, 0.0..=1.0, "HALLUCINATION_VERIFY_IDENTIFIERS" Switch;
    /// Whether links are looked for in the sources.
    verify_links: bool = true, 0.0..=1.0, "HALLUCINATION_VERIFY_LINKS" Switch;
    /// Whether citation marks are checked.
    verify_citations: bool = true, 0.0..=1.0, "HALLUCINATION_VERIFY_CITATIONS" Switch;
    /// Whether names are looked for in the sources: people, organisations, places, products.
    verify_names: bool = true, 0.0..=1.0, "HALLUCINATION_VERIFY_NAMES" Switch;
    /// Whether a flagged answer is sent to review; if not, its disposition is `accept`, although it stays flagged.
    auto_flag: bool = true, 0.0..=1.0, "HALLUCINATION_AUTO_FLAG" Switch;
    /// Whether there is a review queue; if not, nothing is sent to review.
    review_queue: bool = true, 0.0..=1.0, "HALLUCINATION_REVIEW_QUEUE" Switch;
    /// Whether an answer that could not be verified is sent to review too.
    review_unverified: bool = false, 0.0..=1.0, "HALLUCINATION_REVIEW_UNVERIFIED" Switch;
    /// Reliability (0 to 1) under which the risk is high.
    high_risk_below_reliability: Number = 0.40, 0.0..=1.0, "HALLUCINATION_HIGH_RISK_BELOW" Plain;
    /// Reliability (0 to 1) under which the risk is at least medium.
    medium_risk_below_reliability: Number = 0.70, 0.0..=1.0, "HALLUCINATION_MEDIUM_RISK_BELOW" Plain;
    /// What naming a source adds to a mention's reliability.
    has_source_weight: Number = 0.30, 0.0..=1.0, "HALLUCINATION_HAS_SOURCE_WEIGHT" Plain;
    /// What an accessible source adds to a mention's reliability; half of it if that is unknown.
    accessible_weight: Number = 0.30, 0.0..=1.0, "HALLUCINATION_ACCESSIBLE_WEIGHT" Plain;
    /// What a confidence of 1 adds to a mention's reliability; less confidence adds less.
    confidence_weight: Number = 0.40, 0.0..=1.0, "HALLUCINATION_CONFIDENCE_WEIGHT" Plain;
    /// What each further accessible source on another host adds to a mention's reliability.
    multi_source_bonus: Number = 0.05, 0.0..=1.0, "HALLUCINATION_MULTI_SOURCE_BONUS" Plain;
    /// The most that further sources add to a mention's reliability.
    multi_source_bonus_max: Number = 0.10, 0.0..=1.0, "HALLUCINATION_MULTI_SOURCE_BONUS_MAX" Plain;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_reads_its_default_back() {
        let policy = serde_json::to_value(Policy::default()).unwrap();
        for setting in SETTINGS {
            let default = &policy[setting.field];
            let text = match setting.unit {
                SettingUnit::Percent => (default.as_f64().unwrap() * 100.0).to_string(),
                _ => default.to_string(),
            };
            let mut overrides = PolicyOverrides::default();
            overrides.set(setting.name, &text).unwrap();
            let read = serde_json::to_value(overrides).unwrap();
            let close = match (read[setting.field].as_f64(), default.as_f64()) {
                (Some(a), Some(b)) => (a - b).abs() < 1e-12,
                _ => read[setting.field] == *default,
            };
            assert!(close, "{}: {} became {}", setting.name, default, read[setting.field]);
        }
    }

    #[test]
    fn a_wrong_setting_names_its_variable() {
        for (name, text, message) in [
            ("HALLUCINATION_CURRENCY_TOLERANCE", "five", "must be a number, not \"five\""),
            ("HALLUCINATION_CURRENCY_TOLERANCE", "NaN", "must be a number, not \"NaN\""),
            ("HALLUCINATION_CURRENCY_TOLERANCE", "-1", "must be from 0 to 100, got \"-1\""),
            ("HALLUCINATION_VERIFY_DATES", "maybe", "expected true or false, got \"maybe\""),
            ("HALLUCINATION_CURRENCY_TOLERENCE", "5", "is not a setting of groundcheck"),
        ] {
            let error = PolicyOverrides::default().set(name, text).unwrap_err();
            assert_eq!((error.field.as_deref(), error.message.as_str()), (Some(name), message));
        }
    }

    #[test]
    fn an_override_out_of_range_names_its_field() {
        let overrides = PolicyOverrides { target_rate: Some(Number(f64::NAN)), ..Default::default() };
        let error = Policy::default().with(&overrides).unwrap_err();
        assert_eq!(error.field.as_deref(), Some("policy.target_rate"));
    }
}
