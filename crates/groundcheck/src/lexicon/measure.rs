//! Units of measure: what a number counts when it counts no things. `141 minutes` is no `141 hours`, and is 2.35 of them.
//!
//! Only units that are written out or whose short form is hardly ever anything else; a lone `m` is mostly millions.

use rust_decimal::Decimal;

/// What a unit measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dimension {
    Time,
    Energy,
    Power,
    Pressure,
    Length,
    Area,
    Mass,
}

/// One unit by its names, in lower case, and how many of the dimension's smallest unit it makes: a mantissa and a power of ten.
struct Unit {
    dimension: Dimension,
    names: &'static [&'static str],
    factor: (i64, u32),
}

const fn u(dimension: Dimension, names: &'static [&'static str], mantissa: i64, power: u32) -> Unit {
    Unit { dimension, names, factor: (mantissa, power) }
}

use Dimension::{Area, Energy, Length, Mass, Power, Pressure, Time};

/// A month is a twelfth of 365.25 days, a year is twelve of them: good enough to tell weeks from months.
const UNITS: &[Unit] = &[
    u(Time, &["second", "seconds", "sec", "secs", "שניות", "שנייה"], 1, 0),
    u(Time, &["minute", "minutes", "min", "mins", "דקות", "דקה"], 60, 0),
    u(Time, &["hour", "hours", "hr", "hrs", "שעות", "שעה"], 3_600, 0),
    u(Time, &["day", "days", "ימים", "יום"], 86_400, 0),
    u(Time, &["week", "weeks", "שבועות", "שבוע"], 604_800, 0),
    u(Time, &["month", "months", "חודשים", "חודש"], 2_629_800, 0),
    u(Time, &["year", "years", "שנים"], 31_557_600, 0),
    u(Energy, &["kwh"], 1, 0),
    u(Energy, &["mwh"], 1, 3),
    u(Energy, &["gwh"], 1, 6),
    u(Energy, &["twh"], 1, 9),
    u(Power, &["kw", "kilowatt", "kilowatts"], 1, 0),
    u(Power, &["mw", "megawatt", "megawatts"], 1, 3),
    u(Power, &["gw", "gigawatt", "gigawatts"], 1, 6),
    u(Pressure, &["kpa"], 1, 0),
    u(Pressure, &["mpa"], 1, 3),
    u(Pressure, &["gpa"], 1, 6),
    u(Length, &["mm", "millimetres", "millimeters"], 1, 0),
    u(Length, &["cm", "centimetres", "centimeters"], 1, 1),
    u(Length, &["metre", "metres", "meter", "meters", "מטר", "מטרים"], 1, 3),
    u(Length, &["km", "kilometre", "kilometres", "kilometer", "kilometers", "קילומטר"], 1, 6),
    u(Length, &["mile", "miles"], 1_609_344, 0),
    u(Area, &["sqft", "feet", "ft", "sq"], 1, 0),
    u(Area, &["acre", "acres"], 43_560, 0),
    u(Mass, &["g", "gram", "grams", "גרם"], 1, 0),
    u(Mass, &["kg", "kilogram", "kilograms", "kilo", "kilos", "קילו", "קילוגרם"], 1, 3),
    u(Mass, &["tonne", "tonnes", "tons", "טון", "טונות"], 1, 6),
];

/// A unit of measure, by its place in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Measure(u8);

/// The names of all units.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    UNITS.iter().flat_map(|unit| unit.names).copied()
}

/// The unit that a word names.
pub(crate) fn measure(word: &str) -> Option<Measure> {
    // The longest name has twelve letters; most words of a text are looked up nowhere.
    if word.is_empty() || word.len() > 20 {
        return None;
    }
    let is_name = |name: &&str| name.eq_ignore_ascii_case(word);
    let at = UNITS.iter().position(|unit| unit.names.iter().any(is_name))?;
    u8::try_from(at).ok().map(Measure)
}

impl Measure {
    fn unit(self) -> Option<&'static Unit> {
        UNITS.get(usize::from(self.0))
    }

    /// So many of this unit in the other one; `None` where they measure different things or are the same.
    pub(crate) fn converted(self, value: Decimal, other: Measure) -> Option<Decimal> {
        let (from, to) = (self.unit()?, other.unit()?);
        if from.dimension != to.dimension || self == other {
            return None;
        }
        let factor = |(mantissa, power): (i64, u32)| {
            let power = Decimal::from(10_i64.checked_pow(power)?);
            Decimal::from(mantissa).checked_mul(power)
        };
        value.checked_mul(factor(from.factor)?)?.checked_div(factor(to.factor)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_convert_within_what_they_measure() {
        let of = |word| measure(word).unwrap();
        for (value, from, to, expected) in [
            (141, "minutes", "hours", Some("2.35")),
            (24, "weeks", "week", None),
            (618, "MPa", "GPa", Some("0.618")),
            (47, "GWh", "MWh", Some("47000")),
            (21, "ימים", "שבועות", Some("3")),
            (5, "hours", "km", None),
            (2, "kg", "g", Some("2000")),
        ] {
            let converted = of(from).converted(Decimal::from(value), of(to));
            let expected = expected.map(|e| e.parse::<Decimal>().unwrap());
            assert_eq!(converted, expected, "{value} {from} in {to}");
        }
        for word in ["m", "", "stores", "million", "second-hand"] {
            assert_eq!(measure(word), None, "{word}");
        }
    }
}
