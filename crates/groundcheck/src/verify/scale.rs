//! What a table's numbers are multiples of: `(in thousands)`, `$ in millions`, `$m`, `באלפי ש"ח`.
//!
//! Read by hand rather than by a regex: a passage is looked at once, and the browser need not download a regex engine. Case does
//! not matter in any of it; a word's edge is one of ASCII letters, digits and `_`.

use rust_decimal::Decimal;

use crate::document::markup;
use crate::document::token::{Kind, Token};
use crate::lexicon::{Lex, Roles, look_up};

/// A text with a place in it to read from.
#[derive(Clone, Copy)]
struct Cursor<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl Cursor<'_> {
    /// Behind this literal (in lower case), if it stands here.
    fn past(self, literal: &str) -> Option<Self> {
        let end = self.at + literal.len();
        let here = self.bytes.get(self.at..end)?;
        here.eq_ignore_ascii_case(literal.as_bytes()).then_some(Cursor { at: end, ..self })
    }

    /// Behind the first of these that stands here.
    fn past_any(self, literals: &[&str]) -> Option<Self> {
        literals.iter().find_map(|literal| self.past(literal))
    }

    /// Behind this literal, or here where it does not stand.
    fn skip(self, literal: &str) -> Self {
        self.past(literal).unwrap_or(self)
    }

    /// Behind the code of a currency, if one stands here: `NOK`, `usd`.
    fn past_code(self) -> Option<Self> {
        // Few places in a text are the edges of a word of three letters, which is quickly seen.
        let end = Cursor { at: self.at + CODE, ..self };
        let code = self.bytes.get(self.at..end.at).filter(|_| self.is_edge() && end.is_edge())?;
        let code = core::str::from_utf8(code).ok()?;
        matches!(look_up(code), Lex::Code(_)).then_some(end)
    }

    /// Whether a word starts or ends here.
    fn is_edge(self) -> bool {
        let is_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
        let before = self.at.checked_sub(1).and_then(|i| self.bytes.get(i)).is_some_and(is_word);
        before != self.bytes.get(self.at).is_some_and(is_word)
    }

    /// This place, where a word starts or ends in it.
    fn edge(self) -> Option<Self> {
        self.is_edge().then_some(self)
    }
}

/// Every place where one of the first bytes of what is looked for stands, in order.
fn places<'t>(text: &'t str, is_first: impl Fn(u8) -> bool) -> impl Iterator<Item = Cursor<'t>> {
    let bytes = text.as_bytes();
    bytes.iter().enumerate().filter(move |(_, b)| is_first(**b)).map(move |(at, _)| Cursor { bytes, at })
}

/// Letters of a currency's code.
const CODE: usize = 3;
const SIGNS: &[&str] = &["$", "€", "£", "₹"];
const RUPEES: &[&str] = &["rs.", "rs"];
const APOSTROPHES: &[&str] = &["'", "’", "‘"];
const THOUSANDS: u32 = 1_000;
pub(super) const LAKHS: u32 = 100_000;
pub(super) const CRORES: u32 = 10_000_000;
const MILLIONS: u32 = 1_000_000;
const BILLIONS: u32 = 1_000_000_000;

/// The first scale that a passage states. In running text it must be stated as one: `in millions`, `$000`, `thousands of
/// dollars`.
///
/// `tokens` are the passage's own, in `text`.
pub(crate) fn stated(text: &str, passage: &str, tokens: &[Token]) -> Option<Decimal> {
    if !may_state(text, tokens) {
        return None;
    }
    let passage = &markup::plain(passage);
    let first = |b: u8| b.is_ascii_alphabetic() || is_first_sign(b);
    places(passage, first).find_map(stated_at).map(Decimal::from)
}

/// Whether a word of the passage may name a scale; most passages have none, `$1.2 million` included.
fn may_state(text: &str, tokens: &[Token]) -> bool {
    let glued = |at: usize| at > 0 && tokens[at].is_joined_to(&tokens[at - 1], text);
    let scales = Roles::SCALE.and(Roles::SCALE_LETTER);
    let mut marked = tokens.iter().enumerate().filter(|(_, t)| t.roles.has(scales) || matches!(t.lex, Lex::Opaque));
    marked.any(|(at, token)| {
        let counts = || {
            let behind_number = at > 0 && tokens[at - 1].kind == Kind::Number;
            behind_number && SINGULAR.iter().any(|word| word.eq_ignore_ascii_case(token.text(text)))
        };
        match token.kind {
            // The k of `401(k)` and of `10-K` is none.
            Kind::Word if token.roles.has(Roles::SCALE_LETTER) => {
                glued(at) && tokens[at - 1].kind == Kind::Punct && !matches!(tokens[at - 1].ch, b'(' | b'-')
            }
            Kind::Word => matches!(token.lex, Lex::Opaque) || !counts(),
            _ => token.kind == Kind::Number,
        }
    })
}

