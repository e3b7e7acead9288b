//! A pattern's text as a tree.

use core::iter::Peekable;
use core::str::Chars;

/// The most that a quantifier may ask for.
const COUNT_MAX: usize = 1_000;

/// Groups in groups deeper than this are not read.
const DEPTH_MAX: usize = 32;

/// A pattern's parts.
#[derive(Debug, Clone)]
pub(super) enum Tree {
    Empty,
    One(Set),
    Start,
    End,
    Sequence(Vec<Tree>),
    Choice(Vec<Tree>),
    Repeat { of: Box<Tree>, least: usize, most: Option<usize> },
}

/// Characters: these ranges, in order, or all others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Set {
    ranges: Vec<(char, char)>,
    negated: bool,
}

impl Set {
    fn of(mut ranges: Vec<(char, char)>, negated: bool) -> Self {
        crate::sort::by_key(&mut ranges, |range| *range);
        let mut merged: Vec<(char, char)> = Vec::new();
        for (first, last) in ranges {
            match merged.last_mut() {
                Some((_, end)) if first <= *end => *end = last.max(*end),
                _ => merged.push((first, last)),
            }
        }
        Set { ranges: merged, negated }
    }

    fn only(c: char) -> Self {
        Set { ranges: vec![(c, c)], negated: false }
    }

    pub(super) fn has(&self, c: char) -> bool {
        let at = self.ranges.partition_point(|(first, _)| *first <= c);
        let listed = at.checked_sub(1).and_then(|at| self.ranges.get(at)).is_some_and(|(_, last)| c <= *last);
        listed != self.negated
    }
}

/// Ends of lines, which `.` is not.
const LINE_ENDS: &[(char, char)] = &[('\n', '\n'), ('\r', '\r'), ('\u{2028}', '\u{2029}')];
const DIGITS: &[(char, char)] = &[('0', '9')];
const WORD: &[(char, char)] = &[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')];
/// ECMA-262: white space and ends of lines.
const SPACE: &[(char, char)] = &[
    ('\t', '\r'),
    (' ', ' '),
    ('\u{a0}', '\u{a0}'),
    ('\u{1680}', '\u{1680}'),
    ('\u{2000}', '\u{200a}'),
    ('\u{2028}', '\u{2029}'),
    ('\u{202f}', '\u{202f}'),
    ('\u{205f}', '\u{205f}'),
    ('\u{3000}', '\u{3000}'),
    ('\u{feff}', '\u{feff}'),
];

/// Characters that are themselves behind a `\`. A `-` means something in a class only, and is often written so everywhere.
const THEMSELVES: &str = r"^$\.*+?()[]{}|/-";

/// Reads a pattern.
pub(super) fn read(pattern: &str) -> Result<Tree, String> {
    let mut reader = Reader { rest: pattern.chars().peekable() };
    let tree = reader.choice(0)?;
    match reader.rest.next() {
        None => Ok(tree),
        Some(_) => Err("closes a group that is not open".to_owned()),
    }
}

struct Reader<'p> {
    rest: Peekable<Chars<'p>>,
}

