//! The contract's JSON Schema is checked in as the types say it.

use groundcheck_tests::schema;

#[test]
fn the_checked_in_schema_is_what_the_types_say() {
    assert!(schema::is_current(), "run `cargo xtask schema` and review the changes of {}", schema::PATH);
}
