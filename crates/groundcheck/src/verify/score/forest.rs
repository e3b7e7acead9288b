//! Boosted trees over small integers: what was learnt from labelled answers, as generated data.
//!
//! A forest is a run of trees; a tree is its length in bytes (`u16`) and its nodes, the left child right behind its parent. A node is a
//! feature (`u8`), a threshold (`i16`) and where its right child begins in the tree (`u16`); a leaf is [`LEAF`] and its worth (`i16`).
//! All little-endian. Whole numbers only, so that every platform agrees.

/// Marks a leaf, where a node names its feature.
const LEAF: u8 = u8::MAX;

/// What is not known of a candidate. Smaller than any value, so that it always goes to the left.
pub(crate) const MISSING: i16 = i16::MIN;

/// Trees whose worths add up.
#[derive(Debug, Clone, Copy, Default)]
pub struct Forest<'a> {
    bytes: &'a [u8],
}

impl<'a> Forest<'a> {
    /// The forest that these bytes hold.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Forest { bytes }
    }

    /// What the trees say of these features together, in thousandths of a logit; 0 where there are none.
    #[must_use]
    pub fn score(&self, features: &[i16]) -> i32 {
        let (mut sum, mut rest) = (0, self.bytes);
        while let Some((length, behind)) = rest.split_first_chunk::<2>() {
            let length = usize::from(u16::from_le_bytes(*length));
            let Some((tree, next)) = behind.split_at_checked(length) else { break };
            sum += worth(tree, features);
            rest = next;
        }
        sum
    }
}

fn worth(tree: &[u8], features: &[i16]) -> i32 {
    let mut at = 0;
    // A tree never leads back, so that its length bounds the way.
    while let Some([feature, low, high]) = tree.get(at..at + 3) {
        let number = i16::from_le_bytes([*low, *high]);
        if *feature == LEAF {
            return i32::from(number);
        }
        let Some([low, high]) = tree.get(at + 3..at + 5) else { break };
        let right = usize::from(u16::from_le_bytes([*low, *high]));
        let goes_left = features.get(usize::from(*feature)).is_none_or(|value| *value <= number);
        let next = if goes_left { at + 5 } else { right };
        if next <= at {
            break;
        }
        at = next;
    }
    0
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
        let forest = Forest::new(&bytes);
        for (features, worth) in [([0, 5], -20), ([-3, 6], 7), ([0, 6], 900), ([MISSING, 6], 7), ([9, MISSING], -20)] {
            assert_eq!(forest.score(&features), worth + 1, "{features:?}");
        }
    }

    #[test]
    fn broken_bytes_end_the_walk() {
        for bytes in [&[9, 0, 1][..], &[3, 0, 0, 0, 0], &[5, 0, 0, 0, 0, 0, 0], &[1]] {
            assert_eq!(Forest::new(bytes).score(&[1]), 0, "{bytes:?}");
        }
    }
}
