//! Identifiers: what names one paper, person or thing among all. Right where a source has the same letters and digits.
//!
//! Codes (`INV-2041`), numbers that are called one's (`invoice 4410`, `Section 4.2`), e-mail addresses, DOIs, phone numbers, ISBNs and
//! IBANs. Standards, forms and products that go by their number (`ISO 9001`) are none.

use groundcheck_types::Span;

use super::check_digit::{iban, iban_fits, isbn, isbn_fits};
use super::index::{At, Index};
use super::text::{last_digits, pieces};
use super::{Found, What, is_called, section};
use crate::document::spelling::letters;
use crate::lexicon::verbatim::{
    ARE, DIALLED, EXTENSIONS, GOES_ON, HEBREW_PREFIXES, KNOWN_NAMES, NO_CODES, NUMBER_WORDS, NUMBERED, SECTIONS,
};

/// What an identifier is looked for by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sought {
    /// Letters and digits: `inv2041`.
    Code(String),
    /// Capitals and digits, `KT 324`, which may be a name that everybody knows.
    Name(String),
    /// Digits that its word says what they are of.
    Number(String),
    /// Digits that marks part: a phone's, an account's.
    Digits(String),
    /// A section's number.
    Section(String),
}

/// Whether what looks like an identifier is none where a number is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Yields {
    /// Its label or its form says what it is.
    Never,
    /// Not to a number that is a part of it; `2024-Q3` is a quarter, and `R450` an amount.
    ToTheWhole,
    /// `NASA 450` may be a name and a number.
    ToAny,
}

/// Every identifier of a sentence that begins at this byte.
pub(super) fn find(sentence: &str, from: u32, out: &mut Vec<Found>) {
    let all: Vec<(&str, Span)> = pieces(sentence).collect();
    let mut at = 0;
    while at < all.len() {
        let Some((sought, length, checked)) = read(sentence, &all, at) else {
            at += 1;
            continue;
        };
        let (first, last) = (all[at].1, all[at + length - 1].1);
        let span = Span { start: from + first.start, end: from + last.end };
        let digits = |sought: &Sought| matches!(sought, Sought::Number(_) | Sought::Digits(_) | Sought::Section(_));
        let yields = match &sought {
            own if digits(own) => Yields::Never,
            Sought::Name(_) if length > 1 => Yields::ToAny,
            _ => Yields::ToTheWhole,
        };
        out.push(Found { span, what: What::Identifier { sought, checked, yields } });
        at += length;
    }
}

