//! How well the decision holds on what was left out: by its probability alone, without what facts say and what goes the other way.

use std::collections::BTreeMap;
use std::fmt::Write;

use groundcheck_types::{Policy, Status};

use super::cases::{Case, Sort};
use super::learn::{Learnt, WRONG_SHARE};

/// What became of the labelled numbers of some rows.
#[derive(Debug, Clone, Default)]
struct Tally {
    right: [u32; 3],
    wrong: [u32; 3],
    right_answers: [u32; 2],
    /// Probability and whether it is right.
    stated: Vec<(f64, bool)>,
}

const SUPPORTED: usize = 0;
const FLAGGED: usize = 1;
const OPEN: usize = 2;

/// The page of results.
pub fn page(cases: &[Case], learnt: &Learnt) -> String {
    let policy = Policy::default();
    let mut by_set: BTreeMap<(Sort, String), Tally> = BTreeMap::new();
    let mut flagged = vec![false; cases.len()];
    let outcome = |seen: &groundcheck::training::Seen, probability: f64| {
        let agrees = seen.look_ups.iter().chain(&seen.formulas).any(|c| c.agrees);
        match seen.prior {
            Status::Supported if !seen.decides => SUPPORTED,
            Status::Contradicted if !seen.decides => FLAGGED,
            _ if !seen.decides => OPEN,
            _ if probability >= policy.supported_probability.0 && agrees => SUPPORTED,
            _ if probability <= policy.flagged_probability.0 && !seen.refers => FLAGGED,
            _ => OPEN,
        }
    };
    for (row, probability) in learnt.labelled.iter().zip(&learnt.probability) {
        let case = &cases[row.case];
        let tally = by_set.entry((case.sort, case.set.clone())).or_default();
        let outcome = outcome(&row.seen, *probability);
        let into = if row.right { &mut tally.right } else { &mut tally.wrong };
        into[outcome] += 1;
        flagged[row.case] |= outcome == FLAGGED;
        tally.stated.push((*probability, row.right));
    }
    for (case, seen, probability) in &learnt.others {
        flagged[*case] |= outcome(seen, *probability) == FLAGGED;
    }
    for (case, flagged) in cases.iter().zip(&flagged).filter(|(case, _)| case.right == Some(true)) {
        let tally = by_set.entry((case.sort, case.set.clone())).or_default();
        tally.right_answers[0] += 1;
        tally.right_answers[1] += u32::from(*flagged);
    }
    let (from, to) = (policy.supported_probability.0, policy.flagged_probability.0);
    let mut out = format!("{HEAD}: supported from {from}, flagged up to {to}.\n");
    for sort in [Sort::Everyday, Sort::Real, Sort::Finance, Sort::Statements, Sort::Tuned] {
        let _ = writeln!(out, "\n## {}\n\n{COLUMNS}", title(sort));
        let mut all = Tally::default();
        for ((_, set), tally) in by_set.iter().filter(|((own, _), _)| *own == sort) {
            line(&mut out, set, tally);
            all.add(tally);
        }
        line(&mut out, "**together**", &all);
        let _ = writeln!(out, "\nReliability, at one number of seventeen wrong: {}", reliability(&all.stated));
        curve(&mut out, &all.stated);
    }
    out
}

const HEAD: &str = "# Decisions on what was left out\n\nWritten by `cargo xtask train`. Each file or set is decided by forests that saw \
no row of it";
const COLUMNS: &str = "| set | right / wrong | right flagged | wrong flagged | wrong supported | right confirmed | open | precision | \
at 6 % wrong | right answers flagged |\n|---|---|---|---|---|---|---|---|---|---|";

fn title(sort: Sort) -> &'static str {
    match sort {
        Sort::Everyday => "Everyday answers",
        Sort::Tuned => "Files that the rules were written by",
        Sort::Real => "Answers labelled by people",
        Sort::Finance => "Financial tables, one number an answer",
        Sort::Statements => "Statements about tables, one sentence an answer",
    }
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        for at in 0..3 {
            self.right[at] += other.right[at];
            self.wrong[at] += other.wrong[at];
        }
        for at in 0..2 {
            self.right_answers[at] += other.right_answers[at];
        }
        self.stated.extend(&other.stated);
    }
}

fn share(part: u32, whole: u32) -> f64 {
    f64::from(part) / f64::from(whole.max(1))
}

