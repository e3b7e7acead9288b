//! HTML, as files and as the clipboard hold it: what a reader sees of a page, line by line, with its tables as rows between pipes.
//!
//! Tags are read one after another and never as a tree, so that no depth of nesting costs more than its bytes.

use core::cell::RefCell;

use encoding_rs::{Encoding, WINDOWS_1252};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};

use crate::Contents;
use crate::writer::Writer;

/// What no reader sees.
const UNSEEN: &[&str] = &["script", "style", "template", "noscript", "svg", "iframe", "object", "datalist", "select"];
/// Tags that begin and end a line.
const BLOCKS: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "head",
    "header",
    "hr",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "title",
    "ul",
];
/// Tags whose end may be left out: the next of their kind ends them, or the end of what they are in.
const OPEN_ENDED: &[&str] = &["p", "li", "dt", "dd", "tr", "td", "th", "option", "thead", "tbody", "tfoot"];
/// Tags without an end.
const VOID: &[&str] =
    &["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];

/// Whether a file begins as a web page does.
pub(crate) fn begins(head: &[u8]) -> bool {
    let mut rest = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let starts = |rest: &[u8], with: &[u8]| rest.get(..with.len()).is_some_and(|own| own.eq_ignore_ascii_case(with));
    for (open, close) in [(&b"<?xml"[..], &b"?>"[..]), (b"<!--", b"-->")] {
        if starts(rest, open) {
            let end = rest.windows(close.len()).position(|own| own == close);
            rest = end.and_then(|end| rest.get(end + close.len()..)).unwrap_or_default().trim_ascii_start();
        }
    }
    [&b"<!doctype html"[..], b"<html"].iter().any(|with| starts(rest, with))
}

/// Reads a page.
pub(crate) fn read(bytes: &[u8]) -> Contents {
    let text = decode(bytes);
    let mut page = Page::default();
    page.out.padding = text.len();
    let tokenizer = Tokenizer::new(Sink(RefCell::new(page)), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(text));
    // It stops behind a script, and there is nothing to do there.
    while !input.is_empty() {
        let _ = tokenizer.feed(&input);
    }
    tokenizer.end();
    Contents::of_text(tokenizer.sink.0.take().out.finish())
}

/// The text of a page: UTF-8, or what the page says it is, or what a browser takes it for.
fn decode(bytes: &[u8]) -> String {
    if let Ok(text) = core::str::from_utf8(bytes) {
        return text.strip_prefix('\u{feff}').unwrap_or(text).to_owned();
    }
    let head = bytes.get(..bytes.len().min(1_024)).unwrap_or_default();
    let label = head.windows(8).position(|own| own.eq_ignore_ascii_case(b"charset=")).map(|at| &head[at + 8..]);
    let label = label.map(|rest| rest.trim_ascii_start().strip_prefix(b"\"").unwrap_or(rest));
    let ends = |byte: &u8| !(byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    let label = label.and_then(|rest| rest.split(ends).next());
    let encoding = label.and_then(Encoding::for_label).unwrap_or(WINDOWS_1252);
    encoding.decode(bytes).0.into_owned()
}

struct Sink(RefCell<Page>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut page = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) => match tag.kind {
                TagKind::StartTag => return page.open(&tag),
                TagKind::EndTag => page.close(&tag.name),
            },
            Token::CharacterTokens(text) => page.text(&text),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// A page that is being read.
#[derive(Default)]
struct Page {
    out: Writer,
    /// What is open and not seen: its tag, and how many of them are open inside one another.
    hidden: Option<(String, usize)>,
    /// The tables that are open, and whether a row of each is.
    tables: Vec<bool>,
    /// The lists that are open: the number of the next item, or none where items have a dash.
    lists: Vec<Option<u64>>,
    /// Whether an item has begun and has no text yet.
    item_begun: bool,
    /// A raised or lowered text that is being read.
    raised: Option<(Raised, String)>,
    /// A formula that is being read.
    formula: Option<Formula>,
    /// How many texts are open whose spaces and lines count.
    preformatted: usize,
}

/// A text that stands higher or lower than its line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Raised {
    Up,
    Down,
}

/// A formula: its signs, and how it is written in TeX where it says so.
#[derive(Default)]
struct Formula {
    signs: String,
    tex: Option<String>,
    in_tex: bool,
}

impl Page {
    fn open(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name = &*tag.name;
        let then = match name {
            "script" => TokenSinkResult::RawData(RawKind::ScriptData),
            "style" | "iframe" | "noscript" => TokenSinkResult::RawData(RawKind::Rawtext),
            "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
            _ => TokenSinkResult::Continue,
        };
        if let Some((hidden, depth)) = &mut self.hidden {
            if hidden != name {
                return then;
            }
            if !OPEN_ENDED.contains(&name) {
                *depth += 1;
                return then;
            }
            self.hidden = None;
        }
        if !VOID.contains(&name) && !tag.self_closing && (UNSEEN.contains(&name) || is_hidden(tag)) {
            self.hidden = Some((name.to_owned(), 1));
            return then;
        }
        match name {
            "table" => {
                self.end_line();
                self.tables.push(false);
            }
            "tr" => self.begin_row(),
            "td" | "th" => {
                if self.tables.last() != Some(&true) {
                    self.begin_row();
                }
                self.end_line();
                self.out.begin_cell();
                let over = |name: &str| attribute(tag, name).and_then(|own| own.trim().parse().ok()).unwrap_or(1);
                self.out.spread(over("colspan"), over("rowspan"));
            }
            "br" if self.out.depth() > 0 => self.text(" "),
            "br" => self.out.end_line(),
            "sup" => self.raised = Some((Raised::Up, String::new())),
            "sub" => self.raised = Some((Raised::Down, String::new())),
            "math" => self.formula = Some(Formula::default()),
            "annotation" => {
                let is_tex = attribute(tag, "encoding").is_some_and(|own| own.contains("tex"));
                if let Some(formula) = self.formula.as_mut().filter(|_| is_tex) {
                    formula.in_tex = true;
                }
            }
            "ul" => self.lists.push(None),
            "ol" => self.lists.push(Some(attribute(tag, "start").and_then(|own| own.parse().ok()).unwrap_or(1))),
            "pre" => self.preformatted += 1,
            _ => {}
        }
        if BLOCKS.contains(&name) && !self.item_begun {
            self.end_line();
        }
        if let Some(depth) = heading(name) {
            self.end_line();
            self.out.heading = depth;
        }
        if name == "li" && self.out.depth() == 0 {
            self.begin_item();
        }
        then
    }

    fn close(&mut self, name: &str) {
        if let Some((hidden, depth)) = &mut self.hidden {
            // What is left open ends with the table or the list that it is in.
            let around = matches!(name, "table" | "ul" | "ol" | "dl") && OPEN_ENDED.contains(&hidden.as_str());
            if hidden == name {
                *depth -= 1;
            }
            if *depth > 0 && !around {
                return;
            }
            self.hidden = None;
            if !around {
                return;
            }
        }
        match name {
            "table" => {
                self.end_row();
                if self.tables.pop().is_some() {
                    self.out.end_table();
                }
            }
            "tr" => self.end_row(),
            "sup" | "sub" => self.end_raised(),
            "annotation" => {
                if let Some(formula) = &mut self.formula {
                    formula.in_tex = false;
                }
            }
            "math" => self.end_formula(),
            "ul" | "ol" => {
                self.lists.pop();
            }
            "pre" => self.preformatted = self.preformatted.saturating_sub(1),
            _ => {}
        }
        if BLOCKS.contains(&name) || matches!(name, "td" | "th") {
            self.end_line();
        }
        if heading(name).is_some() || matches!(name, "p" | "ul" | "ol" | "blockquote" | "title") {
            self.end_line();
            // A blank line, but not between the items of a list or the parts of a cell.
            if self.out.depth() == 0 && self.lists.is_empty() {
                self.out.end_line();
            }
        }
    }

    fn text(&mut self, text: &str) {
        if self.hidden.is_some() {
            return;
        }
        if let Some(formula) = &mut self.formula {
            let signs = if formula.in_tex { formula.tex.get_or_insert_default() } else { &mut formula.signs };
            signs.push_str(text);
            return;
        }
        if let Some((_, raised)) = &mut self.raised {
            raised.push_str(text);
            return;
        }
        for c in text.chars() {
            let blank = c.is_whitespace() || c == '\0';
            if blank && self.preformatted > 0 {
                if c == '\n' { self.out.end_line() } else { self.out.push(' ') }
            } else if blank {
                if !self.item_begun && !matches!(self.out.line().as_bytes().last(), None | Some(b' ')) {
                    self.out.push(' ');
                }
            } else {
                self.item_begun = false;
                self.out.push(c);
            }
        }
    }

    /// Ends the line, where there is one.
    fn end_line(&mut self) {
        self.end_raised();
        self.item_begun = false;
        if !self.out.line().is_empty() {
            self.out.end_line();
        }
    }

    fn begin_row(&mut self) {
        self.end_row();
        match self.tables.last_mut() {
            Some(in_row) => *in_row = true,
            // A piece of a table, without the tag around it.
            None => self.tables.push(true),
        }
        self.out.begin_row();
    }

    fn end_row(&mut self) {
        self.end_line();
        if let Some(in_row @ true) = self.tables.last_mut() {
            *in_row = false;
            self.out.end_row();
        }
    }

    fn begin_item(&mut self) {
        match self.lists.last_mut() {
            Some(Some(number)) => {
                self.out.push_str(&format!("{number}. "));
                *number = number.saturating_add(1);
            }
            _ => self.out.push_str("- "),
        }
        self.item_begun = true;
    }

    /// Writes a raised or lowered text so that it does not become part of the number or word before it: `1,234¹`, `m²`, `CO₂`.
    fn end_raised(&mut self) {
        let Some((place, text)) = self.raised.take() else { return };
        let trimmed = text.trim();
        let letter = trimmed.len() == 1 && trimmed.bytes().all(|b| b.is_ascii_alphabetic());
        let signs: Option<String> = trimmed.chars().map(|c| raised(place, c)).collect();
        match signs {
            Some(signs) => self.text(&signs),
            // A note: `1,234 [a]`.
            None if letter && self.out.line().ends_with(|c: char| c.is_ascii_digit()) => {
                self.text(&format!(" [{trimmed}]"))
            }
            None => self.text(&text),
        }
    }

    fn end_formula(&mut self) {
        match self.formula.take() {
            Some(Formula { tex: Some(tex), .. }) => self.text(&format!("${}$", tex.trim())),
            Some(Formula { signs, .. }) => self.text(&signs),
            None => {}
        }
    }
}

fn attribute<'t>(tag: &'t Tag, name: &str) -> Option<&'t str> {
    tag.attrs.iter().find(|own| &*own.name.local == name).map(|own| &*own.value)
}