/// The identifier that begins with this piece, of how many pieces it is, and whether its check digit fits, where it has one.
fn read(text: &str, all: &[(&str, Span)], at: usize) -> Option<(Sought, usize, Option<bool>)> {
    let (piece, span) = all[at];
    let called = |behind: usize| {
        let i = at.checked_sub(behind)?;
        let (next, own) = (all.get(i + 1)?.1, all[i].1);
        // A cell, a clause or a bracket between them parts a label from its number.
        let between = text.get(own.end as usize..next.start as usize).unwrap_or_default();
        (!between.contains(['|', '\n', '=', ';', ',', ')'])).then_some(all[i].0)
    };
    if let Some(mail) = mail(piece) {
        return Some((Sought::Code(mail), 1, None));
    }
    // A label stands before its number: `invoice no. 4410`, `its number is LC 320`.
    let are = usize::from(called(1).is_some_and(|word| is_called(word, ARE)));
    let marked = piece.starts_with('#') || called(1 + are).is_some_and(|word| is_called(word, NUMBER_WORDS));
    let labels = [called(1 + are).filter(|_| are == 0 || marked), called(2 + are).filter(|_| marked)];
    let numbered = labels.into_iter().flatten().any(|word| is_called(word, NUMBERED));
    // `the licence is G-113/2022`: what is called so and is no plain number.
    let labelled = numbered || marked || called(1 + are).is_some_and(|word| is_called(word, NUMBERED));
    if let Some((parts, sure)) = parts(all, at, labelled) {
        let code: String = all.get(at..at + parts)?.iter().map(|(part, _)| *part).collect();
        let sought = if sure { Sought::Code(letters(&code)) } else { Sought::Name(letters(&code)) };
        return Some((sought, parts, None));
    }
    if !piece.bytes().any(|b| b.is_ascii_digit()) || super::link::is_link(piece) {
        return None;
    }
    if let Some(doi) = doi(piece) {
        return Some((Sought::Code(letters(doi)), 1, None));
    }
    let label = called(1).filter(|word| is_called(word, ARE)).map_or_else(|| called(1), |_| called(2));
    if let Some(isbn) = isbn(piece, label) {
        let fits = isbn_fits(&isbn);
        return Some((Sought::Digits(isbn), 1, Some(fits)));
    }
    if let Some((number, end)) = iban(text, span.start) {
        let fits = iban_fits(&number);
        let length = all.get(at..)?.iter().take_while(|(_, own)| own.end <= end).count();
        return Some((Sought::Code(letters(&number)), length, Some(fits)));
    }
    if let Some((digits, length)) = phone(text, all, at) {
        return Some((Sought::Digits(digits), length, None));
    }
    let announced = text.get(..span.start as usize).is_some_and(|before| before.trim_end().ends_with(':'));
    let section = called(1).is_some_and(|word| is_called(word, SECTIONS) || word == "§")
        || section::in_short(text, span.start as usize);
    if (piece.starts_with('§') || (section && !announced))
        && let Some(key) = section::key(piece)
    {
        return Some((Sought::Section(key), 1, None));
    }
    let plain = piece.trim_start_matches('#');
    let digits = plain.bytes().filter(u8::is_ascii_digit).count();
    if plain.bytes().all(|b| b.is_ascii_digit()) {
        let extension = called(1).is_some_and(|word| is_called(word, EXTENSIONS));
        let long = plain.len() >= if (marked && numbered) || extension { 3 } else { 4 };
        let year = plain.len() == 4 && !marked && (plain.starts_with("19") || plain.starts_with("20"));
        // `order 1500 chairs`: a number is nobody's name where what it counts follows at once.
        let counts = !marked
            && all.get(at + 1).is_some_and(|(next, own)| {
                let word = next.trim_end_matches(|c: char| !c.is_alphanumeric());
                // A long number is a count only before what can be counted.
                let counted = plain.len() < LONG_NUMBER || word.ends_with('s') || word == "people";
                own.start == span.end + 1
                    && word.starts_with(char::is_alphabetic)
                    && !GOES_ON.contains(&word)
                    && counted
            });
        return ((numbered || marked || extension) && long && !year && !counts)
            .then(|| (Sought::Number(plain.to_owned()), 1, None));
    }
    // `patent number 38,141`, `article number 702.118.46`
    let grouped = plain.bytes().all(|b| b.is_ascii_digit() || matches!(b, b',' | b'.')) && digits >= FEWEST_DIGITS;
    if marked && numbered && grouped && (plain.contains(',') || plain.matches('.').count() >= 2) {
        return Some((Sought::Code(letters(plain)), 1, None));
    }
    // `case 5-33871204`, `motion 24/361`, `form ט-12`
    let written_onto = plain.starts_with(HEBREW_PREFIXES) && plain.chars().nth(1) == Some('-');
    let parted = !written_onto
        && plain.contains(['-', '/'])
        && !plain.contains(['$', '€', '₪', '%'])
        && plain.starts_with(char::is_alphanumeric);
    let date = is_date(plain);
    // `order 24/7` and `file 10/12` name nothing.
    let fraction = digits < FEWEST_OF_PAIR && plain.bytes().all(|b| b.is_ascii_digit() || b == b'/');
    if labelled
        && parted
        && !fraction
        && digits >= 2
        && !date
        && plain.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '/' | '.'))
    {
        return Some((Sought::Code(letters(plain)), 1, None));
    }
    let enough = digits >= FEWEST_DIGITS || digits >= 2 && plain.contains(['-', '/']) || labelled && digits >= 1;
    let sought = if labelled { Sought::Code } else { Sought::Name };
    ((enough || is_short(plain)) && is_code(piece, labelled)).then(|| (sought(letters(piece)), 1, None))
}

/// Whether so few digits make a code of a piece: `LM4QXD`, `PDL-CM-6`, `P3-C`; not `A4`, `12V`, `B12`.
fn is_short(plain: &str) -> bool {
    let own = plain.bytes().filter(u8::is_ascii_alphanumeric).count();
    let parted = plain.contains(['-', '/']);
    !plain.bytes().any(|b| b.is_ascii_lowercase()) && own >= if parted { FEWEST_OF_SHORT } else { FEWEST_OF_SHORT + 1 }
}

