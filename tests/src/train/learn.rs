//! The stages and their leaving-out.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use groundcheck::training::{Candidate, Forest, Model, Seen, alone, no_surer, see};

use super::cases::{Case, Sort};
use super::copies::Made;
use super::listwise::{self, List};
use super::stages::{Stage, Stages, keep, kept};
use super::tables;
use super::trees::{Growth, Matrix, encoded, score};
use super::{FOLDS, Labelled};

/// A claim with more results that agree by chance says little of which one is meant.
const MOST_BY_CHANCE: f64 = 0.5;

/// What was learnt.
pub struct Learnt {
    /// From all rows.
    pub all: Stages,
    /// Every labelled claim as forests see it that saw nothing of its fold.
    pub labelled: Vec<Labelled>,
    /// That it is right, by such forests.
    pub probability: Vec<f64>,
    /// Claims of each case that have no label, by such forests: what is judged, whether it is decided, how likely it is right.
    pub others: Vec<(usize, Seen, f64)>,
}

const PRINTED: Growth = Growth { trees: 90, leaves: 16, rate: 0.2, least: 1.0, damping: 5.0, features: 60, rows: 100 };
const COMPUTED: Growth =
    Growth { trees: 110, leaves: 24, rate: 0.15, least: 1.0, damping: 5.0, features: 50, rows: 70 };
const DECISION: Growth =
    Growth { trees: 400, leaves: 12, rate: 0.03, least: 6.0, damping: 10.0, features: 30, rows: 70 };

/// Of a claim's candidates that do not agree so many are learnt from.
const MOST_OTHERS: usize = 40;
/// What a wrong claim tells of its candidates counts for so much: that those that agree are not meant.
const WRONG_WEIGHT: f64 = 0.3;

/// What ranks candidates, with every fold left out in turn and with none.
fn ranking(cases: &[Case], folds: &[usize]) -> (Vec<Stages>, Stages) {
    let mut left_out = vec![Stages::default(); FOLDS];
    let mut all = Stages::default();
    // What computed values are ranked by is learnt twice: how earlier numbers came about, which it reads, is told by that of the first time.
    for stage in [Stage::Alone, Stage::Joint, Stage::Choice, Stage::Choice, Stage::Formulas, Stage::Formulas] {
        let began = Instant::now();
        let rows = look(cases, folds, &left_out, stage == Stage::Choice);
        let looked = began.elapsed().as_secs();
        let grown = each_fold(|fold| {
            let chosen: Vec<&Labelled> = rows
                .iter()
                .filter(|row| cases[row.case].made.is_none() && fold.is_none_or(|fold| folds[row.case] != fold))
                .collect();
            rank(&chosen, cases, stage)
        });
        for (fold, bytes) in grown {
            let into = fold.map_or(&mut all, |fold| &mut left_out[fold]);
            *into.of(stage) = bytes;
        }
        eprintln!("{stage:?}: read in {looked} s, learnt in {} s", began.elapsed().as_secs() - looked);
        // A table has no top: it chooses those that are ranked.
        if stage != Stage::Choice {
            eprintln!("{stage:?}: {}", tops(&rows, &left_out, folds, stage, cases));
        }
    }
    (left_out, all)
}

