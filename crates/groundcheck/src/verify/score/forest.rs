//! Boosted trees over small integers: what was learnt from labelled answers, as generated data.
//!
//! A forest is a run of trees; a tree is its length in bytes (`u16`) and its nodes, the left child right behind its parent. A node is a
//! feature (`u8`), a threshold (`i16`) and where its right child begins in the tree (`u16`); a leaf is [`LEAF`] and its worth (`i16`).
//! All little-endian. Whole numbers only, so that every platform agrees.

/// Marks a leaf, where a node names its feature.
const LEAF: u8 = u8::MAX;

/// What is not known of a candidate. Smaller than any value, so that it always goes to the left.
pub(crate) const MISSING: i16 = i16::MIN;

/// Trees whose worths add up, as they are walked.
#[derive(Debug, Clone, Default)]
pub struct Forest {
    nodes: Vec<Node>,
    trees: Vec<Tree>,
}

/// Where a tree's nodes are, and how many questions its longest way has.
#[derive(Debug, Clone, Copy)]
struct Tree {
    first: u32,
    end: u32,
    depth: u8,
}

/// A question, or a leaf, which leads to itself: every way through a tree takes as many steps, so that no processor has to guess.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// What the question is of.
    feature: u8,
    /// The most that goes to the left; at a leaf its worth.
    value: i16,
    /// Where it goes on, by the places of its tree.
    left: u8,
    right: u8,
}

impl Forest {
    /// The forest that these bytes hold. A tree that is broken ends it.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Self {
        let (mut forest, mut rest) = (Forest::default(), bytes);
        while let Some((length, behind)) = rest.split_first_chunk::<2>() {
            let Some((tree, next)) = behind.split_at_checked(usize::from(u16::from_le_bytes(*length))) else { break };
            let Some((nodes, depth)) = nodes(tree) else { break };
            let first = forest.nodes.len();
            forest.nodes.extend(nodes);
            let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
            forest.trees.push(Tree { first: place(first), end: place(forest.nodes.len()), depth });
            rest = next;
        }
        forest
    }

    /// What the trees say of these features together, in thousandths of a logit; 0 where there are none.
    #[must_use]
    pub fn score(&self, features: &[i16]) -> i32 {
        self.trees.iter().map(|tree| i32::from(self.worth(*tree, features).unwrap_or(0))).sum()
    }

    fn worth(&self, tree: Tree, features: &[i16]) -> Option<i16> {
        let nodes = self.nodes.get(tree.first as usize..tree.end as usize)?;
        let mut at = 0;
        for _ in 0..tree.depth {
            at = nodes.get(at)?.next(features);
        }
        nodes.get(at).map(|leaf| leaf.value)
    }

    /// What the trees say of each of many rows, as [`Forest::score`] does of one.
    pub(crate) fn scores<'r, Row: AsRef<[i16]> + 'r>(&self, rows: impl Iterator<Item = &'r Row>) -> Vec<i32> {
        let mut out = Vec::with_capacity(rows.size_hint().0);
        let mut rows = rows.map(AsRef::as_ref);
        loop {
            // The rows of a pack go through a tree side by side: no step waits for that of another row.
            let mut pack: [&[i16]; PACK] = [&[]; PACK];
            let filled = pack.iter_mut().zip(&mut rows).map(|(place, row)| *place = row).count();
            if filled < FEWEST {
                out.extend(pack.iter().take(filled).map(|row| self.score(row)));
                return out;
            }
            let mut sums = [0_i32; PACK];
            for tree in &self.trees {
                let nodes = self.nodes.get(tree.first as usize..tree.end as usize).unwrap_or_default();
                let mut at = [0_usize; PACK];
                for _ in 0..tree.depth {
                    for (at, row) in at.iter_mut().zip(&pack) {
                        *at = nodes.get(*at).map_or(0, |node| node.next(row));
                    }
                }
                for (sum, at) in sums.iter_mut().zip(at) {
                    *sum += nodes.get(at).map_or(0, |leaf| i32::from(leaf.value));
                }
            }
            out.extend(sums.iter().take(filled));
            if filled < PACK {
                return out;
            }
        }
    }
}

