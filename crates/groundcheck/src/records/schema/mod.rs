//! A JSON Schema beside a profile: whether a record fits it.
//!
//! Source: JSON Schema draft 2020-12, Core and Validation. Checked are `type`, `enum`, `const`; `properties`, `required`,
//! `additionalProperties`; `items`, `minItems`, `maxItems`; `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`; `minLength`,
//! `maxLength`, `pattern`, `format` (`date` and `date-time`); `allOf`, `anyOf`, `oneOf`, `not`, and `$ref` to another place of the same
//! schema. Annotations are read over. Any other keyword, format or construct of a pattern is an error that names it: read over, it would
//! make a pass of what nobody checked.
//!
//! - `compile` a schema into nodes, its references resolved, and everything that it must not have
//! - `check` a record against them, in steps that are counted
//! - `pattern` regular expressions in time linear in the text, `format` dates and times, `compare` numbers and whole values

mod check;
mod compare;
mod compile;
mod format;
mod pattern;

use groundcheck_types::{ErrorCode, InputError, RecordValue};

use super::errors::Errors;
use compile::Node;

/// The most steps that checking one record takes: the time of any schema on any record is bounded. A step is a schema at a value, an
/// entry of an `enum`, a state of a pattern at a character, or [`BYTES_A_STEP`] of a text or a name that is looked at.
const STEPS_MAX: u64 = 20_000_000;

/// What is looked at of a text in one step, in bytes.
const BYTES_A_STEP: usize = 32;

/// A schema, read.
#[derive(Debug)]
pub(super) struct Schema<'s> {
    /// The first is the whole; the others are its parts, which refer to each other by their place here.
    nodes: Vec<Node<'s>>,
}

impl<'s> Schema<'s> {
    /// Reads a schema.
    ///
    /// # Errors
    /// The first thing in it that cannot be checked, by its path: `schema.properties.total.multipleOf`.
    pub(super) fn of(schema: &'s RecordValue) -> Result<Self, InputError> {
        Ok(Schema { nodes: compile::compile(schema)? })
    }

    /// Adds what of the record does not fit. The record must not be nested deeply.
    ///
    /// # Errors
    /// Checking it takes too many steps.
    pub(super) fn check(&self, record: &RecordValue, errors: &mut Errors) -> Result<(), InputError> {
        check::check(&self.nodes, record, errors).map_err(|TooCostly| {
            let message = format!("takes more than {STEPS_MAX} steps to check on this record");
            InputError::field(ErrorCode::TooMany, "schema", message)
        })
    }
}

/// The steps that are left.
#[derive(Debug)]
struct Budget(u64);

/// There are none left.
#[derive(Debug)]
struct TooCostly;

impl Budget {
    fn spend(&mut self, steps: usize) -> Result<(), TooCostly> {
        self.0 = self.0.checked_sub(steps as u64).ok_or(TooCostly)?;
        Ok(())
    }

    /// For looking at all of a text once.
    fn spend_on(&mut self, text: &str) -> Result<(), TooCostly> {
        self.spend(1 + text.len() / BYTES_A_STEP)
    }
}
