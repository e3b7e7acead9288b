//! Sorting for indexes: linear in what is sorted, and a fraction of the code that the standard library's sorts compile to, which
//! the browser downloads once for each type and comparison.

/// Fewer than this are sorted by insertion.
const FEW: usize = 48;
const DIGITS: usize = 256;

/// Sorts by a number, the smallest first; equal ones stay in their order.
pub(crate) fn by_number<T: Copy>(items: &mut Vec<T>, number: impl Fn(&T) -> u64) {
    if items.len() < FEW {
        for end in 1..items.len() {
            let (item, own) = (items[end], number(&items[end]));
            let mut at = end;
            while at > 0 && number(&items[at - 1]) > own {
                items[at] = items[at - 1];
                at -= 1;
            }
            items[at] = item;
        }
        return;
    }
    // One digit of eight bits after the other, the lowest first, as many as the largest number has.
    let largest = items.iter().map(&number).max().unwrap_or(0);
    let mut counts = vec![[0_u32; DIGITS]; (u64::BITS - largest.leading_zeros()).div_ceil(8) as usize];
    for number in items.iter().map(&number) {
        for (counts, digit) in counts.iter_mut().zip(number.to_le_bytes()) {
            counts[usize::from(digit)] += 1;
        }
    }
    let mut from = core::mem::take(items);
    let mut to = from.clone();
    for (place, starts) in counts.iter_mut().enumerate() {
        // All have the same digit here.
        if starts.iter().any(|count| *count as usize == from.len()) {
            continue;
        }
        let mut start = 0;
        for count in starts.iter_mut() {
            start += core::mem::replace(count, start);
        }
        for item in &from {
            let digit = usize::from(number(item).to_le_bytes()[place]);
            to[starts[digit] as usize] = *item;
            starts[digit] += 1;
        }
        core::mem::swap(&mut from, &mut to);
    }
    *items = from;
}

/// Sorts by any key, the smallest first; equal ones stay in their order. For lists that are not read again and again.
pub(crate) fn by_key<T: Clone, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    if items.len() < 2 {
        return;
    }
    let keys: Vec<K> = items.iter().map(key).collect();
    let order = order(items.len(), &|a, b| keys[a] <= keys[b]);
    let sorted: Vec<T> = order.into_iter().map(|at| items[at].clone()).collect();
    items.clone_from_slice(&sorted);
}

/// The places of a list's items in order, by a merge sort that compiles once for all types.
fn order(length: usize, in_order: &dyn Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut from: Vec<usize> = (0..length).collect();
    let mut to = from.clone();
    let mut run = 1;
    while run < length {
        for start in (0..length).step_by(2 * run) {
            let (middle, end) = ((start + run).min(length), (start + 2 * run).min(length));
            let (mut left, mut right) = (start, middle);
            for slot in &mut to[start..end] {
                let take_left = left < middle && (right >= end || in_order(from[left], from[right]));
                *slot = from[if take_left { left } else { right }];
                *(if take_left { &mut left } else { &mut right }) += 1;
            }
        }
        core::mem::swap(&mut from, &mut to);
        run *= 2;
    }
    from
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_as_the_standard_library_does() {
        let mut dice = 0x9e37_79b9_7f4a_7c15_u64;
        for length in (0..200).chain([1_000, 5_000]) {
            for bits in [3, 20, 64] {
                let list: Vec<(u64, usize)> = (0..length)
                    .map(|at| {
                        dice ^= dice << 13;
                        dice ^= dice >> 7;
                        dice ^= dice << 17;
                        (dice >> (64 - bits), at)
                    })
                    .collect();
                let mut expected = list.clone();
                expected.sort_by_key(|(number, _)| *number);
                let (mut numbered, mut keyed) = (list.clone(), list);
                by_number(&mut numbered, |(number, _)| *number);
                by_key(&mut keyed, |(number, _)| *number);
                assert_eq!(numbered, expected, "{length} of {bits} bits");
                assert_eq!(keyed, expected, "{length} of {bits} bits");
            }
        }
    }
}
