//! Numbers that state no value: what an answer holds beside its claims, so that nobody takes it for checked.

use groundcheck_types::Span;

use super::exclude;
use super::reader::Reader;
use crate::document::token::Kind;

/// The numbers of a text outside these spans, each with what is written onto it; without those of list items, citations and notes. The spans
/// come in the text's order.
pub(crate) fn unclaimed(reader: &Reader<'_>, claimed: impl Iterator<Item = Span>) -> Vec<Span> {
    let mut claimed = claimed.peekable();
    let mut out: Vec<Span> = Vec::new();
    // Where the last claim or number before here ends.
    let mut from = 0;
    let mut i = 0;
    while let Some(token) = reader.tokens.get(i) {
        if let Some(end) = marker(reader, i) {
            i = end.max(i + 1);
            continue;
        }
        i += 1;
        while let Some(claim) = claimed.next_if(|claim| claim.end <= token.start) {
            from = from.max(claim.end);
        }
        let free = claimed.peek().map_or(token.end, |claim| claim.start);
        if token.kind != Kind::Number || token.start < from || free < token.end {
            continue;
        }
        let to = claimed.peek().map_or(reader.text.len(), |claim| claim.start as usize);
        let span = whole(reader.text, (token.start, token.end), (from as usize, to));
        from = span.end;
        out.push(span);
    }
    out
}

/// Where a marker ends that begins here: the number of a list item, a citation, a note.
fn marker(reader: &Reader<'_>, i: usize) -> Option<usize> {
    let token = reader.tokens.get(i)?;
    match (token.kind, token.ch) {
        (Kind::Punct, b'[') => exclude::citation(reader, i),
        (Kind::Punct, b'(') => exclude::footnote(reader, i),
        (Kind::Number, _) => exclude::list_number(reader, i),
        _ => None,
    }
}

/// A number with all that is written onto it without a space, within these bounds.
fn whole(text: &str, (start, end): (u32, u32), (from, to): (usize, usize)) -> Span {
    let (start, end) = (start as usize, end as usize);
    let before = text.get(from..start).unwrap_or_default();
    let behind = text.get(end..to).unwrap_or_default();
    let lead = before.len() - before.trim_end_matches(|c: char| !c.is_whitespace()).len();
    let tail = behind.len() - behind.trim_start_matches(|c: char| !c.is_whitespace()).len();
    // `(INV-2041),` is `INV-2041`.
    let is_mark = |c: char| !c.is_alphanumeric();
    let lead = &before[before.len() - lead..];
    let tail = &behind[..tail];
    let (lead, tail) = (lead.trim_start_matches(is_mark).len(), tail.trim_end_matches(is_mark).len());
    Span { start: bytes(start - lead), end: bytes(end + tail) }
}

fn bytes(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::{Conventions, extract};
    use super::*;
    use crate::document::token;

    #[test]
    fn what_states_no_value_is_listed_with_what_is_written_onto_it() {
        let cases: &[(&str, &[&str])] = &[
            ("We are open 24/7 and sold 31 kettles.", &["24/7"]),
            ("There is a one-off fee of $300.", &[]),
            ("Invoice (INV-2041), paid on 3 May 2024.", &["INV-2041"]),
            ("1. Rent is $2,350 [1].\n2. Call 03-555-0187.", &["03-555-0187"]),
            ("Version 10.0.19045 of COVID-19 tools, Form 10-K", &["10.0.19045", "COVID-19", "10-K"]),
            ("Phase 3 cost $4M", &["3"]),
            ("Sales rose 12% to $5.2M in 2024.", &[]),
            ("", &[]),
        ];
        for (text, expected) in cases {
            let tokens = token::tokens(text);
            let reader = Reader::new(text, &tokens, Conventions::default());
            let spans = unclaimed(&reader, extract(text, None).iter().map(|own| own.span));
            let texts: Vec<&str> = spans.iter().map(|span| span.of(text).unwrap_or_default()).collect();
            assert_eq!(texts, *expected, "{text}");
        }
    }
}
