//! What a word says to verification, beside what it means to the extractors: whether it carries a subject, which way it says
//! something went, whose money it speaks of.
//!
//! Every token carries the roles of its word, so that no text is searched for these words twice.

/// The roles of a word, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Roles(u32);

impl Roles {
    /// None of them.
    pub(crate) const NONE: Roles = Roles(0);
    /// Carries no subject.
    pub(crate) const STOP: Roles = Roles(1);
    /// A word of growth.
    pub(crate) const UP: Roles = Roles(1 << 1);
    /// A word of decline.
    pub(crate) const DOWN: Roles = Roles(1 << 2);
    /// A profit.
    pub(crate) const GAIN: Roles = Roles(1 << 3);
    /// A loss.
    pub(crate) const LOSS: Roles = Roles(1 << 4);
    /// Denies what its clause says.
    pub(crate) const DENIAL: Roles = Roles(1 << 5);
    /// Parts one amount's clause from the next one's.
    pub(crate) const JOINT: Roles = Roles(1 << 6);
    /// Says that money goes out.
    pub(crate) const OUTFLOW: Roles = Roles(1 << 7);
    /// `used`: with `in` or `for` behind it, money goes out.
    pub(crate) const USED: Roles = Roles(1 << 8);
    /// May name a table's scale: `thousands`, `mm`, `000`.
    pub(crate) const SCALE: Roles = Roles(1 << 9);
    /// May name a scale right behind a sign: the m of `$m`, the k of `$k`.
    pub(crate) const SCALE_LETTER: Roles = Roles(1 << 10);
    /// Stands for other words: `NOI`.
    pub(crate) const SHORT: Roles = Roles(1 << 11);
    /// Written like a name: a capital first, then others.
    pub(crate) const NAME: Roles = Roles(1 << 12);
    /// Names what nobody calls a loss: `profit`.
    pub(crate) const PROFIT: Roles = Roles(1 << 13);
    /// Names a change: `growth`, `fell`.
    pub(crate) const CHANGE: Roles = Roles(1 << 14);
    /// Names a unit of measure.
    pub(crate) const MEASURE: Roles = Roles(1 << 15);
    /// Begins a clause about something else than the value before it: `which`.
    pub(crate) const RELATIVE: Roles = Roles(1 << 16);

    /// Says that a list or a table follows: `as follows`.
    pub(crate) const FOLLOWS: Roles = Roles(1 << 19);
    /// Says on which day years end: `ended`.
    pub(crate) const ENDED: Roles = Roles(1 << 20);
    /// May name the year before: the `year` of `a year earlier`.
    pub(crate) const YEAR: Roles = Roles(1 << 21);
    /// Says that a list goes with another one in order: `respectively`.
    pub(crate) const ORDERED: Roles = Roles(1 << 22);
    /// Leads to an end of a change, or to what lies between them: `from`, `to`, `reaching`, `by`.
    pub(crate) const LEAD: Roles = Roles(1 << 23);
    /// Says that something was before: `previous`, `earlier`.
    pub(crate) const BEFORE: Roles = Roles(1 << 24);

    /// Carries a subject, which its stem is all of: no name for other words, no Hebrew, no month.
    pub(crate) const SUBJECT: Roles = Roles(1 << 18);
    /// Written in Hebrew.
    pub(crate) const HEBREW: Roles = Roles(1 << 17);

    /// Whether it has this role.
    pub(crate) const fn has(self, role: Roles) -> bool {
        self.0 & role.0 != 0
    }

    /// The roles of both.
    #[must_use]
    pub(crate) const fn and(self, other: Roles) -> Roles {
        Roles(self.0 | other.0)
    }

    /// All but this one.
    #[must_use]
    pub(crate) const fn without(self, role: Roles) -> Roles {
        Roles(self.0 & !role.0)
    }

    /// This role where the condition holds, else none.
    pub(crate) const fn when(self, holds: bool) -> Roles {
        if holds { self } else { Roles::NONE }
    }
}

/// Words with their role, in lower case. A word may stand in several lists.
pub(super) const WORDS: &[(Roles, &[&str])] = &[
    (Roles::UP, UP),
    (Roles::DOWN, DOWN),
    (Roles::GAIN, GAIN),
    (Roles::LOSS, LOSS),
    (Roles::DENIAL, DENIAL),
    (Roles::JOINT, JOINTS),
    (Roles::USED, &["used"]),
    (Roles::RELATIVE, &["which", "that", "although", "because", "since", "who"]),
    (Roles::SCALE_LETTER, &["m", "bn", "k"]),
    (Roles::FOLLOWS, &["following", "follows", "להלן", "כדלקמן"]),
    (Roles::ENDED, &["ended", "ending"]),
    (Roles::YEAR, &["year", "אשתקד", "המקביל", "המקבילה"]),
    (Roles::ORDERED, &["respectively", "בהתאמה"]),
    (Roles::LEAD, &["from", "to", "reaching", "by", "מ", "ל"]),
    (Roles::BEFORE, &["previous", "previously", "prior", "earlier", "ago", "last", "before", "been"]),
    (Roles::BEFORE, &["אשתקד", "קודם", "הקודם", "קודמת", "הקודמת", "המקביל", "המקבילה"]),
];

