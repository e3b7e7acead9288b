use serde::ser::Error;
use serde::{Deserialize, Serialize, Serializer};

/// A finite number of the contract.
///
/// Written as an integer where it is one (`1200000`, never `1200000.0`), so that Rust and JavaScript print the same bytes.
///
/// ```
/// use groundcheck_types::Number;
/// assert_eq!(serde_json::to_string(&Number(1_200_000.0)).unwrap(), "1200000");
/// assert_eq!(serde_json::to_string(&Number(12.5)).unwrap(), "12.5");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Number(pub f64);

/// Every integer up to here is exact in an `f64` and in JavaScript.
const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.fract() == 0.0 && self.0.abs() <= MAX_SAFE_INTEGER {
            #[expect(clippy::cast_possible_truncation, reason = "integral and within the safe range, checked above")]
            serializer.serialize_i64(self.0 as i64)
        } else if self.0.fract() == 0.0 && self.0.abs() < 1e21 {
            // Up to there JavaScript writes all digits, zeros after the 17th: 12345678901234567000. So does `Display`.
            let digits = self.0.to_string().parse().map_err(S::Error::custom)?;
            serializer.serialize_i128(digits)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

impl From<f64> for Number {
    fn from(value: f64) -> Self {
        Number(value)
    }
}
