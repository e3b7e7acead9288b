//! Dates and times in the form of those they replace.

use crate::document::token::{Kind, Token, tokens};
use crate::lexicon::{self, Lex, month_name, ordinal_suffix};

/// The parts of a date or time as the contract writes it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Parts {
    year: Option<u32>,
    month: Option<u32>,
    day: Option<u32>,
    quarter: Option<u32>,
    half: Option<u32>,
    hour: Option<u32>,
    minute: Option<u32>,
    second: Option<u32>,
}

impl Parts {
    /// `2024-12-01`, `2024-12`, `2024-Q3`, `2024-H1`, `FY2024`, `2024`, `--12-01`, `19:30`, `2:07:46`.
    fn read(value: &str) -> Option<Parts> {
        let number = |text: &str| text.parse::<u32>().ok();
        if value.contains(':') {
            let mut parts = value.split(':').map(number);
            let (hour, minute) = (parts.next()?, parts.next()?);
            return Some(Parts { hour, minute, second: parts.next().flatten(), ..Parts::default() });
        }
        if let Some(day) = value.strip_prefix("--") {
            let (month, day) = day.split_once('-')?;
            return Some(Parts { month: number(month), day: number(day), ..Parts::default() });
        }
        let mut parts = value.trim_start_matches("FY").split('-');
        let mut out = Parts { year: Some(number(parts.next()?)?), ..Parts::default() };
        if let Some(part) = parts.next() {
            match (part.strip_prefix('Q'), part.strip_prefix('H')) {
                (Some(quarter), _) => out.quarter = number(quarter),
                (_, Some(half)) => out.half = number(half),
                _ => out.month = number(part),
            }
        }
        out.day = parts.next().and_then(number);
        Some(out)
    }

    fn count(self) -> usize {
        let Parts { year, month, day, quarter, half, hour, minute, second } = self;
        [year, month, day, quarter, half, hour, minute, second].iter().flatten().count()
    }
}

/// The date or time in the form of the claim; `None` where it says less, or the form is not one that another can take.
pub(super) fn restated(claim: &str, claimed: &str, value: &str) -> Option<String> {
    let (old, new) = (Parts::read(claimed)?, Parts::read(value)?);
    let tokens = tokens(claim);
    if old.hour.is_some() {
        return time(claim, &tokens, old, new);
    }
    let mut out = String::with_capacity(claim.len() + 8);
    let (mut at, mut told) = (0, 0);
    // `2024-03-05` and `10.31.1974` may be one token; each run of digits is a part.
    let named = tokens.iter().any(|t| month_of(claim, t).is_some());
    for piece in pieces(claim) {
        let text = claim.get(piece.clone())?;
        let by = match text.parse::<u32>() {
            Ok(number) => number_for(number, text, (old, new), named)?,
            Err(_) => match word_for(text, (old, new)) {
                Word::Is(word) => word,
                Word::Other => continue,
                Word::Unknown => return None,
            },
        };
        out.push_str(claim.get(at..piece.start)?);
        out.push_str(&by);
        (at, told) = (piece.end, told + 1);
    }
    out.push_str(claim.get(at..)?);
    let out = endings(&out);
    // What the claim does not print must not change either: `last March` says its year without it.
    let hidden = old.count().checked_sub(told)?;
    (hidden == 0).then_some(out)
}

/// The runs of digits and of letters in a text.
fn pieces(text: &str) -> Vec<core::ops::Range<usize>> {
    let class = |c: char| {
        if c.is_ascii_digit() {
            1
        } else if c.is_alphabetic() {
            2
        } else {
            0
        }
    };
    let mut out: Vec<core::ops::Range<usize>> = Vec::new();
    let mut last = 0;
    for (at, c) in text.char_indices() {
        let own = class(c);
        match out.last_mut() {
            Some(piece) if own != 0 && own == last && piece.end == at => piece.end = at + c.len_utf8(),
            _ if own != 0 => out.push(at..at + c.len_utf8()),
            _ => {}
        }
        last = own;
    }
    out
}

