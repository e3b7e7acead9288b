//! Currencies: signs, ISO 4217 codes, names and hundredths. Units of `Claim::unit`.

use super::Lex;

/// One currency.
pub(crate) struct Currency {
    /// ISO 4217, or the usual code where there is none (BTC).
    pub(crate) iso: &'static str,
    /// Names, singular and plural, lower case.
    names: &'static [&'static str],
    /// Names of its hundredth.
    sub_units: &'static [&'static str],
    /// Its signs of one character.
    signs: &'static [char],
}

const fn c(
    iso: &'static str,
    names: &'static [&'static str],
    sub_units: &'static [&'static str],
    signs: &'static [char],
) -> Currency {
    Currency { iso, names, sub_units, signs }
}

/// Places are referred to by [`Lex`]; the first ones are named below.
pub(crate) const CURRENCIES: &[Currency] = &[
    c(
        "USD",
        &["dollar", "dollars", "דולר", "דולרים", "דולרי"],
        &["cent", "cents", "¢", "c", "סנט", "סנטים"],
        &['$', '＄'],
    ),
    c("EUR", &["euro", "euros", "יורו", "אירו"], &[], &['€']),
    c(
        "GBP",
        &["pound", "pounds", "sterling", "quid", "פאונד", "פאונדים", "לישט"],
        &["pence", "penny", "pennies"],
        &['£'],
    ),
    c(
        "ILS",
        &["shekel", "shekels", "nis", "שקל", "שקלים", "שקלי", "שח"],
        &["agora", "agorot", "אגורה", "אגורות"],
        &['₪'],
    ),
    c("JPY", &["yen"], &[], &['¥', '￥', '円']),
    c("CNY", &["yuan", "rmb", "renminbi"], &["fen"], &['元']),
    c("CHF", &["franc", "francs"], &["rappen", "centimes"], &[]),
    c("CAD", &[], &[], &[]),
    c("AUD", &[], &[], &[]),
    c("NZD", &[], &[], &[]),
    c("HKD", &[], &[], &[]),
    c("SGD", &[], &[], &[]),
    c("TWD", &[], &[], &[]),
    c("MXN", &["peso", "pesos"], &["centavo", "centavos"], &[]),
    c("BRL", &["reais"], &[], &[]),
    c("INR", &["rupee", "rupees", "rs"], &["paise", "paisa"], &['₹']),
    c("KRW", &[], &[], &['₩']),
    c("TRY", &["lira", "liras"], &["kurus"], &['₺']),
    c("RUB", &["ruble", "rubles", "rouble", "roubles"], &["kopek", "kopeks"], &['₽']),
    c("UAH", &["hryvnia", "hryvnias"], &[], &['₴']),
    c("SEK", &["krona", "kronor"], &["ore"], &[]),
    c("NOK", &["krone", "kroner"], &[], &[]),
    c("DKK", &[], &[], &[]),
    c("PLN", &["zloty", "zlotys", "zł"], &["grosz"], &[]),
    c("CZK", &["koruna", "korunas", "kč"], &[], &[]),
    c("HUF", &["forint", "forints"], &[], &[]),
    c("RON", &["leu", "lei"], &[], &[]),
    c("BGN", &["lev", "leva"], &[], &[]),
    c("ZAR", &["rand"], &[], &[]),
    c("EGP", &["egyptianpound", "geneh", "genihat"], &["piastre", "piastres"], &[]),
    c("SAR", &["riyal", "riyals"], &[], &[]),
    c("AED", &["dirham", "dirhams"], &[], &[]),
    c("QAR", &[], &[], &[]),
    c("KWD", &["dinar", "dinars"], &["fils"], &[]),
    c("JOD", &[], &[], &[]),
    c("IRR", &["rial", "rials"], &[], &[]),
    c("THB", &["baht"], &["satang"], &['฿']),
    c("MYR", &["ringgit", "ringgits"], &["sen", "sens"], &[]),
    c("IDR", &["rupiah"], &[], &[]),
    c("PHP", &[], &[], &['₱']),
    c("VND", &["dong"], &[], &['₫']),
    c("MNT", &["tugrik", "tugriks"], &[], &['₮']),
    c("NGN", &["naira"], &[], &['₦']),
    c("CRC", &["colon", "colones"], &[], &['₡']),
    c("GEL", &["lari"], &[], &['₾']),
    c("KZT", &["tenge"], &[], &['₸']),
    c("ESP", &["peseta", "pesetas"], &[], &[]),
    c("DEM", &["deutschmark", "deutschmarks"], &["pfennig"], &[]),
    c("NLG", &["guilder", "guilders"], &[], &[]),
    c("BTC", &["bitcoin", "bitcoins"], &["satoshi", "satoshis"], &['₿']),
    c("ETH", &[], &[], &[]),
    c("ARS", &[], &[], &[]),
    c("CLP", &[], &[], &[]),
    c("COP", &[], &[], &[]),
    c("PKR", &[], &[], &[]),
    c("NTD", &[], &[], &[]),
];