impl Reader<'_> {
    fn takes(&mut self, wanted: char) -> bool {
        self.rest.next_if_eq(&wanted).is_some()
    }

    fn choice(&mut self, depth: usize) -> Result<Tree, String> {
        if depth > DEPTH_MAX {
            return Err("has groups nested too deeply".to_owned());
        }
        let mut parts = vec![self.sequence(depth)?];
        while self.takes('|') {
            parts.push(self.sequence(depth)?);
        }
        Ok(if parts.len() > 1 { Tree::Choice(parts) } else { parts.pop().unwrap_or(Tree::Empty) })
    }

    fn sequence(&mut self, depth: usize) -> Result<Tree, String> {
        let mut parts = Vec::new();
        while let Some(c) = self.rest.peek().copied().filter(|c| !matches!(c, '|' | ')')) {
            self.rest.next();
            let anchor = matches!(c, '^' | '$');
            let part = match c {
                '^' => Tree::Start,
                '$' => Tree::End,
                '.' => Tree::One(Set::of(LINE_ENDS.to_vec(), true)),
                '(' => self.group(depth)?,
                '[' => Tree::One(self.class()?),
                '\\' => Tree::One(self.escape()?),
                '*' | '+' | '?' | '{' => return Err("repeats nothing".to_owned()),
                ']' | '}' => return Err(format!("has a {c} that must be written \\{c}")),
                c => Tree::One(Set::only(c)),
            };
            let counts = self.quantifier()?;
            parts.push(match counts {
                Some(_) if anchor => return Err("repeats nothing".to_owned()),
                Some((least, most)) => Tree::Repeat { of: Box::new(part), least, most },
                None => part,
            });
        }
        Ok(if parts.is_empty() { Tree::Empty } else { Tree::Sequence(parts) })
    }

    fn group(&mut self, depth: usize) -> Result<Tree, String> {
        if self.takes('?') && !self.takes(':') {
            // A group with a name is a group; looking behind begins alike.
            let named = self.takes('<') && !matches!(self.rest.peek(), Some('=' | '!'));
            if !named {
                return Err("looks ahead or behind, or sets flags".to_owned());
            }
            while self.rest.next_if(|c| c.is_alphanumeric() || *c == '_').is_some() {}
            if !self.takes('>') {
                return Err("has a group whose name does not end".to_owned());
            }
        }
        let tree = self.choice(depth + 1)?;
        if self.takes(')') { Ok(tree) } else { Err("has a group that does not end".to_owned()) }
    }

    fn quantifier(&mut self) -> Result<Option<(usize, Option<usize>)>, String> {
        let counts = match self.rest.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                self.rest.next();
                let least = self.count()?;
                let most = match self.takes(',') {
                    false => Some(least),
                    true if self.rest.peek() == Some(&'}') => None,
                    true => Some(self.count()?),
                };
                if self.rest.peek() != Some(&'}') || most.is_some_and(|most| most < least) {
                    return Err("has a {…} that cannot be read".to_owned());
                }
                (least, most)
            }
            _ => return Ok(None),
        };
        self.rest.next();
        // Whether it takes as much or as little as it can is the same for whether there is a match.
        self.takes('?');
        Ok(Some(counts))
    }

    fn count(&mut self) -> Result<usize, String> {
        let mut digits = String::new();
        while let Some(digit) = self.rest.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        let count = digits.parse().ok().filter(|count| *count <= COUNT_MAX);
        count.ok_or_else(|| format!("has a {{…}} that is no number up to {COUNT_MAX}"))
    }

    fn class(&mut self) -> Result<Set, String> {
        let negated = self.takes('^');
        let mut ranges = Vec::new();
        loop {
            let first = self.member()?;
            let Some(first) = first else { break };
            // A `-` before the end is itself.
            let mut ahead = self.rest.clone();
            let ranged = ahead.next() == Some('-') && ahead.next().is_some_and(|c| c != ']');
            if !ranged {
                ranges.extend(positive(&first));
                continue;
            }
            self.rest.next();
            let last = self.member()?;
            match (single(&first), last.as_ref().and_then(single)) {
                (Some(first), Some(last)) if first <= last => ranges.push((first, last)),
                _ => return Err("has a range in [ ] that ends before it begins".to_owned()),
            }
        }
        Ok(Set::of(ranges, negated))
    }

    /// One member of a class; `None` at its end.
    fn member(&mut self) -> Result<Option<Set>, String> {
        match self.rest.next() {
            Some(']') => Ok(None),
            Some('\\') => self.escape().map(Some),
            Some(c) => Ok(Some(Set::only(c))),
            None => Err("has a [ that does not end".to_owned()),
        }
    }

    fn escape(&mut self) -> Result<Set, String> {
        let unknown = || "has an escape that is not read".to_owned();
        let c = self.rest.next().ok_or_else(unknown)?;
        let of = |ranges: &[(char, char)], negated| Ok(Set::of(ranges.to_vec(), negated));
        match c {
            'd' => of(DIGITS, false),
            'D' => of(DIGITS, true),
            'w' => of(WORD, false),
            'W' => of(WORD, true),
            's' => of(SPACE, false),
            'S' => of(SPACE, true),
            't' => Ok(Set::only('\t')),
            'n' => Ok(Set::only('\n')),
            'r' => Ok(Set::only('\r')),
            'f' => Ok(Set::only('\u{c}')),
            'v' => Ok(Set::only('\u{b}')),
            'x' => self.hexadecimal(2).map(Set::only),
            'u' if self.takes('{') => {
                let mut digits = String::new();
                while let Some(digit) = self.rest.next_if(|c| c.is_ascii_hexdigit() && digits.len() < 6) {
                    digits.push(digit);
                }
                let c = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                c.filter(|_| self.takes('}')).map(Set::only).ok_or_else(unknown)
            }
            'u' => self.hexadecimal(4).map(Set::only),
            c if THEMSELVES.contains(c) => Ok(Set::only(c)),
            _ => Err(unknown()),
        }
    }

    fn hexadecimal(&mut self, length: usize) -> Result<char, String> {
        let digits: String = self.rest.by_ref().take(length).collect();
        let good = digits.len() == length && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let c = u32::from_str_radix(&digits, 16).ok().filter(|_| good).and_then(char::from_u32);
        c.ok_or_else(|| "has an escape that is not read".to_owned())
    }
}

/// The one character of a set, where it has one.
fn single(set: &Set) -> Option<char> {
    match set.ranges.as_slice() {
        [(first, last)] if first == last && !set.negated => Some(*first),
        _ => None,
    }
}

/// The ranges of a set, also of one that names what it has not.
fn positive(set: &Set) -> Vec<(char, char)> {
    if !set.negated {
        return set.ranges.clone();
    }
    let mut gaps = Vec::new();
    let mut from = Some('\0');
    for (first, last) in &set.ranges {
        if let Some(start) = from.filter(|start| start < first) {
            // Before the first character of a range there is one: `start` is.
            gaps.extend(('\0'..*first).next_back().map(|end| (start, end)));
        }
        from = (*last..=char::MAX).nth(1);
    }
    gaps.extend(from.map(|start| (start, char::MAX)));
    gaps
}
