//! Values of the sources by how large they are: a claim's own value is found without looking at all of them.

use rust_decimal::Decimal;

use super::prepare::Sources;

impl Sources {
    /// Where the values of this size are, of either sign, by their places among the mentions: a bounded number of them.
    pub(crate) fn indices_of_size(&self, value: Decimal) -> impl Iterator<Item = u32> {
        // About as large in bits is as large in value, but for what no one tells apart.
        let signs = [value, -value].map(|value| {
            let bits = magnitude(value);
            let start = self.by_value.partition_point(|(own, _)| *own < bits.saturating_sub(4));
            self.by_value[start..].iter().take_while(move |(own, _)| *own <= bits.saturating_add(4)).take(16)
        });
        signs.into_iter().flatten().map(|(_, at)| *at)
    }
}

/// About how large a value is, as a whole number that sorts as the values do.
pub(super) fn magnitude(value: Decimal) -> u64 {
    const POWERS: [f64; 29] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22, 1e23, 1e24, 1e25, 1e26, 1e27, 1e28,
    ];
    let mantissa = value.mantissa().unsigned_abs();
    #[expect(clippy::cast_precision_loss, reason = "only sorts")]
    let size = u64::try_from(mantissa).map_or(mantissa as f64, |mantissa| mantissa as f64);
    let bits = (size / POWERS.get(value.scale() as usize).unwrap_or(&1.0)).to_bits();
    // Of two floats of one sign, the larger has the larger bits.
    if value.is_sign_negative() { !(bits | 1 << 63) } else { bits | 1 << 63 }
}

/// A number so many times as large, or as small, speaks of something else, unless it has the claim's digits.
const FAR: f64 = 5.0;

/// Whether one of two numbers is so much larger that they are not about the same.
pub(crate) fn are_far(one: f64, other: f64) -> bool {
    let (one, other) = (one.abs(), other.abs());
    one > FAR * other || other > FAR * one
}
