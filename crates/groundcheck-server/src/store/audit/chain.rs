//! The chain: what a row's digest is over, and whether the rows that there are still are what was written.

use groundcheck_types::{AuditVerification, ErrorCode, InputError};

use crate::store::Millis;
use crate::store::rows::row;
use crate::store::values::digest;

/// What a row's digest is over, beside the digest of the row before it.
#[derive(Debug)]
pub struct Link<'a> {
    pub number: i64,
    pub happened_at: Millis,
    pub actor: &'a str,
    pub action: &'a str,
    pub subject: &'a str,
    pub amount: i64,
    pub detail: &'a str,
}

impl Link<'_> {
    /// SHA-256 over all of it, each field behind its length.
    pub fn digest(&self, before: &str) -> String {
        let Link { number, happened_at, actor, action, subject, amount, detail } = self;
        let (number, happened_at, amount) = (number.to_string(), happened_at.to_string(), amount.to_string());
        digest(&[before, &number, &happened_at, actor, action, subject, &amount, detail])
    }
}

row! {
    /// A row as it stands there, whoever wrote it, beside the head of the chain. Without an id: there is no row.
    pub struct Found {
        /// How many rows there should be.
        pub head_number: i64,
        /// The digest that the last of them should have.
        pub head_digest: String,
        /// Its id.
        pub id: Option<i64>,
        /// Its number.
        pub number: Option<i64>,
        /// When.
        pub happened_at: Option<Millis>,
        /// Who.
        pub actor: Option<String>,
        /// What was done.
        pub action: Option<String>,
        /// To what.
        pub subject: Option<String>,
        /// To how much of it.
        pub amount: Option<i64>,
        /// What changed.
        pub detail: Option<String>,
        /// Its digest.
        pub digest: Option<String>,
    }
}

/// Reads rows by number, and remembers the first that does not hold.
#[derive(Debug)]
pub(super) struct Verifier<'a> {
    /// The last row that holds.
    number: i64,
    digest: String,
    head: Option<(i64, String)>,
    /// A row that has no number: it may come first or last.
    unnumbered: Option<i64>,
    broken: Option<(i64, String)>,
    expected: Option<&'a str>,
}

impl<'a> Verifier<'a> {
    /// Nothing read yet; a row must have the digest `expected`, where there is one.
    pub(super) fn new(expected: Option<&'a str>) -> Self {
        Verifier { number: 0, digest: String::new(), head: None, unnumbered: None, broken: None, expected }
    }

    /// The next row.
    pub(super) fn add(&mut self, row: &Found) {
        self.head.get_or_insert_with(|| (row.head_number, row.head_digest.clone()));
        let Some(id) = row.id.filter(|_| self.broken.is_none()) else { return };
        let Some(number) = row.number else {
            self.unnumbered.get_or_insert(id);
            return;
        };
        let next = self.number + 1;
        let wrong = if number > row.head_number {
            Some((number, "was added behind the last one that groundcheck wrote".to_owned()))
        } else if number > next {
            Some((next, format!("is missing: behind row {} comes row {number}", self.number)))
        } else if number < next {
            Some((number, "is there twice".to_owned()))
        } else {
            None
        };
        if wrong.is_some() {
            self.broken = wrong;
            return;
        }
        let text = |text: &'_ Option<String>| text.clone().unwrap_or_default();
        let link = Link {
            number,
            happened_at: row.happened_at.unwrap_or_default(),
            actor: &text(&row.actor),
            action: &text(&row.action),
            subject: &text(&row.subject),
            amount: row.amount.unwrap_or_default(),
            detail: &text(&row.detail),
        };
        let digest = link.digest(&self.digest);
        if row.digest.as_deref() != Some(digest.as_str()) {
            self.broken = Some((number, "is not what was written: its digest is another one".to_owned()));
            return;
        }
        if self.expected == Some(digest.as_str()) {
            self.expected = None;
        }
        (self.number, self.digest) = (number, digest);
    }

