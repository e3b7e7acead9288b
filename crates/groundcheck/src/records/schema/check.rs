//! A record against the nodes of a schema.

use core::cmp::Ordering;
use std::collections::BTreeSet;

use groundcheck_types::{ErrorCode, RecordValue, masked};

use super::compare::{is_whole, numbers, same};
use super::compile::{Bound, Lengths, Node, Type};
use super::{Budget, STEPS_MAX, TooCostly};
use crate::records::errors::Errors;

/// Adds what does not fit.
pub(super) fn check(nodes: &[Node<'_>], record: &RecordValue, errors: &mut Errors) -> Result<(), TooCostly> {
    let mut check = Check { nodes, errors, tried: 0, path: String::new(), budget: Budget(STEPS_MAX) };
    check.fits(0, record).map(|_| ())
}

struct Check<'c, 's> {
    nodes: &'c [Node<'s>],
    errors: &'c mut Errors,
    /// How many choices it is inside of: what does not fit one of them is no error yet.
    tried: usize,
    path: String,
    budget: Budget,
}

impl<'c, 's> Check<'c, 's> {
    /// Whether the value fits a schema; where nothing is being tried, errors say what does not.
    fn fits(&mut self, schema: usize, value: &RecordValue) -> Result<bool, TooCostly> {
        self.budget.spend(1)?;
        // Every place among the nodes is that of one.
        let Some(node) = self.nodes.get(schema) else { return Ok(false) };
        let mut fits = self.alone(node, value)?;
        for part in &node.all {
            fits &= self.fits(*part, value)?;
        }
        if let Some(branches) = &node.any {
            fits &= self.chosen(branches, value, |count| count > 0, "fits none of the schemas of anyOf")?;
        }
        if let Some(branches) = &node.one {
            fits &= self.chosen(branches, value, |count| count == 1, "fits not exactly one of the schemas of oneOf")?;
        }
        if let Some(not) = node.not {
            fits &= !self.tried(not, value)? || self.wrong("fits the schema that it must not fit");
        }
        match value {
            RecordValue::Object(fields) => fits &= self.fields(node, fields)?,
            RecordValue::List(items) => {
                fits &= self.length(items.len(), &node.count, "items");
                if let Some(schema) = node.items {
                    for (at, item) in items.iter().enumerate() {
                        fits &= self.within(&format!("[{at}]"), |check| check.fits(schema, item))?;
                    }
                }
            }
            _ => {}
        }
        Ok(fits)
    }

    /// What a schema says of the value by itself.
    fn alone(&mut self, node: &Node<'_>, value: &RecordValue) -> Result<bool, TooCostly> {
        if node.never {
            return Ok(self.wrong("must not be there"));
        }
        if let Some(types) = &node.types
            && !types.iter().any(|own| is_of(*own, value))
        {
            let names: Vec<&str> = types.iter().map(|own| own.meaning()).collect();
            return Ok(self.wrong(format!("must be {}, not {}", names.join(" or "), value.kind())));
        }
        let mut fits = true;
        if let Some(values) = node.values {
            let mut any = false;
            for own in values {
                any = any || same(own, value, &mut self.budget)?;
            }
            fits &= any || self.wrong("is not one of the values of enum");
        }
        if let Some(constant) = node.constant {
            fits &= same(constant, value, &mut self.budget)? || self.wrong("is not the value of const");
        }
        for (bound, limit) in &node.bounds {
            if matches!(value, RecordValue::Integer(_) | RecordValue::Number(_)) {
                fits &= bound.holds(numbers(value, limit)) || self.wrong(format!("is out of its {}", bound.name()));
            }
        }
        if let RecordValue::Text(text) = value {
            if node.chars.least.is_some() || node.chars.most.is_some() {
                self.budget.spend_on(text)?;
                fits &= self.length(text.chars().count(), &node.chars, "characters");
            }
            if let Some(pattern) = &node.pattern {
                fits &= pattern.is_in(text, &mut self.budget)? || self.wrong("does not match its pattern");
            }
            if let Some(format) = node.format {
                fits &= format.fits(text) || self.wrong(format!("must be {}", format.meaning()));
            }
        }
        Ok(fits)
    }

    fn length(&mut self, length: usize, allowed: &Lengths, of: &str) -> bool {
        let few = allowed.least.is_some_and(|least| length < least);
        let many = allowed.most.is_some_and(|most| length > most);
        (!few || self.wrong(format!("has too few {of}"))) && (!many || self.wrong(format!("has too many {of}")))
    }