/// Behind a number these count it.
const SINGULAR: &[&str] = &["thousand", "million", "billion", "lakh", "crore"];

/// `$`, `(`, an apostrophe, or the first byte of a sign or a letter outside ASCII.
fn is_first_sign(b: u8) -> bool {
    matches!(b, b'$' | b'(' | b'\'' | 0xc2 | 0xd7 | 0xe2)
}

fn stated_at(here: Cursor<'_>) -> Option<u32> {
    let lead =
        here.past("(").or_else(|| here.past_any(SIGNS)).or_else(|| here.past("rmb")).or_else(|| here.past_code());
    let word = || here.past("in").or_else(|| here.past_any(RUPEES)).filter(|_| here.is_edge());
    let lead = lead.or_else(word);
    if let Some(scale) = lead.and_then(counted) {
        return Some(scale);
    }
    let short = |letters: &str| here.past_any(SIGNS).and_then(|c| c.past(letters)?.edge()).is_some();
    let any = |literals: &[&str]| here.past_any(literals).is_some();
    if any(&["thousands of", "'000", "’000", "‘000", "באלפי", "אלפי ש", "(אלפי"]) || short("k") {
        Some(THOUSANDS)
    } else if any(&["millions of", "rmb'm", "rmb’m", "במיליוני", "מיליוני ש", "(מיליוני"]) || short("m")
    {
        Some(MILLIONS)
    } else if any(&["billions of", "במיליארדי"]) || short("bn") {
        Some(BILLIONS)
    } else {
        None
    }
}

/// What follows `in`, a sign, a code or a bracket: `thousands`, `US dollars in thousands`, `$ millions`, `000's`.
fn counted(lead: Cursor<'_>) -> Option<u32> {
    let lead = lead.skip(" ");
    let dollars = || lead.past("u")?.skip(".").past("s")?.skip(".").skip(" ").past("dollar")?.skip("s").past(" in ");
    let sign = || lead.past_any(SIGNS).or_else(|| lead.past("¥")).map(|c| c.skip(" "));
    let code = || lead.past_any(&["rmb ", "rs. ", "rs "]).or_else(|| lead.past_code()?.past(" "));
    let at = dollars().or_else(sign).or_else(code).unwrap_or(lead);
    let whole = |word: &str| at.past(word).and_then(|c| c.skip("s").edge()).is_some();
    let zeros = |zeros: Cursor<'_>| {
        let quoted = zeros.past_any(APOSTROPHES).unwrap_or(zeros);
        [quoted.skip("s"), quoted, zeros.skip("s"), zeros].into_iter().any(Cursor::is_edge)
    };
    if whole("thousand") || whole("tausend") || at.past("000").is_some_and(zeros) {
        Some(THOUSANDS)
    } else if whole("million") || whole("mio") || at.past("mm").is_some_and(Cursor::is_edge) {
        Some(MILLIONS)
    } else if whole("lakh") {
        Some(LAKHS)
    } else if whole("crore") {
        Some(CRORES)
    } else {
        (whole("billion") || whole("mrd")).then_some(BILLIONS)
    }
}

/// The first scale that a heading or a caption's corner names, where the word alone says it: `millions`, `$'000`, `$m`, `(in
/// thousands)`.
pub(crate) fn headed(text: &str) -> Option<Decimal> {
    let first = |b| matches!(b | 0x20, b't' | b'm' | b'b' | b'l' | b'c' | b'0') || is_first_sign(b);
    let of_money =
        SIGNS.iter().any(|sign| text.contains(sign)) || places(text, |b| b.is_ascii_alphabetic()).any(is_money);
    places(text, first).find_map(|here| headed_at(here, of_money)).map(Decimal::from)
}

/// Whether a word that says that values are money, or that they are told in something, begins here: `USD mm`, `in mm`.
fn is_money(here: Cursor<'_>) -> bool {
    let told = here.past_any(&["usd", "eur", "gbp", "rmb", "dollar"]).is_some();
    here.is_edge() && (told || here.past("in mm").is_some())
}

