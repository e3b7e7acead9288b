//! A schema's text into nodes, and everything in it that cannot be checked.

use std::collections::{BTreeMap, BTreeSet};

use groundcheck_types::{ErrorCode, InputError, RecordValue, masked};

use super::compare::is_whole;
use super::format::Format;
use super::pattern::Pattern;

/// The most schemas in a schema.
const NODES_MAX: usize = 10_000;

/// Schemas in schemas deeper than this are not read.
const DEPTH_MAX: usize = 64;

/// How many schemas may lead to each other at one value, by `$ref`, `allOf`, `anyOf`, `oneOf` and `not`.
const IN_PLACE_MAX: usize = 16;

/// The longest pointer that a `$ref` may have, in bytes.
const POINTER_MAX_BYTES: usize = 500;

/// Keywords that say nothing of a value: nothing is lost by reading over them.
const ANNOTATIONS: &[&str] =
    &["$schema", "$comment", "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"];

/// What a value may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Null,
    Boolean,
    Integer,
    Number,
    String,
    Array,
    Object,
}

/// A bound of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Minimum,
    Maximum,
    ExclusiveMinimum,
    ExclusiveMaximum,
}

/// The least and the most of a length.
#[derive(Debug, Default)]
pub(super) struct Lengths {
    pub(super) least: Option<usize>,
    pub(super) most: Option<usize>,
}

/// One schema. Others are named by their place among all.
#[derive(Debug, Default)]
pub(super) struct Node<'s> {
    /// `false`: nothing fits.
    pub(super) never: bool,
    pub(super) types: Option<Vec<Type>>,
    pub(super) values: Option<&'s [RecordValue]>,
    pub(super) constant: Option<&'s RecordValue>,
    pub(super) bounds: Vec<(Bound, &'s RecordValue)>,
    pub(super) chars: Lengths,
    pub(super) pattern: Option<Pattern>,
    pub(super) format: Option<Format>,
    pub(super) properties: BTreeMap<&'s str, usize>,
    pub(super) required: Vec<&'s str>,
    pub(super) additional: Option<usize>,
    pub(super) items: Option<usize>,
    pub(super) count: Lengths,
    /// `allOf`, and what `$ref` refers to.
    pub(super) all: Vec<usize>,
    pub(super) any: Option<Vec<usize>>,
    pub(super) one: Option<Vec<usize>>,
    pub(super) not: Option<usize>,
}

impl Node<'_> {
    /// The schemas that it asks of the same value.
    fn in_place(&self) -> impl Iterator<Item = usize> {
        let lists = [Some(&self.all), self.any.as_ref(), self.one.as_ref()];
        lists.into_iter().flatten().flatten().copied().chain(self.not)
    }
}

/// Reads a schema: its nodes, itself first.
pub(super) fn compile(schema: &RecordValue) -> Result<Vec<Node<'_>>, InputError> {
    let mut compiler = Compiler { path: "schema".to_owned(), ..Compiler::default() };
    compiler.schema(schema, 0)?;
    for (node, pointer, path) in core::mem::take(&mut compiler.references) {
        let Some(to) = compiler.places.get(pointer).copied() else {
            let message = "does not refer to a place in this schema; references to other schemas are not supported";
            return Err(InputError::field(ErrorCode::InvalidValue, path, message));
        };
        if let Some(node) = compiler.nodes.get_mut(node) {
            node.all.push(to);
        }
    }
    let mut heights = vec![None; compiler.nodes.len()];
    for node in 0..compiler.nodes.len() {
        height(node, &compiler.nodes, &mut heights, 0)?;
    }
    Ok(compiler.nodes)
}