/// The dollar, for `$` and `dollars` without a country.
pub(crate) const USD: u8 = 0;
/// The pound sterling.
pub(crate) const GBP: u8 = 2;
/// The new shekel.
pub(crate) const ILS: u8 = 3;

/// Codes that stand for another entry.
const ALIASES: &[(&str, &str)] = &[("NTD", "TWD")];

/// Adjectives of countries, and which currency each makes of a name.
pub(crate) const COUNTRIES: &[(&str, &str)] = &[
    ("us", "USD"),
    ("american", "USD"),
    ("canadian", "CAD"),
    ("australian", "AUD"),
    ("zealand", "NZD"),
    ("kong", "HKD"),
    ("singapore", "SGD"),
    ("taiwan", "TWD"),
    ("british", "GBP"),
    ("swiss", "CHF"),
    ("chinese", "CNY"),
    ("japanese", "JPY"),
    ("indian", "INR"),
    ("pakistani", "PKR"),
    ("israeli", "ILS"),
    ("turkish", "TRY"),
    ("mexican", "MXN"),
    ("argentine", "ARS"),
    ("chilean", "CLP"),
    ("colombian", "COP"),
    ("brazilian", "BRL"),
    ("swedish", "SEK"),
    ("norwegian", "NOK"),
    ("danish", "DKK"),
    ("polish", "PLN"),
    ("czech", "CZK"),
    ("egyptian", "EGP"),
    ("saudi", "SAR"),
    ("qatari", "QAR"),
    ("kuwaiti", "KWD"),
    ("jordanian", "JOD"),
    ("iranian", "IRR"),
    ("russian", "RUB"),
    ("dutch", "NLG"),
    ("malaysian", "MYR"),
    ("philippine", "PHP"),
    ("אמריקאי", "USD"),
    ("אמריקאים", "USD"),
    ("שטרלינג", "GBP"),
];

/// The code shown for a place in [`CURRENCIES`].
pub(crate) fn iso(place: u8) -> &'static str {
    let code = CURRENCIES.get(place as usize).map_or("", |c| c.iso);
    ALIASES.iter().find(|(alias, _)| *alias == code).map_or(code, |(_, iso)| iso)
}

/// The code that a country's adjective gives the name of a currency.
pub(crate) fn of_country(country: u8) -> &'static str {
    COUNTRIES.get(country as usize).map_or("", |(_, iso)| iso)
}

/// A sign of one character.
pub(crate) fn sign(c: char) -> Option<u8> {
    CURRENCIES.iter().position(|currency| currency.signs.contains(&c)).and_then(|at| u8::try_from(at).ok())
}

/// Every word of the table with its meaning.
pub(super) fn words() -> Vec<(&'static str, Lex)> {
    let mut words = Vec::new();
    let place = |at: usize| u8::try_from(at).unwrap_or(u8::MAX);
    for (at, currency) in CURRENCIES.iter().enumerate() {
        let at = place(at);
        words.extend(currency.names.iter().map(|name| (*name, Lex::Currency(at))));
        words.extend(currency.sub_units.iter().map(|name| (*name, Lex::SubUnit(at))));
        words.push((lower(currency.iso), Lex::Code(at)));
        for (letter, power) in [("m", 6), ("k", 3), ("t", 3)] {
            words.push((leak(letter, currency.iso), Lex::ScaledCode(at, power)));
        }
    }
    for (at, (adjective, _)) in COUNTRIES.iter().enumerate() {
        words.push((adjective, Lex::Country(place(at))));
    }
    // Thousands and millions of shekels, as Hebrew abbreviates them.
    words.push(("אשח", Lex::ScaledCode(ILS, 3)));
    words.push(("משח", Lex::ScaledCode(ILS, 6)));
    words.push(("מלשח", Lex::ScaledCode(ILS, 6)));
    // Slang for two shekels; the amount is in the word.
    words.push(("שנקל", Lex::ScaledCode(ILS, 0)));
    words
}

fn lower(iso: &'static str) -> &'static str {
    leak("", iso)
}

/// Built once, at the first look-up, and kept for the life of the program.
fn leak(prefix: &str, iso: &str) -> &'static str {
    Box::leak(format!("{prefix}{}", iso.to_ascii_lowercase()).into_boxed_str())
}
