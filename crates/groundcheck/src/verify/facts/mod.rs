//! Known facts as a table that is read as those of the sources are: candidates like any other, with the fact that each cell is of.
//!
//! Source: document 2, "Database Verification". A fact is no judge by itself: an answer names many numbers beside a metric that are
//! none of its values.

mod bears_out;
mod table;

use groundcheck_types::{Fact, Scope};

pub(crate) use bears_out::bears_out;
pub(crate) use table::{FactTable, table};

use crate::claims::{self, Period};
use crate::document::lower;

/// What the list of facts is called where the sources have ids.
pub(crate) const FACTS: &str = "facts";

/// The period a text names, if it names exactly one.
pub(crate) fn period_of(text: &str) -> Option<Period> {
    let found = claims::extract(text, None);
    match found.as_slice() {
        [only] => only.value.period(),
        _ => None,
    }
}

/// Whether a fact lies in the scope; one that names no entity or period lies in every scope.
pub(crate) fn in_scope(fact: &Fact, scope: &Scope) -> bool {
    let same = |a: &str, b: &str| lower(a.trim()) == lower(b.trim());
    let entity = match (&scope.entity, &fact.entity) {
        (Some(wanted), Some(own)) => same(wanted, own),
        _ => true,
    };
    let period = match (&scope.period, &fact.period) {
        (Some(wanted), Some(own)) => {
            same(wanted, own) || matches!((period_of(wanted), period_of(own)), (Some(w), Some(o)) if o.within(w))
        }
        _ => true,
    };
    entity && period
}