/// `Rain (mm)` is in millimetres: only `of_money` does it mean millions.
fn headed_at(here: Cursor<'_>, of_money: bool) -> Option<u32> {
    let word = |word: &str| here.past(word).filter(|_| here.is_edge());
    let indian = |name: &str| word(name).and_then(|c| c.skip("s").edge()).is_some();
    let sign = here.past_any(SIGNS).map(|c| c.skip(" "));
    let quote = here.past_any(APOSTROPHES);
    let behind = |lead: Option<Cursor<'_>>, what: &str| lead.and_then(|c| c.past(what)?.edge()).is_some();
    let zeros = |c: Cursor<'_>| c.past_any(&["'s", "’s", "s"]).is_some();
    if word("thousand").is_some()
        || word("tausend").is_some()
        || here.past("000").is_some_and(zeros)
        || quote.is_some_and(|c| c.past("000").is_some())
        || behind(here.past("("), "000")
        || behind(sign, "000")
        || behind(sign, "k")
        || here.past("אלפי").is_some()
    {
        Some(THOUSANDS)
    } else if word("million").is_some()
        || word("mio").is_some()
        || behind(sign, "m")
        || behind(quote, "m")
        || (of_money && word("mm").is_some_and(Cursor::is_edge))
        || here.past("מיליוני").is_some()
    {
        Some(MILLIONS)
    } else if indian("lakh") {
        Some(LAKHS)
    } else if indian("crore") {
        Some(CRORES)
    } else {
        let named =
            word("billion").is_some() || word("mrd").is_some() || behind(sign, "bn") || here.past("מיליארדי").is_some();
        named.then_some(BILLIONS)
    }
}

/// Whether a number is too large to be meant in so many: 81,200,000 under another table's `in millions`.
pub(crate) fn is_written_out(number: Decimal, factor: Decimal) -> bool {
    factor >= Decimal::from(MILLIONS) && number.abs() >= Decimal::from(10 * MILLIONS)
}

/// Rows and columns outside their table's scale unless they hold money: percentages, ratios, counts of people.
const SHARES: &[&str] =
    &["percent", "percentage", "ratio", "ratios", "rate", "rates", "employees", "headcount", "times", "in years"];

/// Whether the values under or beside this heading stand outside their table's scale.
pub(crate) fn is_exempt(heading: &str, is_money: bool) -> bool {
    // `(in thousands, except percentages)` names what else the table holds, not what stands here.
    let except = places(heading, |b| b | 0x20 == b'e').find(|c| c.past("except").is_some());
    let heading = match except.and_then(|c| heading.get(..c.at)) {
        Some(before) if headed(before).is_some() => before,
        _ => heading,
    };
    places(heading, |b| b | 0x20 == b'p' || b | 0x20 == b'e' || b == 0xd7).any(is_per_unit)
        || is_price(heading)
        || (!is_money && places(heading, |_| true).any(is_share))
}

/// What amounts are told for each of.
const OF_EACH: &[&str] = &[
    "share", "unit", "dozen", "kg", "ton", "tonne", "barrel", "bbl", "ounce", "oz", "mwh", "kwh", "bushel", "litre",
    "gallon",
];

/// Outside the scale whatever they hold: amounts for each share or unit, `per diluted share` among them.
fn is_per_unit(here: Cursor<'_>) -> bool {
    let each = |c: Cursor<'_>| c.past_any(OF_EACH).is_some_and(Cursor::is_edge);
    let named = |c: Cursor<'_>| {
        let letters = c.bytes[c.at..].iter().take_while(|b| b.is_ascii_alphabetic()).count();
        letters > 0 && (Cursor { at: c.at + letters, ..c }).past(" ").is_some_and(each)
    };
    let per = || here.past("per ").is_some_and(|c| each(c) || named(c));
    here.past("למניה").is_some() || here.is_edge() && (per() || here.past("eps").is_some_and(Cursor::is_edge))
}

/// What is paid or reckoned for one share, option or unit, without the word `per`.
const PRICES: &[&str] = &["exercise price", "conversion price", "grant date fair value", "grant-date fair value"];

/// Whether the values under this heading are money for one of something.
pub(crate) fn is_price(heading: &str) -> bool {
    places(heading, |b| matches!(b | 0x20, b'e' | b'c' | b'g')).any(|c| c.is_edge() && c.past_any(PRICES).is_some())
}