/// So many rows are walked side by side.
const PACK: usize = 8;
/// Fewer are sooner walked one by one.
const FEWEST: usize = 3;

impl Node {
    /// Where a row goes on.
    fn next(&self, features: &[i16]) -> usize {
        let value = features.get(usize::from(self.feature)).copied().unwrap_or(MISSING);
        usize::from(if value <= self.value { self.left } else { self.right })
    }
}

/// A tree's nodes, and how many questions its longest way has; nothing where a way leads back or to no node.
fn nodes(tree: &[u8]) -> Option<(Vec<Node>, u8)> {
    // Where each node starts, and by how many questions it is reached.
    let (mut nodes, mut starts, mut depths): (Vec<Node>, Vec<usize>, Vec<u8>) = (Vec::new(), Vec::new(), vec![0]);
    let mut at = 0;
    while at < tree.len() {
        let own = u8::try_from(nodes.len()).ok()?;
        let (feature, value) = (*tree.get(at)?, i16::from_le_bytes([*tree.get(at + 1)?, *tree.get(at + 2)?]));
        starts.push(at);
        if feature == LEAF {
            nodes.push(Node { feature: 0, value, left: own, right: own });
            at += 3;
        } else {
            nodes.push(Node { feature, value, left: own.checked_add(1)?, right: own });
            at += 5;
        }
    }
    depths.resize(nodes.len(), 0);
    for own in 0..nodes.len() {
        let (node, start) = (nodes.get_mut(own)?, *starts.get(own)?);
        if *tree.get(start)? == LEAF {
            continue;
        }
        let right = usize::from(u16::from_le_bytes([*tree.get(start + 3)?, *tree.get(start + 4)?]));
        let right = starts.binary_search(&right).ok().filter(|right| *right > own)?;
        node.right = u8::try_from(right).ok()?;
        let below = depths.get(own)?.checked_add(1)?;
        for child in [own + 1, right] {
            let depth = depths.get_mut(child)?;
            *depth = below.max(*depth);
        }
    }
    Some((nodes, depths.into_iter().max()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_walked_from_its_root_to_a_leaf() {
        // Feature 1 at most 5: −20; else feature 0 at most −1: 7; else 900.
        let tree = [1, 5, 0, 8, 0, LEAF, 236, 255, 0, 255, 255, 16, 0, LEAF, 7, 0, LEAF, 132, 3];
        let mut bytes = vec![19, 0];
        bytes.extend(tree);
        bytes.extend([3, 0, LEAF, 1, 0]);
        let forest = Forest::read(&bytes);
        for (features, worth) in [([0, 5], -20), ([-3, 6], 7), ([0, 6], 900), ([MISSING, 6], 7), ([9, MISSING], -20)] {
            assert_eq!(forest.score(&features), worth + 1, "{features:?}");
        }
        // Side by side each row has its own score, however full the last pack is.
        let rows: Vec<[i16; 2]> = (0..2 * PACK).map(|at| [(at as i16 % 4) - 2, (at as i16 % 5) + 3]).collect();
        for count in 0..=rows.len() {
            let one_by_one: Vec<i32> = rows[..count].iter().map(|row| forest.score(row)).collect();
            assert_eq!(forest.scores(rows[..count].iter()), one_by_one);
        }
    }

    #[test]
    fn broken_bytes_end_the_walk() {
        for bytes in [&[9, 0, 1][..], &[3, 0, 0, 0, 0], &[5, 0, 0, 0, 0, 0, 0], &[1]] {
            assert_eq!(Forest::read(bytes).score(&[1]), 0, "{bytes:?}");
        }
    }
}
