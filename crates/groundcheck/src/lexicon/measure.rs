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
    Gallons,
    Speed,
    Temperature,
}

/// One unit by its names, in lower case, and how many of the dimension's smallest unit it makes: a mantissa and a power of ten.
struct Unit {
    dimension: Dimension,
    /// As a report writes it.
    symbol: &'static str,
    names: &'static [&'static str],
    factor: (i64, u32),
}

const fn u(
    dimension: Dimension,
    symbol: &'static str,
    names: &'static [&'static str],
    mantissa: i64,
    power: u32,
) -> Unit {
    Unit { dimension, symbol, names, factor: (mantissa, power) }
}

use Dimension::{
    Area, Brightness, Charge, Data, Energy, Food, Frequency, Gallons, Length, Loudness, Mass, Power, Pressure, Speed,
    Temperature, Time, Torque, Volume,
};

/// A month is a twelfth of 365.25 days, a year is twelve of them: good enough to tell weeks from months.
const UNITS: &[Unit] = &[
    u(Time, "ms", &["ms", "millisecond", "milliseconds"], 1, 0),
    u(Time, "s", &["second", "seconds", "sec", "secs", "s", "שניות", "שנייה"], 1, 3),
    u(Time, "min", &["minute", "minutes", "min", "mins", "דקות", "דקה"], 60, 3),
    u(Time, "h", &["hour", "hours", "hr", "hrs", "h", "שעות", "שעה"], 3_600, 3),
    u(Time, "day", &["day", "days", "ימים", "יום"], 86_400, 3),
    u(Time, "week", &["week", "weeks", "שבועות", "שבוע"], 604_800, 3),
    u(Time, "fortnight", &["fortnight", "fortnights"], 1_209_600, 3),
    u(Time, "month", &["month", "months", "חודשים", "חודש"], 2_629_800, 3),
    u(Time, "year", &["year", "years", "yr", "yrs", "שנים"], 31_557_600, 3),
    u(Time, "decade", &["decade", "decades", "עשור", "עשורים"], 315_576_000, 3),
    u(Energy, "Wh", &["wh"], 1, 0),
    u(Energy, "kWh", &["kwh"], 1, 3),
    u(Energy, "MWh", &["mwh"], 1, 6),
    u(Energy, "GWh", &["gwh"], 1, 9),
    u(Energy, "TWh", &["twh"], 1, 12),
    u(Power, "W", &["w", "watt", "watts"], 1, 0),
    u(Power, "kW", &["kw", "kilowatt", "kilowatts"], 1, 3),
    u(Power, "MW", &["mw", "megawatt", "megawatts"], 1, 6),
    u(Power, "GW", &["gw", "gigawatt", "gigawatts"], 1, 9),
    u(Pressure, "kPa", &["kpa"], 1, 6),
    u(Pressure, "MPa", &["mpa"], 1, 9),
    u(Pressure, "GPa", &["gpa"], 1, 12),
    u(Pressure, "hPa", &["hpa"], 1, 5),
    u(Pressure, "psi", &["psi"], 6_894_757, 0),
    u(Length, "mm", &["mm", "millimetres", "millimeters"], 1, 1),
    u(Length, "in", &["in", "inch", "inches"], 254, 0),
    u(Length, "cm", &["cm", "centimetres", "centimeters"], 1, 2),
    u(Length, "m", &["metre", "metres", "meter", "meters", "מטר", "מטרים"], 1, 4),
    u(
        Length,
        "km",
        &["km", "kilometre", "kilometres", "kilometer", "kilometers", "קילומטר", "קילומטרים", "ק\"מ"],
        1,
        7,
    ),
    u(Length, "mi", &["mile", "miles", "mi", "מייל", "מיילים"], 1_609_344, 1),
    u(Length, "ft", &["ft", "feet", "foot"], 3_048, 0),
    u(Length, "yd", &["yard", "yards"], 9_144, 0),
    u(Area, "sq ft", &["sqft"], 9_290_304, 0),
    u(Area, "m²", &["sqm", "m2", "מ\"ר"], 1, 8),
    u(Area, "acre", &["acre", "acres"], 404_685_642_240, 0),
    u(Area, "ha", &["hectare", "hectares", "ha"], 1, 12),
    u(Area, "dunam", &["dunam", "dunams", "דונם", "דונמים"], 1, 11),
    u(Mass, "µg", &["µg", "μg", "mcg", "microgram", "micrograms"], 1, 0),
    u(Mass, "mg", &["mg", "milligram", "milligrams", "מיליגרם", "מ\"ג"], 1, 3),
    u(Mass, "g", &["g", "gram", "grams", "גרם"], 1, 6),
    u(Mass, "kg", &["kg", "kilogram", "kilograms", "kilo", "kilos", "קילו", "קילוגרם", "ק\"ג"], 1, 9),
    u(Mass, "t", &["tonne", "tonnes", "tons", "טון", "טונות"], 1, 12),
    u(Mass, "lb", &["lb", "lbs"], 453_592_368, 0),
    u(Mass, "oz", &["oz", "ounce", "ounces"], 28_349_523, 0),
    u(Volume, "mL", &["ml", "millilitre", "millilitres", "milliliter", "milliliters"], 1, 0),
    u(Volume, "cL", &["cl", "centilitre", "centilitres"], 1, 1),
    u(Volume, "L", &["l", "litre", "litres", "liter", "liters", "ליטר", "ליטרים"], 1, 3),
    u(Volume, "m³", &["m3", "קוב", "מ\"ק"], 1, 6),
    // A gallon is one thing in London and another in New York: it is compared with other gallons only.
    u(Gallons, "pt", &["pint", "pints"], 1, 0),
    u(Gallons, "qt", &["quart", "quarts"], 2, 0),
    u(Gallons, "gal", &["gallon", "gallons", "gal"], 8, 0),
    u(Speed, "km/h", &["kph"], 1_000_000, 0),
    u(Speed, "mph", &["mph"], 1_609_344, 0),
    u(Speed, "kn", &["knot", "knots"], 1_852_000, 0),
    u(Temperature, "°C", &["celsius"], 1, 0),
    u(Temperature, "°F", &["fahrenheit"], 1, 0),
    u(Data, "KB", &["kb", "kilobyte", "kilobytes"], 1, 0),
    u(Data, "MB", &["mb", "megabyte", "megabytes"], 1, 3),
    u(Data, "GB", &["gb", "gigabyte", "gigabytes"], 1, 6),
    u(Data, "TB", &["tb", "terabyte", "terabytes"], 1, 9),
    u(Torque, "N m", &["nm"], 1, 0),
    u(Brightness, "nit", &["nit", "nits"], 1, 0),
    u(Charge, "mAh", &["mah"], 1, 0),
    u(Frequency, "Hz", &["hz", "hertz"], 1, 0),
    u(Frequency, "kHz", &["khz"], 1, 3),
    u(Frequency, "MHz", &["mhz"], 1, 6),
    u(Frequency, "GHz", &["ghz"], 1, 9),
    u(Food, "kcal", &["kcal", "calories"], 1, 0),
    u(Loudness, "dB", &["db", "decibel", "decibels"], 1, 0),
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

/// The units that Hebrew has a word for two of.
const PAIRS: [&str; 6] = ["דקות", "שעות", "ימים", "שבועות", "חודשים", "שנים"];

/// The unit that a word names two of, by its number in the lexicon.
pub(crate) fn pair(unit: u8) -> Option<Measure> {
    measure(PAIRS.get(usize::from(unit))?)
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

    /// As a report writes it.
    pub(crate) fn symbol(self) -> Option<&'static str> {
        self.unit().map(|unit| unit.symbol)
    }

    /// What it is called, in lower case.
    pub(crate) fn names(self) -> impl Iterator<Item = &'static str> {
        self.unit().into_iter().flat_map(|unit| unit.names).copied()
    }

    /// How many of a smaller unit it has, where that is a whole number: 60 minutes an hour.
    pub(crate) fn parts(self, smaller: Measure) -> Option<u32> {
        let (large, small) = (self.unit()?, smaller.unit()?);
        // The list holds nothing that comes near what fits.
        let size = |unit: &Unit| unit.factor.0.unsigned_abs() * 10_u64.pow(unit.factor.1);
        let (whole, part) = (size(large), size(small));
        let is_whole = large.dimension == small.dimension && whole > part && whole.is_multiple_of(part);
        is_whole.then(|| u32::try_from(whole / part).ok())?
    }

    /// So many of this unit in the other one; `None` where they measure different things or are the same.
    pub(crate) fn converted(self, value: Decimal, other: Measure) -> Option<Decimal> {
        let (from, to) = (self.unit()?, other.unit()?);
        if from.dimension != to.dimension || self == other {
            return None;
        }
        if from.dimension == Temperature {
            return if from.symbol == "°C" { to_fahrenheit(value) } else { to_celsius(value) };
        }
        let factor = |(mantissa, power): (i64, u32)| {
            let power = Decimal::from(10_i64.checked_pow(power)?);
            Decimal::from(mantissa).checked_mul(power)
        };
        value.checked_mul(factor(from.factor)?)?.checked_div(factor(to.factor)?)
    }
}