/// Whether the values under or beside this heading are in hundredths of their currency: `(cents)`, `Price (pence/kWh)`.
pub(crate) fn is_minor(heading: &str) -> bool {
    let word = |c: Cursor<'_>| c.past_any(&["cents", "cent", "pence"]).is_some_and(Cursor::is_edge);
    // A lone p only as a unit of its own: `(p/kWh)`.
    let letter = |c: Cursor<'_>| {
        let opens = heading.get(..c.at).is_some_and(|s| s.ends_with('('));
        opens && c.past_any(&["p/", "p per "]).is_some()
    };
    let unit = |c: Cursor<'_>| c.is_edge() && (word(c) || letter(c));
    // `25 cents` is an amount in a name.
    let counted =
        |c: Cursor<'_>| heading.get(..c.at).is_some_and(|s| s.trim_end().ends_with(|c: char| c.is_ascii_digit()));
    places(heading, |b| matches!(b | 0x20, b'c' | b'p')).any(|c| unit(c) && !counted(c)) || heading.contains("אגורות")
}

fn is_share(here: Cursor<'_>) -> bool {
    let bounded = |word: &str| here.past(word).is_some_and(Cursor::is_edge);
    here.past_any(&["%", "שיעור", "אחוז", "יחס"]).is_some() || here.is_edge() && SHARES.iter().any(|w| bounded(w))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::token::tokens;

    fn stated(text: &str) -> Option<Decimal> {
        super::stated(text, text, &tokens(text))
    }

    #[test]
    fn passages_state_a_scale_only_as_one() {
        for (text, expected) in [
            ("disaggregated by contract type (in millions):", Some(1_000_000)),
            ("(In thousands, except per share amounts)", Some(1_000)),
            ("$ in 000's", Some(1_000)),
            ("All figures in USD ‘000, except rates", Some(1_000)),
            ("amounts in US dollars in thousands", Some(1_000)),
            ("(millions of Canadian dollars)", Some(1_000_000)),
            ("balances in $000", Some(1_000)),
            ("באלפי ש\"ח", Some(1_000)),
            ("מנויים (אלפים)", Some(1_000)),
            ("MRR (אלפי דולר)", Some(1_000)),
            ("אלפים באו", None),
            ("in billions of yen", Some(1_000_000_000)),
            ("(₹ in Lakhs)", Some(100_000)),
            ("(Rs. in crores)", Some(10_000_000)),
            ("amounts in INR lakh", Some(100_000)),
            ("(₹ Crore)", Some(10_000_000)),
            ("a lakh of people came", None),
            ("years 2019 and lakhs", None),
            ("Years Ended September 30,", None),
            ("a million reasons", None),
            ("Sales rose by 5 million.", None),
            ("Revenue was $5 million in 2019.", None),
        ] {
            assert_eq!(stated(text), expected.map(Decimal::from), "{text}");
        }
    }

    #[test]
    fn headings_name_it_by_the_word_alone() {
        for (text, expected) in [
            ("millions", Some(1_000_000)),
            ("$'000", Some(1_000)),
            ("€m", Some(1_000_000)),
            ("Particulars (₹ lakhs)", Some(100_000)),
            ("Rs. Crore", Some(10_000_000)),
            ("Lakhimpur", None),
            ("2019", None),
            ("common shares", None),
        ] {
            assert_eq!(headed(text), expected.map(Decimal::from), "{text}");
        }
        assert!(!is_exempt("2019 (in thousands, except percentages)", false), "names what else the table holds");
        assert!(is_exempt("Diluted earnings per share", true));
        assert!(is_exempt("Occupancy rate", false) && !is_exempt("Notes with rates from 2 to 3", true));
        assert!(!is_exempt("Corporate operations, years ended", false), "neither a rate nor a ratio");
        assert!(is_exempt("Weighted-average exercise price", true) && !is_exempt("Purchase price", true));
    }

    #[test]
    fn headings_in_hundredths_of_a_currency() {
        for (heading, expected) in [
            ("Average price (cents/kWh)", true),
            ("Dividend per share (pence)", true),
            ("Earnings per share, cents", true),
            ("Interim dividend per share (cent)", true),
            ("Day rate (p/kWh)", true),
            ("Points (p)", false),
            ("Significance (p<0.05)", false),
            ("Lighting (per day)", false),
            ("מחיר באגורות", true),
            ("25 cents notes", false),
            ("Percentage of revenue", false),
            ("Centers opened", false),
        ] {
            assert_eq!(is_minor(heading), expected, "{heading}");
        }
    }

    /// The same rules as regexes over the text in lower case: how they are meant, whatever stands beside.
    #[test]
    fn the_readers_find_what_their_patterns_say() {
        use regex::Regex;
        let pattern = |p: &str| Regex::new(&p.replace(r"\b", r"(?-u:\b)")).unwrap();
        let stated_pattern = pattern(concat!(
            r"(?:\bin|[$€£₹]|\b(?:usd|eur|inr)\b|rmb|\brs\.?|\() ?(?:u\.?s\.? ?dollars? in |[$€£₹¥] ?|\b(?:usd|eur|inr) |rmb |rs\.? )?",
            r"(?:(?<k1>thousands?|000['’‘]?s?\b)|(?<m1>millions?|mm\b)|(?<b1>billions?)|(?<l1>lakhs?)|(?<c1>crores?))\b",
            r"|(?<k2>thousands of|['’‘]000|באלפי|אלפי ש|\(אלפי|[$€£₹]k\b)",
            r"|(?<m2>millions of|[$€£₹]m\b|rmb['’]m|במיליוני|מיליוני ש|\(מיליוני)",
            r"|(?<b2>billions of|[$€£₹]bn\b|במיליארדי)",
        ));
        let headed_pattern = pattern(concat!(
            r"(?<k1>\bthousands?|000['’]?s|['’‘]000|\(000\b|[$€£₹] ?000\b|[$€£₹] ?k\b|אלפי)",
            r"|(?<m1>\bmillions?|[$€£₹] ?m\b|['’‘]m\b|\bmm\b|מיליוני)",
            r"|(?<b1>\bbillions?|[$€£₹] ?bn\b|מיליארדי)",
            r"|(?<l1>\blakhs?\b)|(?<c1>\bcrores?\b)",
        ));
        let millimetres = pattern(r"\bmm\b");
        let money = pattern(r"[$€£₹]|\b(?:usd|eur|gbp|rmb|dollar|in mm)");
        let per_unit = pattern(
            r"\b(?:per (?:[a-z]+ )?(?:share|unit|dozen|kg|ton|tonne|barrel|bbl|ounce|oz|mwh|kwh|bushel|litre|gallon)|eps)\b|למניה",
        );
        let shares = pattern(concat!(
            r"\b(?:percent(?:age)?|ratios?|rates?|employees|headcount|times|\(?in years\)?)\b",
            r"|%|שיעור|אחוז|יחס",
        ));
        let scale = |pattern: &Regex, text: &str| {
            let found = pattern.captures(text)?;
            let named = |name| found.name(name).map(|_| ());
            let one = |name, scale: u32| named(name).map(|()| Decimal::from(scale));
            one("k1", THOUSANDS)
                .or(one("m1", MILLIONS))
                .or(one("b1", BILLIONS))
                .or(one("l1", LAKHS))
                .or(one("c1", CRORES))
                .or_else(|| if pattern.capture_names().any(|n| n == Some("k2")) { one("k2", THOUSANDS) } else { None })
                .or_else(|| if pattern.capture_names().any(|n| n == Some("m2")) { one("m2", MILLIONS) } else { None })
                .or_else(|| if pattern.capture_names().any(|n| n == Some("b2")) { one("b2", BILLIONS) } else { None })
        };
        const PIECES: &[&str] = &[
            "in",
            "In ",
            " ",
            "(",
            ")",
            "$",
            "€",
            "£",
            "¥",
            "usd",
            "EUR ",
            "rmb",
            "u.s.",
            "US",
            " dollars in ",
            "thousand",
            "thousands",
            " of",
            "000",
            "'",
            "’",
            "s",
            "million",
            "Millions",
            "mm",
            "m",
            "bn",
            "billion",
            "lakh",
            "Crores",
            "₹",
            "Rs.",
            "inr ",
            "x",
            "_",
            "5",
            "אלפי",
            "ב",
            " ש",
            "מיליוני",
            "מיליארדי",
            "per ",
            "share",
            "unit",
            "eps",
            "diluted ",
            "percent",
            "age",
            "rate",
            "ratio",
            "times",
            "in years",
            "%",
            "שיעור",
            "למניה",
            "employees",
            "-",
        ];
        let mut dice = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..6_000 {
            let mut text = String::new();
            for _ in 0..6 {
                dice ^= dice << 13;
                dice ^= dice >> 7;
                dice ^= dice << 17;
                text.push_str(PIECES[usize::try_from(dice >> 32).unwrap() % PIECES.len()]);
            }
            let lower = text.to_lowercase();
            assert_eq!(stated(&text), scale(&stated_pattern, &lower), "stated in {text}");
            let of_money = money.is_match(&lower);
            let told = if of_money { lower.clone() } else { millimetres.replace_all(&lower, "xx").into_owned() };
            assert_eq!(headed(&text), scale(&headed_pattern, &told), "headed by {text}");
            assert_eq!(is_exempt(&text, true), per_unit.is_match(&lower), "an amount per share: {text}");
            assert_eq!(is_exempt(&text, false), per_unit.is_match(&lower) || shares.is_match(&lower), "{text}");
        }
    }
}
