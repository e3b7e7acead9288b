//! What looks like a claim and is none: list numbers, citations, section numbers, versions, phone numbers, identifiers.

use super::reader::Reader;
use crate::document::token::Kind;
use crate::lexicon::Lex;

/// Where to go on if something at `i` must not be read as a claim.
pub(crate) fn skip(reader: &Reader<'_>, i: usize) -> Option<usize> {
    let token = reader.tokens.get(i)?;
    match token.kind {
        Kind::Word => match token.lex {
            Lex::Opaque => Some(i + 1),
            Lex::Label => label(reader, i),
            Lex::Unit(_) | Lex::Teen(_) | Lex::Tens(_) => {
                duration(reader, i).or_else(|| decade(reader, i)).or_else(|| compound(reader, i))
            }
            Lex::Quarter => quarter(reader, i),
            Lex::Round(100) => century(reader, i),
            _ => None,
        },
        Kind::Punct => match token.ch {
            b'[' => citation(reader, i),
            b'#' => (reader.is_number(i + 1) && reader.glued(i + 1)).then_some(i + 2),
            b'(' => footnote(reader, i).or_else(|| phone(reader, i)),
            b'+' => phone(reader, i),
            b'-' => None,
            _ => None,
        },
        Kind::Number => number(reader, i),
        Kind::Newline => None,
    }
}

/// `Americas (1)`, `2015 (5)`: a mark that points to a note. `forty-five (45)` and `fell (12)` are longer or said otherwise.
pub(super) fn footnote(reader: &Reader<'_>, i: usize) -> Option<usize> {
    let digit = reader.is_number(i + 1) && reader.word(i + 1).len() == 1;
    let behind = i > 0
        && !reader.starts_line(i)
        && (reader.is_number(i - 1) || (reader.is_word(i - 1) && reader.lex(i - 1) == Lex::None));
    (digit && behind && reader.ch(i + 2) == b')' && reader.lex(i + 3) != Lex::Percent).then_some(i + 3)
}

/// `שנות התשעים`: ten years, and no number.
fn decade(reader: &Reader<'_>, i: usize) -> Option<usize> {
    let years = i > 0 && reader.word(i - 1).ends_with("שנות");
    (years && matches!(reader.lex(i), Lex::Tens(_))).then_some(i + 1)
}

/// `one-way`, `one-off`: what kind, and no number.
fn compound(reader: &Reader<'_>, i: usize) -> Option<usize> {
    const KINDS: [&str; 4] = ["off", "sided", "stop", "way"];
    let is_one = reader.lex(i) == Lex::Unit(1) && reader.ch(i + 1) == b'-';
    let is_kind = || KINDS.iter().any(|kind| kind.eq_ignore_ascii_case(reader.word(i + 2)));
    (is_one && reader.glued(i + 1) && reader.glued(i + 2) && is_kind()).then_some(i + 3)
}

/// `ברבעון ה-3` of a year that is left to the reader.
fn quarter(reader: &Reader<'_>, i: usize) -> Option<usize> {
    let numbered = reader.word(i + 1) == "ה" && reader.is_dash(i + 2) && reader.is_number(i + 3);
    (numbered && super::date::date(reader, i).is_none()).then_some(i + 4)
}

