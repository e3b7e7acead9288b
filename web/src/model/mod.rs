//! What the page knows without a browser: plain data and functions, tested natively. No rule about claims lives here.

pub mod analysis;
pub mod chart;
pub mod claims;
pub mod draft;
pub mod evidence;
pub mod examples;
pub mod files;
pub mod format;
pub mod hidden;
pub mod highlight;
pub mod passage;
pub mod settings;

#[cfg(test)]
pub mod fixture;
