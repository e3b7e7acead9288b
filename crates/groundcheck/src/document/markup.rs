//! HTML inside text: which bytes are tags, comments, scripts and entities and not words or numbers. For the tokenizer, so that
//! `width="100"` never becomes a value, and for tables.
//!
//! Linear: a tag is looked for up to the next `<` only, and what is never closed is looked for once.

use std::borrow::Cow;

/// Names of the tags that are read as such, sorted; `<x and y>` in a formula is none. Source: the HTML living standard's index of
/// elements, and what printed reports still use of earlier versions.
const NAMES: &[&str] = &[
    "a",
    "abbr",
    "address",
    "article",
    "aside",
    "b",
    "big",
    "blockquote",
    "body",
    "br",
    "caption",
    "center",
    "cite",
    "code",
    "col",
    "colgroup",
    "dd",
    "del",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "font",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hr",
    "html",
    "i",
    "img",
    "input",
    "ins",
    "li",
    "link",
    "main",
    "mark",
    "meta",
    "nav",
    "nobr",
    "ol",
    "option",
    "p",
    "pre",
    "q",
    "s",
    "script",
    "section",
    "select",
    "small",
    "span",
    "strike",
    "strong",
    "style",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "title",
    "tr",
    "tt",
    "u",
    "ul",
    "wbr",
];

/// Tags inside a line of text; any other begins a new line.
const INLINE: &[&str] = &[
    "a", "abbr", "b", "big", "cite", "code", "del", "em", "font", "i", "img", "ins", "mark", "nobr", "q", "s", "small",
    "span", "strike", "strong", "sub", "sup", "tt", "u", "wbr",
];

/// Entities by name; any other is decoded by its number or stays text.
const ENTITIES: &[(&str, char)] = &[
    ("amp", '&'),
    ("apos", '\''),
    ("bull", '\u{2022}'),
    ("cent", '¢'),
    ("copy", '©'),
    ("dagger", '†'),
    ("dollar", '$'),
    ("emsp", '\u{2003}'),
    ("ensp", '\u{2002}'),
    ("euro", '€'),
    ("frac12", '½'),
    ("frac14", '¼'),
    ("frac34", '¾'),
    ("ge", '≥'),
    ("gt", '>'),
    ("hellip", '…'),
    ("ldquo", '\u{201c}'),
    ("le", '≤'),
    ("lsquo", '\u{2018}'),
    ("lt", '<'),
    ("mdash", '\u{2014}'),
    ("minus", '\u{2212}'),
    ("nbsp", '\u{a0}'),
    ("ndash", '\u{2013}'),
    ("percnt", '%'),
    ("pound", '£'),
    ("quot", '"'),
    ("rdquo", '\u{201d}'),
    ("reg", '®'),
    ("rsquo", '\u{2019}'),
    ("sect", '§'),
    ("shy", '\u{ad}'),
    ("thinsp", '\u{2009}'),
    ("times", '×'),
    ("trade", '™'),
    ("yen", '¥'),
    ("zwnj", '\u{200c}'),
];

/// A footnote's mark in `<sup>` is at most this long, in bytes.
const LONGEST_NOTE: usize = 12;

/// One tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tag<'t> {
    /// Its name as in [`NAMES`].
    pub(crate) name: &'static str,
    /// Whether it is `</name>`.
    pub(crate) closes: bool,
    /// What stands between its name and its end.
    pub(crate) attributes: &'t str,
    /// One past its last byte.
    pub(crate) end: usize,
}

impl Tag<'_> {
    /// Whether the text behind it is on another line.
    pub(crate) fn breaks_line(&self) -> bool {
        INLINE.binary_search(&self.name).is_err()
    }

    /// The whole number that an attribute has: 3 of `colspan="3"`.
    pub(crate) fn number(&self, attribute: &str) -> Option<u32> {
        let lower = self.attributes.to_ascii_lowercase();
        let (_, behind) = lower.split_once(attribute)?;
        let value = behind.trim_start().strip_prefix('=')?.trim_start().trim_start_matches(['"', '\'']).trim_start();
        let digits = value.bytes().take_while(u8::is_ascii_digit).count();
        value.get(..digits)?.parse().ok()
    }
}