/// `24/7`, `9/11` and `50/50`, which are no fractions; `401(k)`, `the '80s`, `the class of '24`; the months of `9M23`, `6M 2024`.
fn name(reader: &Reader<'_>, i: usize) -> Option<usize> {
    const NAMES: &[(&str, &str)] = &[("24", "7"), ("9", "11"), ("50", "50")];
    let tail = |k: usize| reader.glued(k) && reader.glued(k + 1);
    if reader.ch(i + 1) == b'/' && tail(i + 1) && (!reader.glued(i + 3) || reader.ends(i + 3)) {
        return NAMES.contains(&(reader.word(i), reader.word(i + 2))).then_some(i + 3);
    }
    let letter = reader.is_word(i + 2) && reader.word(i + 2).chars().nth(1).is_none();
    if reader.ch(i + 1) == b'(' && tail(i + 1) && letter && reader.ch(i + 3) == b')' {
        return Some(i + 4);
    }
    let months = reader.word(i + 1) == "M" && reader.glued(i + 1) && matches!(reader.word(i), "3" | "6" | "9" | "12");
    if months && (super::date::is_year(reader.word(i + 2)) || reader.glued(i + 2) && reader.word(i + 2).len() == 2) {
        return Some(if reader.glued(i + 2) { i + 3 } else { i + 2 });
    }
    let short = i > 0 && reader.glued(i) && reader.ch(i - 1) == b'\'' && reader.word(i).len() == 2;
    let tail = reader.word(i + 1) == "s" && reader.glued(i + 1);
    const LEADS: &[&str] =
        &["of", "in", "since", "by", "from", "until", "mid", "late", "early", "summer", "spring", "winter"];
    let led = i > 1 && LEADS.contains(&reader.word(i - 2).to_ascii_lowercase().as_str());
    let year = led && (!reader.glued(i + 1) || reader.ends(i + 1));
    (short && (tail || year)).then_some(if tail { i + 2 } else { i + 1 })
}

/// `המאה העשרים ואחת`, `במאה ה-20`: the century, with its number. `מאה עובדים` are a hundred.
fn century(reader: &Reader<'_>, i: usize) -> Option<usize> {
    let definite = |at: usize, letters: &[char]| {
        let before = reader.tokens.get(at).and_then(|t| reader.text.get(..t.start as usize));
        before.is_some_and(|before| before.ends_with(letters))
    };
    if !definite(i, &['ה', 'ב']) {
        return None;
    }
    let written = |at: usize| matches!(reader.lex(at), Lex::Unit(_) | Lex::Teen(_) | Lex::Tens(_));
    if reader.is_dash(i + 2) && reader.is_number(i + 3) && reader.word(i + 1) == "ה" {
        return Some(i + 4);
    }
    let numbered = definite(i + 1, &['ה']) && written(i + 1);
    let goes_on = numbered && (written(i + 2) && (reader.has_vav(i + 2) || reader.lex(i + 2) == Lex::Teen(10)));
    // `במאה אחוז` are a hundred of them.
    let is_century = numbered || definite(i, &['ה']) || reader.word(i + 1).starts_with('ה') || reader.ends(i + 1);
    is_century.then_some(i + 1 + usize::from(numbered) + usize::from(goes_on))
}

/// `the three months ended June 30`, `a 52-week period ended`: how long the period is whose last day follows. `closed for three
/// months` counts something.
fn duration(reader: &Reader<'_>, i: usize) -> Option<usize> {
    let at = i + 1 + usize::from(reader.ch(i + 1) == b'-');
    let unit = ["month", "months", "week", "weeks"].iter().any(|w| reader.word(at).eq_ignore_ascii_case(w));
    let end = at + 1 + usize::from(reader.word(at + 1).eq_ignore_ascii_case("period"));
    let ended = ["ended", "ending"].iter().any(|w| reader.word(end).eq_ignore_ascii_case(w));
    (unit && ended).then_some(i + 1)
}

fn number(reader: &Reader<'_>, i: usize) -> Option<usize> {
    list_number(reader, i)
        .or_else(|| number_of(reader, i))
        .or_else(|| duration(reader, i))
        .or_else(|| name(reader, i))
        .or_else(|| identifier(reader, i))
        .or_else(|| address(reader, i))
        .or_else(|| phone(reader, i))
        .or_else(|| dimensions(reader, i))
}

/// `12:34:56:78`: longer than any time.
fn address(reader: &Reader<'_>, i: usize) -> Option<usize> {
    let joined =
        |at: usize| reader.ch(at) == b':' && reader.glued(at) && reader.is_number(at + 1) && reader.glued(at + 1);
    let pairs = (0..MOST_PAIRS).take_while(|pair| joined(i + 1 + 2 * pair)).count();
    (pairs > 2).then_some(i + 1 + 2 * pairs)
}

/// An address is of so many more parts at most.
const MOST_PAIRS: usize = 8;