/// Learns all stages, with every fold left out in turn and with none. What the ranking learns is kept in a folder, where one is given, and
/// read from it the next time.
pub fn learn(cases: &[Case], folds: &[usize], folder: Option<&Path>) -> Learnt {
    let read = folder.and_then(|folder| kept(folder, cases, folds, FOLDS + 1));
    let (mut left_out, mut all) = if let Some(mut read) = read {
        let all = read.pop().unwrap_or_default();
        (read, all)
    } else {
        let (left_out, all) = ranking(cases, folds);
        if let Some(folder) = folder {
            keep(folder, cases, folds, &left_out.iter().chain([&all]).cloned().collect::<Vec<_>>());
        }
        (left_out, all)
    };
    let rows = look(cases, folds, &left_out, false);
    let grown = each_fold(|fold| {
        let chosen: Vec<&Labelled> =
            rows.iter().filter(|row| row.seen.decides && fold.is_none_or(|fold| folds[row.case] != fold)).collect();
        decide(&chosen, cases)
    });
    let mut raw = vec![0.0; rows.len()];
    let mut trees = None;
    for (fold, grown) in grown {
        let Some(fold) = fold else {
            trees = Some(grown);
            continue;
        };
        let bytes = encoded(&grown, 1.0, 0.0);
        let forest = Forest::read(&bytes);
        for (at, row) in rows.iter().enumerate().filter(|(_, row)| folds[row.case] == fold) {
            raw[at] = score(&forest, &row.seen.decision);
        }
        left_out[fold].decision = bytes;
    }
    let (scale, offset) = calibrate(&rows, &raw, cases);
    eprintln!("calibration: {scale:.3} {offset:.3}");
    all.decision = encoded(&trees.expect("all"), scale, offset);
    let chance = |raw: f64| 1.0 / (1.0 + (-(scale * raw + offset)).exp());
    let mut labelled = Vec::new();
    let mut probability: Vec<f64> = Vec::new();
    for (row, raw) in rows.into_iter().zip(&raw).filter(|(row, _)| cases[row.case].made.is_none()) {
        labelled.push(row);
        probability.push(chance(*raw));
    }
    let decisions: Vec<Forest> = left_out.iter().map(|stages| Forest::read(&stages.decision)).collect();
    let others = unlabelled(cases, folds, &left_out).into_iter().map(|(case, seen)| {
        let probability = chance(score(&decisions[folds[case]], &seen.decision));
        (case, seen, probability)
    });
    let mut others: Vec<(usize, Seen, f64)> = others.collect();
    let own = labelled.iter().zip(&mut probability).map(|(row, own)| (row.case, &row.seen, own));
    hold_back(own.chain(others.iter_mut().map(|(case, seen, own)| (*case, &*seen, own))).collect());
    Learnt { all, labelled, probability, others }
}

/// What is computed from other numbers of its answer is no surer than they are.
fn hold_back(mut all: Vec<(usize, &Seen, &mut f64)>) {
    all.sort_by_key(|(case, seen, _)| (*case, seen.span.start));
    for answer in all.chunk_by_mut(|a, b| a.0 == b.0) {
        for at in 0..answer.len() {
            let of = |start: u32| {
                let (_, seen, own) = answer.iter().find(|(_, seen, _)| seen.span.start == start)?;
                if seen.decides { Some(**own) } else { seen.settled }
            };
            let (_, seen, own) = &answer[at];
            let held = no_surer(**own, &seen.ways, of);
            *answer[at].2 = held;
        }
    }
}

/// One job a fold and one for all, on two threads.
fn each_fold<T: Send>(job: impl Fn(Option<usize>) -> T + Sync) -> Vec<(Option<usize>, T)> {
    let folds: Vec<Option<usize>> = core::iter::once(None).chain((0..FOLDS).map(Some)).collect();
    let mut out: Vec<(Option<usize>, T)> = std::thread::scope(|scope| {
        let halves: Vec<Vec<Option<usize>>> =
            (0..2).map(|half| folds.iter().copied().skip(half).step_by(2).collect()).collect();
        let job = &job;
        let running: Vec<_> = halves
            .into_iter()
            .map(|half| scope.spawn(move || half.into_iter().map(|fold| (fold, job(fold))).collect::<Vec<_>>()))
            .collect();
        running.into_iter().flat_map(|thread| thread.join().expect("a fold")).collect()
    });
    out.sort_by_key(|(fold, _)| *fold);
    out
}

/// Every labelled claim, as the forests of its fold see it.
fn look(cases: &[Case], folds: &[usize], left_out: &[Stages], chooses: bool) -> Vec<Labelled> {
    let mut out = Vec::new();
    for (case, seen) in seen(cases, folds, left_out, chooses) {
        if let Some((_, right)) = cases[case].labels.iter().find(|(span, _)| meets(span, &seen)) {
            out.push(Labelled { case, seen, right: *right });
        }
    }
    out
}

