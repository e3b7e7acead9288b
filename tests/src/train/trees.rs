//! Boosted trees over small integers, grown leaf by leaf on histograms. The same rows give the same bytes, on any machine.
//!
//! Our own rather than a crate's: a ranking among the candidates of a claim, with "none of them", needs gradients over the whole list,
//! which no crate takes, and the trees must come out as the engine reads them.

use groundcheck::training::Forest;

/// How trees are grown.
#[derive(Debug, Clone, Copy)]
pub struct Growth {
    /// How many trees.
    pub trees: usize,
    /// How many leaves each has at most.
    pub leaves: usize,
    /// How much of a leaf's best worth is taken.
    pub rate: f64,
    /// A leaf's least sum of second derivatives.
    pub least: f64,
    /// Added to that sum where a worth is computed.
    pub damping: f64,
    /// So many of a hundred features each tree may split by, others each time.
    pub features: usize,
    /// So many of a hundred rows each tree learns from, others each time.
    pub rows: u64,
}

/// Rows of features, each in one of at most 64 bins.
pub struct Matrix {
    /// By feature, by row.
    bins: Vec<Vec<u8>>,
    /// By feature: the largest value of each bin.
    edges: Vec<Vec<i16>>,
    rows: usize,
}

/// The most bins of a feature.
const MOST_BINS: usize = 64;

impl Matrix {
    /// Bins rows by the values that part them most evenly.
    #[must_use]
    pub fn of(rows: &[&[i16]], features: usize) -> Self {
        // Row by row, as they lie in memory: there are millions.
        let mut counts = vec![vec![0_u32; VALUES]; features];
        for row in rows {
            for (counts, value) in counts.iter_mut().zip(*row) {
                counts[place(*value)] += 1;
            }
        }
        let edges: Vec<Vec<i16>> = counts.iter().map(|counts| parted(counts, rows.len())).collect();
        let bin_of = |edges: &Vec<i16>| {
            let bin = |value: i16| u8::try_from(edges.partition_point(|edge| *edge < value)).unwrap_or(u8::MAX);
            (i16::MIN..=i16::MAX).map(bin).collect::<Vec<u8>>()
        };
        let tables: Vec<Vec<u8>> = edges.iter().map(bin_of).collect();
        let mut bins: Vec<Vec<u8>> = (0..features).map(|_| Vec::with_capacity(rows.len())).collect();
        for row in rows {
            for ((bins, table), value) in bins.iter_mut().zip(&tables).zip(*row) {
                bins.push(table[place(*value)]);
            }
        }
        Matrix { bins, edges, rows: rows.len() }
    }
}

/// How many values a feature may have.
const VALUES: usize = 1 << 16;

/// A value's place among all.
fn place(value: i16) -> usize {
    usize::from(value.cast_unsigned() ^ (1 << 15))
}

/// The largest value of each bin, from how often each value occurs.
fn parted(counts: &[u32], rows: usize) -> Vec<i16> {
    let all = (i16::MIN..=i16::MAX).zip(counts).filter(|(_, count)| **count > 0);
    let distinct: Vec<(i16, u32)> = all.map(|(value, count)| (value, *count)).collect();
    if distinct.len() <= MOST_BINS {
        return distinct.into_iter().map(|(value, _)| value).collect();
    }
    let mut ends = (1..=MOST_BINS).map(|n| (n * rows / MOST_BINS).max(1)).peekable();
    let mut out = Vec::new();
    let mut so_far = 0;
    for (value, count) in distinct {
        so_far += count as usize;
        let mut is_end = false;
        while ends.next_if(|end| *end <= so_far).is_some() {
            is_end = true;
        }
        out.extend(is_end.then_some(value));
    }
    out
}

/// A node: a split or a leaf.
#[derive(Debug, Clone)]
enum Node {
    Split { feature: usize, bin: u8, edge: i16, children: [usize; 2] },
    Leaf(f64),
}

/// A tree.
#[derive(Debug, Clone)]
pub struct Tree(Vec<Node>);

#[derive(Clone, Copy, Default)]
struct Sums {
    gradient: f64,
    curvature: f64,
}

/// A tree that is being grown: how, the features that it may split by, and each row's first and second derivative.
struct Growing<'a> {
    growth: &'a Growth,
    features: Vec<usize>,
    gradients: &'a [(f64, f64)],
}

struct Leaf {
    node: usize,
    rows: Vec<u32>,
    histogram: Vec<Sums>,
    sums: Sums,
    split: Option<(f64, usize, usize)>,
}

const STRIDE: usize = MOST_BINS;

/// Whether a tree may split by a feature: some hash of both, the same every time.
fn is_chosen(tree: usize, feature: usize, percent: usize) -> bool {
    let mixed =
        (tree as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (feature as u64 + 1).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed >> 33) % 100 < percent as u64
}