/// `[1]`, `[S0]`, `[2, 3]`, `[4-6]`, `[^1]`
pub(crate) fn citation(reader: &Reader<'_>, i: usize) -> Option<usize> {
    if reader.ch(i) != b'[' {
        return None;
    }
    let close = (i + 1..i + 12).find(|k| reader.ch(*k) == b']')?;
    let short = (i + 1..close).all(|k| {
        (reader.is_number(k) && reader.word(k).len() <= 3)
            || (reader.is_word(k) && reader.word(k).len() <= 8)
            || matches!(reader.ch(k), b',' | b'-' | b'^' | b';' | b':' | b'.')
    });
    let any = (i + 1..close).any(|k| reader.is_number(k));
    (short && any).then_some(close + 1)
}

/// `9.2 Term. `, `4.1 Late payment: `, `9.1 Tyre pressures (cold)`: the number of a clause and its title, in front of its text or alone in
/// a line.
fn titles_clause(reader: &Reader<'_>, i: usize) -> bool {
    let numbered =
        reader.word(i).split('.').count() > 1 && reader.word(i).split('.').all(|part| (1..=2).contains(&part.len()));
    let words = (i + 1..i + 1 + LONGEST_TITLE).take_while(|k| reader.is_word(*k)).count();
    let capital = reader.word(i + 1).starts_with(char::is_uppercase) && reader.lex(i + 1) == Lex::None;
    if !numbered || words == 0 || !capital || reader.glued(i + 1) {
        return false;
    }
    let is_break = |at: usize| reader.tokens.get(at).is_some_and(|t| t.kind == Kind::Newline);
    let line = || (i + 1 + words..i + LONGEST_LINE).find(|at| is_break(*at));
    matches!(reader.ch(i + 1 + words), b'.' | b':')
        || line().is_some_and(|end| !matches!(reader.ch(end - 1), b'.' | b',' | b';' | b'!' | b'?'))
}

/// The title of a clause has at most this many words.
const LONGEST_TITLE: usize = 6;
/// Alone in its line it has at most so many words and marks.
const LONGEST_LINE: usize = 12;

/// `order form no. 2`, `from day 4`, `at week 24`: which one, not how many.
fn number_of(reader: &Reader<'_>, i: usize) -> Option<usize> {
    if i < 2 {
        return None;
    }
    let no = || reader.ch(i - 1) == b'.' && reader.word(i - 2).eq_ignore_ascii_case("no") && reader.glued(i - 1);
    let is = |at: usize, words: &[&str]| words.iter().any(|word| reader.word(at).eq_ignore_ascii_case(word));
    let led = || is(i - 2, &["from", "on", "at", "by", "until", "of", "after", "since"]);
    let which = is(i - 1, &["day", "week"]) && led();
    ((which || no()) && reader.word(i).len() <= 4 && reader.word(i).bytes().all(|b| b.is_ascii_digit()))
        .then_some(i + 1)
}

/// Few lists have more items.
const LONGEST_LIST: u16 = 30;

/// At most this many marks of Markdown stand before a line's number.
const MOST_MARKS: usize = 7;

/// `1.`, `2)`, `(3)` at the start of a line.
pub(super) fn list_number(reader: &Reader<'_>, i: usize) -> Option<usize> {
    let opened = i > 0 && reader.ch(i - 1) == b'(' && reader.starts_line(i - 1);
    // `### 2. Costs`, `**2. Costs**`
    let marks = (0..i.min(MOST_MARKS)).take_while(|back| matches!(reader.ch(i - 1 - back), b'#' | b'*')).count();
    let starts = reader.starts_line(i - marks);
    if starts && titles_clause(reader, i) {
        return Some(i + 1);
    }
    let short = reader.word(i).len() <= 3 && reader.word(i).bytes().all(|b| b.is_ascii_digit());
    if !short || !(starts || opened) || !reader.glued(i + 1) {
        return None;
    }
    let spaced = !reader.glued(i + 2) && i + 2 < reader.tokens.len() && !reader.starts_line(i + 2);
    match reader.ch(i + 1) {
        b')' => Some(i + 2),
        // `16. Nov. 2016`, but not `3. July 7: the honeymoon begins` or `3. **July**`.
        b'.' if matches!(reader.lex(i + 2), Lex::Month(_)) && !day_behind(reader, i + 2) => None,
        // `**75.** Elm Court has so many.`
        b'.' if told_alone(reader, i) => None,
        b'.' if spaced && reader.tokens.get(i + 2).is_some_and(|t| t.kind != Kind::Newline) => Some(i + 2),
        _ => None,
    }
}

