//! Words that say how a number comes about: in total, each, more than, on average. English and Hebrew, by class.

use std::sync::LazyLock;

use super::{Stem, exact, stem};

/// How a number is said to come about, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Cues(u16);

impl Cues {
    /// All of several together.
    pub(crate) const TOTAL: Cues = Cues(1);
    /// How far one lies from the other.
    pub(crate) const DIFFERENCE: Cues = Cues(1 << 1);
    /// A part of a whole.
    pub(crate) const SHARE: Cues = Cues(1 << 2);
    /// From before to now.
    pub(crate) const CHANGE: Cues = Cues(1 << 3);
    /// What is usual of several.
    pub(crate) const MEAN: Cues = Cues(1 << 4);
    /// So much for each.
    pub(crate) const EACH: Cues = Cues(1 << 5);
    /// So many times as much.
    pub(crate) const TIMES: Cues = Cues(1 << 6);
    /// What is left.
    pub(crate) const LEFT: Cues = Cues(1 << 7);
    /// How long it is.
    pub(crate) const TIME: Cues = Cues(1 << 8);
    /// How many there are.
    pub(crate) const COUNT: Cues = Cues(1 << 9);
    /// Less is taken off, or more put on.
    pub(crate) const OFF: Cues = Cues(1 << 10);
    /// Upwards.
    pub(crate) const UP: Cues = Cues(1 << 11);
    /// Downwards.
    pub(crate) const DOWN: Cues = Cues(1 << 12);
    /// Above all others.
    pub(crate) const MOST: Cues = Cues(1 << 13);
    /// Below all others.
    pub(crate) const LEAST: Cues = Cues(1 << 14);

    /// Whether it has one of these.
    pub(crate) const fn meets(self, other: Cues) -> bool {
        self.0 & other.0 != 0
    }

    /// Both.
    #[must_use]
    pub(crate) const fn and(self, other: Cues) -> Cues {
        Cues(self.0 | other.0)
    }

    /// Without those of direction and of rank.
    #[must_use]
    pub(crate) const fn of_kind(self) -> Cues {
        Cues(self.0 & !(Cues::UP.0 | Cues::DOWN.0 | Cues::MOST.0 | Cues::LEAST.0))
    }

    /// Whether there are none.
    pub(crate) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// What a word says by itself: nothing where it is said for much else, as `from` and `of` are.
    pub(crate) fn strong(word: &str) -> Cues {
        static WEAK_WORDS: LazyLock<Vec<Stem>> = LazyLock::new(|| WEAK.split_whitespace().map(exact).collect());
        let cues = Cues::of(word);
        if cues.is_none() || WEAK_WORDS.contains(&exact(word)) { Cues::default() } else { cues }
    }

    /// What a word says, in lower case.
    pub(crate) fn of(word: &str) -> Cues {
        let at = INDEX.binary_search_by_key(&exact(word), |(own, _)| *own).ok();
        at.and_then(|at| INDEX.get(at)).map_or(Cues::default(), |(_, cues)| *cues)
    }
}

/// Words that say how a number comes about among much else.
const WEAK: &str = "a an of from than both all net rate over under only items there makes making come comes came compared \
                    against versus after including plus other others until before between within later long years year \
                    months month days day weeks week hours hour minutes minute points pp off following number several \
                    margin annual annually monthly weekly daily yearly half outstanding balance אחוז אחוזים כל אחד רק יש \
                    בין עד אחרי לפני לעומת יום ימים שנה שנים חודש חודשים שבוע שבועות שעה שעות דקות נקודות מספר";

/// Whether a label's word says that its value is of all the others: the total of `Total assets`.
pub(crate) fn is_total(label: Stem) -> bool {
    static TOTALS: LazyLock<Vec<Stem>> = LazyLock::new(|| ALL_OF.split_whitespace().map(stem).collect());
    TOTALS.contains(&label)
}

/// What labels call the value of all the others.
const ALL_OF: &str = "total overall all combined gross consolidated aggregate סה\"כ סך כולל";

/// Every word once, with all that it says. Sorted.
static INDEX: LazyLock<Vec<(Stem, Cues)>> = LazyLock::new(|| {
    let words = WORDS.iter().flat_map(|(cue, words)| words.split_whitespace().map(|word| (exact(word), *cue)));
    let mut all: Vec<(Stem, Cues)> = words.collect();
    crate::sort::by_number(&mut all, |(stem, _)| u64::from(stem.0));
    all.chunk_by(|a, b| a.0 == b.0)
        .filter_map(|same| Some((same.first()?.0, same.iter().fold(Cues::default(), |cues, (_, own)| cues.and(*own)))))
        .collect()
});

