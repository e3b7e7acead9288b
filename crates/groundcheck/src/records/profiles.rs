//! The profiles that are shipped, each a file of data.

use groundcheck_types::{RecordProfile, read_json};

const SHIPPED: &[(&str, &str)] = &[
    ("bank_statement", include_str!("profiles/bank_statement.json")),
    ("bank_statement_boundaries", include_str!("profiles/bank_statement_boundaries.json")),
    ("invoice", include_str!("profiles/invoice.json")),
];

/// The names of the shipped profiles.
pub fn names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(name, _)| *name)
}

/// A shipped profile by its name.
///
/// ```
/// use groundcheck::records::shipped_profile;
/// assert!(shipped_profile("invoice").unwrap().field("total").is_some());
/// ```
#[must_use]
pub fn shipped(name: &str) -> Option<RecordProfile> {
    let (_, json) = SHIPPED.iter().find(|(own, _)| *own == name)?;
    read_json(json.as_bytes()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::names::listed;

    #[test]
    fn every_shipped_profile_can_be_read() {
        for (name, json) in SHIPPED {
            let profile: RecordProfile = read_json(json.as_bytes()).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(profile.name, *name);
            assert_eq!(profile.validate(), Ok(()), "{name}");
            assert!(profile.regions.iter().all(|region| listed(region).is_some()), "{name}");
        }
    }
}
