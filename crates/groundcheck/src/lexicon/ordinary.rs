//! Everyday words that often begin a sentence, and are in capitals there without naming anybody: `Kids pay $7`, `Expect ten weeks`.
//!
//! A claim about somebody whom no source names is not about a sentence that names others, so that a word like these must not be
//! taken for a name. Short names that stand for other words (`Opex`) are none either.

use std::sync::LazyLock;

use super::stem::{Stem, exact};

/// In lower case, with white space between them.
const ORDINARY: &str = "
    above absences access accidents according accounts accuracy across activity add added adding additional admission admissions adults
    after against agreement aid alcohol allow allowing almost although altogether among animals annual another answer answers anybody
    anyone applicants applications apply applying approval approvals approximately area around arrivals arrive ask assets assume
    assuming attendance availability average averaging avoid backlog balance barely based batteries battery because beds before behind
    below benefits besides between beyond bills births board boarding bonuses book booking bookings books borrowing borrowings bottom
    boys breakdown breakfast bring budget build building buildings buses business businesses buy buyers buying calculation calculations
    call calls calories candidates capacity cargo cars cases cash catches cattle cells charges check checks children choose churn
    circulation citizens claims classes clicks clients close closing club clubs collect collections combine combined combining
    commission commissions committee comparable compare compared comparing compensation competitors complaints completion concentration
    consider consumers consumption contract contracts contributions conversion cost costs count counting courses coverage credit credits
    crews cumulative currency current currently customer customers cutting daily dairy damage days deaths debt debts deduct deducting
    deliveries delivery demand depart departures deposit deposits depreciation despite details developers dinner discount discounts
    divide divided dividend dividends dividing doctors domestic donations donors downloads downtime drive drivers driving duration
    during earnings economy effectiveness efficacy efficiency elderly electricity emissions employees employment engineers enrollment
    enrolment entry equity errors even every everybody everyone everything exactly except exclude excluding expect expectations expected
    expenditure expenses exports external failures families farmers fatalities fees fewer finally finance financing fines firms flats
    flights follow follows food footfall foreign freight fridays fuel full funding funds further gas generation get girls give given
    going goods graduates grants gross grown growth guests half harvest headcount heading headquarters heating hence here hospital
    hospitals hours households housing however hydro immediately imports improvements include including inflation initial initially
    injuries installation instead insurance intake interest international inventories inventory investment investments investors
    invoices issues items jobs junior just keep keeping kids labor labour land lastly later lead leases leave leaving lending length
    less liabilities line liquidity listeners literacy loans local long looking losses lunch machines maintenance make making malaria
    manufacturing many margin margins marketing markets material materials meals meanwhile measured median meetings members membership
    men merchandise milk minimum minors minus mondays monthly moreover mortality mortgages motorists moving multiplied multiply
    multiplying nearly neither net next nights nobody none normally note nothing now nurses occupancy offices officials once online
    opening operating operations opex orders ordinary others otherwise outages outlays output outstanding overall overhead overheads
    overtime overview owners packages parents parking part participants parts passengers patients pay paying payments payroll pensioners
    pensions people performance permits personnel plan plants players please plus population precipitation premiums preparation prepare
    prices prior private prizes probably processing production productivity products profit profitability profits projects property
    provision public publishing pupils purchases put putting quarterly rainfall raising rates readers receipts receivables recovery
    recycling reducing registrations remaining remember rent rents repairs repeat replacement replacing research reserves residents
    respondents response restaurants result results retail retention return returns revenue revenues riders rides rolling roughly round
    rounding running salaries salary sales sat saturdays savings scores screening seats second see sell selling send seniors service
    services set setting settlement several sewage shareholders shares shift shipments shipping ships shops short shortages sickness
    similarly since single smokers softer solar somewhat spaces spending splitting spreading squad staff staffing standard start
    starting stay staying steel step steps still stock stocks stop storage stores students subscribers subscription subscriptions
    subtract subtracted subtracting summary sun sundays suppliers supply support surgery survival switching take taking tax taxes
    taxpayers teachers teams tenants tests there third though through throughout thursdays thus tickets tobacco today together total
    totals tourism tourists trade traffic training transactions transport travel travellers treatment trees trucks tuesdays tuition
    turnout turnover twice typically under unemployment unfortunately unit units unlike unpaid until usage use users using utilisation
    utilization vacancies vacancy vaccination vans variable vehicles viewers visit visitors visits volume volumes volunteers voters
    voting wages warehouses waste water wed wednesdays weekdays weekends weekly when where whereas whether which while wind withdrawals
    within without women work workers workforce working yes yet yield yields ";

/// Whether a word in capitals may only begin a sentence.
pub(crate) fn is_ordinary(word: &str) -> bool {
    static WORDS: LazyLock<Vec<Stem>> = LazyLock::new(|| {
        let mut words: Vec<Stem> = ORDINARY.split_ascii_whitespace().map(exact).collect();
        crate::sort::by_number(&mut words, |word| u64::from(word.0));
        words
    });
    WORDS.binary_search(&exact(word)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyday_words_and_names() {
        assert!(["Kids", "Revenue", "Expect"].into_iter().all(is_ordinary));
        assert!(!["Acme", "Price", "Young", "Wood"].into_iter().any(is_ordinary));
    }
}
