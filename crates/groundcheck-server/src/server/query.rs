//! What stands behind the `?` of a request: each name at most once and none unknown.

use groundcheck_types::{ErrorCode, InputError, masked};
use url::form_urlencoded;

/// The values of these names, in the order of the address; an empty one counts as absent.
///
/// # Errors
/// `unknown_field` or `invalid_value`, naming the parameter.
pub(super) fn values<'n>(query: &str, names: &[&'n str]) -> Result<Vec<(&'n str, String)>, InputError> {
    let mut seen: Vec<(&str, String)> = Vec::new();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let Some(known) = names.iter().find(|known| **known == name) else {
            // A text from outside, but a short one helps whoever mistyped it.
            let shown = masked(&name.chars().take(40).collect::<String>());
            let takes = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            let message = format!("is not a parameter of this route, which takes {takes}");
            return Err(InputError::field(ErrorCode::UnknownField, shown, message));
        };
        if seen.iter().any(|(name, _)| name == known) {
            return Err(InputError::field(ErrorCode::InvalidValue, *known, "is there twice"));
        }
        seen.push((known, value.into_owned()));
    }
    seen.retain(|(_, value)| !value.is_empty());
    Ok(seen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_and_there_once() {
        let read = |query: &str| values(query, &["entity", "period"]).map_err(|error| error.field);
        let pairs = |pairs: &[(&'static str, &str)]| {
            Ok(pairs.iter().map(|(name, value)| (*name, (*value).to_owned())).collect::<Vec<_>>())
        };
        assert_eq!(read(""), pairs(&[]));
        assert_eq!(
            read("period=2024-Q3&entity=Maple+Court%26Co"),
            pairs(&[("period", "2024-Q3"), ("entity", "Maple Court&Co")])
        );
        assert_eq!(read("entity="), pairs(&[]));
        assert_eq!(read("entity=a&entity=b"), Err(Some("entity".to_owned())));
        assert_eq!(read("entity=&entity=b"), Err(Some("entity".to_owned())));
        assert_eq!(read("entty=a"), Err(Some("entty".to_owned())));
    }
}