/// The tag that starts at this byte, a `<`.
pub(crate) fn tag(text: &str, at: usize) -> Option<Tag<'_>> {
    let bytes = text.as_bytes();
    let closes = bytes.get(at + 1) == Some(&b'/');
    let start = at + 1 + usize::from(closes);
    let length = bytes.get(start..)?.iter().take(11).take_while(|b| b.is_ascii_alphanumeric()).count();
    let name = text.get(start..start + length)?.to_ascii_lowercase();
    let name = NAMES.binary_search(&name.as_str()).ok().map(|i| NAMES[i])?;
    let from = start + length;
    if !matches!(bytes.get(from), Some(b'>' | b'/' | b' ' | b'\t' | b'\n' | b'\r')) {
        return None;
    }
    let end = closing_angle(bytes, from, true).or_else(|| closing_angle(bytes, from, false))?;
    let attributes = text.get(from..end)?;
    // `a <b and c> d` compares.
    let plain = attributes.trim().trim_end_matches('/');
    (plain.is_empty() || plain.contains('=') || plain.eq_ignore_ascii_case("nowrap") || name.len() > 2).then_some(Tag {
        name,
        closes,
        attributes,
        end: end + 1,
    })
}

/// Whether more text could still make the `<` at this byte the beginning of a tag, a comment or a script that it is not yet.
pub(crate) fn is_open(text: &str, at: usize) -> bool {
    let rest = text.get(at + 1..).unwrap_or_default().as_bytes();
    match rest.first() {
        None => return true,
        // A comment ends somewhere, a document type at its `>`.
        Some(b'!') => return !text.get(at..).is_some_and(|t| t.starts_with("<!--") && t.contains("-->")),
        Some(b'/') => {}
        Some(b) if b.is_ascii_alphabetic() => {}
        Some(_) => return false,
    }
    let start = usize::from(rest.first() == Some(&b'/'));
    let length = rest.iter().skip(start).take(11).take_while(|b| b.is_ascii_alphanumeric()).count();
    let Some(behind) = rest.get(start + length) else { return true };
    let name = text.get(at + 1 + start..at + 1 + start + length).unwrap_or_default().to_ascii_lowercase();
    let known = NAMES.binary_search(&name.as_str()).is_ok();
    if !known || !matches!(behind, b'>' | b'/' | b' ' | b'\t' | b'\n' | b'\r') {
        return false;
    }
    if matches!(name.as_str(), "script" | "style") {
        return true;
    }
    let bytes = text.as_bytes();
    let from = at + 1 + start + length;
    let next = bytes.iter().skip(from).position(|b| *b == b'<');
    let end = closing_angle(bytes, from, true);
    let noted = name == "sup" && end.is_some_and(|end| bytes.len() < end + 2 * LONGEST_NOTE);
    (next.is_none() && end.is_none()) || noted
}

/// The `>` of a tag, before the next `<`; one inside a quoted value does not count if `quotes` hold.
fn closing_angle(bytes: &[u8], from: usize, quotes: bool) -> Option<usize> {
    let mut quote = None;
    let mut before = b' ';
    for (i, &b) in bytes.iter().enumerate().skip(from) {
        match (quote, b) {
            (_, b'<') => return None,
            (Some(open), b) if b == open => quote = None,
            (None, b'"' | b'\'') if quotes && before == b'=' => quote = Some(b),
            (None, b'>') => return Some(i),
            _ => {}
        }
        if !b.is_ascii_whitespace() {
            before = b;
        }
    }
    None
}

/// The end of `<sup>` and what it raises, where that is a footnote's mark: `1`, `(a)`, `*`.
pub(crate) fn note_end(text: &str, tag: &Tag<'_>) -> Option<usize> {
    if tag.name != "sup" || tag.closes {
        return None;
    }
    let length = text.as_bytes().get(tag.end..)?.iter().take(LONGEST_NOTE + 1).position(|b| *b == b'<')?;
    let close = self::tag(text, tag.end + length)?;
    (close.name == "sup" && close.closes).then_some(close.end)
}

/// Skips comments, scripts and styles.
#[derive(Debug, Default)]
pub(crate) struct Hidden {
    /// What was looked for and stands nowhere in the rest of the text.
    no_comment: bool,
    no_script: bool,
    no_style: bool,
}

impl Hidden {
    /// One past what is hidden from the `<` at this byte on.
    pub(crate) fn end(&mut self, text: &str, at: usize) -> Option<usize> {
        let rest = text.get(at..)?;
        if rest.starts_with("<!--") {
            return search(&mut self.no_comment, || rest.find("-->").map(|i| at + i + 3));
        }
        // A document type or a conditional comment: up to its `>`.
        if rest.starts_with("<!DOCTYPE") || rest.starts_with("<!doctype") || rest.starts_with("<![") {
            return closing_angle(text.as_bytes(), at + 2, false).map(|i| i + 1);
        }
        if !matches!(rest.as_bytes().get(1), Some(b's' | b'S')) {
            return None;
        }
        let open = tag(text, at).filter(|t| !t.closes)?;
        let missing = match open.name {
            "script" => &mut self.no_script,
            "style" => &mut self.no_style,
            _ => return None,
        };
        search(missing, || {
            let inside = text.as_bytes().get(open.end..)?;
            let is_end = |i: &usize| {
                inside.get(i + 2..i + 2 + open.name.len()).is_some_and(|n| n.eq_ignore_ascii_case(open.name.as_bytes()))
            };
            let close = inside.windows(2).enumerate().filter(|(_, w)| *w == b"</").map(|(i, _)| i).find(is_end)?;
            tag(text, open.end + close).map(|t| t.end)
        })
    }
}

