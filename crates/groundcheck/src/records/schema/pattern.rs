//! Regular expressions of a schema, in time linear in the text.
//!
//! Source: JSON Schema asks for ECMA-262 with Unicode. Read are literals, `.`, classes, `\d \w \s` and their opposites (ASCII digits and
//! words, as there), escapes, groups, alternatives, quantifiers and the anchors `^` and `$`. A match may be anywhere in the text. What
//! cannot be found in linear time (references back, looking ahead or behind) or is not read (`\b`, `\p{…}`) is an error. All states that
//! the text so far leads to are followed at once (Thompson), so no text makes it slow.

mod read;

use read::{Set, Tree};

use super::{Budget, TooCostly};

/// The longest pattern, in characters.
const PATTERN_MAX_CHARS: usize = 1_000;

/// The most states: `{…}` repeats what it stands behind.
const STATES_MAX: usize = 2_000;

/// How many states are made room for in one step.
const STATES_A_STEP: usize = 32;

/// A pattern, read.
#[derive(Debug)]
pub(super) struct Pattern {
    states: Vec<State>,
}

#[derive(Debug)]
enum State {
    /// One character of these; the next state follows.
    One(Set),
    /// Only at the beginning of the text.
    Start,
    /// Only at its end.
    End,
    Jump(usize),
    Either(usize, usize),
    Found,
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// What cannot be read, for people.
    pub(super) fn of(pattern: &str) -> Result<Self, String> {
        if pattern.chars().nth(PATTERN_MAX_CHARS).is_some() {
            return Err(format!("is longer than {PATTERN_MAX_CHARS} characters"));
        }
        let mut states = Vec::new();
        emit(&read::read(pattern)?, &mut states)?;
        states.push(State::Found);
        Ok(Pattern { states })
    }

    /// Whether the text has it anywhere.
    pub(super) fn is_in(&self, text: &str, budget: &mut Budget) -> Result<bool, TooCostly> {
        // Each state has a place in both, also for a text that is read to its end at once.
        budget.spend(1 + self.states.len() / STATES_A_STEP)?;
        let (mut now, mut next) = (Followed::of(self), Followed::of(self));
        let mut chars = text.chars().peekable();
        let mut start = true;
        loop {
            let end = chars.peek().is_none();
            if now.follow(0, self, (start, end), budget)? {
                return Ok(true);
            }
            let Some(c) = chars.next() else { return Ok(false) };
            start = false;
            next.clear();
            budget.spend(now.list.len())?;
            let end = chars.peek().is_none();
            for at in &now.list {
                let fits = matches!(self.states.get(*at), Some(State::One(set)) if set.has(c));
                if fits && next.follow(at + 1, self, (start, end), budget)? {
                    return Ok(true);
                }
            }
            core::mem::swap(&mut now, &mut next);
        }
    }
}

/// States that read a character, each once.
#[derive(Debug)]
struct Followed {
    list: Vec<usize>,
    /// In which round each state was last followed.
    seen: Vec<u64>,
    round: u64,
    left: Vec<usize>,
}

impl Followed {
    fn of(pattern: &Pattern) -> Self {
        Followed { list: Vec::new(), seen: vec![0; pattern.states.len()], round: 1, left: Vec::new() }
    }

    fn clear(&mut self) {
        self.list.clear();
        self.round += 1;
    }

    /// Adds what a state leads to without a character; whether that is the end of the pattern.
    fn follow(
        &mut self,
        from: usize,
        pattern: &Pattern,
        (start, end): (bool, bool),
        budget: &mut Budget,
    ) -> Result<bool, TooCostly> {
        self.left.clear();
        self.left.push(from);
        while let Some(at) = self.left.pop() {
            let Some(seen) = self.seen.get_mut(at).filter(|seen| **seen != self.round) else { continue };
            *seen = self.round;
            budget.spend(1)?;
            match pattern.states.get(at) {
                Some(State::One(_)) => self.list.push(at),
                Some(State::Start) if start => self.left.push(at + 1),
                Some(State::End) if end => self.left.push(at + 1),
                Some(State::Jump(to)) => self.left.push(*to),
                Some(State::Either(one, other)) => self.left.extend([*one, *other]),
                Some(State::Found) => return Ok(true),
                Some(State::Start | State::End) | None => {}
            }
        }
        Ok(false)
    }
}

