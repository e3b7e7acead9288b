//! One handler a file: extract, call, map.

pub mod analyze;
pub mod collect;
pub mod examples;
pub mod facts;
pub mod files;
pub mod health;
pub mod import;
pub mod learning;
pub mod metrics;
pub mod openapi;
pub mod page;
pub mod providers;
pub mod records;
pub mod reports;
pub mod reviews;
pub mod stream;
pub mod urls;
pub mod verify;
