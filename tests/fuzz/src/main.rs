//! One libFuzzer binary for all targets: `GROUNDCHECK_FUZZ` names the one that runs. `cargo xtask fuzz` builds and starts it.

#![no_main]

mod engine;
mod provider;
mod readers;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;

/// What takes the bytes of a case. A panic is a find.
type Target = fn(&[u8]);

/// Every target by its name, as `cargo xtask fuzz` lists them.
const TARGETS: [(&str, Target); 9] = [
    ("answer", engine::answer),
    ("csv", readers::csv),
    ("file", readers::file),
    ("html", readers::html),
    ("provider", provider::provider),
    ("record", engine::record),
    ("request", engine::request),
    ("stream", engine::stream),
    ("url", readers::url),
];

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("GROUNDCHECK_FUZZ").unwrap_or_default();
    let found = TARGETS.iter().find(|(own, _)| *own == name);
    // Without a target there is nothing to do, and nobody to return an error to.
    found.unwrap_or_else(|| panic!("GROUNDCHECK_FUZZ names no target: {name:?}")).1
});

fuzz_target!(init: readers::quiet(), |bytes: &[u8]| TARGET(bytes));
