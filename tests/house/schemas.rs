//! The contract's JSON Schema is checked in as the types say it.

use groundcheck_tests::schema;

#[test]
fn the_checked_in_schemas_are_what_the_types_say() {
    let outdated = schema::outdated().expect("crates/groundcheck-types/schema can be read");
    assert!(outdated.is_empty(), "run `cargo xtask schema` and review the changes of {outdated:?}");
}
