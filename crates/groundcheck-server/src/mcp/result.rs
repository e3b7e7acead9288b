//! What a tool returns: a text for the model and the same as data, or why it could not do what was asked.

use groundcheck_types::InputError;
use rmcp::model::{CallToolResult, ContentBlock};
use serde::Serialize;

/// A result that the tool's output schema describes, with its text.
pub(super) fn answered(text: String, value: &impl Serialize) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    // Serialising plain data with string keys cannot fail.
    result.structured_content = Some(serde_json::to_value(value).unwrap_or_default());
    result
}

/// A tool's error, which the model reads: the field, what is wrong with it, and the code of the contract. No structured content: that
/// would have to be a result.
pub(super) fn refused(error: &InputError) -> CallToolResult {
    let text = format!("{} [{}]", crate::render::one_line(&error.to_string()), error.code.as_str());
    let mut result = CallToolResult::error(vec![ContentBlock::text(text)]);
    // An absent one says the same to newer clients, and older ones do not know it.
    result.result_type = None;
    result
}