/// What a run of digits becomes; of a date in figures, day and month must differ to be told apart.
fn number_for(number: u32, text: &str, (old, new): (Parts, Parts), named: bool) -> Option<String> {
    let padded = |new: u32| {
        if text.len() == 2 && !named || text.starts_with('0') { format!("{new:02}") } else { new.to_string() }
    };
    let is = |part: Option<u32>| part == Some(number);
    if text.len() == 4 && is(old.year) {
        return new.year.map(|year| year.to_string());
    }
    if !named && old.day.is_some() && old.day == old.month && old.day != new.day.filter(|d| Some(*d) == new.month) {
        return None;
    }
    if is(old.day) {
        return new.day.map(padded);
    }
    if is(old.month) && !named {
        return new.month.map(padded);
    }
    if is(old.quarter) || is(old.half) {
        let part = if is(old.quarter) { new.quarter } else { new.half };
        return part.map(|part| part.to_string());
    }
    if text.len() == 2 && old.year.is_some_and(|year| year % 100 == number) {
        return new.year.map(|year| format!("{:02}", year % 100));
    }
    None
}

/// What a word of a date becomes.
enum Word {
    Is(String),
    /// It stays: `Q`, `FY`, `of`, `th`.
    Other,
    Unknown,
}

fn word_for(text: &str, (old, new): (Parts, Parts)) -> Word {
    if let Some((before, month)) = month_in(text) {
        let is_old = old.month == Some(month.into());
        let name = new.month.and_then(|new| month_name(text, u8::try_from(new).ok()?)).filter(|_| is_old);
        return name.map_or(Word::Unknown, |name| Word::Is(format!("{before}{name}")));
    }
    let stays = |lex: Lex| {
        use Lex::{Article, Fiscal, FiscalLetter, HalfLetter, Of, OrdinalSuffix, QuarterLetter, The, Year};
        matches!(lex, Of | Article | The | OrdinalSuffix | QuarterLetter | HalfLetter | Fiscal | FiscalLetter | Year)
    };
    if stays(lexicon::look_up(text)) { Word::Other } else { Word::Unknown }
}

/// The month that a word names, and the letters that Hebrew writes onto it.
fn month_in(word: &str) -> Option<(&str, u8)> {
    let month = |word: &str| if let Lex::Month(month) = lexicon::look_up(word) { Some(month) } else { None };
    let first = word.chars().next()?;
    month(word).map(|month| ("", month)).or_else(|| {
        let (before, rest) = word.split_at_checked(first.len_utf8()).filter(|_| lexicon::is_hebrew_prefix(first))?;
        Some((before, month(rest)?))
    })
}

fn month_of(text: &str, token: &Token) -> Option<u8> {
    (token.kind == Kind::Word).then(|| month_in(token.text(text))).flatten().map(|(_, month)| month)
}

/// The endings of days by their numbers: `3rd` for `3th`.
fn endings(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let pieces = pieces(text);
    let mut at = 0;
    for pair in pieces.windows(2) {
        let [number, ending] = pair else { continue };
        let joined = number.end == ending.start;
        let (digits, word) = (&text[number.clone()], &text[ending.clone()]);
        let is_ending = lexicon::look_up(word) == Lex::OrdinalSuffix;
        if let (true, true, Ok(number)) = (joined, is_ending, digits.parse::<u32>()) {
            out.push_str(&text[at..ending.start]);
            out.push_str(ordinal_suffix(number.into()));
            at = ending.end;
        }
    }
    out.push_str(&text[at..]);
    out
}