fn meets(span: &groundcheck_types::Span, seen: &Seen) -> bool {
    span.start < seen.span.end && seen.span.start < span.end
}

fn unlabelled(cases: &[Case], folds: &[usize], left_out: &[Stages]) -> Vec<(usize, Seen)> {
    let all = seen(cases, folds, left_out, false).into_iter();
    all.filter(|(case, _)| cases[*case].made.is_none())
        .filter(|(case, seen)| !cases[*case].labels.iter().any(|(span, _)| meets(span, seen)))
        .collect()
}

fn seen(cases: &[Case], folds: &[usize], left_out: &[Stages], chooses: bool) -> Vec<(usize, Seen)> {
    let models: Vec<Model> = left_out.iter().map(Stages::model).collect();
    let half = |from: usize| {
        let own = cases.iter().zip(folds).enumerate().skip(from).step_by(2);
        own.flat_map(|(at, (case, fold))| {
            let seen =
                see(&case.request, &models[*fold], chooses).unwrap_or_else(|e| panic!("{:?}: {e}", case.request.id));
            seen.into_iter().map(move |seen| (at, seen))
        })
        .collect::<Vec<_>>()
    };
    let mut out = std::thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        let mut own = half(0);
        own.extend(other.join().expect("a case"));
        own
    });
    out.sort_by_key(|(case, seen)| (*case, seen.span.start));
    out
}

fn weight(sort: Sort) -> f64 {
    match sort {
        Sort::Everyday => 2.0,
        Sort::Tuned => 1.0,
        Sort::Real => 2.0,
        Sort::Finance => 2.0,
        Sort::Statements => 2.0,
    }
}

fn rank(rows: &[&Labelled], cases: &[Case], stage: Stage) -> Vec<u8> {
    let mut features: Vec<&[i16]> = Vec::new();
    let mut meant: Vec<bool> = Vec::new();
    let mut stands_for: Vec<f64> = Vec::new();
    let mut lists = Vec::new();
    for row in rows {
        let printed = stage.computes() && row.seen.look_ups.iter().any(|c| c.agrees);
        let candidates = if stage.computes() { &row.seen.formulas } else { &row.seen.look_ups };
        let agrees = candidates.iter().any(|c| c.agrees);
        let mut weight = weight(cases[row.case].sort);
        // Which are meant, and whether none of them may be.
        if stage == Stage::Choice && (!row.right || printed || !agrees) {
            continue;
        }
        let (wants_agreeing, none) = if row.right { (true, !agrees && !printed) } else { (false, true) };
        if !row.right {
            weight *= WRONG_WEIGHT;
        } else if stage.computes() {
            // Of many results some agree by chance, and teach nothing.
            weight /= 1.0 + row.seen.by_chance;
        }
        // What is computed is ranked among what is printed.
        let odds = |agrees: bool| -> f64 {
            let own = row
                .seen
                .look_ups
                .iter()
                .filter(|c| stage == Stage::Formulas && c.agrees == agrees && (agrees || !c.by_value));
            own.map(|c| c.score.exp()).sum()
        };
        let beside = [odds(wants_agreeing), odds(!wants_agreeing)];
        let start = features.len();
        // Of many that do not agree every so many-th stands for all: the first ones would be those of a document's beginning. What is
        // ranked is learnt from whole: its place by what is quickly read is a feature, and no place may be left out.
        let others = candidates.iter().filter(|c| !c.agrees).count();
        let stride = if stage == Stage::Formulas { 1 } else { others.div_ceil(MOST_OTHERS).max(1) };
        #[expect(clippy::cast_precision_loss, reason = "some hundred")]
        let more = (stride as f64).ln();
        let mut other = 0;
        for candidate in candidates {
            other += usize::from(!candidate.agrees);
            if candidate.agrees || other % stride == 0 {
                features.push(if stage == Stage::Alone { &candidate.features[..alone()] } else { &candidate.features });
                meant.push(candidate.agrees == wants_agreeing);
                stands_for.push(if candidate.agrees { 0.0 } else { more + stage.stands_for() });
            }
        }
        if features.len() > start {
            let ordered = row.right && !printed && agrees;
            lists.push(List { rows: start..features.len(), none, beside, weight, ordered });
        }
    }
    if stage == Stage::Choice {
        let lists: Vec<tables::List> =
            lists.into_iter().map(|list| tables::List { rows: list.rows, weight: list.weight }).collect();
        return tables::learn(&features, &meant, &stands_for, &lists);
    }
    let width = features.first().map_or(0, |row| row.len());
    let growth = if stage.computes() { COMPUTED } else { PRINTED };
    let trees =
        Matrix::of(&features, width).grow(&growth, |scores| listwise::gradients(&lists, &meant, &stands_for, scores));
    encoded(&trees, 1.0, 0.0)
}

