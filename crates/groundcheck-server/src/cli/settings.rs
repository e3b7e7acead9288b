//! `groundcheck settings`: every setting, and what it is now.

use std::fmt::Write;

use clap::Args;
use groundcheck_types::{InputError, Policy, SETTINGS, Setting, SettingUnit, VERIFIER_SETTINGS, VerifierPolicy};
use serde::Serialize;
use serde_json::Value;

use super::exit::Exit;
use super::{PolicyArgs, show};
use crate::config;

/// List every setting: environment variable, current value, default, meaning.
#[derive(Debug, Args)]
pub struct SettingsArgs {
    #[command(flatten)]
    policy: PolicyArgs,
}

/// Runs the command.
pub fn run(args: &SettingsArgs) -> Result<Exit, InputError> {
    Ok(show(&table(&args.policy.read()?, &config::verifier_policy()?), Exit::Clean))
}

/// Four columns; values as the environment takes them, and a `*` where one is not the default.
fn table(policy: &Policy, verifier: &VerifierPolicy) -> String {
    let mut out = format!("  {:<39} {:>6} {:>7} {:<1}  MEANING (policy field)\n", "VARIABLE", "NOW", "DEFAULT", "");
    rows(&mut out, SETTINGS, policy, &Policy::default());
    rows(&mut out, VERIFIER_SETTINGS, verifier, &VerifierPolicy::default());
    out
}

fn rows<P: Serialize>(out: &mut String, settings: &[Setting], policy: &P, default: &P) {
    let json = |policy: &P| serde_json::to_value(policy).unwrap_or_default();
    let (current, default) = (json(policy), json(default));
    for setting in settings {
        let [now, usual] = [&current, &default].map(|policy| shown(&policy[setting.field], setting.unit));
        let mark = if now == usual { ' ' } else { '*' };
        let unit = if setting.unit == SettingUnit::Percent { '%' } else { ' ' };
        // Writing to a String cannot fail.
        let _ = writeln!(
            out,
            "{mark} {:<39} {now:>6} {usual:>7} {unit}  {} ({})",
            setting.name, setting.help, setting.field
        );
    }
}

fn shown(value: &Value, unit: SettingUnit) -> String {
    match (value.as_f64(), unit) {
        // Rounded: 0.07 × 100 is 7.000000000000001.
        (Some(ratio), SettingUnit::Percent) => ((ratio * 1e8).round() / 1e6).to_string(),
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use groundcheck_types::Number;

    use super::*;

    #[test]
    fn every_setting_has_a_line_and_changed_ones_a_mark() {
        let policy = Policy { number_tolerance_ratio: Number(0.07), auto_flag: false, ..Policy::default() };
        let text = table(&policy, &VerifierPolicy::default());
        assert_eq!(text.lines().count(), 1 + SETTINGS.len() + VERIFIER_SETTINGS.len());
        let marked: Vec<&str> = text.lines().filter(|line| line.starts_with('*')).collect();
        assert_eq!(marked.len(), 2, "{text}");
        assert!(marked[0].contains("HALLUCINATION_NUMBER_TOLERANCE") && marked[0].contains(" 7 "), "{text}");
    }
}
