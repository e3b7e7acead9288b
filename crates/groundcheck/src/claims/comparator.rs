//! Hedges: `about $5`, `at least 12 %`, `~3x`.

use groundcheck_types::Comparator;

use super::reader::Reader;

/// One word before the value.
const ONE: &[(&str, Comparator)] = &[
    ("about", Comparator::About),
    ("around", Comparator::About),
    ("approximately", Comparator::About),
    ("approx", Comparator::About),
    ("roughly", Comparator::About),
    ("nearly", Comparator::About),
    ("almost", Comparator::About),
    ("circa", Comparator::About),
    ("some", Comparator::About),
    ("over", Comparator::MoreThan),
    ("above", Comparator::MoreThan),
    ("exceed", Comparator::MoreThan),
    ("exceeds", Comparator::MoreThan),
    ("exceeding", Comparator::MoreThan),
    ("exceeded", Comparator::MoreThan),
    ("under", Comparator::LessThan),
    ("below", Comparator::LessThan),
    ("כ", Comparator::About),
    ("בערך", Comparator::About),
    ("כמעט", Comparator::About),
    ("לפחות", Comparator::AtLeast),
    ("מעל", Comparator::MoreThan),
    ("מתחת", Comparator::LessThan),
];

/// Two words before the value.
const TWO: &[(&str, &str, Comparator)] = &[
    ("at", "least", Comparator::AtLeast),
    ("at", "most", Comparator::AtMost),
    ("more", "than", Comparator::MoreThan),
    ("greater", "than", Comparator::MoreThan),
    ("higher", "than", Comparator::MoreThan),
    ("less", "than", Comparator::LessThan),
    ("fewer", "than", Comparator::LessThan),
    ("lower", "than", Comparator::LessThan),
    ("up", "to", Comparator::AtMost),
    ("close", "to", Comparator::About),
    ("לכל", "הפחות", Comparator::AtLeast),
    ("לכל", "היותר", Comparator::AtMost),
    ("יותר", "מ", Comparator::MoreThan),
    ("למעלה", "מ", Comparator::MoreThan),
    ("פחות", "מ", Comparator::LessThan),
    ("יעלה", "על", Comparator::MoreThan),
    ("תעלה", "על", Comparator::MoreThan),
    ("קרוב", "ל", Comparator::About),
];

/// The hedge right before a value.
pub(super) fn before(reader: &Reader<'_>, first: usize) -> Option<Comparator> {
    let mut at = first.checked_sub(1)?;
    match reader.ch(at) {
        b'~' => return Some(Comparator::About),
        b'>' => return Some(Comparator::MoreThan),
        b'<' => return Some(Comparator::LessThan),
        // Hebrew writes the hedge onto the number: `כ-5`, `כ־5`, `כ–5`.
        _ if reader.is_dash(at) => at = at.checked_sub(1)?,
        _ => {}
    }
    let word = reader.word(at);
    if word.is_empty() || word.len() > 14 {
        return None;
    }
    if let Some((_, comparator)) = ONE.iter().find(|(own, _)| is(own, word)) {
        return Some(turned(reader, at, *comparator));
    }
    let two = TWO.iter().filter(|(_, second, _)| is(second, word));
    let mut two = two.peekable();
    two.peek()?;
    let at = at.checked_sub(1)?;
    let earlier = reader.word(at);
    two.find(|(first, ..)| is(first, earlier)).map(|(.., comparator)| turned(reader, at, *comparator))
}

/// `Not more than` is at most; `at` is where the hedge begins.
fn turned(reader: &Reader<'_>, at: usize, comparator: Comparator) -> Comparator {
    const DENIALS: &[&str] = &["not", "no", "never", "cannot", "לא"];
    let word = at.checked_sub(1).map(|i| reader.word(i)).unwrap_or_default();
    if !DENIALS.iter().any(|own| is(own, word)) {
        return comparator;
    }
    match comparator {
        Comparator::MoreThan => Comparator::AtMost,
        Comparator::LessThan => Comparator::AtLeast,
        other => other,
    }
}

/// Whether it is this word; Hebrew writes its `and` onto it.
fn is(own: &str, word: &str) -> bool {
    const AND: &str = "ו";
    // Most are told apart by their length.
    match word.len().checked_sub(own.len()) {
        Some(0) => own.eq_ignore_ascii_case(word),
        Some(more) => more == AND.len() && word.strip_prefix(AND) == Some(own),
        None => false,
    }
}
