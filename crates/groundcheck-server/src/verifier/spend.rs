//! What an answer's questions take, and the budget that stops them.
//!
//! A question goes out only where its estimate still fits beside what was spent and what is under way, so that a budget holds also
//! while several are out; what it really took then stands in place of the estimate.

use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use groundcheck_types::{Number, VerifierUsage, VerifyOptions};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use tokio::sync::Notify;

use crate::llm::{Price, Usage};

/// Bytes of a prompt that make a token at least: four letters of English, two of Hebrew. Too few, so that an estimate is rather too high.
const BYTES_PER_TOKEN: u64 = 3;
/// Tokens that a chat takes besides its texts.
const TOKENS_AROUND: u64 = 16;

/// About how many tokens a question takes.
pub(super) fn estimate(prompt_bytes: usize, answer_tokens: u32) -> Usage {
    let bytes = u64::try_from(prompt_bytes).unwrap_or(u64::MAX);
    Usage {
        prompt_tokens: Some(bytes.div_ceil(BYTES_PER_TOKEN).saturating_add(TOKENS_AROUND)),
        completion_tokens: Some(answer_tokens.into()),
    }
}

/// Tokens in and out.
fn total(usage: Usage) -> u64 {
    usage.prompt_tokens.unwrap_or(0).saturating_add(usage.completion_tokens.unwrap_or(0))
}

/// The spending on one answer.
#[derive(Debug)]
pub(super) struct Spend {
    price: Option<Price>,
    budget_usd: Option<Decimal>,
    budget_tokens: Option<u64>,
    state: Mutex<State>,
    /// Room was given back.
    released: Notify,
}

#[derive(Debug, Default)]
struct State {
    usage: VerifierUsage,
    cost: Decimal,
    /// Charged against the budget: what answers took, and estimates of those that did not say.
    charged: Charge,
    /// Estimates of what is under way.
    reserved: Charge,
    /// How many questions that are.
    under_way: usize,
    /// How many times the estimate a prompt has taken at most; some tokenisers have little more than single letters.
    excess: f64,
}

/// An amount, both ways.
#[derive(Debug, Default, Clone, Copy)]
struct Charge {
    tokens: u64,
    usd: Decimal,
}

impl Charge {
    fn plus(self, other: Charge) -> Charge {
        let usd = self.usd.checked_add(other.usd).unwrap_or(Decimal::MAX);
        Charge { tokens: self.tokens.saturating_add(other.tokens), usd }
    }

    fn minus(self, other: Charge) -> Charge {
        Charge { tokens: self.tokens.saturating_sub(other.tokens), usd: self.usd.saturating_sub(other.usd) }
    }
}

/// Room in the budget for one question; given back where the question is not settled.
#[derive(Debug)]
pub(super) struct Reserved<'a> {
    spend: &'a Spend,
    estimate: Usage,
    charge: Charge,
}

impl Spend {
    pub(super) fn new(options: &VerifyOptions, price: Option<Price>) -> Self {
        // The shortest text that stands for this number is the one that was written.
        let budget_usd = options.budget_usd.and_then(|budget| Decimal::from_str(&budget.0.to_string()).ok());
        Spend {
            price,
            budget_usd,
            budget_tokens: options.budget_tokens,
            state: Mutex::default(),
            released: Notify::new(),
        }
    }