/// Whether a number in three parts may be a day: `2024-12-01`, `1/12/24`; not `4471-06-19`.
fn is_date(plain: &str) -> bool {
    let parts: Vec<&str> = plain.split(['-', '/']).collect();
    let short = |part: &&str| (1..=2).contains(&part.len());
    let year = |part: &str| part.len() == 4 && (part.starts_with("19") || part.starts_with("20"));
    match &parts[..] {
        [first, month, last] if plain.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'-' | b'/')) => {
            short(month) && ((year(first) && short(last)) || (short(first) && (short(last) || year(last))))
        }
        _ => false,
    }
}

/// A code of fewer digits that no source has may be a name that everybody knows.
const FEWEST_DIGITS: usize = 3;
/// Capitals and digits of fewer characters are a size, a battery, a vitamin.
const FEWEST_OF_SHORT: usize = 3;
/// Two numbers and a stroke with fewer digits are a fraction, a day or the hours of a week.
const FEWEST_OF_PAIR: usize = 5;
/// A number that is this long behind capitals is a name's.
const LONG_NUMBER: usize = 6;

/// How many pieces a code has that is written in several, `LC 320`, `SM DG 09`, `MSKQ 771826-4`, and whether it is one for sure; `None` where
/// it is none or one.
fn parts(all: &[(&str, Span)], at: usize, labelled: bool) -> Option<(usize, bool)> {
    let mut count = 0;
    for (piece, own) in all.get(at..)?.iter().take(MOST_PARTS) {
        let near = count == 0 || all.get(at + count - 1).is_some_and(|(_, last)| own.start == last.end + 1);
        if !near || !is_part(piece) {
            break;
        }
        count += 1;
    }
    let own = all.get(at..at + count)?;
    let digits = |piece: &str| piece.bytes().filter(u8::is_ascii_digit).count();
    let (first, _) = own.first()?;
    let begins =
        first.bytes().any(|b| b.is_ascii_uppercase()) && !is_called(first, NO_CODES) && !is_called(first, KNOWN_NAMES);
    let number = own.get(1).map_or("", |(piece, _)| *piece);
    let plain = !number.contains([',', '.']);
    // `case 7 O 2281/20`
    let docket = labelled
        && count >= 3
        && first.bytes().all(|b| b.is_ascii_digit())
        && own.get(1).is_some_and(|(piece, _)| piece.bytes().all(|b| b.is_ascii_uppercase()))
        && own.get(2).is_some_and(|(piece, _)| piece.contains('/'));
    // `EP 3 871 246`
    let all_digits: usize = own.iter().skip(1).map(|(piece, _)| digits(piece)).sum();
    let grouped = count > 2 && own.iter().skip(1).all(|(piece, _)| piece.bytes().all(|b| b.is_ascii_digit()));
    let sure = docket
        || (grouped && is_capitals(first) && all_digits >= LONG_NUMBER)
        || labelled && own.iter().any(|(piece, _)| digits(piece) > 0)
        || is_capitals(first) && digits(number) >= LONG_NUMBER && plain;
    let year = number.len() == 4 && (number.starts_with("19") || number.starts_with("20"));
    let may_be = is_capitals(first) && digits(number) >= FEWEST_DIGITS && plain && !year;
    (count >= 2 && (begins || docket) && (sure || may_be)).then_some((count, sure))
}

/// A code is written in at most so many pieces.
const MOST_PARTS: usize = 6;

/// Whether a piece is made of capitals and digits, as parts of codes are.
pub(super) fn is_part(piece: &str) -> bool {
    let mut letters = piece.chars().filter(|c| !matches!(c, '-' | '/' | '.' | '–'));
    let capitals = piece.bytes().filter(u8::is_ascii_uppercase).count();
    letters.all(|c| c.is_ascii_digit() || c.is_ascii_uppercase()) && (capitals <= 4) && piece.len() <= LONGEST_CODE
}

/// Whether a piece is a code of one or two digits behind capitals: `GS-2`.
pub(super) fn is_short_code(piece: &str) -> bool {
    let head = piece.trim_end_matches(|c: char| c.is_ascii_digit());
    head.len() < piece.len() && is_capitals(head.trim_end_matches('-'))
}