/// Words by what they say, in lower case, parted by blanks.
const WORDS: &[(Cues, &str)] = &[
    (
        Cues::TOTAL,
        "total totals subtotal subtotals totalling totaling totalled totaled amounted amounting added altogether together combined sum overall add adds adding comes come \
         came makes making all both cumulative aggregate הסתכם הסתכמו הסתכמה סה\"כ סך יחד ביחד הכל הכול בסך כולל מסתכם מסתכמת מסתכמים שניהם",
    ),
    (
        Cues::DIFFERENCE,
        "difference differ differs differed gap more less fewer higher lower above below over under ahead behind short shortfall extra than \
         exceeds exceeded exceed beat save saves saving savings cheaper dearer longer shorter faster slower older \
         younger points pp spread margin surplus deficit net versus compared against taller heavier lighter larger \
         smaller bigger יותר פחות הפרש פער מעל מתחת לעומת גבוה גבוהה נמוך נמוכה חיסכון חוסך חוסכת עולה נקודות אחוז",
    ),
    (
        Cues::SHARE,
        "share proportion percent percentage accounts accounted accounting represents represented representing makes \
         portion rate of margin ratio fraction utilisation utilization מתוך שיעור אחוז אחוזים מהווה מהווים חלק",
    ),
    (
        Cues::CHANGE,
        "change changed growth grew grown increase increased increases rise rose risen up down fell fall falls fallen \
         decline declined declines drop dropped decrease decreased reduction reduced jump jumped climbed gained lost \
         improved improvement rising growing increasing falling declining dropping decreasing shrinking shrunk surged soared edged slid \
         plunged tumbled dipped eased widened narrowed advanced from grow year-over-year yoy compared cut slipped added expanded shrank עלה עלתה עלו ירד ירדה ירדו \
         עלייה עליה ירידה גידול גדל גדלה קיטון צמיחה צמח צמחה שינוי לעומת",
    ),
    (Cues::MEAN, "average averages averaged averaging mean typical typically ממוצע בממוצע הממוצע"),
    (
        Cues::EACH,
        "per each every apiece a an daily weekly monthly annual annually yearly כל לכל ליום לחודש לשנה לשבוע לאדם \
         ליחידה אחד",
    ),
    (
        Cues::TIMES,
        "times double doubled twice triple tripled half x ratio multiple fold quadruple פי כפול כפולה פעמים מחצית חצי \
         יחס",
    ),
    (
        Cues::LEFT,
        "left remaining remainder remains remain rest balance leaves leaving other others available unused outstanding \
         נותר נותרו נותרה יתרה יתרת היתר נשאר נשארו שאר",
    ),
    (
        Cues::TIME,
        "days day weeks week months month years year hours hour minutes minute later between until after before within \
         lasts lasted long duration ימים יום שבועות שבוע חודשים חודש שנים שנה שעות שעה דקות בין עד אחרי לפני",
    ),
    (Cues::COUNT, "count counts number items there several following listed only מספר יש רק"),
    (
        Cues::OFF,
        "discount off reduced plus vat tax including excluding fee surcharge rebate after הנחה מע\"מ תוספת בתוספת אחרי \
         כולל",
    ),
    (
        Cues::UP,
        "more higher up rose rise rises risen grew growth grown increase increased increases gain gained rising growing increasing surged soared widened advanced longer larger \
         bigger dearer faster improved improvement climbed jumped added exceeded above extra ahead beat over expanded \
         surplus older heavier taller יותר עלה עלתה עלו עלייה עליה גידול גדל גדלה צמח צמחה צמיחה מעל גבוה גבוהה",
    ),
    (
        Cues::DOWN,
        "less fewer lower down falling declining dropping decreasing shrinking shrunk slid plunged tumbled dipped eased narrowed fell fall falls fallen decline declined declines drop dropped decrease decreased \
         reduction reduced shorter smaller cheaper slower below under short shortfall behind lost loss cut save saves \
         saving savings shrank slipped younger lighter פחות ירד ירדה ירדו ירידה קיטון מתחת נמוך נמוכה",
    ),
    (
        Cues::MOST,
        "highest most largest biggest greatest longest oldest best top maximum max peak peaked record strongest fastest \
         dearest heaviest tallest latest last busiest leading leads הגבוה הגבוהה הגדול הגדולה הרב ביותר שיא מרבי המרבי",
    ),
    (
        Cues::LEAST,
        "lowest least smallest fewest shortest youngest worst bottom minimum min weakest slowest cheapest lightest \
         earliest first quietest הנמוך הנמוכה הקטן הקטנה המועט מינימום הזול הזולה",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_may_say_several_things() {
        assert!(Cues::of("reduced").meets(Cues::CHANGE) && Cues::of("reduced").meets(Cues::DOWN));
        assert!(Cues::of("סה\"כ").meets(Cues::TOTAL) && !Cues::of("סה\"כ").meets(Cues::EACH));
        assert!(Cues::of("table").is_none() && Cues::UP.of_kind().is_none());
    }
}