fn search(missing: &mut bool, find: impl FnOnce() -> Option<usize>) -> Option<usize> {
    if *missing {
        return None;
    }
    let found = find();
    *missing = found.is_none();
    found
}

/// The beginning of the tag or of what is hidden that goes on over this byte, of those that begin behind `from`, which stands in none.
pub(crate) fn around(text: &str, from: usize, byte: usize) -> Option<usize> {
    let mut hidden = Hidden::default();
    let mut at = from;
    while let Some(ahead) = text.get(at..byte).and_then(|part| part.find('<')) {
        let start = at + ahead;
        let end = hidden.end(text, start).or_else(|| tag(text, start).map(|tag| tag.end));
        if end.is_some_and(|end| end > byte) {
            return Some(start);
        }
        at = end.unwrap_or(start + 1);
    }
    None
}

/// The character that the entity at this byte, a `&`, stands for, and one past its last byte.
pub(crate) fn entity(text: &str, at: usize) -> Option<(char, usize)> {
    let rest = text.as_bytes().get(at + 1..)?;
    let length = rest.iter().take(9).position(|b| *b == b';')?;
    let name = text.get(at + 1..at + 1 + length)?;
    let c = match name.strip_prefix('#') {
        Some(number) => {
            let hex = number.strip_prefix(['x', 'X']);
            char::from_u32(hex.map_or_else(|| number.parse(), |h| u32::from_str_radix(h, 16)).ok()?)?
        }
        None => ENTITIES.binary_search_by_key(&name, |(n, _)| n).ok().map(|i| ENTITIES[i].1)?,
    };
    Some((c, at + 2 + length))
}

/// The text as it is read: without tags, hidden parts and footnotes' marks, entities decoded.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(['<', '&']) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut hidden = Hidden::default();
    let mut at = 0;
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let mut next = at + c.len_utf8();
        let mut kept = Some(c);
        if c == '<' {
            if let Some(end) = hidden.end(text, at) {
                (kept, next) = (None, end);
            } else if let Some(tag) = tag(text, at) {
                next = note_end(text, &tag).unwrap_or(tag.end);
                kept = tag.breaks_line().then_some(' ');
            }
        } else if c == '&'
            && let Some((decoded, end)) = entity(text, at)
        {
            (kept, next) = (Some(if decoded.is_whitespace() { ' ' } else { decoded }), end);
        }
        out.extend(kept);
        at = next;
    }
    Cow::Owned(out.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_for_their_search() {
        assert!(NAMES.is_sorted() && INLINE.is_sorted() && ENTITIES.is_sorted_by_key(|(name, _)| *name));
    }

    #[test]
    fn tags_are_tags_and_comparisons_are_not() {
        for (text, expected) in [
            ("<td>5", Some(("td", false, 4))),
            ("<TD ALIGN=right>5", Some(("td", false, 16))),
            ("</Table >", Some(("table", true, 9))),
            ("<td title=\"a > b\">5", Some(("td", false, 18))),
            ("<td title=\"never closed>5</td>", Some(("td", false, 24))),
            ("<br/>", Some(("br", false, 5))),
            ("<b and c> d", None),
            ("<5 and >3", None),
            ("<td", None),
            ("<tdx>", None),
            ("<td <td>", None),
            ("<a@b.example>", None),
        ] {
            assert_eq!(tag(text, 0).map(|t| (t.name, t.closes, t.end)), expected, "{text}");
        }
        let spans = tag("<td style='width:9%' COLSPAN = \"3\">", 0).unwrap();
        assert_eq!((spans.number("colspan"), spans.number("rowspan")), (Some(3), None));
    }

    #[test]
    fn text_as_it_is_read() {
        for (text, expected) in [
            ("R&amp;D", "R&D"),
            ("Research <i>and</i>&nbsp;development<sup>(2)</sup>", "Research and development"),
            ("a<br>b", "a b"),
            ("&#8212;", "—"),
            ("&#x2014;", "—"),
            ("AT&T; and &bogus;", "AT&T; and &bogus;"),
            ("1 <!-- 2 --> 3<script>var x = 4;</script>", "1  3"),
            ("x<sup>this is no mark</sup>", "xthis is no mark"),
        ] {
            assert_eq!(plain(text), expected, "{text}");
        }
    }
}
