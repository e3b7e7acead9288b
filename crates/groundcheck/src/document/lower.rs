//! Lower case. The letters of the scripts that answers and sources are written in; the standard library's tables of all others would
//! be five kilobytes to download.

use std::borrow::Cow;

/// A text in lower case, as long in characters as it was; Hebrew has no case.
pub(crate) fn lower(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        if text.bytes().any(|b| b.is_ascii_uppercase()) {
            return Cow::Owned(text.to_ascii_lowercase());
        }
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(letter).collect())
}

/// A letter in lower case: Latin with accents, Greek and Cyrillic beside ASCII. Source: the Unicode character database's simple
/// mappings.
pub(crate) fn letter(c: char) -> char {
    let code = u32::from(c);
    let lower = match code {
        // À to Þ but ×, Α to Ϋ, А to Я
        0xc0..=0xd6 | 0xd8..=0xde | 0x391..=0x3a1 | 0x3a3..=0x3ab | 0x410..=0x42f => code + 32,
        // Ѐ to Џ
        0x400..=0x40f => code + 80,
        // Capital and small letters by turns; İ and Ÿ are small elsewhere.
        0x130 => u32::from('i'),
        0x178 => 0xff,
        0x100..=0x137 | 0x14a..=0x177 | 0x218..=0x21b | 0x460..=0x481 | 0x48a..=0x4bf | 0x1e00..=0x1e95 => code | 1,
        0x139..=0x148 | 0x179..=0x17e => code + code % 2,
        // Έ to Ώ
        0x386 => 0x3ac,
        0x388..=0x38a => code + 37,
        0x38c => 0x3cc,
        0x38e | 0x38f => code + 63,
        // ẞ
        0x1e9e => 0xdf,
        _ => return c.to_ascii_lowercase(),
    };
    char::from_u32(lower).unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_those_of_the_standard_library() {
        let known = (0..0x250).chain(0x386..0x3cf).chain(0x400..0x4c0).chain(0x5d0..0x5eb).chain(0x1e00..0x1ea0);
        // The library makes two characters of İ.
        for c in known.filter_map(char::from_u32).filter(|c| (*c != 'İ' && *c <= 'ſ') || *c >= 'Ά') {
            assert_eq!(letter(c).to_string(), c.to_lowercase().to_string(), "{c} {:x}", u32::from(c));
        }
        assert_eq!(lower("Umsatz ÖSTERREICH, ש\"ח"), "umsatz österreich, ש\"ח");
        assert!(matches!(lower("plain"), Cow::Borrowed(_)));
    }
}
