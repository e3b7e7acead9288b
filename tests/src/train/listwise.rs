//! What a ranking among the candidates of a claim is grown by: how likely each is meant, and which of two stands before the other.

use core::ops::Range;

/// A claim's list.
pub struct List {
    /// Its candidates.
    pub rows: Range<usize>,
    /// Whether none of them may be meant.
    pub none: bool,
    /// What else may be meant and may not, as odds against none.
    pub beside: [f64; 2],
    /// How much it counts.
    pub weight: f64,
    /// Whether the order of its candidates counts by itself.
    pub ordered: bool,
}

/// What the order counts for beside the shares.
const ORDER_WEIGHT: f64 = 2.0;
/// A pair of candidates both behind this rank teaches nothing.
const LAST_RANK: usize = 20;

/// First and second derivative of each candidate by its score so far; `stands_for` is the logarithm of how many like it each stands for.
pub fn gradients(lists: &[List], meant: &[bool], stands_for: &[f64], scores: &[f64]) -> Vec<(f64, f64)> {
    let mut out = vec![(0.0, 0.0); scores.len()];
    for list in lists {
        shares(list, meant, stands_for, scores, &mut out);
        if list.ordered {
            order(list, meant, scores, &mut out);
        }
    }
    out
}

/// The share of those that are meant, of all, is to be one.
fn shares(list: &List, meant: &[bool], stands_for: &[f64], scores: &[f64], out: &mut [(f64, f64)]) {
    let scores: Vec<f64> = list.rows.clone().map(|at| scores[at] + stands_for[at]).collect();
    let (own, start) = (&scores[..], list.rows.start);
    let most = own.iter().copied().fold(0.0, f64::max);
    let worth = |score: f64| (score - most).exp();
    let [wanted_beside, other_beside] = list.beside.map(|odds| odds * worth(0.0));
    let all: f64 = own.iter().copied().map(worth).sum::<f64>() + worth(0.0) + wanted_beside + other_beside;
    let wanted: f64 = list.rows.clone().filter(|at| meant[*at]).map(|at| worth(scores[at - start])).sum::<f64>()
        + wanted_beside
        + if list.none { worth(0.0) } else { 0.0 };
    for at in list.rows.clone() {
        let own = worth(scores[at - start]);
        let share = own / all;
        let target = if meant[at] && wanted > 0.0 { own / wanted } else { 0.0 };
        out[at].0 += (share - target) * list.weight;
        out[at].1 += (share * (1.0 - share)).max(1e-4) * list.weight;
    }
}

/// Those that are meant are to stand first: every pair by what its exchange would change of the discounted gain.
///
/// Source: Burges, "From `RankNet` to `LambdaRank` to `LambdaMART`: An Overview" (2010), section 4.
fn order(list: &List, meant: &[bool], scores: &[f64], out: &mut [(f64, f64)]) {
    let mut ranked: Vec<usize> = list.rows.clone().collect();
    ranked.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
    #[expect(clippy::cast_precision_loss, reason = "some ten")]
    let discount = |rank: usize| 1.0 / (rank as f64 + 2.0).log2();
    let best: f64 = (0..ranked.iter().filter(|at| meant[**at]).count()).map(discount).sum();
    let mut pairs = Vec::new();
    let mut sum = 0.0;
    for (rank, one) in ranked.iter().enumerate() {
        for (other_rank, other) in ranked.iter().enumerate().skip(rank + 1) {
            if rank >= LAST_RANK || meant[*one] == meant[*other] {
                continue;
            }
            let (first, second) = if meant[*one] { (*one, *other) } else { (*other, *one) };
            let apart = scores[first] - scores[second];
            let changed = (discount(rank) - discount(other_rank)) / best / (0.01 + apart.abs());
            let wrong_way = 1.0 / (1.0 + apart.exp());
            pairs.push((first, second, wrong_way * changed, wrong_way * (1.0 - wrong_way) * changed));
            sum += 2.0 * wrong_way * changed;
        }
    }
    let norm = if sum > 0.0 { (1.0 + sum).log2() / sum } else { 0.0 } * ORDER_WEIGHT * list.weight;
    for (first, second, slope, curve) in pairs {
        out[first].0 -= slope * norm;
        out[second].0 += slope * norm;
        out[first].1 += curve * norm;
        out[second].1 += curve * norm;
    }
}
