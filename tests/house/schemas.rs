//! The contract's JSON Schema, and the types of Python that follow from it, are checked in as the types say it.

use groundcheck_tests::schema;

#[test]
fn what_is_generated_from_the_types_is_what_they_say() {
    let outdated: Vec<&str> = schema::outdated().into_iter().map(|(path, _)| path).collect();
    assert!(outdated.is_empty(), "run `cargo xtask schema` and review the changes of {}", outdated.join(", "));
}
