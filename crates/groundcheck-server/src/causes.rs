//! Why a request over HTTP failed, which its error says only in the chain of its causes.

use std::error::Error;
use std::io;
use std::iter::successors;

/// The error and its causes, the outermost first. An I/O error does not count the error inside it among its causes: here it does.
pub(crate) fn causes<'e>(error: &'e (dyn Error + 'static)) -> impl Iterator<Item = &'e (dyn Error + 'static)> {
    let next = |error: &&'e (dyn Error + 'static)| {
        let error: &'e (dyn Error + 'static) = *error;
        match error.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
            Some(inside) => Some(inside as &(dyn Error + 'static)),
            None => error.source(),
        }
    };
    successors(Some(error), next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_io_error_holds_is_among_them() {
        let inner = io::Error::other("inside");
        let outer = io::Error::other(inner);
        let texts: Vec<String> = causes(&outer).map(ToString::to_string).collect();
        assert_eq!(texts, ["inside", "inside", "inside"]);
        assert_eq!(causes(&io::Error::from(io::ErrorKind::NotFound)).count(), 1);
    }
}
