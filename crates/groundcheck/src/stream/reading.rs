//! A text read as far as its continuation cannot change what was read.

use core::ops::Range;

use crate::claims::{Conventions, Extraction, Reader};
use crate::document::token::{self, Kind, Token};
use crate::document::{TableWatch, markup, sentence};
use crate::lexicon::Seen;
use crate::verify::spoken::Spoken;
use crate::verify::subject::Surroundings;

/// A sentence has ended for certain when so many tokens stand behind it: no value is read with more of them.
const LOOKAHEAD: usize = 12;
/// Of them so many are words or numbers.
const WORDS_BEHIND: usize = 2;
/// The memory of words is made for a text of this many bytes.
const EXPECTED_BYTES: usize = 16 * 1024;

/// What is certain of a text that goes on.
#[derive(Debug)]
pub(super) struct Reading {
    /// Tokens that no continuation changes.
    pub(super) tokens: Vec<Token>,
    /// They end here, in bytes; white space stands before.
    read_to: usize,
    seen: Seen,
    extraction: Extraction,
    watch: TableWatch,
    pub(super) around: Surroundings,
    /// The first token and the first value of the next sentence.
    next: usize,
    next_value: usize,
}

/// A sentence of the text, by its tokens and its values.
#[derive(Debug, Clone)]
pub(super) struct Certain {
    pub(super) range: Range<usize>,
    pub(super) own: Range<usize>,
}

impl Reading {
    pub(super) fn new() -> Self {
        Reading {
            tokens: Vec::new(),
            read_to: 0,
            seen: Seen::new(EXPECTED_BYTES),
            extraction: Extraction::default(),
            watch: TableWatch::default(),
            around: Surroundings::default(),
            next: 0,
            next_value: 0,
        }
    }

    pub(super) fn spoken<'t>(&'t self, text: &'t str) -> Spoken<'t> {
        Spoken { text, tokens: &self.tokens, quantities: &self.extraction.found, moments: &self.extraction.moments }
    }

    /// Where the next sentence begins, in bytes.
    pub(super) fn settled_to(&self) -> usize {
        match self.next.checked_sub(1).and_then(|i| self.tokens.get(i)) {
            Some(last) => last.end as usize,
            None => 0,
        }
    }

    /// Reads on in a text that ends with white space, or that has ended.
    pub(super) fn read(&mut self, text: &str, ended: bool) {
        let from = self.tokens.len();
        token::tokens_from(text, self.read_to, &mut self.seen, &mut self.tokens);
        let open =
            if ended { None } else { open_from(text, self.read_to, self.tokens.get(from..).unwrap_or_default()) };
        self.read_to = match open {
            Some(open) => self.keep_before(text, open, from),
            None => text.len(),
        };
        let tables = self.watch.read(text.get(..self.read_to).unwrap_or_default());
        self.around.add_tables(tables);
    }

    /// Drops what what is open at this byte may swallow: tokens from there on, and what is glued to it. Returns where to read on.
    fn keep_before(&mut self, text: &str, open: usize, from: usize) -> usize {
        let behind = |at: usize| at + text.get(at..).and_then(|t| t.chars().next()).map_or(1, char::len_utf8);
        let (mut start, mut kept) = (open, self.tokens.len());
        loop {
            let blank = text.get(..start).unwrap_or_default().rfind(char::is_whitespace);
            start = blank.map_or(0, behind).max(self.read_to);
            kept =
                self.tokens.get(..kept).unwrap_or_default().partition_point(|t| (t.start as usize) < start).max(from);
            // Code with blanks in it is one token.
            while let Some(last) =
                self.tokens.get(from..kept).and_then(<[Token]>::last).filter(|t| t.end as usize > start)
            {
                start = last.start as usize;
                kept -= 1;
            }
            // What a calculation between backticks is read as is told by the first backtick of its line.
            let line = self.tokens.get(from..kept).unwrap_or_default();
            let line = line.rsplit(|t| t.kind == Kind::Newline).next().unwrap_or_default();
            if let Some((at, tick)) = line.iter().enumerate().find(|(_, t)| t.ch == b'`') {
                (start, kept) = (tick.start as usize, kept - (line.len() - at));
            }
            // A comment or a tag inside a line is none, and may have blanks in it, too.
            let Some(around) = markup::around(text, self.read_to, start) else { break };
            start = around;
        }
        self.tokens.truncate(kept);
        start
    }

