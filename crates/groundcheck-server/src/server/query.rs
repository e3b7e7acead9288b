//! What stands behind the `?` of a request, each name at most once and none unknown.

use axum::http::Uri;
use groundcheck_types::{ErrorCode, InputError};
use url::form_urlencoded;

use super::error::ApiError;

/// The values of these names, in their order; an empty one counts as absent.
pub(super) fn query<const N: usize>(uri: &Uri, names: [&str; N]) -> Result<[Option<String>; N], ApiError> {
    let mut values = [const { None }; N];
    for (name, value) in form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()) {
        let Some(at) = names.iter().position(|known| *known == name) else {
            // The name is a text from outside, but short ones help whoever mistyped it.
            let shown: String = name.chars().take(40).collect();
            let message = format!("is no parameter of this route; it takes {}", names.join(", "));
            return Err(InputError::field(ErrorCode::UnknownField, shown, message).into());
        };
        if let Some(slot) = values.get_mut(at) {
            if slot.is_some() {
                return Err(InputError::field(ErrorCode::InvalidValue, names[at], "is there twice").into());
            }
            *slot = Some(value.into_owned()).filter(|value| !value.is_empty());
        }
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_and_there_once() {
        let read = |query_text: &str| {
            let uri: Uri = format!("/api/facts{query_text}").parse().unwrap();
            query(&uri, ["entity", "period"]).ok()
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(read(""), Some([None, None]));
        assert_eq!(read("?period=2024-Q3&entity=Maple+Court%26Co"), Some([some("Maple Court&Co"), some("2024-Q3")]));
        assert_eq!(read("?entity="), Some([None, None]));
        assert_eq!(read("?entity=a&entity=b"), None);
        assert_eq!(read("?entty=a"), None);
    }
}
