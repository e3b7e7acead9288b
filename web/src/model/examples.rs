//! The examples that ship with the page: requests as they could be sent anywhere else.

use groundcheck_types::Request;

use super::draft::Draft;

/// One example.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Example {
    /// A property's quarter: running text and a table of facts.
    Property,
    /// A company's year: a table in millions.
    Retail,
    /// A real-estate company's quarter, in Hebrew.
    Hebrew,
}

/// All of them, in the order they are offered.
pub const EXAMPLES: [Example; 3] = [Example::Property, Example::Retail, Example::Hebrew];

impl Example {
    /// The request as JSON.
    fn json(self) -> &'static str {
        match self {
            Example::Property => include_str!("../../examples/property.json"),
            Example::Retail => include_str!("../../examples/retail.json"),
            Example::Hebrew => include_str!("../../examples/hebrew.json"),
        }
    }

    /// The example as a draft; a test reads each, so a broken one never ships.
    pub fn draft(self) -> Draft {
        Request::from_json(self.json().as_bytes()).map(|r| Draft::from_request(&r)).unwrap_or_default()
    }
}

/// Whether these are an example's sources and facts, unchanged: they say nothing about an answer that somebody pastes over it.
pub fn is_example_evidence(draft: &Draft) -> bool {
    EXAMPLES.into_iter().map(Example::draft).any(|own| own.sources == draft.sources && own.facts == draft.facts)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn evidence_of_an_example_is_known_until_it_is_changed() {
        let mut draft = Example::Property.draft();
        draft.answer = "Another answer.".into();
        assert!(is_example_evidence(&draft));
        draft.sources[0].text.push('.');
        assert!(!is_example_evidence(&draft));
        assert!(!is_example_evidence(&Draft::default()));
    }

    #[test]
    fn every_example_reads_and_shows_several_statuses() {
        for example in EXAMPLES {
            let request = Request::from_json(example.json().as_bytes()).unwrap_or_else(|e| panic!("{example:?}: {e}"));
            assert!(!example.draft().sources.is_empty(), "{example:?}");
            let report = groundcheck::analyze(&request).unwrap_or_else(|e| panic!("{example:?}: {e}"));
            let statuses: HashSet<_> = report.claims.iter().map(|c| c.status).collect();
            assert!(statuses.len() >= 3, "{example:?} shows only {statuses:?}");
            for claim in &report.claims {
                assert_eq!(claim.span.of(&request.answer), Some(claim.text.as_str()), "{example:?}");
            }
        }
    }
}
