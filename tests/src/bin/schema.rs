//! Writes the JSON Schema of the contract; with `--check`, only says whether it is current. See `cargo xtask schema`.

use std::env;
use std::error::Error;
use std::process::ExitCode;

use groundcheck_tests::schema;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    match env::args().skip(1).collect::<Vec<_>>().as_slice() {
        [] => schema::write()?,
        [flag] if flag == "--check" => {
            if !schema::is_current() {
                eprintln!("{} is not current; run `cargo xtask schema`", schema::PATH);
                return Ok(ExitCode::FAILURE);
            }
        }
        other => return Err(format!("expected nothing or --check, got {other:?}").into()),
    }
    println!("schema: {}", schema::PATH);
    Ok(ExitCode::SUCCESS)
}
