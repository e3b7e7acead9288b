//! Every threshold of the real-time monitor, apart from [`Policy`](crate::Policy): only whoever streams needs them.
//!
//! Source: document 4, `INTERRUPTION_THRESHOLD` and `HALLUCINATION_THRESHOLD`, to which it gives no values.

use core::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::policy::{FromSetting, InRange, Setting, SettingUnit, policy};
use crate::{ErrorCode, InputError, Number};

policy! {
    /// Every threshold of the real-time monitor.
    ///
    /// ```
    /// use groundcheck_types::{MonitorPolicy, MonitorPolicyOverrides, Number};
    ///
    /// let strict = MonitorPolicyOverrides { interruption_threshold: Some(Number(0.6)), ..Default::default() };
    /// assert_eq!(MonitorPolicy::default().with(&strict).unwrap().interruption_threshold, Number(0.6));
    /// ```
    MonitorPolicy, MonitorPolicyOverrides, MONITOR_SETTINGS;

    /// The confidence of a warning above which the answer should be interrupted, 0 to 1.
    interruption_threshold: Number = 0.75, 0.0..=1.0, "HALLUCINATION_MONITOR_INTERRUPTION" Plain;
    /// The confidence in a claim's evidence under which the claim is flagged, 0 to 1.
    flag_below_confidence: Number = 0.50, 0.0..=1.0, "HALLUCINATION_MONITOR_FLAG_BELOW" Plain;
    /// How many specific values without evidence in a row, each sentence as specific as the last or more, are rising specificity.
    rising_specificity_values: Number = 4.0, 2.0..=100.0, "HALLUCINATION_MONITOR_RISING_VALUES" Plain;
    /// Whether what the answer says is compared with the conversation before it.
    check_history: bool = true, 0.0..=1.0, "HALLUCINATION_MONITOR_CHECK_HISTORY" Switch;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_settings_have_names_of_their_own() {
        for setting in MONITOR_SETTINGS {
            let others = crate::SETTINGS.iter().chain(crate::VERIFIER_SETTINGS);
            assert!(others.into_iter().all(|other| other.name != setting.name), "{}", setting.name);
        }
    }
}