/// Whether a number stands in bold with its point and is higher than most lists are long.
fn told_alone(reader: &Reader<'_>, i: usize) -> bool {
    let closed = reader.tokens.get(i + 1).and_then(|point| reader.text.as_bytes().get(point.end as usize));
    closed == Some(&b'*') && reader.word(i).parse::<u16>().is_ok_and(|n| n > LONGEST_LIST)
}

/// Whether a month has its day behind it, or is stressed for itself: the number before it is none.
fn day_behind(reader: &Reader<'_>, month: usize) -> bool {
    let day = reader.is_number(month + 1) && reader.word(month + 1).len() <= 2;
    day || reader.tokens.get(month).is_some_and(|t| t.begins_emphasis(reader.text))
}

/// `section 4.2.1`, `page 12`, `Version 10.0.19045`, `invoice INV-23453`, `Note 3(b)`
fn label(reader: &Reader<'_>, i: usize) -> Option<usize> {
    let mut at = i + 1;
    while at < i + 4
        && (matches!(reader.ch(at), b'.' | b'#' | b':')
            || matches!(reader.word(at), "§" | "No" | "no" | "number" | "v"))
    {
        at += 1;
    }
    // `invoice INV-23453`
    if reader.is_word(at)
        && reader.word(at).bytes().all(|b| b.is_ascii_uppercase())
        && reader.ch(at + 1) == b'-'
        && reader.is_number(at + 2)
    {
        return Some(at + 3);
    }
    let short = reader.is_number(at) && !reader.word(at).contains(',') && reader.word(at).len() <= 14;
    // `טלפון 03-555-0187`, `pages 12-14`: with all that hangs on.
    let end = after_numbers(reader, at);
    // `figure 2019 million`, `note $5`: what carries a unit is a value after all.
    let valued = is_unit(reader.lex(end));
    // `Note: 150 units were sold`, but `Page: 4 of 12`
    let counts = reader.ch(at - 1) == b':'
        && !reader.glued(at)
        && reader.word(end).starts_with(char::is_lowercase)
        && !matches!(reader.word(end), "of" | "and" | "or" | "to");
    // A year behind `item` or `table` is a date: `the table 2019`.
    let year = reader.word(at).len() == 4 && matches!(reader.word(at).as_bytes(), [b'1', b'9', ..] | [b'2', b'0', ..]);
    (short && !valued && !year && !counts).then(|| more_of(reader, i, end))
}

/// `Passages 1, 2 and 3`: past the others, where several are named.
fn more_of(reader: &Reader<'_>, label: usize, end: usize) -> usize {
    let mut end = end;
    let joins = |at: usize| reader.ch(at) == b',' || matches!(reader.word(at), "and" | "or");
    let which = |at: usize| reader.is_number(at) && reader.word(at).len() <= 2 && !is_unit(reader.lex(at + 1));
    while reader.word(label).ends_with('s') && joins(end) && which(end + 1) {
        end += 2;
    }
    end
}

/// Past a number and those that a hyphen joins to it.
fn after_numbers(reader: &Reader<'_>, i: usize) -> usize {
    let mut end = i + 1;
    while reader.is_dash(end) && reader.glued(end) && reader.is_number(end + 1) && reader.glued(end + 1) {
        end += 2;
    }
    end
}

/// What makes a number before it a value, whatever stands before that.
fn is_unit(lex: Lex) -> bool {
    matches!(
        lex,
        Lex::Percent | Lex::Scale(_) | Lex::Currency(_) | Lex::Code(_) | Lex::Times | Lex::Month(_) | Lex::BasisPoints
    )
}

