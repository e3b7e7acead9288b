//! Everyday words that often begin a sentence, and are in capitals there without naming anybody: `Kids pay $7`, `Expect ten weeks`.
//!
//! A claim about somebody whom no source names is not about a sentence that names others, so that a word like these must not be
//! taken for a name. Short names that stand for other words (`Opex`) are none either.

use std::sync::LazyLock;

use super::stem::{Stem, exact};

/// In lower case, with white space between them.
const ORDINARY: &str = "
    absences access accidents accounts accuracy activity additional admission admissions adults agreement aid alcohol almost although
    altogether among animals annual another answers applicants applications approval approvals approximately area around arrivals
    assets assume attendance availability average backlog balance barely batteries battery beds benefits bills births boarding
    bonuses bookings books borrowing borrowings boys breakfast budget buildings buses business businesses buyers calls calories
    candidates capacity cargo cars cases cash catches cattle cells charges checks children churn circulation citizens claims
    classes clicks clients close closing club clubs collections combined commission commissions committee comparable compensation
    competitors completion complaints concentration consider consumers consumption contract contracts contributions conversion cost
    costs courses coverage credit credits crews cumulative currency current currently customer customers daily dairy damage days deaths
    debt debts deliveries delivery demand departures deposit deposits depreciation despite developers dinner discount discounts
    dividend dividends doctors domestic donations donors downloads downtime drivers duration earnings economy effectiveness efficacy
    efficiency elderly electricity emissions employees employment engineers enrolment enrollment entry equity errors even every
    exactly except expect expectations expected expenditure expenses exports external failures families farmers fatalities fees fewer
    finally finance financing fines firms flats flights food footfall foreign freight fuel full funding funds further gas generation
    girls goods graduates grants gross grown growth guests half harvest heading headcount headquarters heating hence hospital hospitals
    hours households housing however hydro immediately imports improvements inflation initial initially injuries installation
    insurance intake interest international inventories inventory investment investments investors invoices issues items jobs junior
    just kids labor labour land lastly later lead leases leave length lending less liabilities liquidity listeners literacy loans local
    long losses lunch machines maintenance malaria manufacturing many margin margins marketing markets material materials meals
    meanwhile median meetings members membership men merchandise milk minimum minors monthly moreover mortality mortgages motorists
    nearly neither net nights nobody none normally now nurses occupancy offices officials online operating operations opex orders
    ordinary others otherwise outages outlays output outstanding overall overhead overheads overtime owners packages parents parking
    part participants parts passengers patients pay payments payroll pensioners pensions people performance permits personnel plants
    players please population precipitation premiums prepare preparation prices prior private prizes probably processing
    production productivity products profit profitability profits projects property provision public publishing pupils purchases
    quarterly rainfall rates readers receipts receivables recovery recycling reducing registrations remaining rent rents
    repairs repeat replacement replacing research reserves residents respondents response restaurants retail retention returns revenue
    revenues rides riders roughly running salaries salary sales savings scores screening seats second seniors service
    services settlement several sewage shareholders shares shift shipments shipping ships shops short shortages sickness similarly
    since single smokers softer solar somewhat spaces spending staff staffing standard starting steel still stock stocks storage
    stores students subscribers subscription subscriptions suppliers supply support surgery survival tax taxes taxpayers teachers teams
    tenants tests third thus tickets tobacco today together total totals tourism tourists trade traffic training transactions
    transport travel travellers treatment trees trucks tuition turnout turnover twice typically unemployment unfortunately unit units
    unlike unpaid usage users using utilisation utilization vacancies vacancy vaccination vans variable vehicles viewers visitors
    visits volume volumes volunteers voters voting wages warehouses waste water weekly whereas wind withdrawals women work workers working workforce yes yet yield yields ";

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