    fn fields(&mut self, node: &Node<'_>, fields: &[(String, RecordValue)]) -> Result<bool, TooCostly> {
        let mut fits = true;
        if !node.required.is_empty() {
            self.budget.spend(node.required.len())?;
            fields.iter().try_for_each(|(name, _)| self.budget.spend_on(name))?;
            let names: BTreeSet<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
            for name in node.required.iter().filter(|name| !names.contains(**name)) {
                fits &= self.named(name, |check| Ok(check.said(ErrorCode::MissingField, "is missing")))?;
            }
        }
        for (name, value) in fields {
            self.budget.spend_on(name)?;
            if let Some(schema) = node.properties.get(name.as_str()) {
                fits &= self.named(name, |check| check.fits(*schema, value))?;
            } else if let Some(schema) = node.additional {
                let unknown = self.nodes.get(schema).is_some_and(|node| node.never);
                fits &= self.named(name, |check| {
                    let message = "is not a property of the schema";
                    if unknown { Ok(check.said(ErrorCode::UnknownField, message)) } else { check.fits(schema, value) }
                })?;
            }
        }
        Ok(fits)
    }

    /// Whether as many branches fit as are wanted. Where none does and only one is for values of this type, its errors are the errors.
    fn chosen(
        &mut self,
        branches: &[usize],
        value: &RecordValue,
        wanted: impl Fn(usize) -> bool,
        message: &str,
    ) -> Result<bool, TooCostly> {
        let mut count = 0;
        for branch in branches {
            count += usize::from(self.tried(*branch, value)?);
        }
        if wanted(count) {
            return Ok(true);
        }
        if self.tried == 0 && count == 0 {
            let mut meant = Vec::new();
            for branch in branches {
                meant.extend(self.is_for(*branch, value)?.then_some(*branch));
            }
            if let [only] = meant.as_slice() {
                return self.fits(*only, value);
            }
        }
        Ok(self.wrong(message))
    }

    fn tried(&mut self, schema: usize, value: &RecordValue) -> Result<bool, TooCostly> {
        self.tried += 1;
        let fits = self.fits(schema, value);
        self.tried -= 1;
        fits
    }

    /// Whether a schema is for values of this type.
    fn is_for(&mut self, schema: usize, value: &RecordValue) -> Result<bool, TooCostly> {
        self.budget.spend(1)?;
        let Some(node) = self.nodes.get(schema) else { return Ok(false) };
        let mut is_for = node.types.as_ref().is_none_or(|types| types.iter().any(|own| is_of(*own, value)));
        for part in &node.all {
            is_for = is_for && self.is_for(*part, value)?;
        }
        Ok(is_for)
    }

    fn named<T>(&mut self, name: &str, run: impl FnOnce(&mut Self) -> T) -> T {
        let dot = if self.path.is_empty() { "" } else { "." };
        // Nobody is told where something does not fit that is only tried.
        let name = if self.tried > 0 { String::new() } else { format!("{dot}{}", masked(name)) };
        self.within(&name, run)
    }

    fn within<T>(&mut self, segment: &str, run: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.path.len();
        self.path.push_str(segment);
        let result = run(self);
        self.path.truncate(length);
        result
    }

    fn wrong(&mut self, message: impl Into<String>) -> bool {
        self.said(ErrorCode::InvalidValue, message)
    }

    /// Says that what stands here does not fit: `false`.
    fn said(&mut self, code: ErrorCode, message: impl Into<String>) -> bool {
        if self.tried == 0 {
            self.errors.add(code, &self.path, message);
        }
        false
    }
}

fn is_of(own: Type, value: &RecordValue) -> bool {
    match own {
        Type::Null => matches!(value, RecordValue::Null),
        Type::Boolean => matches!(value, RecordValue::Bool(_)),
        Type::Integer => is_whole(value),
        Type::Number => matches!(value, RecordValue::Integer(_) | RecordValue::Number(_)),
        Type::String => matches!(value, RecordValue::Text(_)),
        Type::Array => matches!(value, RecordValue::List(_)),
        Type::Object => matches!(value, RecordValue::Object(_)),
    }
}

impl Type {
    /// A value of this type, for people.
    fn meaning(self) -> &'static str {
        match self {
            Type::Null => "null",
            Type::Boolean => "true or false",
            Type::Integer => "a whole number",
            Type::Number => "a number",
            Type::String => "a text",
            Type::Array => "a list",
            Type::Object => "an object",
        }
    }
}

impl Bound {
    fn name(self) -> &'static str {
        match self {
            Bound::Minimum => "minimum",
            Bound::Maximum => "maximum",
            Bound::ExclusiveMinimum => "exclusiveMinimum",
            Bound::ExclusiveMaximum => "exclusiveMaximum",
        }
    }

    /// Whether a number that compares so with the bound keeps to it; what does not compare at all does not.
    fn holds(self, order: Option<Ordering>) -> bool {
        order.is_some_and(|order| match self {
            Bound::Minimum => order.is_ge(),
            Bound::Maximum => order.is_le(),
            Bound::ExclusiveMinimum => order.is_gt(),
            Bound::ExclusiveMaximum => order.is_lt(),
        })
    }
}
