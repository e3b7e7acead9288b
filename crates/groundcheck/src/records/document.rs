//! The document that a record is compared with: how much it says, and on which pages.

use groundcheck_types::RecordDocument;

/// A document's pages and how much text they hold.
#[derive(Debug)]
pub(super) struct Document<'r> {
    given: &'r RecordDocument,
    /// How many pages there are, where that is known.
    pub(super) pages: Option<u32>,
    /// Characters of all text, white space around it left out and each within counted as one.
    pub(super) length: usize,
    /// Where the text of each page is known: the characters before it, and behind the last one the sum.
    before: Option<Vec<usize>>,
    /// How many pages have any text, where the text of each is known.
    pub(super) filled: Option<usize>,
}

impl<'r> Document<'r> {
    pub(super) fn of(given: &'r RecordDocument) -> Self {
        let pages = given.page_count();
        let lengths: Vec<usize> = given.texts().map(length).collect();
        let all_known = given.pages.is_some() && Some(lengths.len()) == pages.map(|pages| pages as usize);
        let before = all_known.then(|| {
            let sums = lengths.iter().scan(0, |sum, length| {
                *sum += length;
                Some(*sum)
            });
            core::iter::once(0).chain(sums).collect()
        });
        let filled = all_known.then(|| lengths.iter().filter(|length| **length > 0).count());
        Document { given, pages, length: lengths.iter().sum(), before, filled }
    }

    /// Its texts, in order.
    pub(super) fn texts(&self) -> impl Iterator<Item = &'r str> {
        self.given.texts()
    }

    /// How many characters stand on the pages from one to another, counted from 1; `None` where that is not known.
    pub(super) fn length_on(&self, start: i128, end: i128) -> Option<usize> {
        let before = self.before.as_ref().filter(|_| start <= end)?;
        let first = before.get(usize::try_from(start.checked_sub(1)?).ok()?)?;
        before.get(usize::try_from(end).ok()?)?.checked_sub(*first)
    }

    /// Whether any text holds this one, to the letter.
    pub(super) fn has(&self, text: &str) -> bool {
        !text.is_empty() && self.texts().any(|own| own.contains(text))
    }
}

fn length(text: &str) -> usize {
    let words = text.split_whitespace();
    words.map(|word| word.chars().count() + 1).sum::<usize>().saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_no_content() {
        for (text, expected) in [("", 0), (" \n\t ", 0), ("a", 1), ("  a \n\n   b ", 3), ("שלום", 4)] {
            assert_eq!(length(text), expected, "{text:?}");
        }
    }

    #[test]
    fn pages_are_measured_by_their_numbers() {
        let pages = Some(vec!["abc".to_owned(), String::new(), "de".to_owned()]);
        let document = RecordDocument { pages, ..RecordDocument::default() };
        let read = Document::of(&document);
        assert_eq!((read.length, read.filled, read.pages), (5, Some(2), Some(3)));
        for (start, end, expected) in
            [(1, 3, Some(5)), (2, 2, Some(0)), (3, 3, Some(2)), (0, 1, None), (1, 4, None), (3, 1, None)]
        {
            assert_eq!(read.length_on(start, end), expected, "{start}-{end}");
        }
        assert_eq!(read.length_on(i128::MIN, i128::MAX), None);
        let document = RecordDocument { total_pages: Some(4), ..document };
        assert_eq!(Document::of(&document).length_on(1, 1), None, "not the text of all pages is known");
    }
}