    /// What all of them come to.
    pub(super) fn finish(self) -> AuditVerification {
        let Verifier { number, digest, head, unnumbered, broken, expected } = self;
        let broken = broken.or_else(|| match (&head, unnumbered) {
            (None, _) => Some((number + 1, "cannot be judged: the end of the chain is not written down".to_owned())),
            (Some((last, _)), _) if *last > number => {
                let message = format!("is missing: there were {last} rows, and the last is row {number}");
                Some((number + 1, message))
            }
            (Some((_, of_head)), _) if *of_head != digest => {
                Some((number, "is not the last one that was written: the end of the chain is another one".to_owned()))
            }
            (_, Some(id)) => {
                Some((number + 1, format!("was not written by groundcheck: it has no number, its id is {id}")))
            }
            _ => None,
        });
        let error = match (&broken, expected) {
            (Some((number, message)), _) => Some((format!("row {number}"), message.clone())),
            (None, Some(_)) => {
                let message = "matches no row: rows and their digests were changed, or it is from another database";
                Some(("digest".to_owned(), message.to_owned()))
            }
            (None, None) => None,
        };
        let count = |number| u64::try_from(number).unwrap_or(0);
        AuditVerification {
            rows: count(number),
            head: digest,
            broken: broken.map(|(number, _)| count(number)),
            error: error.map(|(field, message)| InputError::field(ErrorCode::InvalidValue, field, message)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chain of so many rows.
    fn chain(rows: i64) -> Vec<Found> {
        let mut before = String::new();
        let mut found: Vec<Found> = (1..=rows)
            .map(|number| {
                let subject = format!("review {number}");
                let link = Link {
                    number,
                    happened_at: number,
                    actor: "dana",
                    action: "review.change",
                    subject: &subject,
                    amount: 1,
                    detail: "",
                };
                before = link.digest(&before);
                Found {
                    head_number: rows,
                    head_digest: String::new(),
                    id: Some(number),
                    number: Some(number),
                    happened_at: Some(number),
                    actor: Some("dana".to_owned()),
                    action: Some("review.change".to_owned()),
                    subject: Some(subject),
                    amount: Some(1),
                    detail: Some(String::new()),
                    digest: Some(before.clone()),
                }
            })
            .collect();
        found.iter_mut().for_each(|row| row.head_digest.clone_from(&before));
        found
    }

    fn verified(rows: &[Found], expected: Option<&str>) -> AuditVerification {
        let mut verifier = Verifier::new(expected);
        rows.iter().for_each(|row| verifier.add(row));
        verifier.finish()
    }

    #[test]
    fn whatever_was_done_to_a_row_names_it() {
        type Tamper = fn(&mut Vec<Found>);
        let cases: [(&str, Tamper, Option<u64>); 10] = [
            ("nothing", |_| {}, None),
            ("altered", |rows| rows[4].actor = Some("eve".to_owned()), Some(5)),
            ("an amount", |rows| rows[4].amount = Some(2), Some(5)),
            ("removed", |rows| drop(rows.remove(4)), Some(5)),
            ("the first removed", |rows| drop(rows.remove(0)), Some(1)),
            ("the end cut off", |rows| rows.truncate(7), Some(8)),
            (
                "all removed",
                |rows| {
                    rows.truncate(1);
                    rows[0].id = None
                },
                Some(1),
            ),
            (
                "swapped",
                |rows| {
                    rows.swap(2, 5);
                    rows[2].number = Some(3);
                    rows[5].number = Some(6);
                },
                Some(3),
            ),
            ("put in", |rows| rows.insert(4, Found { id: Some(99), ..rows[3].clone() }), Some(4)),
            ("without a number", |rows| rows.insert(0, Found { number: None, ..rows[3].clone() }), Some(11)),
        ];
        for (name, tamper, broken) in cases {
            let mut rows = chain(10);
            tamper(&mut rows);
            let verification = verified(&rows, None);
            assert_eq!(verification.broken, broken, "{name}: {verification:?}");
            assert_eq!(verification.error.is_some(), broken.is_some(), "{name}");
            let field = verification.error.and_then(|error| error.field);
            assert_eq!(field, broken.map(|number| format!("row {number}")), "{name}");
        }
    }

    #[test]
    fn a_chain_digested_anew_does_not_have_the_digest_that_was_kept() {
        let (rows, other) = (chain(5), chain(6));
        let kept = rows[2].digest.clone().unwrap();
        assert_eq!(verified(&other, Some(&kept)).error, None);
        assert_eq!(verified(&rows, Some(&rows[4].head_digest)).error, None);
        let verification = verified(&rows, Some(&digest(&["another"])));
        assert_eq!((verification.broken, verification.rows), (None, 5));
        assert_eq!(verification.error.unwrap().field.as_deref(), Some("digest"));
    }
}