/// A number that looks like any other, by this one: the finaliser of `SplitMix64`.
fn spread(number: u64) -> u64 {
    let mixed = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

impl Matrix {
    /// The rows' sums by bin, of one feature after the other.
    fn histogram(&self, rows: &[u32], growing: &Growing) -> Vec<Sums> {
        let own: Vec<(f64, f64)> = rows.iter().map(|row| growing.gradients[*row as usize]).collect();
        let mut out = vec![Sums::default(); growing.features.len() * STRIDE];
        for (feature, sums) in growing.features.iter().zip(out.chunks_mut(STRIDE)) {
            let bins = &self.bins[*feature];
            for (row, (gradient, curvature)) in rows.iter().zip(&own) {
                // A bin is under the stride; the remainder spares a look at the bounds.
                let sum = &mut sums[usize::from(bins[*row as usize]) % STRIDE];
                sum.gradient += gradient;
                sum.curvature += curvature;
            }
        }
        out
    }

    fn best_split(&self, histogram: &[Sums], all: Sums, growing: &Growing) -> Option<(f64, usize, usize)> {
        let growth = growing.growth;
        let gain = |sums: Sums| sums.gradient * sums.gradient / (sums.curvature + growth.damping);
        let mut best: Option<(f64, usize, usize)> = None;
        for (feature, histogram) in growing.features.iter().zip(histogram.chunks(STRIDE)) {
            let bins = self.edges[*feature].len();
            let mut left = Sums::default();
            for (bin, own) in histogram.iter().enumerate().take(bins.saturating_sub(1)) {
                left.gradient += own.gradient;
                left.curvature += own.curvature;
                let right = Sums { gradient: all.gradient - left.gradient, curvature: all.curvature - left.curvature };
                if left.curvature < growth.least || right.curvature < growth.least {
                    continue;
                }
                let gained = gain(left) + gain(right) - gain(all);
                if gained > 1e-9 && best.is_none_or(|(own, ..)| gained > own) {
                    best = Some((gained, *feature, bin));
                }
            }
        }
        best
    }

    /// The tree, and which of the rows are in which leaf, with its worth.
    fn tree(&self, rows: Vec<u32>, growing: &Growing) -> (Tree, Vec<(Vec<u32>, f64)>) {
        let Growing { growth, gradients, .. } = growing;
        let mut nodes = vec![Node::Leaf(0.0)];
        let sums_of = |rows: &[u32]| {
            rows.iter().fold(Sums::default(), |sums, row| {
                let (gradient, curvature) = gradients[*row as usize];
                Sums { gradient: sums.gradient + gradient, curvature: sums.curvature + curvature }
            })
        };
        let (sums, histogram) = (sums_of(&rows), self.histogram(&rows, growing));
        let split = self.best_split(&histogram, sums, growing);
        let mut leaves = vec![Leaf { node: 0, rows, histogram, sums, split }];
        while leaves.len() < growth.leaves {
            let gain = |leaf: &Leaf| leaf.split.map_or(0.0, |(gain, ..)| gain);
            let mut chosen = 0;
            for at in 1..leaves.len() {
                if gain(&leaves[at]) > gain(&leaves[chosen]) {
                    chosen = at;
                }
            }
            let Some((_, feature, bin)) = leaves[chosen].split else { break };
            let leaf = leaves.swap_remove(chosen);
            let (left, right): (Vec<u32>, Vec<u32>) =
                leaf.rows.iter().partition(|row| usize::from(self.bins[feature][**row as usize]) <= bin);
            let children = [nodes.len(), nodes.len() + 1];
            let edge = self.edges[feature][bin];
            let own = u8::try_from(bin).expect("at most 64 bins");
            nodes[leaf.node] = Node::Split { feature, bin: own, edge, children };
            nodes.extend([Node::Leaf(0.0), Node::Leaf(0.0)]);
            // The smaller side is counted, the other is the rest.
            let fewer = if left.len() <= right.len() { &left } else { &right };
            let counted = self.histogram(fewer, growing);
            let rest: Vec<Sums> = leaf
                .histogram
                .iter()
                .zip(&counted)
                .map(|(all, own)| Sums {
                    gradient: all.gradient - own.gradient,
                    curvature: all.curvature - own.curvature,
                })
                .collect();
            let histograms = if left.len() <= right.len() { [counted, rest] } else { [rest, counted] };
            for ((node, rows), histogram) in children.into_iter().zip([left, right]).zip(histograms) {
                let sums = sums_of(&rows);
                let split = self.best_split(&histogram, sums, growing);
                leaves.push(Leaf { node, rows, histogram, sums, split });
            }
        }
        let mut worths = Vec::with_capacity(leaves.len());
        for leaf in leaves {
            let worth = -growth.rate * leaf.sums.gradient / (leaf.sums.curvature + growth.damping);
            nodes[leaf.node] = Node::Leaf(worth);
            worths.push((leaf.rows, worth));
        }
        (Tree(nodes), worths)
    }

    /// What a tree says of a row.
    fn worth(&self, tree: &Tree, row: u32) -> f64 {
        let mut at = 0;
        loop {
            match &tree.0[at] {
                Node::Leaf(worth) => return *worth,
                Node::Split { feature, bin, children: [left, right], .. } => {
                    at = if self.bins[*feature][row as usize] <= *bin { *left } else { *right };
                }
            }
        }
    }

    /// Grows trees; `gradients` says from the scores so far each row's first and second derivative.
    pub fn grow(&self, growth: &Growth, mut gradients: impl FnMut(&[f64]) -> Vec<(f64, f64)>) -> Vec<Tree> {
        let mut scores = vec![0.0; self.rows];
        let all = 0..u32::try_from(self.rows).unwrap_or(u32::MAX);
        (0..growth.trees)
            .map(|number| {
                let is_seen = |row: &u32| spread(u64::from(*row) ^ ((number as u64 + 1) << 32)) % 100 < growth.rows;
                let (seen, others): (Vec<u32>, Vec<u32>) = all.clone().partition(is_seen);
                let may_split = |feature: &usize| is_chosen(number, *feature, growth.features);
                let features = (0..self.bins.len()).filter(may_split).collect();
                let (tree, worths) = self.tree(seen, &Growing { growth, features, gradients: &gradients(&scores) });
                for (rows, worth) in worths {
                    rows.into_iter().for_each(|row| scores[row as usize] += worth);
                }
                others.into_iter().for_each(|row| scores[row as usize] += self.worth(&tree, row));
                tree
            })
            .collect()
    }
}

/// Trees as the engine reads them, all worths times `scale`, with one more leaf of this worth.
#[must_use]
pub fn encoded(trees: &[Tree], scale: f64, offset: f64) -> Vec<u8> {
    let mut out = Vec::new();
    let mut push = |tree: Vec<u8>| {
        out.extend(u16::try_from(tree.len()).expect("a tree is small").to_le_bytes());
        out.extend(tree);
    };
    for tree in trees {
        let mut bytes = Vec::new();
        encode(&tree.0, 0, scale, &mut bytes);
        push(bytes);
    }
    if offset != 0.0 {
        push(leaf(offset));
    }
    out
}

fn leaf(worth: f64) -> Vec<u8> {
    #[expect(clippy::cast_possible_truncation, reason = "clamped")]
    let worth = (worth * 1000.0).round().clamp(-32_000.0, 32_000.0) as i16;
    [&[u8::MAX][..], &worth.to_le_bytes()].concat()
}

fn encode(nodes: &[Node], at: usize, scale: f64, out: &mut Vec<u8>) {
    match &nodes[at] {
        Node::Leaf(worth) => out.extend(leaf(worth * scale)),
        Node::Split { feature, edge, children: [left, right], .. } => {
            out.push(u8::try_from(*feature).expect("fewer than 255 features"));
            out.extend(edge.to_le_bytes());
            let place = out.len();
            out.extend([0, 0]);
            encode(nodes, *left, scale, out);
            let right_at = u16::try_from(out.len()).expect("a tree is small").to_le_bytes();
            out[place..place + 2].copy_from_slice(&right_at);
            encode(nodes, *right, scale, out);
        }
    }
}

/// What trees say of a row, in logits.
#[must_use]
pub fn score(forest: &Forest, row: &[i16]) -> f64 {
    f64::from(forest.score(row)) / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_grown_is_what_the_engine_reads() {
        let rows: Vec<Vec<i16>> = (0..200).map(|n: i16| vec![n % 7, n % 11]).collect();
        let right = |row: &[i16]| f64::from(u8::from(row[0] > 3 && row[1] < 5));
        let views: Vec<&[i16]> = rows.iter().map(Vec::as_slice).collect();
        let growth = Growth { trees: 40, leaves: 4, rate: 0.3, least: 0.1, damping: 1.0, features: 100, rows: 100 };
        let trees = Matrix::of(&views, 2).grow(&growth, |scores| {
            let chance = |score: f64| 1.0 / (1.0 + (-score).exp());
            scores
                .iter()
                .zip(&rows)
                .map(|(s, row)| (chance(*s) - right(row), chance(*s) * (1.0 - chance(*s))))
                .collect()
        });
        let forest = Forest::read(&encoded(&trees, 1.0, 0.0));
        for row in &rows {
            assert_eq!(score(&forest, row) > 0.0, right(row) > 0.5, "{row:?}");
        }
        let moved = Forest::read(&encoded(&trees, 1.0, 0.5));
        assert!((score(&moved, &rows[0]) - score(&forest, &rows[0]) - 0.5).abs() < 1e-9);
    }
}