/// How many schemas lead from this one to the last at the same value.
fn height(node: usize, nodes: &[Node<'_>], heights: &mut [Option<usize>], depth: usize) -> Result<usize, InputError> {
    let too_deep = || {
        let message =
            format!("has schemas that refer to themselves, or more than {IN_PLACE_MAX} within each other at one value");
        InputError::field(ErrorCode::InvalidValue, "schema", message)
    };
    if let Some(known) = heights.get(node).copied().flatten() {
        return Ok(known);
    }
    if depth > IN_PLACE_MAX {
        return Err(too_deep());
    }
    let mut own = 0;
    for part in nodes.get(node).into_iter().flat_map(Node::in_place) {
        own = own.max(1 + height(part, nodes, heights, depth + 1)?);
    }
    if own > IN_PLACE_MAX {
        return Err(too_deep());
    }
    if let Some(height) = heights.get_mut(node) {
        *height = Some(own);
    }
    Ok(own)
}

#[derive(Debug, Default)]
struct Compiler<'s> {
    nodes: Vec<Node<'s>>,
    /// The node at each place that a reference can name, by its pointer.
    places: BTreeMap<String, usize>,
    /// Nodes with a reference: its pointer, and where it stands.
    references: Vec<(usize, &'s str, String)>,
    /// Where it reads, for references and for people.
    pointer: String,
    path: String,
}

impl<'s> Compiler<'s> {
    /// Reads one schema.
    fn schema(&mut self, schema: &'s RecordValue, depth: usize) -> Result<usize, InputError> {
        if self.nodes.len() >= NODES_MAX {
            let message = format!("holds more than {NODES_MAX} schemas");
            return Err(InputError::field(ErrorCode::TooMany, "schema", message));
        }
        if depth > DEPTH_MAX {
            return Err(self.wrong(format!("is nested deeper than {DEPTH_MAX}")));
        }
        let own = self.nodes.len();
        self.nodes.push(Node::default());
        if self.pointer.len() <= POINTER_MAX_BYTES {
            self.places.insert(self.pointer.clone(), own);
        }
        let node = match schema {
            RecordValue::Bool(all) => Node { never: !all, ..Node::default() },
            RecordValue::Object(keywords) => {
                let mut node = Node::default();
                let mut seen = BTreeSet::new();
                for (keyword, value) in keywords {
                    self.within(keyword, |compiler| {
                        if !seen.insert(keyword) {
                            return Err(compiler.wrong("appears twice"));
                        }
                        compiler.keyword(&mut node, own, keyword, value, depth)
                    })?;
                }
                node
            }
            other => return Err(self.wrong(format!("must be a schema, not {}", other.kind()))),
        };
        if let Some(place) = self.nodes.get_mut(own) {
            *place = node;
        }
        Ok(own)
    }

    fn keyword(
        &mut self,
        node: &mut Node<'s>,
        own: usize,
        keyword: &str,
        value: &'s RecordValue,
        depth: usize,
    ) -> Result<(), InputError> {
        match keyword {
            "type" => node.types = Some(self.types(value)?),
            "enum" => node.values = Some(self.list(value)?),
            "const" => node.constant = Some(value),
            "minimum" => node.bounds.push((Bound::Minimum, self.number(value)?)),
            "maximum" => node.bounds.push((Bound::Maximum, self.number(value)?)),
            "exclusiveMinimum" => node.bounds.push((Bound::ExclusiveMinimum, self.number(value)?)),
            "exclusiveMaximum" => node.bounds.push((Bound::ExclusiveMaximum, self.number(value)?)),
            "minLength" => node.chars.least = Some(self.length(value)?),
            "maxLength" => node.chars.most = Some(self.length(value)?),
            "pattern" => node.pattern = Some(Pattern::of(self.text(value)?).map_err(|message| self.wrong(message))?),
            "format" => {
                let format = Format::named(self.text(value)?);
                let message = || self.wrong(format!("is not one of the supported formats: {}", Format::NAMES));
                node.format = Some(format.ok_or_else(message)?);
            }
            "properties" => {
                for (name, schema) in self.schemas(value)? {
                    let place = self.within(name, |compiler| compiler.schema(schema, depth + 1))?;
                    if node.properties.insert(name, place).is_some() {
                        return Err(self.wrong("names a property twice"));
                    }
                }
            }
            "required" => {
                for name in self.list(value)? {
                    node.required.push(self.text(name)?);
                }
            }
            "additionalProperties" => node.additional = Some(self.schema(value, depth + 1)?),
            "items" => node.items = Some(self.schema(value, depth + 1)?),
            "minItems" => node.count.least = Some(self.length(value)?),
            "maxItems" => node.count.most = Some(self.length(value)?),
            "allOf" => node.all.extend(self.branches(value, depth)?),
            "anyOf" => node.any = Some(self.branches(value, depth)?),
            "oneOf" => node.one = Some(self.branches(value, depth)?),
            "not" => node.not = Some(self.schema(value, depth + 1)?),
            "$ref" => {
                let reference = self.text(value)?;
                let Some(pointer) = reference.strip_prefix('#') else {
                    return Err(self.wrong("must begin with #: another schema cannot be read"));
                };
                self.references.push((own, pointer, self.path.clone()));
            }
            // What nothing refers to is read too: it may hold a mistake.
            "$defs" | "definitions" => {
                for (name, schema) in self.schemas(value)? {
                    self.within(name, |compiler| compiler.schema(schema, depth + 1))?;
                }
            }
            // Below the root it would change what references mean.
            "$id" if depth == 0 => {}
            _ if ANNOTATIONS.contains(&keyword) => {}
            _ => {
                let message = "is not a supported keyword";
                return Err(InputError::field(ErrorCode::UnknownField, self.path.clone(), message));
            }
        }
        Ok(())
    }

    /// Reads below a name or a place in a list.
    fn within<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&mut Self) -> Result<T, InputError>,
    ) -> Result<T, InputError> {
        let (pointer, path) = (self.pointer.len(), self.path.len());
        // A pointer that no reference can have is not written any further.
        if pointer <= POINTER_MAX_BYTES {
            self.pointer.push('/');
            self.pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
        }
        self.path.push('.');
        self.path.push_str(&masked(name));
        let result = read(self);
        self.pointer.truncate(pointer);
        self.path.truncate(path);
        result
    }

    fn branches(&mut self, value: &'s RecordValue, depth: usize) -> Result<Vec<usize>, InputError> {
        let list = self.list(value)?;
        if list.is_empty() {
            return Err(self.wrong("is empty"));
        }
        let branches = list.iter().enumerate();
        branches
            .map(|(at, schema)| self.within(&at.to_string(), |compiler| compiler.schema(schema, depth + 1)))
            .collect()
    }

    fn types(&self, value: &RecordValue) -> Result<Vec<Type>, InputError> {
        let list = match value {
            RecordValue::List(list) => list.as_slice(),
            one => core::slice::from_ref(one),
        };
        let read = |value: &RecordValue| {
            let message = || self.wrong("is not one of null, boolean, integer, number, string, array, object");
            Ok(match self.text(value)? {
                "null" => Type::Null,
                "boolean" => Type::Boolean,
                "integer" => Type::Integer,
                "number" => Type::Number,
                "string" => Type::String,
                "array" => Type::Array,
                "object" => Type::Object,
                _ => return Err(message()),
            })
        };
        list.iter().map(read).collect()
    }

    fn schemas(&self, value: &'s RecordValue) -> Result<&'s [(String, RecordValue)], InputError> {
        match value {
            RecordValue::Object(fields) => Ok(fields),
            other => Err(self.wrong(format!("must be an object, not {}", other.kind()))),
        }
    }

    fn list(&self, value: &'s RecordValue) -> Result<&'s [RecordValue], InputError> {
        match value {
            RecordValue::List(list) => Ok(list),
            other => Err(self.wrong(format!("must be a list, not {}", other.kind()))),
        }
    }

    fn text<'v>(&self, value: &'v RecordValue) -> Result<&'v str, InputError> {
        match value {
            RecordValue::Text(text) => Ok(text),
            other => Err(self.wrong(format!("must be a text, not {}", other.kind()))),
        }
    }

    fn number(&self, value: &'s RecordValue) -> Result<&'s RecordValue, InputError> {
        match value {
            RecordValue::Integer(_) | RecordValue::Number(_) => Ok(value),
            other => Err(self.wrong(format!("must be a number, not {}", other.kind()))),
        }
    }

    fn length(&self, value: &RecordValue) -> Result<usize, InputError> {
        let length = match value {
            RecordValue::Integer(n) => usize::try_from(*n).ok(),
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole and in range")]
            RecordValue::Number(n) if is_whole(value) && (0.0..=1e9).contains(n) => Some(*n as usize),
            _ => None,
        };
        length.ok_or_else(|| self.wrong("must be a whole number from 0"))
    }

    fn wrong(&self, message: impl Into<String>) -> InputError {
        InputError::field(ErrorCode::InvalidValue, self.path.clone(), message)
    }
}
