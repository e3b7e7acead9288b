//! The answer, wrapped, with its claims underlined where they stand.

use std::ops::Range;

use groundcheck_types::{Claim, Status};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::style::{Style, underline_char};
use super::visible;

/// How far the answer is indented.
const INDENT: usize = 2;

/// Appends the answer.
pub fn write(out: &mut String, answer: &str, claims: &[Claim], style: Style) {
    let marked = Marked::new(answer, claims);
    for line in wrap(&marked.text, style.width - INDENT) {
        let shown = marked.text[line.clone()].trim_end().len();
        let pieces = marked.pieces(line.start..line.start + shown);
        let mut text = " ".repeat(INDENT);
        let mut row = " ".repeat(INDENT);
        let mut column = 0;
        for (piece, status) in &pieces {
            let from = column;
            column += piece.width();
            match status {
                Some(status) => {
                    text.push_str(&style.underlined(*status, piece));
                    row.extend(std::iter::repeat_n(underline_char(*status), (column - from).max(1)));
                }
                None => {
                    text.push_str(piece);
                    row.extend(std::iter::repeat_n(' ', column - from));
                }
            }
        }
        out.push_str(text.trim_end());
        out.push('\n');
        // Shaped underlines say the status themselves; else a row below the line does.
        let needs_row = !(style.color && style.shaped_underlines) && pieces.iter().any(|(_, status)| status.is_some());
        if needs_row {
            out.push_str(row.trim_end());
            out.push('\n');
        }
    }
}

/// The answer as it is shown, with the claims' places in *that* text.
struct Marked {
    text: String,
    /// In order, without overlaps.
    claims: Vec<(Range<usize>, Status)>,
}

impl Marked {
    fn new(answer: &str, claims: &[Claim]) -> Self {
        let mut text = String::with_capacity(answer.len());
        let mut ranges: Vec<(Range<usize>, Status)> = Vec::with_capacity(claims.len());
        let mut waiting = claims.iter().peekable();
        let mut open: Option<(usize, usize, Status)> = None;
        let mut before = None;
        for (at, c) in answer.char_indices() {
            if let Some((end, start, status)) = open
                && at >= end
            {
                ranges.push((start..text.len(), status));
                open = None;
            }
            // A claim inside another one is told below; the outer one is underlined.
            while let Some(claim) = waiting.next_if(|claim| claim.span.start as usize <= at) {
                if open.is_none() && claim.span.end as usize > at {
                    open = Some((claim.span.end as usize, text.len(), claim.status));
                }
            }
            match c {
                '\t' => text.push_str("    "),
                '\r' if answer[at..].starts_with("\r\n") => {}
                _ => visible::push(&mut text, c, before),
            }
            before = Some(c);
        }
        if let Some((_, start, status)) = open {
            ranges.push((start..text.len(), status));
        }
        Marked { text, claims: ranges }
    }

    /// One line, cut where claims begin and end.
    fn pieces(&self, line: Range<usize>) -> Vec<(&str, Option<Status>)> {
        let mut pieces = Vec::new();
        let mut at = line.start;
        let first = self.claims.partition_point(|(range, _)| range.end <= line.start);
        for (range, status) in self.claims[first..].iter().take_while(|(range, _)| range.start < line.end) {
            let (start, end) = (range.start.max(line.start), range.end.min(line.end));
            pieces.push((&self.text[at..start], None));
            pieces.push((&self.text[start..end], Some(*status)));
            at = end;
        }
        pieces.push((&self.text[at..line.end], None));
        pieces.retain(|(text, _)| !text.is_empty());
        pieces
    }
}

