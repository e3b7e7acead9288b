//! Words beside a value or over a column that say which way it went, or that it is a change.

/// Beside a value that is more than another one.
pub(crate) const MORE: &[&str] = &["more", "higher", "up", "over", "above"];
/// Beside one that is less.
pub(crate) const LESS: &[&str] = &["less", "fewer", "lower", "down", "under", "below"];
/// How a margin is said to become smaller.
pub(crate) const NARROWS: &[&str] = &["narrowed", "shrank", "contracted", "slipped", "fell", "declined", "dropped"];
/// And larger.
pub(crate) const WIDENS: &[&str] = &["widened", "expanded", "improved", "rose", "increased", "grew"];
/// What a column of changes is called.
pub(crate) const CHANGES: &[&str] = &["change", "effect", "adjustment", "increase", "difference", "variance"];
/// What a margin is of.
pub(crate) const MARGIN_OF: &[&str] = &["gross", "net", "operating", "pretax", "ebitda", "ebit"];
