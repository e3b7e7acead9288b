//! One handler a file: extract, call, map.

pub mod analyze;
pub mod collect;
pub mod facts;
pub mod health;
pub mod metrics;
pub mod openapi;
pub mod page;
pub mod providers;
pub mod urls;
