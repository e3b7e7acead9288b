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
    Volume,
    Data,
    Torque,
    Brightness,
    Charge,
    Frequency,
    Food,
    Loudness,
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

use Dimension::{
    Area, Brightness, Charge, Data, Energy, Food, Frequency, Length, Loudness, Mass, Power, Pressure, Time, Torque,
    Volume,
};

/// A month is a twelfth of 365.25 days, a year is twelve of them: good enough to tell weeks from months.
const UNITS: &[Unit] = &[
    u(Time, &["ms", "millisecond", "milliseconds"], 1, 0),
    u(Time, &["second", "seconds", "sec", "secs", "s", "שניות", "שנייה"], 1, 3),
    u(Time, &["minute", "minutes", "min", "mins", "דקות", "דקה"], 60, 3),
    u(Time, &["hour", "hours", "hr", "hrs", "h", "שעות", "שעה"], 3_600, 3),
    u(Time, &["day", "days", "ימים", "יום"], 86_400, 3),
    u(Time, &["week", "weeks", "שבועות", "שבוע"], 604_800, 3),
    u(Time, &["month", "months", "חודשים", "חודש"], 2_629_800, 3),
    u(Time, &["year", "years", "yr", "yrs", "שנים"], 31_557_600, 3),
    u(Energy, &["wh"], 1, 0),
    u(Energy, &["kwh"], 1, 3),
    u(Energy, &["mwh"], 1, 6),
    u(Energy, &["gwh"], 1, 9),
    u(Energy, &["twh"], 1, 12),
    u(Power, &["w", "watt", "watts"], 1, 0),
    u(Power, &["kw", "kilowatt", "kilowatts"], 1, 3),
    u(Power, &["mw", "megawatt", "megawatts"], 1, 6),
    u(Power, &["gw", "gigawatt", "gigawatts"], 1, 9),
    u(Pressure, &["kpa"], 1, 0),
    u(Pressure, &["mpa"], 1, 3),
    u(Pressure, &["gpa"], 1, 6),
    u(Length, &["mm", "millimetres", "millimeters"], 1, 1),
    u(Length, &["in", "inch", "inches"], 254, 0),
    u(Length, &["cm", "centimetres", "centimeters"], 1, 2),
    u(Length, &["metre", "metres", "meter", "meters", "מטר", "מטרים"], 1, 4),
    u(Length, &["km", "kilometre", "kilometres", "kilometer", "kilometers", "קילומטר", "קילומטרים", "ק\"מ"], 1, 7),
    u(Length, &["mile", "miles"], 1_609_344, 1),
    u(Length, &["ft", "feet", "foot"], 3_048, 0),
    u(Area, &["sqft"], 9_290_304, 0),
    u(Area, &["sqm", "m2", "מ\"ר"], 1, 8),
    u(Area, &["acre", "acres"], 404_685_642_240, 0),
    u(Area, &["hectare", "hectares", "ha"], 1, 12),
    u(Mass, &["µg", "μg", "mcg", "microgram", "micrograms"], 1, 0),
    u(Mass, &["mg", "milligram", "milligrams", "מיליגרם", "מ\"ג"], 1, 3),
    u(Mass, &["g", "gram", "grams", "גרם"], 1, 6),
    u(Mass, &["kg", "kilogram", "kilograms", "kilo", "kilos", "קילו", "קילוגרם", "ק\"ג"], 1, 9),
    u(Mass, &["tonne", "tonnes", "tons", "טון", "טונות"], 1, 12),
    u(Volume, &["ml", "millilitre", "millilitres", "milliliter", "milliliters"], 1, 0),
    u(Volume, &["cl", "centilitre", "centilitres"], 1, 1),
    u(Volume, &["l", "litre", "litres", "liter", "liters", "ליטר", "ליטרים"], 1, 3),
    u(Data, &["kb", "kilobyte", "kilobytes"], 1, 0),
    u(Data, &["mb", "megabyte", "megabytes"], 1, 3),
    u(Data, &["gb", "gigabyte", "gigabytes"], 1, 6),
    u(Data, &["tb", "terabyte", "terabytes"], 1, 9),
    u(Torque, &["nm"], 1, 0),
    u(Brightness, &["nit", "nits"], 1, 0),
    u(Charge, &["mah"], 1, 0),
    u(Frequency, &["hz", "hertz"], 1, 0),
    u(Frequency, &["khz"], 1, 3),
    u(Frequency, &["mhz"], 1, 6),
    u(Frequency, &["ghz"], 1, 9),
    u(Food, &["kcal", "calories"], 1, 0),
    u(Loudness, &["db", "decibel", "decibels"], 1, 0),
];

/// What is another unit in these letters: megabits, milliwatts, nanometres.
const OTHERWISE: &[&str] = &["Kb", "kb", "Mb", "Gb", "Tb", "mW", "nm"];

/// What a heading that ends in it tells of, where it does not say that its values are so many: `Fiscal year`, `Previous month`.
pub(crate) const ONE_TIME: &[&str] = &["year", "month", "week", "day"];

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
    if OTHERWISE.contains(&word) {
        return None;
    }
    let is_name = |name: &&str| name.eq_ignore_ascii_case(word);
    let at = UNITS.iter().position(|unit| unit.names.iter().any(is_name))?;
    u8::try_from(at).ok().map(Measure)
}

/// The square of a length, where anybody measures in it: `sq ft`, `square metres`.
pub(crate) fn squared(length: &str) -> Option<Measure> {
    match length {
        "ft" | "feet" | "foot" => measure("sqft"),
        "m" | "metre" | "metres" | "meter" | "meters" => measure("sqm"),
        _ => None,
    }
}

impl Measure {
    fn unit(self) -> Option<&'static Unit> {
        UNITS.get(usize::from(self.0))
    }

    /// Whether it measures how long something lasts.
    pub(crate) fn lasts(self) -> bool {
        self.unit().is_some_and(|unit| unit.dimension == Time)
    }

    /// Whether the two measure different things.
    pub(crate) fn is_unlike(self, other: Measure) -> bool {
        self.unit().map(|unit| unit.dimension) != other.unit().map(|unit| unit.dimension)
    }

    /// What it is called, in lower case.
    pub(crate) fn names(self) -> impl Iterator<Item = &'static str> {
        self.unit().into_iter().flat_map(|unit| unit.names).copied()
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

/// Whether a word of a calculation may give it another power of ten than its result: `$121,545 thousand / 912,500`, `234 × 620 g`.
pub(crate) fn may_scale(calculation: &str) -> bool {
    calculation.split(|c: char| !c.is_alphabetic()).any(|word| THOUSANDS.contains(&word))
}

/// Words of a scale, and units that others are a thousand of, as they are written.
const THOUSANDS: [&str; 17] = [
    "thousand",
    "thousands",
    "million",
    "millions",
    "billion",
    "bn",
    "k",
    "K",
    "m",
    "M",
    "Mio",
    "Mrd",
    "g",
    "ml",
    "mm",
    "kg",
    "kWh",
];

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
            (250, "µg", "mg", Some("0.25")),
            (3, "hectares", "sqm", Some("30000")),
            (10, "feet", "sqft", None),
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
