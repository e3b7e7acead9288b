//! What a clause says beside its value: which way something went, whether it is a gain or a loss, whether it is denied.
//!
//! `Revenue fell 12 %` is not borne out by `revenue rose 12 %`, nor `NOI was $1.2M` by `NOI did not reach $1.2M`.

/// The stance of one clause; `None` where it takes none, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Stance {
    up: Option<bool>,
    gain: Option<bool>,
    denied: bool,
    /// Whether the value is a change rather than a level: `rose by 119`, `a $5 million increase`.
    pub(crate) change: bool,
}

/// Words of growth, as whole words in lower case.
pub(crate) const UP: &[&str] = &[
    "up",
    "rose",
    "risen",
    "rise",
    "grew",
    "grown",
    "growth",
    "increase",
    "increased",
    "increases",
    "increasing",
    "higher",
    "gain",
    "gained",
    "climbed",
    "jumped",
    "improved",
    "surged",
    "גידול",
    "עלייה",
    "עליה",
    "עלה",
    "עלתה",
    "עלו",
    "צמיחה",
    "צמח",
    "צמחה",
    "גדל",
    "גדלה",
    "גדלו",
];
/// Words of decline.
pub(crate) const DOWN: &[&str] = &[
    "down",
    "fell",
    "fallen",
    "fall",
    "decrease",
    "decreased",
    "decreases",
    "decreasing",
    "decline",
    "declined",
    "lower",
    "drop",
    "dropped",
    "shrank",
    "reduced",
    "reduction",
    "slid",
    "ירידה",
    "ירד",
    "ירדה",
    "ירדו",
    "קיטון",
    "צנח",
];
const LOSS: &[&str] = &["loss", "losses", "deficit", "הפסד", "הפסדים", "ההפסד"];
const GAIN: &[&str] = &["profit", "profits", "income", "surplus", "רווח", "רווחים", "הרווח"];
const DENIAL: &[&str] =
    &["not", "never", "neither", "didn't", "wasn't", "isn't", "weren't", "cannot", "לא", "אינו", "אינה", "מעולם"];

/// The words of a text in lower case.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphabetic() || c == '\'')).filter(|word| !word.is_empty())
}

impl Stance {
    /// The stance of a clause in lower case.
    pub(crate) fn of(clause: &str) -> Self {
        let any = |list: &[&str]| words(clause).any(|word| list.contains(&word));
        let either = |yes: &[&str], no: &[&str]| match (any(yes), any(no)) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        };
        Stance { up: either(UP, DOWN), gain: either(GAIN, LOSS), denied: any(DENIAL), change: false }
    }

    /// Whether a value between these two texts, in lower case, is a change: `increased by`, `fell`, `an increase of` right before it
    /// or `increase in` right behind it.
    pub(crate) fn is_change(before: &str, behind: &str) -> bool {
        let turn =
            |word: &str| UP.contains(&word) || DOWN.contains(&word) || matches!(word, "change" | "changed" | "שינוי");
        let mut back = before.rsplit(|c: char| !(c.is_alphabetic() || c == '\'')).filter(|word| !word.is_empty());
        let led = match back.next() {
            Some("by" | "of" | "was" | "were" | "about" | "approximately") => back.next().is_some_and(turn),
            Some(word) => turn(word) && word != "up" && word != "down",
            None => false,
        };
        led || words(behind).next().is_some_and(|word| turn(word) && !word.ends_with("er"))
    }

    /// Whether the two cannot both be true of one value.
    pub(crate) fn opposes(self, other: Stance) -> bool {
        let differ = |a: Option<bool>, b: Option<bool>| matches!((a, b), (Some(a), Some(b)) if a != b);
        differ(self.up, other.up) || differ(self.gain, other.gain) || self.denied != other.denied
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_no_levels() {
        for (before, behind, change) in [
            ("headcount increased by ", " employees", true),
            ("headcount increased to ", " employees", false),
            ("costs increased ", " to $178.9 million", true),
            ("a ", " increase in costs", true),
            ("an increase of ", " in costs", true),
            ("costs were ", " in 2019", false),
            ("the increase in costs over ", " years", false),
        ] {
            assert_eq!(Stance::is_change(before, behind), change, "{before}#{behind}");
        }
    }

    #[test]
    fn cases() {
        for (a, b, opposed) in [
            ("revenue fell 12%", "revenue rose 12%", true),
            ("revenue grew 12%", "revenue increased 12%", false),
            ("net loss was $5m", "net income was $5m", true),
            ("noi did not reach $1.2m", "noi was $1.2m", true),
            ("noi was not $1.2m", "noi did not reach $1.2m", false),
            ("revenue was $5m", "revenue rose to $5m", false),
            ("ההכנסות ירדו ב-12%", "ההכנסות עלו ב-12%", true),
            ("the gain or loss was $5m", "the loss was $5m", false),
            ("a note on upkeep", "a note on downtime", false),
        ] {
            assert_eq!(Stance::of(a).opposes(Stance::of(b)), opposed, "{a} / {b}");
        }
    }
}