/// Adds the states of a tree. Each part of a tree adds at least one, so that what repeats a lot is stopped.
fn emit(tree: &Tree, states: &mut Vec<State>) -> Result<(), String> {
    if states.len() >= STATES_MAX {
        return Err("repeats too much".to_owned());
    }
    let here = states.len();
    match tree {
        Tree::Empty => states.push(State::Jump(here + 1)),
        Tree::One(set) => states.push(State::One(set.clone())),
        Tree::Start => states.push(State::Start),
        Tree::End => states.push(State::End),
        Tree::Sequence(parts) => parts.iter().try_for_each(|part| emit(part, states))?,
        Tree::Choice(parts) => {
            let mut jumps = Vec::new();
            for (at, part) in parts.iter().enumerate() {
                let either = states.len();
                if at + 1 == parts.len() {
                    emit(part, states)?;
                    break;
                }
                states.push(State::Found);
                emit(part, states)?;
                jumps.push(states.len());
                states.push(State::Found);
                let next = states.len();
                set(states, either, State::Either(either + 1, next));
            }
            let end = states.len();
            jumps.into_iter().for_each(|at| set(states, at, State::Jump(end)));
        }
        Tree::Repeat { of, least, most } => {
            (0..*least).try_for_each(|_| emit(of, states))?;
            match most {
                None => {
                    let again = states.len();
                    states.push(State::Found);
                    emit(of, states)?;
                    states.push(State::Jump(again));
                    let end = states.len();
                    set(states, again, State::Either(again + 1, end));
                }
                Some(most) => {
                    let mut choices = Vec::new();
                    for _ in *least..*most {
                        choices.push(states.len());
                        states.push(State::Found);
                        emit(of, states)?;
                    }
                    let end = states.len();
                    choices.into_iter().for_each(|at| set(states, at, State::Either(at + 1, end)));
                }
            }
            // Repeated no times at all.
            if states.len() == here {
                states.push(State::Jump(here + 1));
            }
        }
    }
    Ok(())
}

