//! The records that ship with the page: requests as they could be sent anywhere else.

use groundcheck_types::RecordRequest;

use super::record_draft::RecordDraft;

/// One example.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordExample {
    /// All of it stands in the document.
    Clean,
    /// Parts on pages that the document does not have.
    Phantom,
    /// A bank, an account and a year that nobody has.
    Fabricated,
}

/// All of them, in the order they are offered.
pub const RECORD_EXAMPLES: [RecordExample; 3] =
    [RecordExample::Clean, RecordExample::Phantom, RecordExample::Fabricated];

impl RecordExample {
    /// Its name for tests and styles.
    pub fn id(self) -> &'static str {
        match self {
            RecordExample::Clean => "clean",
            RecordExample::Phantom => "phantom",
            RecordExample::Fabricated => "fabricated",
        }
    }

    fn json(self) -> &'static str {
        match self {
            RecordExample::Clean => include_str!("../../examples/records/clean.json"),
            RecordExample::Phantom => include_str!("../../examples/records/phantom.json"),
            RecordExample::Fabricated => include_str!("../../examples/records/fabricated.json"),
        }
    }

    /// The example as a draft; a test reads each, so a broken one never ships.
    pub fn draft(self, today: &str) -> RecordDraft {
        RecordRequest::from_json(self.json().as_bytes())
            .map_or_else(|_| RecordDraft::empty(today), |request| RecordDraft::from_request(&request, today))
    }
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{AlertType, RecordStatus};

    use super::*;

    #[test]
    fn every_example_shows_what_it_is_called() {
        let report = |example: RecordExample| {
            let checked = example.draft("2026-11-21").check();
            checked.report().cloned().unwrap_or_else(|| panic!("{example:?}: {checked:?}"))
        };
        let clean = report(RecordExample::Clean);
        assert_eq!(clean.summary.status, RecordStatus::Clean, "{:?}", clean.alerts);
        let phantom = report(RecordExample::Phantom);
        assert!(phantom.summary.rejection_recommended && phantom.summary.by_type.phantom_statement > 0);
        let fabricated = report(RecordExample::Fabricated);
        assert!(fabricated.alerts.iter().any(|a| a.r#type == AlertType::FabricatedBank));
        assert!(fabricated.summary.rejection_recommended);
    }
}