/// A time in the form of the claim: `7:30 pm` for 19:30.
fn time(claim: &str, tokens: &[Token], old: Parts, new: Parts) -> Option<String> {
    if old.count() != new.count() {
        return None;
    }
    let pieces = pieces(claim);
    let numbers: Vec<_> =
        pieces.iter().filter(|piece| claim[(*piece).clone()].starts_with(|c: char| c.is_ascii_digit())).collect();
    let values = [(old.hour, new.hour), (old.minute, new.minute), (old.second, new.second)];
    let (first, behind) = numbers.split_first()?;
    let written: u32 = claim.get((*first).clone())?.parse().ok()?;
    let (old_hour, new_hour) = (old.hour?, new.hour?);
    // `7:30 pm` and `7:30`, which is 19:30 where the evidence says so.
    let halves = written != old_hour;
    if halves && written % 12 != old_hour % 12 {
        return None;
    }
    let is_half = |t: &&Token| t.kind == Kind::Word && t.text(claim).to_ascii_lowercase().starts_with(['a', 'p']);
    let half = tokens.iter().find(is_half);
    if half.is_none() && (halves || (old_hour < 12) != (new_hour < 12)) && pieces.len() != numbers.len() {
        return None;
    }
    // `7 pm` has no minutes to change.
    if numbers.len() < old.count() && (numbers.len() != 1 || old.minute != Some(0) || new.minute != Some(0)) {
        return None;
    }
    let mut out = claim.get(..first.start)?.to_owned();
    let hour = match half {
        Some(_) => (new_hour + 11) % 12 + 1,
        None => new_hour,
    };
    let padded = claim.get((*first).clone())?.starts_with('0');
    out.push_str(&if padded { format!("{hour:02}") } else { hour.to_string() });
    let mut at = first.end;
    for (piece, (old, new)) in behind.iter().zip(values.into_iter().skip(1)) {
        let (old, new) = (old?, new?);
        if claim.get((*piece).clone())?.parse() != Ok(old) {
            return None;
        }
        out.push_str(claim.get(at..piece.start)?);
        out.push_str(&format!("{new:02}"));
        at = piece.end;
    }
    if let Some(half) = half {
        let (start, end) = (half.start as usize, half.end as usize);
        let text = claim.get(start..end)?;
        let letter = match (new_hour < 12, text.starts_with(|c: char| c.is_ascii_uppercase())) {
            (true, true) => "A",
            (true, false) => "a",
            (false, true) => "P",
            (false, false) => "p",
        };
        out.push_str(claim.get(at..start)?);
        out.push_str(letter);
        at = start + 1;
    }
    out.push_str(claim.get(at..)?);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_stays() {
        for (claim, claimed, value, expected) in [
            ("3 March 2025", "2025-03-03", "2025-04-12", Some("12 April 2025")),
            ("March 3, 2025", "2025-03-03", "2024-11-01", Some("November 1, 2024")),
            ("3 March", "--03-03", "2025-04-12", Some("12 April")),
            ("Mar. 3rd, 2025", "2025-03-03", "2025-09-12", Some("Sep. 12th, 2025")),
            ("the 1st of May", "--05-01", "--06-22", Some("the 22nd of June")),
            ("1st of May", "--05-01", "--06-22", Some("22nd of June")),
            ("2025-03-03", "2025-03-03", "2025-04-12", None),
            ("2025-03-05", "2025-03-05", "2025-04-12", Some("2025-04-12")),
            ("05/03/2025", "2025-03-05", "2025-04-02", Some("02/04/2025")),
            ("03/03/2025", "2025-03-03", "2025-04-02", None),
            ("March 2025", "2025-03", "2025-04-12", Some("April 2025")),
            ("MARCH 2025", "2025-03", "2025-04-12", Some("APRIL 2025")),
            ("2019", "2019", "2021", Some("2021")),
            ("Q3 2024", "2024-Q3", "2024-Q2", Some("Q2 2024")),
            ("Q3 '24", "2024-Q3", "2023-Q1", Some("Q1 '23")),
            ("FY2024", "FY2024", "FY2023", Some("FY2023")),
            ("3 במרץ 2025", "2025-03-03", "2025-04-12", Some("12 באפריל 2025")),
            ("7:30 pm", "19:30", "08:15", Some("8:15 am")),
            ("7:30 p.m.", "19:30", "20:05", Some("8:05 p.m.")),
            ("7 PM", "19:00", "11:00", Some("11 AM")),
            ("7 PM", "19:00", "11:30", None),
            ("19:30", "19:30", "08:15", Some("8:15")),
            ("07:30", "07:30", "08:15", Some("08:15")),
            ("2:07:46", "02:07:46", "02:11:03", Some("2:11:03")),
            // The evidence says less, or the claim says it in another way.
            ("3 March 2025", "2025-03-03", "2025-04", None),
            ("Tuesday, 3 March", "--03-03", "--04-12", None),
            ("third quarter of 2024", "2024-Q3", "2024-Q2", None),
            ("noon", "12:00", "13:00", None),
            ("last March", "2024-03", "2023-04", None),
        ] {
            assert_eq!(restated(claim, claimed, value).as_deref(), expected, "{claim} -> {value}");
        }
    }
}
