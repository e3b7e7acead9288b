//! Writes the JSON Schema of the contract and the types of Python that follow from it; with `--check`, only says whether it is current. See `cargo xtask schema`.

use std::env;
use std::error::Error;
use std::process::ExitCode;

use groundcheck_tests::schema;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    match env::args().skip(1).collect::<Vec<_>>().as_slice() {
        [] => schema::write()?,
        [flag] if flag == "--check" => {
            let outdated = schema::outdated();
            outdated.iter().for_each(|(path, _)| eprintln!("{path} is not current; run `cargo xtask schema`"));
            if !outdated.is_empty() {
                return Ok(ExitCode::FAILURE);
            }
        }
        other => return Err(format!("expected nothing or --check, got {other:?}").into()),
    }
    schema::files().iter().for_each(|(path, _)| println!("schema: {path}"));
    Ok(ExitCode::SUCCESS)
}