/// Whether the page does not show this tag. A formula is told twice, in TeX and as it is drawn: the drawing is left out.
fn is_hidden(tag: &Tag) -> bool {
    let style = || attribute(tag, "style").map(|own| own.replace(char::is_whitespace, "").to_ascii_lowercase());
    attribute(tag, "hidden").is_some()
        || attribute(tag, "class").is_some_and(|own| own.split_ascii_whitespace().any(|class| class == "katex-html"))
        || style().is_some_and(|own| {
            ["display:none", "visibility:hidden", "mso-hide:all"].iter().any(|unseen| own.contains(unseen))
        })
}

fn heading(name: &str) -> Option<usize> {
    match name {
        "title" => Some(1),
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => name.get(1..)?.parse().ok(),
        _ => None,
    }
}

/// A character as it is written above or below the line.
fn raised(place: Raised, c: char) -> Option<char> {
    const UP: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digit = c.to_digit(10).and_then(|digit| usize::try_from(digit).ok());
    match (place, c) {
        (Raised::Up, '-' | '−') => Some('⁻'),
        (Raised::Up, '+') => Some('⁺'),
        (Raised::Up, _) => UP.get(digit?).copied(),
        (Raised::Down, _) => char::from_u32(0x2080 + u32::try_from(digit?).ok()?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(html: &str) -> String {
        read(html.as_bytes()).parts.into_iter().map(|part| part.text).collect()
    }

    #[test]
    fn what_a_reader_sees_is_kept_line_by_line() {
        let cases: &[(&str, &str)] = &[
            (
                "<h2>Q3 <b>2024</b></h2><p>Net&nbsp;sales rose 4&#37;\n to &euro;5m.</p><p>More.",
                "## Q3 2024\n\nNet sales rose 4% to €5m.\n\nMore.",
            ),
            ("<title>Report</title><script>x < 5; '<p>'</script><style>p{}</style><p>1", "# Report\n\n1"),
            (
                "<ul><li>one<li><p>two</p></ul><ol start=3><li>three</li><li>four</ol>",
                "- one\n- two\n\n3. three\n4. four",
            ),
            ("a<br>b<br><br>c", "a\nb\n\nc"),
            ("<pre>a  1\nb  2</pre>", "a  1\nb  2"),
            (
                "<p>Seen<span style='DISPLAY : none'> not <span>seen</span></span>.<p hidden>Nor this<p>Again",
                "Seen.\nAgain",
            ),
            (
                "1,234<sup>1</sup>, 7 m<sup>2</sup>, 5<sup>th</sup>, CO<sub>2</sub>, 8<sup>a</sup>, 10<sup>-3</sup>",
                "1,234¹, 7 m², 5th, CO₂, 8 [a], 10⁻³",
            ),
            (
                "<math><mn>7</mn><annotation encoding='application/x-tex'>\\frac{7}{2}</annotation></math><span class='katex-html'>27</span>",
                "$\\frac{7}{2}$",
            ),
            ("", ""),
            ("<p>שכירות: <b>₪2,350</b>", "שכירות: ₪2,350"),
        ];
        for (html, expected) in cases {
            assert_eq!(text(html), *expected, "{html}");
        }
    }

    #[test]
    fn tables_stay_tables() {
        let cases: &[(&str, &str)] = &[
            (
                "<table><tr><th>Region<th>Q3<tr><td>North<td>5<tr><td>South<td>6</table>After",
                "| Region | Q3 |\n| North | 5 |\n| South | 6 |\n\nAfter",
            ),
            // A heading over two columns, a label beside two rows, and a title over all.
            (
                "<table><tr><td colspan=3>In $ million</td></tr><tr><th></th><th colspan=2>2024</th></tr><tr><td rowspan=2>North</td><td>a</td><td>5</td></tr><tr><td>b</td><td>6</td></tr></table>",
                "| In $ million |  |  |\n|  | 2024 | 2024 |\n| North | a | 5 |\n| North | b | 6 |",
            ),
            (
                "<caption>Sales</caption><tr><td><p>North</p><p>West</p></td><td>5|6</td></tr>",
                "Sales\n| North West | 5/6 |",
            ),
            ("<table><tr><td>a<table><tr><td>in<td>side</table></td><td>b</table>", "| a in side | b |"),
            ("<table><tr style='display:none'><td>9<tr><td>1</table>", "| 1 |"),
            ("<table>\n <tr>\n <td>\n 1 \n </td>\n </tr>\n</table>", "| 1 |"),
            ("</table></tr><td>1<tr>", "| 1 |"),
        ];
        for (html, expected) in cases {
            assert_eq!(text(html).trim(), *expected, "{html}");
        }
    }

    #[test]
    fn a_page_is_told_by_how_it_begins() {
        for page in ["<!DOCTYPE html><p>", "\u{feff}\n<HTML>", "<?xml version='1.0'?>\n<!-- x --><html>"] {
            assert!(begins(page.as_bytes()), "{page}");
        }
        for other in ["", "<p>text", "<?xml version='1.0'?><rss>", "plain <html>", "<!-- never closed <html>"] {
            assert!(!begins(other.as_bytes()), "{other}");
        }
    }

    #[test]
    fn other_encodings_are_read() {
        assert_eq!(read(b"<!doctype html><p>caf\xe9 \x80 5").parts[0].text, "café € 5");
        let hebrew = b"<html><meta charset=windows-1255><p>\xf9\xec\xe5\xed";
        assert_eq!(read(hebrew).parts[0].text, "שלום");
    }

    #[test]
    fn hostile_pages_cost_no_more_than_their_bytes() {
        let deep = "<div><table><tr><td>".repeat(20_000);
        assert!(text(&deep).len() <= 2 * deep.len());
        let wide = "<tr><td colspan=64 rowspan=1000>0123456789".repeat(5_000);
        assert!(text(&wide).len() <= 3 * wide.len());
        let open = format!("<p>a<span hidden>{}", "b".repeat(1_000));
        assert_eq!(text(&open), "a");
    }
}