fn decide(rows: &[&Labelled], cases: &[Case]) -> Vec<super::trees::Tree> {
    let features: Vec<&[i16]> = rows.iter().map(|row| row.seen.decision.as_slice()).collect();
    let width = features.first().map_or(0, |row| row.len());
    let weights = decision_weights(rows, cases);
    Matrix::of(&features, width).grow(&DECISION, |scores| {
        scores
            .iter()
            .zip(rows)
            .zip(&weights)
            .map(|((score, row), weight)| {
                let chance = 1.0 / (1.0 + (-score).exp());
                let target = f64::from(u8::from(row.right));
                ((chance - target) * weight, (chance * (1.0 - chance)).max(1e-6) * weight)
            })
            .collect()
    })
}

/// The share of wrong numbers that every set is weighed to, by a factor of five at most: else its manner would tell right from wrong.
const WRONG_IN_SET: f64 = 0.2;
const MOST_FACTOR: f64 = 5.0;

/// What a copy counts for: of the wrong numbers of real answers most stand nowhere, of others most stand elsewhere.
fn made_weight(made: Made) -> f64 {
    match made {
        Made::Nowhere => 0.25,
        Made::Beside => 0.08,
        Made::Elsewhere => 0.2,
        Made::Renamed | Made::Swapped => 0.1,
    }
}

fn decision_weights(rows: &[&Labelled], cases: &[Case]) -> Vec<f64> {
    let mut counts: BTreeMap<(Sort, &str), [f64; 2]> = BTreeMap::new();
    for row in rows.iter().filter(|row| cases[row.case].made.is_none()) {
        let case = &cases[row.case];
        counts.entry((case.sort, &case.set)).or_default()[usize::from(row.right)] += 1.0;
    }
    rows.iter()
        .map(|row| {
            let case = &cases[row.case];
            let [wrong, right] = counts.get(&(case.sort, case.set.as_str())).copied().unwrap_or_default();
            let factor = if wrong > 0.0 && right > 0.0 {
                (WRONG_IN_SET / (1.0 - WRONG_IN_SET) * right / wrong).clamp(1.0 / MOST_FACTOR, MOST_FACTOR)
            } else {
                1.0
            };
            let made = case.made.map_or(1.0, made_weight);
            let own = if row.right { 1.0 } else { factor * (1.0 - rests_on_wrong(&row.seen, case)) };
            decision_weight(case.sort) * made * own
        })
        .collect()
}

/// To which share a value comes about by numbers of its answer that are wrong: right as far as they are, it says nothing of the decision,
/// which is held back by what they are.
fn rests_on_wrong(seen: &Seen, case: &Case) -> f64 {
    let is_wrong = |at: &u32| case.labels.iter().any(|(span, right)| !right && (span.start..span.end).contains(at));
    let all: f64 = seen.ways.iter().map(|way| way.share).sum();
    let wrong: f64 = seen.ways.iter().filter(|way| way.numbers.iter().any(is_wrong)).map(|way| way.share).sum();
    if all > 0.0 { wrong / all } else { 0.0 }
}

fn decision_weight(sort: Sort) -> f64 {
    match sort {
        Sort::Everyday => 4.0,
        Sort::Tuned => 1.0,
        Sort::Real => 14.0,
        Sort::Finance => 38.0,
        Sort::Statements => 4.0,
    }
}

/// The share of wrong numbers that answers have.
pub const WRONG_SHARE: f64 = 0.06;