/// Two to four capitals, and no unit's or currency's.
fn is_capitals(piece: &str) -> bool {
    (2..=4).contains(&piece.len())
        && piece.bytes().all(|b| b.is_ascii_uppercase())
        && !is_called(piece, NO_CODES)
        && !is_called(piece, KNOWN_NAMES)
}

pub(super) fn starts(word: &str, with: &str) -> bool {
    word.get(..with.len()).is_some_and(|own| own.eq_ignore_ascii_case(with))
}

/// Whether letters and digits are a code's: `INV-2041`, `A1B2C3`, `CVE-2021-44228`; not `100km`, `mid-2023`, `FY2024`, `ISO-9001`.
fn is_code(piece: &str, labelled: bool) -> bool {
    let own = piece.trim_start_matches('#');
    let head = own.get(..own.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(own.len())).unwrap_or_default();
    let plain = own.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'/' | b'.' | b':' | b'#'));
    let letters = own.bytes().filter(u8::is_ascii_alphabetic).count();
    if !plain || letters == 0 || own.len() > LONGEST_CODE {
        return false;
    }
    let ordinary = !labelled && (is_called(head, NO_CODES) || is_called(head, KNOWN_NAMES));
    if head.is_empty() {
        // `2.4E-3` is a number.
        let number = own.starts_with(|c: char| c.is_ascii_digit())
            && own
                .find('.')
                .is_some_and(|at| own.get(..at).is_some_and(|head| head.bytes().all(|b| b.is_ascii_digit())));
        // `2023-CV-01234`, `4B7-22X`: digits before a unit or an ordinal's ending are none.
        let ends_small = own.ends_with(|c: char| c.is_ascii_lowercase());
        let capitals = own.bytes().filter(u8::is_ascii_uppercase).count();
        let parted = own.bytes().filter(|b| matches!(b, b'-' | b'/' | b'_')).count();
        return !number
            && !ends_small
            && capitals >= 1
            && (parted >= 1 || own.ends_with(|c: char| c.is_ascii_digit()))
            && !own.bytes().any(|b| b.is_ascii_lowercase());
    }
    // `post-1990`, `pages-1234`, `v2.10.3`
    let small = head.bytes().all(|b| b.is_ascii_lowercase());
    let version = (head == "v" || head == "V") && own.contains('.');
    let number = own.get(head.len()..).unwrap_or_default();
    let begins = number.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '_' | '#' | '/' | '.' | ':'));
    // `R24.00` is an amount.
    let amount = number.contains('.')
        && !number.starts_with('.')
        && number.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b','));
    let known = amount || ordinary || version;
    begins && !known && (!small || number.starts_with('_'))
}

/// No code is longer, in bytes.
const LONGEST_CODE: usize = 40;

/// An e-mail address, without its marks.
fn mail(piece: &str) -> Option<String> {
    let own = piece.trim_end_matches(['.', ',', ')', '/', ':']);
    let own = own.strip_prefix("mailto:").unwrap_or(own);
    let (name, host) = own.split_once('@')?;
    let part = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_' | b'+' | b'%'))
    };
    let is_one = part(name) && part(host) && host.contains('.') && !host.ends_with('.');
    is_one.then(|| letters(own))
}

/// `10.1000/182` of `doi:10.1000/182`.
pub(super) fn doi(piece: &str) -> Option<&str> {
    let own = if starts(piece, "doi:") { piece.get(4..).unwrap_or_default() } else { piece };
    let own = own.split_once("doi.org/").map_or(own, |(_, own)| own);
    let (registrant, rest) = own.strip_prefix("10.")?.split_once('/')?;
    ((4..=9).contains(&registrant.len()) && registrant.bytes().all(|b| b.is_ascii_digit()) && !rest.is_empty())
        .then_some(own)
}