    /// The next sentence, where it is certain.
    pub(super) fn next(&mut self, text: &str, conventions: Conventions) -> Option<Certain> {
        while let Some(first) = self.tokens.get(self.next) {
            if first.kind != Kind::Newline {
                break;
            }
            // Blank lines alone are no sentence, whatever follows them.
            let end = sentence::end_of(text, &self.tokens, self.next);
            if !self.is_certain(end) || !sentence::is_blank(self.tokens.get(self.next..end).unwrap_or_default()) {
                break;
            }
            self.next = end;
        }
        let end = sentence::end_of(text, &self.tokens, self.next);
        let last = self.tokens.get(self.next..end)?.iter().rev().find(|t| t.kind != Kind::Newline)?;
        if !self.is_certain(end) || last.end as usize > self.watch.free_to() {
            return None;
        }
        // A heading may have several sentences, all of whose values are those of the cells below.
        let bytes = self.tokens.get(self.next).map_or(0, |t| t.start)..last.end;
        let headings_to = self.around.headings_to(bytes);
        let headed = self.tokens.partition_point(|t| t.start < headings_to);
        if headed > end && !self.is_certain(headed) {
            return None;
        }
        let reader = Reader::new(text, &self.tokens, conventions);
        self.extraction.run(&reader, headed.max(end));
        let known = self.extraction.found.get(self.next_value..).unwrap_or_default();
        let here = known.partition_point(|q| (q.first as usize) < end);
        let certain = Certain { range: self.next..end, own: self.next_value..self.next_value + here };
        (self.next, self.next_value) = (end, certain.own.end);
        Some(certain)
    }

    /// The next sentence of a text that has ended.
    pub(super) fn last(&mut self, text: &str, conventions: Conventions) -> Option<Certain> {
        let end = loop {
            let end = sentence::end_of(text, &self.tokens, self.next);
            let own = self.tokens.get(self.next..end).filter(|own| !own.is_empty())?;
            if !sentence::is_blank(own) {
                break end;
            }
            self.next = end;
        };
        let reader = Reader::new(text, &self.tokens, conventions);
        self.extraction.run(&reader, self.tokens.len());
        let known = self.extraction.found.get(self.next_value..).unwrap_or_default();
        let here = known.partition_point(|q| (q.first as usize) < end);
        let certain = Certain { range: self.next..end, own: self.next_value..self.next_value + here };
        (self.next, self.next_value) = (end, certain.own.end);
        Some(certain)
    }

    /// Whether what ends with this token has ended, however the text goes on.
    fn is_certain(&self, end: usize) -> bool {
        let behind = self.tokens.get(end..).unwrap_or_default();
        behind.len() >= LOOKAHEAD
            && behind.iter().filter(|t| matches!(t.kind, Kind::Word | Kind::Number)).nth(WORDS_BEHIND - 1).is_some()
    }
}

/// Where something begins that what follows may turn into code, a tag or a comment.
fn open_from(text: &str, from: usize, tokens: &[Token]) -> Option<usize> {
    let part = text.get(from..).unwrap_or_default();
    let tag = || part.match_indices('<').map(|(at, _)| from + at).find(|at| markup::is_open(text, *at));
    let code = || {
        tokens.iter().find_map(|tick| {
            if tick.ch != b'`' {
                return None;
            }
            let tick_start = tick.start as usize;
            let ticks = |part: &str| part.bytes().take_while(|b| *b == b'`').count();
            let before = text.get(..tick_start).unwrap_or_default().bytes().rev().take_while(|b| *b == b'`').count();
            let fence = before + ticks(text.get(tick_start..).unwrap_or_default()) >= 3;
            // A tag that breaks a line ends no code.
            let line_ended = text.get(tick_start..).is_some_and(|rest| rest.contains('\n'));
            (fence || !line_ended).then_some(tick_start)
        })
    };
    let code = if part.contains('`') { code() } else { None };
    let tag = if part.contains('<') { tag() } else { None };
    [code, tag].into_iter().flatten().min()
}