/// `Property 2`, `Level 3`, `Scope 1 and 2`, `Phases 2 and 3`: a capitalised kind of thing and its number, or two.
pub(crate) fn numbered_name(reader: &Reader<'_>, i: usize) -> Option<usize> {
    const NUMBERED: &[&str] = &[
        "Property", "Building", "Unit", "Store", "Site", "Phase", "Series", "Class", "Level", "Tier", "Type", "Scope",
        "Stage", "Chapter", "Tranche", "Team", "Group", "Plan", "Option", "Product", "Terminal", "Tower", "Block",
        "Route", "Highway", "Flight", "Room", "Suite", "Rule", "Fortune", "FTSE", "Nikkei", "CAC", "DAX", "STOXX",
        "Error", "HTTP", "IAS", "ISA", "ISO", "ASC", "FAS", "Gate", "Bus", "Track", "Boeing", "Airbus", "Windows",
    ];
    let is_number = |at: usize| {
        let raw = reader.word(at);
        let short = !reader.glued(at) && raw.len() <= 3 && raw.bytes().all(|b| b.is_ascii_digit());
        short && reader.is_number(at) && !is_unit(reader.lex(at + 1))
    };
    if !is_number(i + 1) {
        return None;
    }
    // `Phase 3 and 450 patients` tells how many there are.
    let value = |at: usize| reader.word(at).parse::<u32>().ok();
    let next = || value(i + 1).and_then(|first| first.checked_add(1)) == value(i + 3);
    let both = matches!(reader.lex(i + 2), Lex::And) && is_number(i + 3) && next();
    // `S&P 500`
    let index = reader.word(i) == "P" && i > 0 && reader.ch(i - 1) == b'&';
    let called = |word: &str| NUMBERED.contains(&word);
    let plural = || both && reader.word(i).strip_suffix('s').is_some_and(called);
    (index || called(reader.word(i)) || plural()).then_some(if both && !index { i + 4 } else { i + 2 })
}

/// Digits glued to letters or underscores that no extractor knows: `INV-23453`, `v2.3.1`, `B2`, `COVID-19`, `x86_64`.
fn identifier(reader: &Reader<'_>, i: usize) -> Option<usize> {
    let raw = reader.word(i);
    let dots = raw.bytes().filter(|b| *b == b'.').count();
    if dots >= 2
        && super::digits::read(raw, reader.conventions.comma_decimal).is_none()
        && super::date::date(reader, i).is_none()
    {
        return Some(i + 1);
    }
    if reader.touches(i) {
        let before = reader.word(i - 1);
        if reader.is_word(i - 1) && !is_glued_prefix(reader, i - 1) {
            return Some(after_chain(reader, i));
        }
        if matches!(before, "§" | "#" | "@" | "/" | "\\") {
            let path = before == "/" && i >= 2 && reader.is_number(i - 2);
            return if path { None } else { Some(after_chain(reader, i)) };
        }
        // `INV-23453`, `א-123`: letters, a hyphen, digits. What Hebrew writes onto a word and words of number or date are no letters of a
        // code.
        if reader.ch(i - 1) == b'-'
            && i >= 2
            && reader.touches(i - 1)
            && reader.is_word(i - 2)
            && !is_hyphen_prefix(reader, i - 2)
        {
            return Some(after_chain(reader, i));
        }
    }
    // `1.5E+09` and `2.4E-3` are numbers, `3E8` may be a code.
    if raw.contains('.') && super::numeral::exponent(reader, i + 1).is_some() {
        return None;
    }
    // `3D`, `10-K`: one capital letter behind.
    let letter = |k: usize| reader.word(k).len() == 1 && reader.word(k).as_bytes()[0].is_ascii_uppercase();
    // `2024-Q3` goes on with digits.
    let dash_letter = reader.ch(i + 1) == b'-'
        && reader.glued(i + 1)
        && reader.glued(i + 2)
        && letter(i + 2)
        && !(reader.glued(i + 3) && reader.is_number(i + 3));
    if dash_letter || (reader.glued(i + 1) && letter(i + 1) && reader.lex(i + 1) == Lex::None) {
        return Some(i + if dash_letter { 3 } else { 2 });
    }
    None
}

