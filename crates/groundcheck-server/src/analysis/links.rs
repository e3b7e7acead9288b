//! Who is asked about a link.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use groundcheck_types::UrlCheck;

use crate::dates;
use crate::store::Millis;
use crate::urls::{Checker, not_checked};

/// A check on its way.
pub type Asking<'a> = Pin<Box<dyn Future<Output = UrlCheck> + Send + 'a>>;

/// Knows or finds out whether a link is there. Never fails: what could not be found out is `unknown`.
pub trait Links: Send + Sync + fmt::Debug {
    /// What is known of a link; an earlier check counts only where it was at `not_before` or later.
    fn ask<'a>(&'a self, url: &'a str, not_before: Option<Millis>) -> Asking<'a>;
}

/// The network.
impl Links for Checker {
    fn ask<'a>(&'a self, url: &'a str, not_before: Option<Millis>) -> Asking<'a> {
        Box::pin(async move {
            let not_before = not_before.map(dates::to_text);
            self.check_since(url, not_before.as_deref()).await
        })
    }
}

/// Nobody: only what is remembered of earlier checks. What is not is `unknown`, and is asked by the next analysis that may.
#[derive(Debug)]
pub struct Remembered(Option<Checker>);

impl Remembered {
    /// By what this checker remembers; it is not let near the network.
    #[must_use]
    pub fn by(checker: Checker) -> Self {
        Remembered(Some(checker))
    }

    /// Nothing at all.
    #[must_use]
    pub fn nothing() -> Self {
        Remembered(None)
    }
}

impl Links for Remembered {
    fn ask<'a>(&'a self, url: &'a str, _not_before: Option<Millis>) -> Asking<'a> {
        Box::pin(async move {
            match &self.0 {
                Some(checker) => checker.recall(url).await,
                None => not_checked(url),
            }
        })
    }
}