/// A phone number, with the pieces that it is written in: `+1 (415) 555-0134`, `03-5550187`.
fn phone(text: &str, all: &[(&str, Span)], at: usize) -> Option<(String, usize)> {
    let (first, span) = all[at];
    let abroad = first.starts_with('+');
    let before = text.get(..span.start as usize).unwrap_or_default();
    let closed = text.get(span.end as usize..).is_some_and(|behind| behind.starts_with(')'));
    let bracket = before.ends_with('(') && closed && first.len() <= 5;
    let dialled = |piece: &str| {
        !piece.is_empty() && piece.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'-' | b'.' | b'(' | b')' | b'+'))
    };
    if !dialled(first) {
        return None;
    }
    let mut digits = String::new();
    let (mut parts, mut length) = (0, 0);
    let zero = first.starts_with('0');
    for (piece, own) in all.get(at..)?.iter().take(6) {
        let near = length == 0
            || all.get(at + length - 1).is_some_and(|(_, last)| {
                let gap = text.get(last.end as usize..own.start as usize).unwrap_or_default();
                gap.len() <= 2 && !gap.contains('[')
            });
        let more = length == 0 || abroad || bracket || (zero && piece.len() >= 2);
        if !near || !more || !dialled(piece) || (length > 0 && piece.starts_with('+')) {
            break;
        }
        if abroad && digits.is_empty() {
            digits.push('+');
        }
        digits.extend(piece.chars().filter(char::is_ascii_digit));
        parts += piece.split(['-', '.', '(', ')']).filter(|part| !part.is_empty()).count();
        length += 1;
    }
    // `2024-12-01` and `10.31.1974` are dates, `2019-2024` are years.
    let date = first.contains(['-', '.'])
        && first.split(['-', '.']).any(|part| part.len() == 4)
        && first.split(['-', '.']).all(|part| matches!(part.len(), 1 | 2 | 4));
    let called = at.checked_sub(1).is_some_and(|i| is_called(all[i].0, DIALLED));
    let grouped =
        (parts >= 3 && !first.contains('.')) || bracket || (parts >= 2 && zero) || (zero && digits.len() >= 9);
    let is_one = (abroad && (8..=15).contains(&digits.len()))
        || (grouped && (9..=12).contains(&digits.len()) && !date)
        || (called && (7..=12).contains(&digits.len()) && (parts > 1 || zero));
    is_one.then_some((digits, length))
}

/// Where the evidence has it.
pub(super) fn held(sought: &Sought, index: &Index) -> Option<At> {
    match sought {
        Sought::Code(code) | Sought::Name(code) => index.code(code).or_else(|| {
            // `INV-2041` of `invoice no. 2041`.
            let digits = last_digits(code).filter(|digits| digits.len() >= 4 && code.ends_with(digits))?;
            let only_letters = code.get(..code.len() - digits.len())?.bytes().all(|b| b.is_ascii_alphabetic());
            index.called(digits).filter(|_| only_letters)
        }),
        Sought::Number(digits) => index.called(digits).or_else(|| index.number(digits)).or_else(|| {
            // `60228194` of `meter 60 2281 94`.
            index.run(digits).filter(|_| digits.len() >= LONG_NUMBER)
        }),
        Sought::Digits(digits) => index.run(digits),
        Sought::Section(key) => index.section(key),
    }
}

/// Whether the evidence has the number without saying what it is of, as a table's cell does.
pub(super) fn is_printed(sought: &Sought, index: &Index) -> bool {
    matches!(sought, Sought::Number(digits) if index.code(digits).is_some())
}

/// Whether the evidence has something that may be the same, written otherwise: then it is neither found nor missing.
pub(super) fn may_be_held(sought: &Sought, index: &Index) -> bool {
    match sought {
        Sought::Code(code) | Sought::Name(code) => {
            let digits = last_digits(code).filter(|digits| digits.len() >= 4);
            digits.is_some_and(|digits| index.has_tail(digits.trim_start_matches('0')) || index.code(digits).is_some())
        }
        Sought::Number(digits) => index.has_tail(digits.trim_start_matches('0')),
        Sought::Digits(digits) => index.ends_alike(digits.trim_start_matches('+')),
        Sought::Section(key) => key.len() >= FEWEST_DIGITS && index.code(&letters(key)).is_some(),
    }
}

/// A shorter code may be a name that everybody knows.
const SHORTEST_SURE: usize = 5;