/// A word that may stand glued before a number and keep it a value: a currency, `FY`, `Q`, a scale.
fn is_glued_prefix(reader: &Reader<'_>, i: usize) -> bool {
    matches!(
        reader.lex(i),
        Lex::Code(_)
            | Lex::ScaledCode(..)
            | Lex::Currency(_)
            | Lex::Fiscal
            | Lex::QuarterLetter
            | Lex::HalfLetter
            | Lex::Month(_)
    ) || (reader.lex(i) == Lex::FiscalLetter && super::date::date(reader, i).is_some())
}

/// A word that may stand before a hyphen and a number.
fn is_hyphen_prefix(reader: &Reader<'_>, i: usize) -> bool {
    let word = reader.word(i);
    let hebrew = word.chars().all(crate::lexicon::is_hebrew);
    (hebrew && (word.chars().nth(1).is_some() || reader.is_hebrew_prefix(i)))
        || !matches!(
            reader.lex(i),
            Lex::None | Lex::Opaque | Lex::Label | Lex::Suffix(_) | Lex::HalfLetter | Lex::FiscalLetter
        )
        || word.bytes().all(|b| b.is_ascii_lowercase()) && (word.len() > 3 || word == "mid")
}

/// Past everything glued on: `INV-23453-B`.
fn after_chain(reader: &Reader<'_>, i: usize) -> usize {
    let mut end = i + 1;
    while end < i + 12
        && reader.glued(end)
        && (reader.is_number(end)
            || reader.is_word(end)
            || (matches!(reader.ch(end), b'-' | b'/') && reader.glued(end + 1)))
    {
        end += 1;
    }
    end
}

/// `(212) 555-0187`, `03-5550187`, `+1-415-555-0134`, `650-650-6500`, `650.650.6500`, `1111-22223333-4444`
fn phone(reader: &Reader<'_>, i: usize) -> Option<usize> {
    let digits = |k: usize| {
        let raw = reader.word(k);
        if reader.is_number(k) && raw.bytes().all(|b| b.is_ascii_digit()) { raw.len() } else { 0 }
    };
    let mut at = i;
    let plus = reader.ch(i) == b'+';
    if plus {
        at += 1;
    }
    let mut parts = 0;
    let mut total = 0;
    let area = reader.ch(at) == b'(' && digits(at + 1) == 3 && reader.ch(at + 2) == b')';
    if area {
        parts += 1;
        total += 3;
        at += 3;
    } else if reader.ch(at) == b'(' {
        return None;
    }
    loop {
        let length = digits(at);
        if length == 0 {
            break;
        }
        parts += 1;
        total += length;
        at += 1;
        let joins = reader.ch(at) == b'-' && reader.glued(at) && reader.glued(at + 1) && digits(at + 1) > 0;
        let spaced = plus && digits(at) > 0;
        if parts > 6 || !(joins || spaced) {
            break;
        }
        at += usize::from(joins);
    }
    // `03-5551234`
    let local = parts == 2 && reader.word(i).starts_with('0') && digits(i) <= 3 && (9..=10).contains(&total);
    let is_phone = local
        || (plus && total >= 8)
        || (area && parts >= 3 && total >= 10)
        || (!plus && !area && parts >= 3 && total > 8);
    // `2024-12-01` has eight digits in three parts.
    is_phone.then_some(at)
}

/// `1920x1080`. `6 × 70 MW` are six and seventy.
fn dimensions(reader: &Reader<'_>, i: usize) -> Option<usize> {
    let joined = reader.word(i + 1) == "x" && reader.glued(i + 1) && reader.is_number(i + 2) && reader.glued(i + 2);
    (joined && !reader.word(i + 2).starts_with("10^") && reader.ch(i + 3) != b'^').then_some(i + 3)
}
