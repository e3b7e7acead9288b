//! The elements of `index.html` that say what the page is made of: those with `data-trunk`, as Trunk reads them.

use core::ops::Range;

use crate::Outcome;

/// An element that stands for something that is built.
#[derive(Debug, PartialEq, Eq)]
pub struct Element {
    /// All of it in the text.
    pub range: Range<usize>,
    /// `link` or `script`.
    pub name: String,
    attributes: Vec<(String, String)>,
}

impl Element {
    /// An attribute's value; empty where it is missing.
    pub fn get(&self, name: &str) -> &str {
        self.attributes.iter().find(|(own, _)| own == name).map_or("", |(_, value)| value)
    }
}

/// The marked elements, in order. Comments hold none.
pub fn marked(html: &str) -> Outcome<Vec<Element>> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(start) = html[at..].find('<').map(|found| at + found) {
        let rest = &html[start..];
        if rest.starts_with("<!--") {
            at = start + rest.find("-->").ok_or("index.html: a comment does not end")?;
            continue;
        }
        let end = start + rest.find('>').ok_or("index.html: a tag does not end")? + 1;
        at = end;
        let tag = html[start + 1..end - 1].trim_end_matches('/');
        let (name, attributes) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        let attributes = read(attributes);
        if !attributes.iter().any(|(name, _)| name == "data-trunk") {
            continue;
        }
        let closing = format!("</{name}>");
        let end = if name == "script" && html[end..].starts_with(&closing) { end + closing.len() } else { end };
        out.push(Element { range: start..end, name: name.to_owned(), attributes });
        at = end;
    }
    Ok(out)
}

/// `name`, `name="value"`: values are quoted and hold no `>`.
fn read(mut text: &str) -> Vec<(String, String)> {
    let mut out = Vec::new();
    loop {
        text = text.trim_start();
        let end = text.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(text.len());
        if end == 0 {
            return out;
        }
        let (name, rest) = text.split_at(end);
        let (value, rest) = match rest.strip_prefix("=\"").and_then(|rest| rest.split_once('"')) {
            Some((value, rest)) => (value, rest),
            None => ("", rest),
        };
        out.push((name.to_owned(), value.to_owned()));
        text = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_elements_are_read_whole() {
        let html = "<head><!-- <link data-trunk rel=\"css\" /> --><link rel=\"icon\" href=\"a\" />\n<link data-trunk rel=\"css\" href=\"b.css\" />\
                    <script data-trunk src=\"c.js\"></script><link\n  data-trunk\n  rel=\"rust\"\n  data-wasm-opt=\"z\"\n/></head>";
        let found = marked(html).unwrap();
        let told: Vec<_> =
            found.iter().map(|own| (own.name.as_str(), own.get("rel"), &html[own.range.clone()])).collect();
        assert_eq!(
            told,
            [
                ("link", "css", "<link data-trunk rel=\"css\" href=\"b.css\" />"),
                ("script", "", "<script data-trunk src=\"c.js\"></script>"),
                ("link", "rust", "<link\n  data-trunk\n  rel=\"rust\"\n  data-wasm-opt=\"z\"\n/>"),
            ]
        );
        assert_eq!(found[0].get("href"), "b.css");
        assert_eq!(found[2].get("data-wasm-opt"), "z");
        assert_eq!(found[2].get("href"), "");
    }

    #[test]
    fn what_does_not_end_is_an_error() {
        assert!(marked("<!-- a").is_err());
        assert!(marked("<link").is_err());
        assert_eq!(marked("no tags"), Ok(Vec::new()));
    }
}