/// Whether what no evidence has is made up for sure.
pub(super) fn is_sure(sought: &Sought, index: &Index) -> bool {
    match sought {
        // A short one is made up where the source has codes of the same form: form `GS-12` beside `GS-2`.
        Sought::Code(code) => code.len() >= SHORTEST_SURE || index.has_form(code),
        // Where the source has codes of the same form, one of them is meant.
        Sought::Name(code) => code.len() >= SHORTEST_SURE && index.has_form(code),
        // A section may have parts that the source does not number, unless it numbers those of others.
        Sought::Section(key) => {
            let unnumbered = |base: &str| index.section(base).is_some() && !index.is_parted(base);
            let bracketed = key.ends_with(')');
            index.has_sections()
                && section::base(key).is_none_or(|base| !unnumbered(base) || (bracketed && index.numbers_parts()))
        }
        Sought::Number(_) | Sought::Digits(_) => true,
    }
}

/// What the evidence has that is nearly the same.
pub(super) fn near(sought: &Sought, index: &Index) -> Option<At> {
    match sought {
        Sought::Code(code) | Sought::Name(code) | Sought::Number(code) | Sought::Digits(code) => index.near_code(code),
        Sought::Section(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        let mut out = Vec::new();
        find(text, 0, &mut out);
        out.iter().map(|found| found.span.of(text).unwrap()).collect()
    }

    #[test]
    fn identifiers_are_told_from_other_numbers() {
        let cases: &[(&str, &[&str])] = &[
            ("Invoice INV-2041 was paid.", &["INV-2041"]),
            ("Invoice no. 4410 and ticket #48213.", &["4410", "#48213"]),
            ("See Section 4.2 and § 12(b).", &["4.2", "12(b)"]),
            ("Write to billing@acme.com, or call +1 (415) 555-0134.", &["billing@acme.com", "+1 (415) 555-0134"]),
            ("DOI 10.1000/182, ISBN 978-3-16-148410-0.", &["10.1000/182", "978-3-16-148410-0"]),
            ("Pay to GB29 NWBK 6016 1331 9268 19 today.", &["GB29 NWBK 6016 1331 9268 19"]),
            ("Case 2023-CV-01234 and CVE-2021-44228.", &["2023-CV-01234", "CVE-2021-44228"]),
            ("לפי סעיף 4.2 בחשבונית 4410.", &["4.2", "4410"]),
            ("Ring 0345 550 0128, or 07700900655.", &["0345 550 0128", "07700900655"]),
            (
                "Its patent number was 38,141; file AP 29/1196, container MSKQ 771826-4.",
                &["38,141", "AP 29/1196", "MSKQ 771826-4"],
            ),
            ("מק\"ט 110457, מספר הפנייה הוא 7-338120", &["110457", "7-338120"]),
            ("Under motion 24/361, kept under number LC 320, form PW-17.", &["24/361", "LC 320", "PW-17"]),
            ("Its ISBN is 978-3-16-148410-0; pay USD 500 or EUR 3000000.", &["978-3-16-148410-0"]),
            ("It grew by 100km in mid-2023, FY2024 and Q3-2024, under ISO-9001.", &[]),
            ("They order 1500 chairs and 12,500 desks for $4,410 on 2024-12-01.", &[]),
            ("Version v2.10.304, the 1990s, 1080p, 24/7, 2019-2024.", &[]),
            ("Call 24/7, or order 10/12.", &[]),
            (
                "In case 7 O 2281/20, ring Ottilie (ext. 616) about ticket 4471-0962-38.",
                &["7 O 2281/20", "616", "4471-0962-38"],
            ),
            ("Phone +43 732 555 081 [2].", &["+43 732 555 081"]),
            ("תשלום על חשבונית 1140827 עד מחר, בתיק 4471-06-19", &["1140827", "4471-06-19"]),
            ("In the trial 120100 people and in the order 450000 chairs", &[]),
            ("The order 2024-12-01 and the file 1/12/2024", &[]),
            ("In part 2 of the model 2023 rollout", &[]),
            ("Under clause 7, s. 338(2) and rule 5D", &["7", "338(2)", "5D"]),
            ("Call sign LM4QDX, kit PDL-CM-6, file BSG.1943.77", &["LM4QDX", "PDL-CM-6", "BSG.1943.77"]),
            ("Paper in A4, a 12V battery, vitamin B12, size XL2", &[]),
            ("Flight KT 324, reference is CA/2021/0378, part MD40F2", &["KT 324", "CA/2021/0378", "MD40F2"]),
        ];
        for (text, expected) in cases {
            assert_eq!(found(text), *expected, "{text}");
        }
    }
}