/// Of water its freezing point, in degrees Fahrenheit.
const FREEZING: Decimal = Decimal::from_parts(32, 0, 0, false, 0);
/// Degrees Fahrenheit in a degree Celsius.
const FAHRENHEITS: Decimal = Decimal::from_parts(18, 0, 0, false, 1);

fn to_fahrenheit(celsius: Decimal) -> Option<Decimal> {
    celsius.checked_mul(FAHRENHEITS)?.checked_add(FREEZING)
}

fn to_celsius(fahrenheit: Decimal) -> Option<Decimal> {
    fahrenheit.checked_sub(FREEZING)?.checked_div(FAHRENHEITS)
}

/// The unit of so many of a unit an hour, where people tell how fast something goes in it: `km/h`.
pub(crate) fn hourly(unit: &str) -> Option<Measure> {
    match unit {
        "km" | "kilometres" | "kilometers" => measure("kph"),
        "mi" | "mile" | "miles" => measure("mph"),
        _ => None,
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
            (100, "celsius", "fahrenheit", Some("212")),
            (212, "fahrenheit", "celsius", Some("100")),
            (60, "mph", "kph", Some("96.56064")),
            (2, "lb", "oz", Some("32")),
            (2, "gallons", "litres", None),
        ] {
            let converted = of(from).converted(Decimal::from(value), of(to));
            let expected = expected.map(|e| e.parse::<Decimal>().unwrap());
            assert_eq!(converted, expected, "{value} {from} in {to}");
        }
        assert_eq!(of("hour").parts(of("minutes")), Some(60));
        assert_eq!(of("lb").parts(of("oz")), Some(16));
        assert_eq!(of("minutes").parts(of("hour")), None);
        assert_eq!(of("months").parts(of("days")), None, "30.4375");
        assert_eq!(of("hours").parts(of("g")), None);
        for word in ["m", "", "stores", "million", "second-hand"] {
            assert_eq!(measure(word), None, "{word}");
        }
    }
}