fn set(states: &mut [State], at: usize, state: State) {
    if let Some(own) = states.get_mut(at) {
        *own = state;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_in(pattern: &str, text: &str) -> bool {
        let read = Pattern::of(pattern).unwrap_or_else(|e| panic!("{pattern} {e}"));
        read.is_in(text, &mut Budget(1_000_000)).unwrap()
    }

    #[test]
    fn patterns_match_as_in_ecmascript() {
        for (pattern, text, expected) in [
            (r"^\d{4}-\d{2}-\d{2}$", "2024-12-01", true),
            (r"^\d{4}-\d{2}-\d{2}$", "2024-12-011", false),
            (r"^\d{4}-\d{2}-\d{2}$", "٢٠٢٤-12-01", false),
            ("^[A-Z]{3}$", "AUD", true),
            ("^[A-Z]{3}$", "AUD\n", false),
            ("[A-Z]{3}", "in AUD only", true),
            ("", "anything", true),
            ("^$", "", true),
            ("^$", "a", false),
            ("a|b|", "c", true),
            ("^(?:INV|PO)-[0-9]+$", "PO-17", true),
            ("^(?<kind>INV|PO)-[0-9]+$", "XPO-17", false),
            ("^a{2,3}$", "aaaa", false),
            ("^a{2,}?$", "aaaa", true),
            ("^(a*)*$", "aaab", false),
            ("^(a{0}){3}$", "", true),
            ("^.$", "\u{1f600}", true),
            ("^.$", "\n", false),
            (r"^[^\s,]+$", "a\u{a0}b", false),
            (r"^[\w.-]+@[\w-]+\.\w+$", "a.b@c-d.org", true),
            (r"^[\]\\^a-]$", "^", true),
            (r"^[\]\\^a-]$", "b", false),
            ("^[]$", "a", false),
            ("^[^]$", "\n", true),
            (r"^\u0041\u{1F600}\x42\/\$$", "A\u{1f600}B/$", true),
            (r"\D\W\S", "a-b", true),
            ("^שלום$", "שלום", true),
        ] {
            assert_eq!(is_in(pattern, text), expected, "{pattern} in {text:?}");
        }
    }

    #[test]
    fn what_is_not_read_is_refused() {
        for pattern in [
            "(?=a)",
            "(?!a)",
            "(?<=a)",
            "(?<!a)",
            r"(a)\1",
            r"\k<a>",
            r"\b",
            r"\B",
            r"\p{L}",
            r"[\p{L}]",
            "(",
            "a)",
            "[a",
            "[z-a]",
            r"[\w-z]",
            "*a",
            "a**",
            "a{2",
            "a{3,2}",
            "a{1001}",
            "{2}",
            "^*",
            r"\",
            r"\u12",
            r"\u{110000}",
            r"\q",
            "(?i)a",
            "]",
            "}",
            "(a{1000}){1000}",
            "((((){999}){999}){999}){999}",
        ] {
            assert!(Pattern::of(pattern).is_err(), "{pattern}");
        }
        assert!(Pattern::of(&"(".repeat(900)).is_err());
        assert!(Pattern::of(&format!("{}{}", "(".repeat(400), ")".repeat(400))).is_err());
        assert!(Pattern::of(&"a".repeat(1_001)).is_err());
    }

    #[test]
    fn random_patterns_agree_with_the_crate_regex() {
        const PIECES: &[&str] = &[
            "a", "b", "ab", ".", "[ab]", "[^a]", "(", "(?:", ")", "|", "*", "+", "?", "{2}", "{0,2}", "{1,}", "^", "$",
        ];
        let mut seed = 0x2545_f491_4f6c_dd1d_u64;
        let mut dice = |sides: usize| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            usize::try_from(seed >> 33).unwrap() % sides
        };
        let (mut compared, mut found) = (0, 0);
        for _ in 0..20_000 {
            let length = 1 + dice(8);
            let pattern: String = (0..length).map(|_| PIECES[dice(PIECES.len())]).collect();
            let (Ok(own), Ok(other)) = (Pattern::of(&pattern), regex::Regex::new(&pattern)) else { continue };
            for _ in 0..5 {
                let length = dice(6);
                let text: String = (0..length).map(|_| ["a", "b", "c"][dice(3)]).collect();
                let is_in = own.is_in(&text, &mut Budget(100_000)).unwrap();
                assert_eq!(is_in, other.is_match(&text), "{pattern} in {text:?}");
                compared += 1;
                found += u32::from(is_in);
            }
        }
        assert!(compared > 10_000 && found > 3_000, "{found} of {compared}");
    }

    #[test]
    fn no_text_makes_it_slow() {
        for pattern in ["^(a+)+$", "(a|aa)+b", "(.*)*x", "a{0,100}a{0,100}a{0,100}b"] {
            let pattern = Pattern::of(pattern).unwrap();
            let steps = |length: usize| {
                let mut budget = Budget(u64::MAX);
                pattern.is_in(&("a".repeat(length) + "!"), &mut budget).unwrap();
                u64::MAX - budget.0
            };
            assert!(steps(4_000) <= steps(2_000) * 5 / 2);
        }
        assert!(Pattern::of("(.*)*x").unwrap().is_in(&"a".repeat(1_000), &mut Budget(1_000)).is_err());
    }
}
