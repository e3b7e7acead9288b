//! Critical risk: nothing of the answer goes out; a statement says what is not known.

use groundcheck_types::{Edit, EditKind};

use super::{Known, texts};

pub(super) fn edit(known: &Known<'_>) -> Edit {
    let text = texts::limitation(known.claims, known.warnings, known.threshold, known.language);
    super::edit(EditKind::Discarded, 0, known.answer.len(), text)
}