    /// Room for all of these questions, or for none of them.
    pub(super) fn reserve(&self, estimates: &[Usage]) -> Option<Vec<Reserved<'_>>> {
        if estimates.is_empty() {
            // Also where what was answered took more than the whole budget.
            return Some(Vec::new());
        }
        let mut state = self.state();
        let excess = state.excess.max(1.0);
        let charged = |estimate: &Usage| {
            let prompt_tokens = estimate.prompt_tokens.map(|tokens| (tokens as f64 * excess).ceil() as u64);
            (*estimate, self.charge(Usage { prompt_tokens, ..*estimate }))
        };
        let charges: Vec<(Usage, Charge)> = estimates.iter().map(charged).collect();
        let all = charges.iter().fold(Charge::default(), |all, (_, charge)| all.plus(*charge));
        let then = state.charged.plus(state.reserved).plus(all);
        let fits = self.budget_tokens.is_none_or(|budget| then.tokens <= budget)
            && self.budget_usd.is_none_or(|budget| then.usd <= budget);
        if !fits {
            return None;
        }
        state.reserved = state.reserved.plus(all);
        state.under_way += charges.len();
        Some(charges.into_iter().map(|(estimate, charge)| Reserved { spend: self, estimate, charge }).collect())
    }

    /// As [`Spend::reserve`], after waiting for what is under way, which may take less than is reserved for it.
    pub(super) async fn reserve_in_turn(&self, estimates: &[Usage]) -> Option<Vec<Reserved<'_>>> {
        loop {
            // Made before looking, so that nothing that is given back in between is missed.
            let released = self.released.notified();
            if let Some(reserved) = self.reserve(estimates) {
                return Some(reserved);
            }
            if self.state().under_way == 0 {
                return None;
            }
            released.await;
        }
    }

    /// A question whose answer was known.
    pub(super) fn known(&self) {
        self.state().usage.known += 1;
    }

    /// What was spent so far.
    pub(super) fn usage(&self) -> VerifierUsage {
        let state = self.state();
        let cost = self.price.and_then(|_| state.cost.to_f64()).map(Number);
        VerifierUsage { cost_usd: cost, ..state.usage }
    }

    /// What this many tokens cost; `None` where no price is known.
    pub(super) fn cost(&self, usage: Usage) -> Option<Decimal> {
        self.price.and_then(|price| price.of(usage))
    }

    fn charge(&self, usage: Usage) -> Charge {
        Charge { tokens: total(usage), usd: self.cost(usage).unwrap_or_default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reserved<'_> {
    /// The question was answered, and took this; where the answer does not say, the estimate is charged.
    pub(super) fn answered(self, usage: Usage) {
        let is_counted = usage.prompt_tokens.is_some() && usage.completion_tokens.is_some();
        let cost = self.spend.cost(usage).unwrap_or_default();
        let charge = if is_counted { self.spend.charge(usage) } else { self.charge };
        let mut state = self.spend.state();
        state.usage.calls += 1;
        state.usage.prompt_tokens = state.usage.prompt_tokens.saturating_add(usage.prompt_tokens.unwrap_or(0));
        state.usage.completion_tokens =
            state.usage.completion_tokens.saturating_add(usage.completion_tokens.unwrap_or(0));
        state.usage.uncounted += u32::from(!is_counted);
        state.cost = state.cost.checked_add(cost).unwrap_or(Decimal::MAX);
        state.charged = state.charged.plus(charge);
        if let (Some(took), Some(estimate)) = (usage.prompt_tokens, self.estimate.prompt_tokens.filter(|n| *n > 0)) {
            state.excess = state.excess.max(took as f64 / estimate as f64);
        }
    }

    /// The question failed: no tokens that anybody knows of.
    pub(super) fn failed(self) {
        self.spend.state().usage.calls += 1;
    }
}

impl Drop for Reserved<'_> {
    fn drop(&mut self) {
        {
            let mut state = self.spend.state();
            state.reserved = state.reserved.minus(self.charge);
            state.under_way = state.under_way.saturating_sub(1);
        }
        self.spend.released.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(prompt: u64, completion: u64) -> Usage {
        Usage { prompt_tokens: Some(prompt), completion_tokens: Some(completion) }
    }

    fn spend(budget_usd: Option<f64>, budget_tokens: Option<u64>) -> Spend {
        let options = VerifyOptions { budget_usd: budget_usd.map(Number), budget_tokens, ..VerifyOptions::default() };
        Spend::new(&options, Some(Price { input: Decimal::from(1), output: Decimal::from(2) }))
    }

    #[test]
    fn a_budget_holds_while_questions_are_out() {
        for spend in [spend(None, Some(250)), spend(Some(0.000_25), None)] {
            let mut first = spend.reserve(&[tokens(100, 0)]).unwrap();
            let mut second = spend.reserve(&[tokens(100, 0)]).unwrap();
            assert!(spend.reserve(&[tokens(100, 0)]).is_none(), "two are out");
            // It took less than was thought.
            first.remove(0).answered(tokens(20, 0));
            let third = spend.reserve(&[tokens(100, 0)]).unwrap();
            assert!(spend.reserve(&[tokens(100, 0)]).is_none());
            drop(third);
            assert!(spend.reserve(&[tokens(100, 0)]).is_some(), "what is not asked is given back");
            second.remove(0).failed();
            let usage = spend.usage();
            assert_eq!((usage.calls, usage.prompt_tokens, usage.cost_usd), (2, 20, Some(Number(0.000_02))));
            assert!(spend.reserve(&[tokens(150, 0), tokens(150, 0)]).is_none(), "both or none");
        }
    }

    #[tokio::test]
    async fn who_finds_no_room_waits_for_what_is_under_way() {
        let spend = spend(None, Some(150));
        let mut first = spend.reserve(&[tokens(100, 0)]).unwrap();
        let estimate = [tokens(100, 0)];
        let mut waiting = std::pin::pin!(spend.reserve_in_turn(&estimate));
        let none = std::task::Waker::noop();
        assert!(waiting.as_mut().poll(&mut std::task::Context::from_waker(none)).is_pending());
        first.remove(0).answered(tokens(20, 0));
        assert!(waiting.await.is_some());
        assert!(spend.reserve_in_turn(&[tokens(200, 0)]).await.is_none(), "nothing is under way");
    }

    #[test]
    fn an_answer_that_does_not_count_is_charged_as_estimated() {
        let spend = spend(None, Some(150));
        spend.reserve(&[tokens(100, 1)]).unwrap().remove(0).answered(Usage::default());
        assert_eq!((spend.usage().uncounted, spend.usage().prompt_tokens), (1, 0));
        assert!(spend.reserve(&[tokens(100, 1)]).is_none());
        assert!(spend.reserve(&[tokens(49, 0)]).is_some());
    }

    #[test]
    fn what_takes_more_than_thought_is_thought_to_go_on_so() {
        let spend = spend(None, Some(1_000));
        spend.reserve(&[tokens(100, 1)]).unwrap().remove(0).answered(tokens(350, 1));
        assert!(spend.reserve(&[tokens(100, 1), tokens(100, 1)]).is_none(), "eight hundred more");
        assert!(spend.reserve(&[tokens(100, 1)]).is_some());
    }

    #[test]
    fn estimates_are_rather_too_high() {
        assert_eq!(estimate(300, 1), tokens(116, 1));
        assert_eq!(estimate(0, 0), tokens(16, 0));
    }
}