/// Scale and offset that make the left-out scores log odds, where one number of seventeen is wrong; everyday and real rows count alike.
fn calibrate(rows: &[Labelled], raw: &[f64], cases: &[Case]) -> (f64, f64) {
    let mut weighted: Vec<(f64, f64, f64)> = Vec::new();
    for sort in [Sort::Everyday, Sort::Real] {
        let own = || {
            rows.iter().zip(raw).filter(|(row, _)| {
                let case = &cases[row.case];
                row.seen.decides && case.sort == sort && case.made.is_none()
            })
        };
        let count = |right: bool| own().filter(|(row, _)| row.right == right).count().max(1);
        let (right, wrong) = (count(true), count(false));
        #[expect(clippy::cast_precision_loss, reason = "some thousand rows")]
        let weight =
            |is_right: bool| if is_right { (1.0 - WRONG_SHARE) / right as f64 } else { WRONG_SHARE / wrong as f64 };
        weighted.extend(own().map(|(row, raw)| (*raw, f64::from(u8::from(row.right)), 1000.0 * weight(row.right))));
    }
    let (mut scale, mut offset) = (1.0, 0.0);
    for _ in 0..50 {
        let (mut g, mut h) = ([0.0; 2], [[1e-9, 0.0], [0.0, 1e-9]]);
        for (raw, target, weight) in &weighted {
            let chance = 1.0 / (1.0 + (-(scale * raw + offset)).exp());
            let (error, curve) = ((chance - target) * weight, chance * (1.0 - chance) * weight);
            g = [g[0] + error * raw, g[1] + error];
            h = [[h[0][0] + curve * raw * raw, h[0][1] + curve * raw], [h[1][0] + curve * raw, h[1][1] + curve]];
        }
        let determinant = h[0][0] * h[1][1] - h[0][1] * h[1][0];
        if determinant.abs() < 1e-12 {
            break;
        }
        scale -= (h[1][1] * g[0] - h[0][1] * g[1]) / determinant;
        offset -= (h[0][0] * g[1] - h[1][0] * g[0]) / determinant;
    }
    (scale, offset)
}

/// How often the candidate on top agrees, of right claims that some candidate agrees with, and of wrong ones; by sort of rows.
fn tops(rows: &[Labelled], left_out: &[Stages], folds: &[usize], stage: Stage, cases: &[Case]) -> String {
    let mut out = String::new();
    let models: Vec<Model> = left_out.iter().map(Stages::model).collect();
    for sort in [Sort::Everyday, Sort::Tuned, Sort::Real, Sort::Finance, Sort::Statements] {
        let mut counts = [[0_u32; 2]; 2];
        for row in rows.iter().filter(|row| cases[row.case].sort == sort && cases[row.case].made.is_none()) {
            let model = &models[folds[row.case]];
            let (forest, candidates): (&Forest, &[Candidate]) = match stage {
                Stage::Alone => (&model.alone, &row.seen.look_ups),
                Stage::Joint => (&model.joint, &row.seen.look_ups),
                Stage::Choice | Stage::Formulas => (&model.formulas, &row.seen.formulas),
            };
            let noise = stage.computes() && row.seen.by_chance > MOST_BY_CHANCE;
            if noise
                || !candidates.iter().any(|c| c.agrees)
                || (stage.computes() && row.seen.look_ups.iter().any(|c| c.agrees))
            {
                continue;
            }
            let score =
                |c: &Candidate| score(forest, if stage == Stage::Alone { &c.features[..alone()] } else { &c.features });
            let best =
                |agrees: bool| candidates.iter().filter(|c| c.agrees == agrees).map(score).fold(f64::MIN, f64::max);
            let own = &mut counts[usize::from(row.right)];
            own[0] += 1;
            own[1] += u32::from(best(true) >= best(false));
        }
        let share = |[all, top]: [u32; 2]| 100.0 * f64::from(top) / f64::from(all.max(1));
        out += &format!("{sort:?} {:.1}/{:.1} ({}) ", share(counts[1]), share(counts[0]), counts[1][0]);
    }
    out
}
