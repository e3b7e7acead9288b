//! One handler a file: extract, call, map.

pub mod analyze;
pub mod fact_entities;
pub mod health;
pub mod metrics;
pub mod openapi;
pub mod page;
pub mod urls;