/// Words that carry no subject. Words of direction (`higher`, `increase`) stay out of subjects too.
pub(super) const STOP: &str = "
    a about above according after ago all also amount amounted amounts an and any approximately are as at based be been
    before being below between both but by came can column columns company compared could did do documents does during
    each earlier equal figure figures filing for from had has have he her his how i if in into is it its made may more
    most no not of on only or our out over provided reached recorded report reported reports respectively shall she
    should so some source sources stands stood such table than that the their them then there these they this those
    through to under up us value was we were what when where which while who will with would year years you של אשתקד
    המקביל המקבילה את על עם לא הוא היא הם זה זו כי גם או אך היה היו היתה הייתה עמד עמדה עמדו הגיע הגיעו הגיעה בשנת שנת
    לעומת כל אל מן לפי הסתכם הסתכמו
";

/// Words of growth.
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
    "rising",
    "rises",
    "grows",
    "growing",
    "climbs",
    "jumps",
    "soared",
    "expanded",
    "widened",
    "lengthened",
    "raised",
    "doubled",
    "tripled",
    "leapt",
    "leaped",
    "spiked",
    "swelled",
    "גידול",
    "עלייה",
    "עליה",
    "עלה",
    "עלתה",
    "עלו",
    "צמיחה",
    "צמח",
    "צמחה",
    "צמחו",
    "גדל",
    "גדלה",
    "גדלו",
    "זינק",
    "זינקה",
    "זינקו",
    "קפץ",
    "קפצה",
    "קפצו",
    "טיפס",
    "טיפסה",
    "טיפסו",
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
    "falling",
    "falls",
    "drops",
    "declines",
    "declining",
    "slipped",
    "dipped",
    "narrowed",
    "shortened",
    "contracted",
    "shrinks",
    "plunged",
    "halved",
    "cut",
    "cuts",
    "sank",
    "tumbled",
    "plummeted",
    "slumped",
    "ירידה",
    "ירד",
    "ירדה",
    "ירדו",
    "קיטון",
    "צנח",
    "צנחה",
    "צנחו",
    "פחת",
    "פחתה",
    "פחתו",
    "הצטמצם",
    "הצטמצמה",
    "הצטמצמו",
];
const LOSS: &[&str] = &[
    "loss",
    "losses",
    "lost",
    "deficit",
    "הפסד",
    "הפסדים",
    "ההפסד",
    "גירעון",
    "גרעון",
    "בגירעון",
    "בגרעון",
    "הגירעון",
];
const GAIN: &[&str] = &["profit", "profits", "income", "surplus", "רווח", "רווחים", "הרווח", "עודף", "בעודף", "העודף"];
/// Words that deny.
pub(crate) const DENIAL: &[&str] = &[
    "not",
    "never",
    "neither",
    "didn't",
    "don't",
    "doesn't",
    "can't",
    "won't",
    "mustn't",
    "shouldn't",
    "couldn't",
    "wouldn't",
    "haven't",
    "hasn't",
    "hadn't",
    "aren't",
    "wasn't",
    "isn't",
    "weren't",
    "cannot",
    "לא",
    "אינו",
    "אינה",
    "מעולם",
];

/// Words that part one amount's clause from the next one's.
const JOINTS: &[&str] = &[
    "compared",
    "versus",
    "vs",
    "against",
    "while",
    "whereas",
    "but",
    "than",
    "up",
    "down",
    "plus",
    "which",
    "including",
    "includes",
    "included",
    "excluding",
    "לעומת",
    "אך",
    "כולל",
    "ושל",
    "ואילו",
    "ואת",
    "ועל",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::token::tokens;

    #[test]
    fn words_have_their_roles_whatever_their_case() {
        for (word, role, expected) in [
            ("Rose", Roles::UP, true),
            ("roses", Roles::UP, false),
            ("Increase", Roles::UP, true),
            ("didn't", Roles::DENIAL, true),
            ("The", Roles::STOP, true),
            ("year's", Roles::STOP, true),
            ("EXPENSES", Roles::OUTFLOW, true),
            ("repayment", Roles::OUTFLOW, true),
            ("expanse", Roles::OUTFLOW, false),
            ("הוצאות", Roles::OUTFLOW, true),
            ("thousands", Roles::SCALE, true),
            ("mm", Roles::SCALE, true),
            ("hammer", Roles::SCALE, false),
            ("Profitable", Roles::PROFIT, true),
            ("income", Roles::PROFIT, false),
            ("exchange", Roles::CHANGE, true),
            ("grow", Roles::CHANGE, false),
            ("העלייה", Roles::CHANGE, true),
            ("ירדה", Roles::DOWN, true),
            ("Hamburg", Roles::NAME, true),
            ("NOI", Roles::NAME, false),
            ("March", Roles::NAME, false),
        ] {
            assert_eq!(tokens(word)[0].roles.has(role), expected, "{word}");
        }
    }
}
