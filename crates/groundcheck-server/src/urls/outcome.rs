//! What a status means for a source.
//!
//! Source: the design, section 3, document 1. Only what says that there is no such page makes a source unreachable; whatever else
//! keeps a robot out, a reader may still find the page behind it.

use std::time::Duration;

use groundcheck_types::{UrlReason, UrlState};

/// What a final status (one that no redirect or second try follows) says.
#[must_use]
pub fn reason_of(status: u16) -> UrlReason {
    match status {
        200..=299 => UrlReason::Ok,
        // Its first kilobyte was asked for, and there is less of it: the page is there.
        416 => UrlReason::Ok,
        404 => UrlReason::NotFound,
        410 => UrlReason::Gone,
        401 | 407 => UrlReason::NeedsLogin,
        403 | 451 | 999 => UrlReason::Forbidden,
        405 | 501 => UrlReason::MethodNotAllowed,
        408 | 504 => UrlReason::TimedOut,
        429 => UrlReason::RateLimited,
        500..=599 => UrlReason::ServerError,
        _ => UrlReason::UnexpectedStatus,
    }
}

/// Whether the status sends us on, where it names a place.
pub(super) fn is_redirect(status: u16) -> bool {
    matches!(status, 301 | 302 | 303 | 307 | 308)
}

/// Whether a HEAD with this status says little about the page: it is asked for again with GET. 404 is among them: some servers know
/// pages only by GET, and it is the one status that makes a source unreachable.
pub(super) fn is_to_be_asked_again(status: u16) -> bool {
    matches!(status, 403 | 404 | 405 | 501)
}

/// How long an outcome is taken to stay true.
pub(super) fn keep(state: UrlState) -> Duration {
    match state {
        UrlState::Reachable => Duration::from_secs(24 * 3_600),
        UrlState::Unreachable => Duration::from_secs(3_600),
        UrlState::Unknown => Duration::from_secs(600),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_no_sign_of_a_made_up_source() {
        let with = |state: UrlState| (100..=999).filter(move |status| reason_of(*status).state() == state);
        assert_eq!(with(UrlState::Unreachable).collect::<Vec<_>>(), [404, 410]);
        assert_eq!(with(UrlState::Reachable).filter(|status| !(200..300).contains(status)).collect::<Vec<_>>(), [416]);
        for (status, reason) in [
            (401, UrlReason::NeedsLogin),
            (403, UrlReason::Forbidden),
            (405, UrlReason::MethodNotAllowed),
            (429, UrlReason::RateLimited),
            (451, UrlReason::Forbidden),
            (500, UrlReason::ServerError),
            (503, UrlReason::ServerError),
            (504, UrlReason::TimedOut),
            (999, UrlReason::Forbidden),
            (304, UrlReason::UnexpectedStatus),
            (418, UrlReason::UnexpectedStatus),
        ] {
            assert_eq!(reason_of(status), reason, "{status}");
        }
    }
}
