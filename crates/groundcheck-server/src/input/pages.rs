//! A document's text by its pages.

use groundcheck_types::RecordDocument;

/// What stands between two pages in the text that programs make of a PDF file.
const FORM_FEED: char = '\u{c}';

/// The document of a text, by its form feeds, the last of which may stand behind the last page.
#[must_use]
pub fn paged(text: String, total_pages: Option<u32>) -> RecordDocument {
    if !text.contains(FORM_FEED) {
        return RecordDocument { text: Some(text), pages: None, total_pages };
    }
    let whole = text.strip_suffix(FORM_FEED).unwrap_or(&text);
    let pages = whole.split(FORM_FEED).map(str::to_owned).collect();
    RecordDocument { text: None, pages: Some(pages), total_pages }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn form_feeds_part_pages() {
        let pages = |text: &str| paged(text.to_owned(), None).pages.map(|pages| pages.len());
        assert_eq!(pages("a\u{c}b\u{c}"), Some(2));
        assert_eq!(pages("a\u{c}\u{c}b"), Some(3));
        assert_eq!(pages("a\u{c}"), Some(1));
        assert_eq!(pages("a"), None);
    }
}
