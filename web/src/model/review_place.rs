//! Where in the review queue the page is, as it stands in the address: which items are listed, which one is open.

use groundcheck_types::{ReviewFilter, ReviewStatus, Risk};

use super::filter::{REVIEW_FIELDS, named, put, query};

/// What the view Review shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ReviewTab {
    /// The queue.
    #[default]
    Queue,
    /// What is learnt from it.
    Learning,
}

/// Where in the queue the page is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewPlace {
    /// Which items are listed.
    pub filter: ReviewFilter,
    /// Which one is open.
    pub item: Option<u64>,
    /// The queue, or what is learnt from it.
    pub tab: ReviewTab,
}

impl Default for ReviewPlace {
    /// Whoever comes without an address comes for what awaits review.
    fn default() -> ReviewPlace {
        let filter = ReviewFilter { status: Some(ReviewStatus::Pending), ..ReviewFilter::default() };
        ReviewPlace { filter, item: None, tab: ReviewTab::Queue }
    }
}

/// The risks, the gravest first.
pub const RISKS: [Risk; 4] = [Risk::Critical, Risk::High, Risk::Medium, Risk::Low];

/// The filter of a file to measure with: what nobody has decided yet has nothing to measure by.
pub fn decided(filter: &ReviewFilter) -> ReviewFilter {
    let open = matches!(filter.status, Some(ReviewStatus::Pending | ReviewStatus::Reviewed));
    ReviewFilter { status: filter.status.filter(|_| !open), ..filter.clone() }
}

/// The names of the rest in the address.
const ITEM: &str = "item";
const TAB: &str = "tab";
const LEARNING: &str = "learning";

impl ReviewPlace {
    /// Reads the names and values of an address. What it does not know it leaves out.
    pub fn parse(pairs: impl Iterator<Item = (String, String)>) -> ReviewPlace {
        let mut place = ReviewPlace { filter: ReviewFilter::default(), item: None, tab: ReviewTab::Queue };
        for (name, value) in pairs {
            if let Some(field) = named(REVIEW_FIELDS, &name) {
                put(&mut place.filter, field, Some(&value));
            } else if name == ITEM {
                place.item = value.parse().ok();
            } else if name == TAB && value == LEARNING {
                place.tab = ReviewTab::Learning;
            }
        }
        place
    }

    /// The names and values that lead back here.
    pub fn query(&self) -> Vec<(&'static str, String)> {
        let mut query = query(&self.filter, &REVIEW_FIELDS);
        query.extend(self.item.map(|id| (ITEM, id.to_string())));
        if self.tab == ReviewTab::Learning {
            query.push((TAB, LEARNING.to_owned()));
        }
        query
    }
}

#[cfg(test)]
mod tests {
    use groundcheck_types::ReviewKind;

    use super::*;
    use crate::model::address::{Address, View};

    #[test]
    fn a_place_in_the_queue_leads_back_to_itself() {
        let filter = ReviewFilter {
            status: Some(ReviewStatus::Rejected),
            kind: Some(ReviewKind::Record),
            risk: Some(Risk::Critical),
            assignee: Some(String::new()),
            provider: Some("openai & קו".to_owned()),
            ..ReviewFilter::default()
        };
        let places = [
            ReviewPlace { filter, item: Some(7), tab: ReviewTab::Learning },
            ReviewPlace { filter: ReviewFilter::default(), ..ReviewPlace::default() },
            ReviewPlace::default(),
        ];
        for review in places {
            let address = Address { view: View::Review, review, ..Address::default() };
            let link = address.link();
            let (path, query) = link.split_once('?').unwrap_or((&link, ""));
            assert_eq!(Address::parse(path, query), address, "{link}");
        }
        let link = Address { view: View::Review, ..Address::default() }.link();
        assert_eq!(link, "/review?status=pending");
    }

    #[test]
    fn words_that_the_contract_does_not_have_filter_nothing() {
        let place = Address::parse("/review", "?status=done&kind=all&risk=none&provider=&item=x&tab=y").review;
        assert_eq!(place, ReviewPlace { filter: ReviewFilter::default(), ..ReviewPlace::default() });
    }

    #[test]
    fn a_file_to_measure_with_holds_what_was_decided() {
        let of = |status| decided(&ReviewFilter { status, ..ReviewFilter::default() }).status;
        assert_eq!(of(Some(ReviewStatus::Pending)), None);
        assert_eq!(of(Some(ReviewStatus::Rejected)), Some(ReviewStatus::Rejected));
    }
}
