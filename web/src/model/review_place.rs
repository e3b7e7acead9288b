//! Where in the review queue the page is, as it stands in the address: which items are listed, which one is open.

use groundcheck_types::{ReviewFilter, ReviewKind, ReviewStatus, Risk};

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

/// A field of the filter that the page offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReviewField {
    /// Where it stands.
    Status,
    /// What it is about.
    Kind,
    /// How grave it is.
    Risk,
    /// Who takes care of it.
    Assignee,
    /// Who answered.
    Provider,
}

/// All fields, in the order they stand in the address.
pub const REVIEW_FIELDS: [ReviewField; 5] =
    [ReviewField::Status, ReviewField::Kind, ReviewField::Risk, ReviewField::Assignee, ReviewField::Provider];

/// The statuses, in the order they are shown.
pub const REVIEW_STATUSES: [ReviewStatus; 4] =
    [ReviewStatus::Pending, ReviewStatus::Reviewed, ReviewStatus::Approved, ReviewStatus::Rejected];

/// The risks, the gravest first.
pub const RISKS: [Risk; 4] = [Risk::Critical, Risk::High, Risk::Medium, Risk::Low];

/// A status as the API, the address and the style sheet call it.
pub fn status_name(status: ReviewStatus) -> &'static str {
    match status {
        ReviewStatus::Pending => "pending",
        ReviewStatus::Reviewed => "reviewed",
        ReviewStatus::Approved => "approved",
        ReviewStatus::Rejected => "rejected",
    }
}

impl ReviewField {
    /// As the API and the address call it.
    pub fn as_str(self) -> &'static str {
        match self {
            ReviewField::Status => "status",
            ReviewField::Kind => "kind",
            ReviewField::Risk => "risk",
            ReviewField::Assignee => "assignee",
            ReviewField::Provider => "provider",
        }
    }

    /// Its value.
    pub fn of(self, filter: &ReviewFilter) -> Option<String> {
        match self {
            ReviewField::Status => filter.status.map(|s| status_name(s).to_owned()),
            ReviewField::Kind => filter.kind.map(|k| k.as_str().to_owned()),
            ReviewField::Risk => filter.risk.map(|r| r.as_str().to_owned()),
            ReviewField::Assignee => filter.assignee.clone(),
            ReviewField::Provider => filter.provider.clone(),
        }
    }

    /// Gives it a value; a word that the contract does not have leaves it out.
    pub fn put(self, filter: &mut ReviewFilter, value: Option<&str>) {
        match self {
            ReviewField::Status => {
                filter.status = REVIEW_STATUSES.into_iter().find(|s| Some(status_name(*s)) == value);
            }
            ReviewField::Kind => filter.kind = ReviewKind::ALL.iter().copied().find(|k| Some(k.as_str()) == value),
            ReviewField::Risk => filter.risk = RISKS.into_iter().find(|r| Some(r.as_str()) == value),
            // An empty text is a value here: items that nobody takes care of.
            ReviewField::Assignee => filter.assignee = value.map(str::to_owned),
            ReviewField::Provider => filter.provider = value.filter(|v| !v.is_empty()).map(str::to_owned),
        }
    }
}

/// The filter's fields that are set, by name.
pub fn review_query(filter: &ReviewFilter) -> Vec<(&'static str, String)> {
    REVIEW_FIELDS.into_iter().filter_map(|field| Some((field.as_str(), field.of(filter)?))).collect()
}

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
            if let Some(field) = REVIEW_FIELDS.into_iter().find(|f| f.as_str() == name) {
                field.put(&mut place.filter, Some(&value));
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
        let mut query = review_query(&self.filter);
        query.extend(self.item.map(|id| (ITEM, id.to_string())));
        if self.tab == ReviewTab::Learning {
            query.push((TAB, LEARNING.to_owned()));
        }
        query
    }
}

#[cfg(test)]
mod tests {
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
