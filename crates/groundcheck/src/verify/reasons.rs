//! Why a claim has its status, in one sentence, English or Hebrew. All of these texts stand here.

use groundcheck_types::{Fact, Number, Reason, ReasonCode};

use super::format::percent;

/// The language of reasons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Language {
    #[default]
    English,
    Hebrew,
}

/// Says reasons in its language.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Say(pub(crate) Language);

impl Say {
    fn pick(self, code: ReasonCode, english: String, hebrew: String) -> Reason {
        let message = match self.0 {
            Language::English => english,
            Language::Hebrew => hebrew,
        };
        Reason { code, message }
    }

    /// A fact states the value.
    pub(crate) fn matches_fact(self, fact: &Fact, actual: &str, difference: Option<Number>) -> Reason {
        let (subject, off) = (subject(fact), self.off(difference));
        self.pick(
            ReasonCode::MatchesFact,
            format!("The facts say {actual} for {subject}{off}."),
            format!("לפי הנתונים, הערך של {subject} הוא {actual}{off}."),
        )
    }

    /// The fact has another value.
    pub(crate) fn differs_from_fact(self, fact: &Fact, actual: &str, difference: Option<Number>) -> Reason {
        let (subject, off) = (subject(fact), self.off(difference));
        self.pick(
            ReasonCode::DiffersFromFact,
            format!("For {subject} the facts say {actual}{off}."),
            format!("עבור {subject} לפי הנתונים הערך הוא {actual}{off}."),
        )
    }

    /// A source states the value.
    pub(crate) fn matches_source(self, source: &str, actual: &str, difference: Option<Number>) -> Reason {
        let off = self.off(difference);
        self.pick(
            ReasonCode::MatchesSource,
            format!("{source} says {actual}{off}."),
            format!("ב-{source} כתוב {actual}{off}."),
        )
    }

    /// The source's passage about the same thing has another value.
    pub(crate) fn differs_from_source(self, source: &str, actual: &str, difference: Option<Number>) -> Reason {
        let off = self.off(difference);
        self.pick(
            ReasonCode::DiffersFromSource,
            format!("About the same thing {source} says {actual}{off}."),
            format!("על אותו נושא כתוב ב-{source} {actual}{off}."),
        )
    }

    /// The value stands in a source, about something else.
    pub(crate) fn value_elsewhere(self, source: &str) -> Reason {
        self.pick(
            ReasonCode::ValueElsewhere,
            format!("The value stands in {source}, but about something else."),
            format!("הערך מופיע ב-{source}, אך בהקשר אחר."),
        )
    }

    /// The source implies the value.
    pub(crate) fn derived(self, source: &str, formula: &str) -> Reason {
        self.pick(
            ReasonCode::Derived,
            format!("Follows from {source}: {formula}."),
            format!("נובע מ-{source}: {formula}."),
        )
    }

    /// Known facts imply the value.
    pub(crate) fn derived_from_facts(self, formula: &str) -> Reason {
        self.pick(
            ReasonCode::Derived,
            format!("Follows from the facts: {formula}."),
            format!("נובע מהנתונים: {formula}."),
        )
    }

    /// Known facts imply another value.
    pub(crate) fn facts_otherwise(self, formula: &str) -> Reason {
        self.pick(
            ReasonCode::DiffersFromFact,
            format!("From the facts follows {formula}."),
            format!("מהנתונים נובע {formula}."),
        )
    }

    /// The source implies another value.
    pub(crate) fn derived_otherwise(self, source: &str, formula: &str) -> Reason {
        self.pick(
            ReasonCode::DiffersFromSource,
            format!("From {source} follows {formula}."),
            format!("מ-{source} נובע {formula}."),
        )
    }

    /// The source has the value, and says the opposite of it.
    pub(crate) fn says_the_opposite(self, source: &str, actual: &str) -> Reason {
        self.pick(
            ReasonCode::OppositeDirection,
            format!("{source} gives {actual} the other way: another direction, a loss for a gain, or a denial."),
            format!("ב-{source} מופיע {actual} במשמעות הפוכה: כיוון אחר, הפסד במקום רווח, או שלילה."),
        )
    }

    /// The level went the other way, as the one before it shows.
    pub(crate) fn went_otherwise(self, source: &str, before: &str, now: &str) -> Reason {
        self.pick(
            ReasonCode::OppositeDirection,
            format!("It went the other way: {source} gives {before} before and {now} then."),
            format!("הכיוון הפוך: ב-{source} מופיע {before} לפני כן ו-{now} לאחר מכן."),
        )
    }

    /// The sentence's own two values go the other way than it says.
    pub(crate) fn goes_otherwise(self) -> Reason {
        self.pick(
            ReasonCode::OppositeDirection,
            "The sentence's own two values go the other way than it says.".to_owned(),
            "שני הערכים שבמשפט הולכים בכיוון הפוך ממה שנאמר בו.".to_owned(),
        )
    }

    /// The value stands in a source, for another period.
    pub(crate) fn value_of_period(self, source: &str, period: &str) -> Reason {
        self.pick(
            ReasonCode::ValueElsewhere,
            format!("The claimed figure is the one that {source} gives for {period}."),
            format!("הנתון שבטענה הוא זה שמופיע ב-{source} עבור {period}."),
        )
    }

    /// The same figure in another currency or unit.
    pub(crate) fn other_unit(self, actual: &str) -> Reason {
        self.pick(
            ReasonCode::OtherUnit,
            format!("The evidence has the figure in another unit: {actual}."),
            format!("בראיות הערך נקוב ביחידה אחרת: {actual}."),
        )
    }

    /// Too many facts fit.
    pub(crate) fn ambiguous_facts(self) -> Reason {
        self.pick(
            ReasonCode::AmbiguousFacts,
            "Many facts fit this; name the entity and the period, or give a scope.".to_owned(),
            "נתונים רבים מתאימים; יש לציין ישות ותקופה או לתחום את הבדיקה.".to_owned(),
        )
    }

    /// Nothing speaks of it.
    pub(crate) fn not_in_evidence(self) -> Reason {
        self.pick(
            ReasonCode::NotInEvidence,
            "No source and no fact speaks of this.".to_owned(),
            "אף מקור ואף נתון אינם עוסקים בכך.".to_owned(),
        )
    }

    /// Nothing was given.
    pub(crate) fn no_evidence(self) -> Reason {
        self.pick(
            ReasonCode::NoEvidence,
            "No sources and no facts were given to check this against.".to_owned(),
            "לא נמסרו מקורות או נתונים לבדיקה.".to_owned(),
        )
    }

    /// Switched off by policy.
    pub(crate) fn check_disabled(self) -> Reason {
        self.pick(
            ReasonCode::CheckDisabled,
            "Checking claims of this kind is switched off.".to_owned(),
            "הבדיקה של טענות מסוג זה כבויה.".to_owned(),
        )
    }

    /// ` (25 % off)`; nothing where it is exact.
    fn off(self, difference: Option<Number>) -> String {
        match difference {
            Some(Number(d)) if d > 0.0 => match self.0 {
                Language::English => format!(" ({} off)", percent(d)),
                Language::Hebrew => format!(" (הפרש של {})", percent(d)),
            },
            _ => String::new(),
        }
    }
}

/// `net operating income, Elm Court, 2024-Q3`
fn subject(fact: &Fact) -> String {
    let metric = fact.metric.replace('_', " ");
    [Some(metric.as_str()), fact.entity.as_deref(), fact.period.as_deref()]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(", ")
}
