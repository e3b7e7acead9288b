//! Why a claim has its status, in one sentence, English or Hebrew. All of these texts stand here.

use core::fmt::Arguments;

use groundcheck_types::{Evidence, Fact, Number, Reason, ReasonCode};

use super::evidence::Origin;
use super::format::{grouped, percent};
use super::street::MOST_CLAIMS;
use crate::claims::Period;

/// What rounding is off by, in per cent: more is a sign that the sentence says in words, as in `a loss of 5` for −5.
const ROUNDED: core::ops::RangeInclusive<f64> = 1e-9..=50.0;

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
    /// Only the text of its language is written out.
    fn pick(self, code: ReasonCode, english: Arguments<'_>, hebrew: Arguments<'_>) -> Reason {
        let message = match self.0 {
            Language::English => english,
            Language::Hebrew => hebrew,
        };
        let mut message = message.to_string();
        if self.0 == Language::Hebrew {
            // No hyphen stands before a Hebrew word.
            let facts = self.the_facts();
            message = message.replace(&format!("-{facts}"), facts);
        }
        Reason { code, message }
    }

    /// A fact states the value.
    pub(crate) fn matches_fact(self, fact: &Fact, actual: &str, difference: Option<Number>) -> Reason {
        let (subject, off) = (subject(fact), self.rounded(difference));
        // A time is borne out by the facts of it.
        if fact.period.as_deref() == Some(actual) {
            return self.pick(
                ReasonCode::MatchesFact,
                format_args!("The facts cover {subject}."),
                format_args!("הנתונים כוללים את {subject}."),
            );
        }
        self.pick(
            ReasonCode::MatchesFact,
            format_args!("The facts have {actual} for {subject}{off}."),
            format_args!("לפי הנתונים, הערך של {subject} הוא {actual}{off}."),
        )
    }

    /// A fact states a value that the policy tolerates.
    pub(crate) fn near_fact(self, fact: &Fact, actual: &str, difference: Number) -> Reason {
        let (subject, off) = (subject(fact), percent(difference.0));
        self.pick(
            ReasonCode::WithinTolerance,
            format_args!("The facts have {actual} for {subject} ({off} off, within tolerance)."),
            format_args!("לפי הנתונים, הערך של {subject} הוא {actual} (הפרש של {off}, בטווח המותר)."),
        )
    }

    /// The fact has another value.
    pub(crate) fn differs_from_fact(self, fact: &Fact, actual: &str, difference: Option<Number>) -> Reason {
        let (subject, off) = (subject(fact), self.off(difference));
        self.pick(
            ReasonCode::DiffersFromFact,
            format_args!("For {subject}, the facts have {actual}{off}."),
            format_args!("עבור {subject} לפי הנתונים הערך הוא {actual}{off}."),
        )
    }

    /// A source states the value.
    pub(crate) fn matches_source(self, source: &str, actual: &str, difference: Option<Number>) -> Reason {
        let off = self.rounded(difference);
        self.pick(
            ReasonCode::MatchesSource,
            format_args!("{source}: {actual}{off}."),
            format_args!("ב-{source} כתוב {actual}{off}."),
        )
    }

    /// A source states a value that the policy tolerates.
    pub(crate) fn within_tolerance(self, source: &str, actual: &str, difference: Number) -> Reason {
        let off = percent(difference.0);
        self.pick(
            ReasonCode::WithinTolerance,
            format_args!("{source}: {actual} ({off} off, within tolerance)."),
            format_args!("ב-{source} כתוב {actual} (הפרש של {off}, בטווח המותר)."),
        )
    }

    /// The source's passage about the same thing has another value.
    pub(crate) fn differs_from_source(self, source: &str, actual: &str, difference: Option<Number>) -> Reason {
        let off = self.off(difference);
        self.pick(
            ReasonCode::DiffersFromSource,
            format_args!("{source}: {actual}{off}."),
            format_args!("על אותו נושא כתוב ב-{source} {actual}{off}."),
        )
    }

    /// A date is not on the day of the week that it is stated with.
    pub(crate) fn wrong_weekday(self, date: Period, weekday: u8) -> Reason {
        const ENGLISH: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
        const HEBREW: [&str; 7] = ["שני", "שלישי", "רביעי", "חמישי", "שישי", "שבת", "ראשון"];
        let of = |names: [&'static str; 7]| names.get(usize::from(weekday)).copied().unwrap_or_default();
        self.pick(
            ReasonCode::WrongWeekday,
            format_args!("{date} is a {}.", of(ENGLISH)),
            format_args!("{date} חל ביום {}.", of(HEBREW)),
        )
    }

    /// The value stands in a source, about something else.
    pub(crate) fn value_elsewhere(self, source: &str) -> Reason {
        self.pick(
            ReasonCode::ValueElsewhere,
            format_args!("{source} has this value, but apparently for something else."),
            format_args!("הערך מופיע ב-{source}, אך כנראה בהקשר אחר."),
        )
    }

    /// A source has the value, and its words leave open whether it is meant.
    pub(crate) fn undecided_printed(self, source: &str, actual: &str) -> Reason {
        self.pick(
            ReasonCode::Undecided,
            format_args!("Check this: {} has {actual}, but possibly for something else.", self.inside(source)),
            format_args!("לבדיקה: ב-{source} מופיע {actual}, אך ייתכן שבהקשר אחר."),
        )
    }

    /// The value follows from others, which may not be the ones that are meant.
    pub(crate) fn undecided_computed(self, formula: &str) -> Reason {
        self.pick(
            ReasonCode::Undecided,
            format_args!("Check this: it could come from {formula}."),
            format_args!("לבדיקה: ייתכן שהחישוב הוא {formula}."),
        )
    }

    /// Nothing has the value, and nothing speaks against it for sure.
    pub(crate) fn undecided(self) -> Reason {
        self.pick(
            ReasonCode::Undecided,
            format_args!("Check this: the sources do not clearly confirm or contradict it."),
            format_args!("לבדיקה: המקורות אינם מאשרים ואינם סותרים זאת בבירור."),
        )
    }

    /// The source implies the value.
    pub(crate) fn derived(self, source: &str, formula: &str) -> Reason {
        self.pick(
            ReasonCode::Derived,
            format_args!("Calculated from {source}: {formula}."),
            format_args!("נובע מ-{source}: {formula}."),
        )
    }

    /// Known facts imply the value.
    pub(crate) fn derived_from_facts(self, formula: &str) -> Reason {
        self.pick(
            ReasonCode::Derived,
            format_args!("Calculated from the facts: {formula}."),
            format_args!("נובע מהנתונים: {formula}."),
        )
    }

    /// The source implies another value.
    pub(crate) fn derived_otherwise(self, source: &str, formula: &str) -> Reason {
        self.pick(
            ReasonCode::DiffersFromSource,
            format_args!("Calculated from {source}: {formula}."),
            format_args!("מ-{source} נובע {formula}."),
        )
    }

    /// Known facts imply another value.
    pub(crate) fn facts_otherwise(self, formula: &str) -> Reason {
        self.pick(
            ReasonCode::DiffersFromFact,
            format_args!("The facts give {formula}."),
            format_args!("מהנתונים נובע {formula}."),
        )
    }

    /// The source has the value, and says the opposite of it.
    pub(crate) fn says_the_opposite(self, source: &str, actual: &str) -> Reason {
        self.pick(
            ReasonCode::OppositeDirection,
            format_args!("{source} has {actual}, but in the opposite sense: up instead of down, a loss instead of a gain, or a denial."),
            format_args!("ב-{source} מופיע {actual} במשמעות הפוכה: כיוון אחר, הפסד במקום רווח, או שלילה."),
        )
    }

    /// The level went the other way, as the one before it shows.
    pub(crate) fn went_otherwise(self, source: &str, before: &str, now: &str) -> Reason {
        self.pick(
            ReasonCode::OppositeDirection,
            format_args!("It went the other way: {} has {before} first and {now} later.", self.inside(source)),
            format_args!("הכיוון הפוך: ב-{source} מופיע {before} לפני כן ו-{now} לאחר מכן."),
        )
    }

    /// The sentence's own two values go the other way than it says.
    pub(crate) fn goes_otherwise(self) -> Reason {
        self.pick(
            ReasonCode::OppositeDirection,
            format_args!("The two values in this sentence move in the opposite direction."),
            format_args!("שני הערכים שבמשפט הולכים בכיוון הפוך ממה שנאמר בו."),
        )
    }

    /// The evidence states the value; `within`: one that the policy tolerates.
    pub(crate) fn matches(self, origin: Origin<'_>, actual: &str, difference: Option<Number>, within: bool) -> Reason {
        match (origin, difference.filter(|off| within && off.0 > 0.0)) {
            (Origin::Source(source), Some(off)) => self.within_tolerance(source, actual, off),
            (Origin::Source(source), None) => self.matches_source(source, actual, difference),
            (Origin::Fact(fact), Some(off)) => self.near_fact(fact, actual, off),
            (Origin::Fact(fact), None) => self.matches_fact(fact, actual, difference),
        }
    }

    /// The evidence has another value of the same thing.
    pub(crate) fn differs(self, origin: Origin<'_>, actual: &str, difference: Option<Number>) -> Reason {
        match origin {
            Origin::Source(source) => self.differs_from_source(source, actual, difference),
            Origin::Fact(fact) => self.differs_from_fact(fact, actual, difference),
        }
    }

    /// These passages imply the value.
    pub(crate) fn calculated(self, from: &Evidence, formula: &str) -> Reason {
        match &from.source {
            Some(source) => self.derived(source, formula),
            None => self.derived_from_facts(formula),
        }
    }

    /// These passages imply another value.
    pub(crate) fn calculated_otherwise(self, from: &Evidence, formula: &str) -> Reason {
        match &from.source {
            Some(source) => self.derived_otherwise(source, formula),
            None => self.facts_otherwise(formula),
        }
    }

    /// Whose a value is, at the beginning of a sentence.
    pub(crate) fn whose(self, origin: Origin<'_>) -> &str {
        match origin {
            Origin::Source(source) => source,
            Origin::Fact(_) => self.the_facts(),
        }
    }

    /// What a passage is called at the beginning of a sentence.
    pub(crate) fn name_of(self, evidence: &Evidence) -> &str {
        evidence.source.as_deref().unwrap_or(self.the_facts())
    }

    /// Nothing speaks of it.
    pub(crate) fn not_in_evidence(self) -> Reason {
        self.pick(
            ReasonCode::NotInEvidence,
            format_args!("Not found in the sources or facts."),
            format_args!("לא נמצא במקורות ובנתונים."),
        )
    }

    /// No source has the value for what is claimed; one has it for something else.
    pub(crate) fn not_said(self) -> Reason {
        self.pick(
            ReasonCode::NotInEvidence,
            format_args!("The sources do not say this."),
            format_args!("המקורות אינם אומרים זאת."),
        )
    }

    /// Nothing was given.
    pub(crate) fn no_evidence(self) -> Reason {
        self.pick(
            ReasonCode::NoEvidence,
            format_args!("There are no sources or facts to check this against."),
            format_args!("לא נמסרו מקורות או נתונים לבדיקה."),
        )
    }

    /// Switched off by policy.
    pub(crate) fn check_disabled(self) -> Reason {
        self.pick(
            ReasonCode::CheckDisabled,
            format_args!("Checks of this kind are switched off."),
            format_args!("הבדיקה של טענות מסוג זה כבויה."),
        )
    }

    /// It states nothing.
    pub(crate) fn only_refers(self) -> Reason {
        self.pick(
            ReasonCode::OnlyRefers,
            format_args!("This only says which things are meant, so there is nothing to check."),
            format_args!("מציין באילו דברים מדובר; אין בכך טענה לבדיקה."),
        )
    }

    /// Its evidence is elsewhere.
    pub(crate) fn not_yet_judged(self) -> Reason {
        self.pick(
            ReasonCode::NotYetJudged,
            format_args!("Not checked yet: this is checked when the answer is complete."),
            format_args!("טרם נבדק: הראיות נבדקות כשהתשובה שלמה."),
        )
    }

    /// A source has the same words or letters.
    pub(crate) fn verbatim(self, place: &str) -> Reason {
        self.pick(
            ReasonCode::Verbatim,
            format_args!("{place} has exactly this."),
            format_args!("כך בדיוק כתוב ב-{place}."),
        )
    }

    /// A source has nearly the same.
    pub(crate) fn misquotes(self, place: &str, actual: &str) -> Reason {
        self.pick(
            ReasonCode::MisquotesSource,
            format_args!("{place} has: “{actual}”"),
            format_args!("ב-{place} כתוב: “{actual}”"),
        )
    }

    /// The asker has it, nobody else.
    pub(crate) fn in_question(self) -> Reason {
        self.pick(
            ReasonCode::InQuestion,
            format_args!("This repeats the question or an earlier turn; no source has it."),
            format_args!("הדבר חוזר על השאלה או על הודעה קודמת; אין לכך מקור."),
        )
    }

    /// Nobody has the name.
    pub(crate) fn unknown_name(self) -> Reason {
        self.pick(
            ReasonCode::UnknownName,
            format_args!("No source has this name."),
            format_args!("השם הזה אינו מופיע באף מקור."),
        )
    }

    /// The cited source fits.
    pub(crate) fn cited_fits(self, source: &str) -> Reason {
        self.pick(
            ReasonCode::CitedSourceFits,
            format_args!("{source} covers this topic, but whether it says the same was not checked."),
            format_args!("{source} עוסק בכך; לא נבדק אם כתוב בו אותו דבר."),
        )
    }

    /// The cited source does not.
    pub(crate) fn cited_differs(self, source: &str) -> Reason {
        self.pick(
            ReasonCode::CitedSourceDiffers,
            format_args!("{source} does not cover what it is cited for; another source does."),
            format_args!("{source} אינו עוסק בדברים שיוחסו לו; מקור אחר עוסק בהם."),
        )
    }

    /// What a sentence quotes is not in the source that it cites.
    pub(crate) fn cited_has_no_such_words(self, source: &str) -> Reason {
        self.pick(
            ReasonCode::CitedSourceDiffers,
            format_args!("{source} does not have the words that this sentence quotes."),
            format_args!("המילים שהמשפט מצטט אינן נמצאות ב־{source}."),
        )
    }

    /// No source is called so.
    pub(crate) fn unknown_citation(self, id: &str) -> Reason {
        self.pick(
            ReasonCode::UnknownCitation,
            format_args!("There is no source {id}."),
            format_args!("אין מקור בשם {id}."),
        )
    }

    /// No such number can exist.
    pub(crate) fn wrong_check_digit(self) -> Reason {
        self.pick(
            ReasonCode::WrongCheckDigit,
            format_args!("The check digit does not fit the other digits, so this number is not valid."),
            format_args!("ספרת הביקורת אינה מתאימה ליתר הספרות, ולכן המספר אינו תקין."),
        )
    }

    /// What the facts are called.
    pub(crate) fn the_facts(self) -> &'static str {
        match self.0 {
            Language::English => "The list of facts",
            Language::Hebrew => "רשימת הנתונים",
        }
    }

    /// A source's name where it does not begin the sentence.
    fn inside(self, source: &str) -> &str {
        if source == Say(Language::English).the_facts() { "the list of facts" } else { source }
    }

    /// It is behind the first ten thousand.
    pub(crate) fn too_many(self) -> Reason {
        let most = grouped(MOST_CLAIMS.into());
        self.pick(
            ReasonCode::TooMany,
            format_args!("Not checked: only the first {most} numbers of an answer are checked."),
            format_args!("לא נבדק: רק {most} המספרים הראשונים בתשובה נבדקים."),
        )
    }

    /// ` (rounded)`; nothing where it is exact.
    fn rounded(self, difference: Option<Number>) -> &'static str {
        match (difference, self.0) {
            (Some(Number(d)), Language::English) if ROUNDED.contains(&d) => " (rounded)",
            (Some(Number(d)), Language::Hebrew) if ROUNDED.contains(&d) => " (מעוגל)",
            _ => "",
        }
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
pub(crate) fn subject(fact: &Fact) -> String {
    let metric = fact.metric.replace('_', " ");
    [Some(metric.as_str()), fact.entity.as_deref(), fact.period.as_deref()]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(", ")
}
