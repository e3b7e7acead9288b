//! Other words for the same thing, asked for only where no source has the claim's own: `Sales were $5m` of a row called `Revenue`.
//!
//! Where the sources have several words of a group, they name several things there, sales and other revenue: then none stands for it.

use std::sync::LazyLock;

use super::is_hebrew;
use super::stem::{Stem, exact, stem};

/// A line for each thing.
const GROUPS: &str = "
    revenue sales
    cost expense spending expenditure outlay spent
    employee staff worker personnel employed employs
    customer client subscriber
    shop store outlet branch
    flat apartment
    house home
    car vehicle
    van truck lorry
    film movie
    doctor physician
    lawyer attorney
    wage salary pay
    price fee charge fare
    site location premises plant
    warehouse depot
    debt borrowing loan
    dividend payout
    long length
    wide width
    high height tall
    deep depth
    heavy weight weigh
    annual yearly annually
    effective effectiveness efficacy
    occupied occupancy
    profitable profitability
    pupil student
    teacher educator
    visitor guest tourist
    journey trip ride
    death fatality
    accident crash collision
    illness disease sickness
    drug medicine medication
    purchase buy bought acquire
    holiday vacation
    lift elevator
    objective goal target
    child children kid
    man men
    woman women
    delivery shipment
    output production
    produced manufactured
    attendance attendee
    donation gift contribution
    error mistake
    lifespan lifetime
    begin began begun beginning start started starting commence commenced commencement
    end ended ending finish finished conclude concluded conclusion closed
    pay paid payment payable
    submit submitted submission
    register registered registration enrol enroll enrolled enrolment enrollment
    publish published publication
    accept accepted acceptance
    approve approved approval
    announce announced announcement
    renew renewed renewal
    sign signed signing signature
    arrive arrived arrival
    depart departed departure
    inspect inspected inspection
    install installed installation
    appoint appointed appointment
    elect elected election
    complete completed completion
    terminate terminated termination
    notify notified notification
    introduce introduced introduction
    discuss discussed discussion
    present presented presentation
    vaccinate vaccinated vaccination
    graduate graduated graduation
    apply applied application
    cancel cancelled cancellation
    exam examination
    expire expired expiry expiration
    tenancy lease
    germany german
    france french
    spain spanish
    italy italian
    britain british
    america american
    china chinese
    japan japanese
    india indian
    netherlands dutch
    switzerland swiss
    sweden swedish
    israel israeli
    canada canadian
    brazil brazilian
    mexico mexican
    europe european
    asia asian
    africa african
    ireland irish
    denmark danish
    norway norwegian
    finland finnish
    greece greek
    turkey turkish
    russia russian
    korea korean
    australia australian
    portugal portuguese
    austria austrian
    belgium belgian
    הכנסות מכירות מחזור
    הוצאות עלויות עלות
    עובדים מועסקים
    לקוחות צרכנים
    סניפים חנויות
    תלמידים סטודנטים
    תשלום לשלם שולם משלמים
    הגשה להגיש הוגש מגישים
    הרשמה רישום נרשמים להירשם
    התחלה מתחיל מתחילה תחילת
    סיום מסתיים מסתיימת נגמר
    מחיר תעריף
";

/// Every word with the others of its group, in order.
static OTHERS: LazyLock<Vec<(Stem, Stem)>> = LazyLock::new(|| {
    let as_stem = |word: &str| if word.starts_with(is_hebrew) { exact(word) } else { stem(word) };
    let mut pairs: Vec<(Stem, Stem)> = Vec::new();
    for line in GROUPS.lines() {
        for word in line.split_ascii_whitespace() {
            let others = line.split_ascii_whitespace().filter(|other| *other != word);
            pairs.extend(others.map(|other| (as_stem(word), as_stem(other))));
        }
    }
    crate::sort::by_number(&mut pairs, |(word, _)| u64::from(word.0));
    pairs
});

/// Other words for the same thing.
pub(crate) fn synonyms(word: Stem) -> impl Iterator<Item = Stem> {
    let from = OTHERS.partition_point(|(own, _)| own.0 < word.0);
    OTHERS[from..].iter().take_while(move |(own, _)| *own == word).map(|(_, other)| *other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_group_are_each_other_s() {
        let of = |word: &str| synonyms(stem(word)).collect::<Vec<_>>();
        assert!(of("sales").contains(&stem("revenues")));
        assert!(of("expenses").contains(&stem("cost")));
        assert!(synonyms(exact("מחזור")).any(|other| other == exact("הכנסות")));
        assert!(of("gain").is_empty() && of("profit").is_empty() && of("rent").is_empty());
    }
}