/// The lines of a text at most `width` columns wide, broken after white space where there is any.
fn wrap(text: &str, width: usize) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut start = 0;
    for paragraph in text.split('\n') {
        let end = start + paragraph.len();
        let mut line = start;
        let mut columns = 0;
        let mut last_space = None;
        for (offset, c) in paragraph.char_indices() {
            let at = start + offset;
            let wide = c.width().unwrap_or(0);
            if columns + wide > width && !c.is_whitespace() {
                let cut = last_space.take().unwrap_or(at);
                lines.push(line..cut);
                line = cut;
                columns = text[line..at].width();
            }
            columns += wide;
            if c.is_whitespace() {
                last_space = Some(at + c.len_utf8());
            }
        }
        lines.push(line..end);
        start = end + 1;
    }
    lines
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{ClaimKind, Number, Span, Utf16Span};

    use super::*;

    fn claim(answer: &str, text: &str, status: Status) -> Claim {
        let start = answer.find(text).unwrap();
        Claim {
            id: "c1".into(),
            kind: ClaimKind::Currency,
            text: text.into(),
            span: Span::new(start, start + text.len()),
            utf16: Utf16Span::default(),
            value: None,
            unit: None,
            comparator: None,
            citations: Vec::new(),
            status,
            confidence: Number(0.0),
            evidence: Vec::new(),
            nearest: None,
            derivation: None,
            reasons: Vec::new(),
            probability: None,
            candidates: Vec::new(),
        }
    }

    fn plain(answer: &str, marked: &[(&str, Status)], width: usize) -> String {
        let claims: Vec<Claim> = marked.iter().map(|(text, status)| claim(answer, text, *status)).collect();
        let mut out = String::new();
        write(&mut out, answer, &claims, Style { color: false, shaped_underlines: true, width });
        out
    }

    #[test]
    fn claims_are_underlined_by_status_in_place() {
        let out = plain("NOI $1.5M, up 5%.", &[("$1.5M", Status::Contradicted), ("5%", Status::Supported)], 80);
        assert_eq!(out, "  NOI $1.5M, up 5%.\n      ~~~~~     --\n");
    }

    #[test]
    fn wide_characters_combining_marks_and_hebrew_keep_their_columns() {
        assert_eq!(plain("日本 $5", &[("$5", Status::Unsupported)], 80), "  日本 $5\n       ??\n");
        assert_eq!(plain("e\u{301}é $5", &[("$5", Status::Unverifiable)], 80), "  e\u{301}é $5\n     ..\n");
        assert_eq!(plain("שָׁלוֹם 5 ₪", &[("5 ₪", Status::Contradicted)], 80), "  שָׁלוֹם 5 ₪\n       ~~~\n");
    }

    #[test]
    fn lines_wrap_at_spaces_and_a_claim_across_them_is_underlined_on_both() {
        let out = plain("aaaa bbbb $1.5 million", &[("$1.5 million", Status::Supported)], 18);
        assert_eq!(out, "  aaaa bbbb $1.5\n            ----\n  million\n  -------\n");
    }

    #[test]
    fn a_word_longer_than_the_line_is_cut_and_empty_lines_stay() {
        assert_eq!(plain("abcdefgh\n\nx", &[], 6), "  abcd\n  efgh\n\n  x\n");
    }

    #[test]
    fn escape_sequences_in_the_answer_never_reach_the_terminal() {
        let out = plain("a\x1b[2J $5\r\nb", &[("$5", Status::Supported)], 80);
        assert_eq!(out, "  a␛[2J $5\n        --\n  b\n");
    }

    #[test]
    fn shaped_underlines_need_no_row() {
        let answer = "a $5";
        let claims = [claim(answer, "$5", Status::Contradicted)];
        let mut out = String::new();
        write(&mut out, answer, &claims, Style { color: true, shaped_underlines: true, width: 80 });
        assert!(out.contains("\x1b[4:3m") && out.lines().count() == 1, "{out:?}");
        out.clear();
        write(&mut out, answer, &claims, Style { color: true, shaped_underlines: false, width: 80 });
        assert!(!out.contains("4:3") && out.ends_with("\n    ~~\n"), "{out:?}");
    }
}
