//! How sure a share is that was counted.

/// z of a 95 % interval.
const Z: f64 = 1.959_963_984_540_054;

/// The 95 % interval, 0 to 1, around `hits / total`: five of five are not certainty. All of 0 to 1 where nothing was counted.
///
/// Source: Wilson, "Probable inference, the law of succession, and statistical inference", 1927; Brown, Cai and DasGupta, 2001,
/// recommend it for few cases.
pub(crate) fn share_interval(hits: u64, total: u64) -> (f64, f64) {
    if total == 0 {
        return (0.0, 1.0);
    }
    let (n, share, z2) = (total as f64, hits as f64 / total as f64, Z * Z);
    let middle = share + z2 / (2.0 * n);
    let half = Z * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    let end = |value: f64| (value / (1.0 + z2 / n)).clamp(0.0, 1.0);
    // The formula gives both ends to the last bit but one.
    let lower = if hits == 0 { 0.0 } else { end(middle - half) };
    let upper = if hits >= total { 1.0 } else { end(middle + half) };
    (lower, upper)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_intervals() {
        let four = |(lower, upper): (f64, f64)| ((lower * 1e4_f64).round() / 1e4, (upper * 1e4_f64).round() / 1e4);
        for (hits, total, expected) in [
            // Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I, method 3.
            (81, 263, (0.2553, 0.3662)),
            (15, 148, (0.0624, 0.1605)),
            (0, 20, (0.0, 0.1611)),
            (1, 29, (0.0061, 0.1718)),
            (5, 5, (0.5655, 1.0)),
            (0, 0, (0.0, 1.0)),
        ] {
            assert_eq!(four(share_interval(hits, total)), expected, "{hits} of {total}");
        }
    }
}