fn line(out: &mut String, name: &str, tally: &Tally) {
    let sum = |counts: &[u32; 3]| counts.iter().sum::<u32>();
    let (rights, wrongs) = (sum(&tally.right), sum(&tally.wrong));
    let right = |at: usize| 100.0 * share(tally.right[at], rights);
    let wrong = |at: usize| 100.0 * share(tally.wrong[at], wrongs);
    // At the share of wrong numbers that answers have.
    let (caught, accused) = (WRONG_SHARE * wrong(FLAGGED), (1.0 - WRONG_SHARE) * right(FLAGGED));
    let usual = if caught + accused > 0.0 { 100.0 * caught / (caught + accused) } else { 0.0 };
    let _ = writeln!(
        out,
        "| {name} | {rights} / {wrongs} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {usual:.1} | {:.1} |",
        right(FLAGGED),
        wrong(FLAGGED),
        wrong(SUPPORTED),
        right(SUPPORTED),
        100.0 * share(tally.right[OPEN] + tally.wrong[OPEN], rights + wrongs),
        100.0 * share(tally.wrong[FLAGGED], tally.wrong[FLAGGED] + tally.right[FLAGGED]),
        100.0 * share(tally.right_answers[1], tally.right_answers[0]),
    );
}

/// Stated probability against the share that is right, in ten steps, and by how much they differ.
fn reliability(stated: &[(f64, bool)]) -> String {
    let count = |right: bool| stated.iter().filter(|(_, own)| *own == right).count();
    #[expect(clippy::cast_precision_loss, reason = "some thousand rows")]
    let weights = [WRONG_SHARE / count(false).max(1) as f64, (1.0 - WRONG_SHARE) / count(true).max(1) as f64];
    let mut steps = [[0.0; 3]; 10];
    for (probability, right) in stated {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 9")]
        let step = &mut steps[((probability * 10.0) as usize).min(9)];
        let weight = weights[usize::from(*right)];
        *step = [step[0] + weight, step[1] + weight * probability, step[2] + if *right { weight } else { 0.0 }];
    }
    let error: f64 = steps.iter().map(|[_, stated, right]| (stated - right).abs()).sum();
    let shown: Vec<String> = steps
        .iter()
        .filter(|[weight, ..]| *weight > 0.0)
        .map(|[weight, stated, right]| {
            format!("{:.2} {:.2} ({:.1} %)", stated / weight, right / weight, 100.0 * weight)
        })
        .collect();
    format!("expected calibration error {error:.3}; {}", shown.join(", "))
}

/// Wrong numbers flagged at some shares of right ones flagged, right ones confirmed at some shares of wrong ones passed, and AUC.
fn curve(out: &mut String, stated: &[(f64, bool)]) {
    let mut sorted = stated.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let caught = points(sorted.iter().copied(), true, &[0.005, 0.01, 0.02, 0.03, 0.05, 0.10], '≤');
    let confirmed = points(sorted.iter().rev().copied(), false, &[0.02, 0.05, 0.08, 0.15], '≥');
    let (mut wrong, mut area) = (0_usize, 0_usize);
    for (_, right) in &sorted {
        if *right {
            area += wrong;
        } else {
            wrong += 1;
        }
    }
    let pairs = (sorted.len() - wrong) * wrong;
    #[expect(clippy::cast_precision_loss, reason = "some thousand rows")]
    let area = area as f64 / pairs.max(1) as f64;
    let _ = writeln!(out, "\nCaught at right ones flagged: {caught}; area {area:.3}");
    let _ = writeln!(out, "Confirmed at wrong ones passed: {confirmed}");
}

/// How many of the others come before so many of these, from one end on: `cost` says whether these are the right ones.
fn points(stated: impl Iterator<Item = (f64, bool)> + Clone, cost: bool, levels: &[f64], sign: char) -> String {
    let count = |of: bool| stated.clone().filter(|(_, right)| *right == of).count().max(1);
    let (costs, gains) = (count(cost), count(!cost));
    let (mut paid, mut gained, mut out) = (0_usize, 0_usize, Vec::new());
    for (probability, right) in stated.clone() {
        if right != cost {
            gained += 1;
            continue;
        }
        paid += 1;
        #[expect(clippy::cast_precision_loss, reason = "some thousand rows")]
        let (share, gain) = (paid as f64 / costs as f64, gained as f64 / gains as f64);
        if levels.get(out.len()).is_some_and(|level| share >= *level) {
            out.push(format!("{:.1} % at {:.1} % (p {sign} {probability:.3})", 100.0 * gain, 100.0 * share));
        }
    }
    out.join(", ")
}
