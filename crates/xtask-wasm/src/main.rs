//! `cargo xtask` calls this to make the page and the npm package of compiled wasm. It is a crate of its own so that `cargo xtask` itself
//! compiles in seconds, and it takes wasm-bindgen as a library: two tools from source cost ten minutes on a fresh machine.
//!
//! What is current already is left as it is.

use std::path::PathBuf;
use std::process::ExitCode;

use lexopt::prelude::{Long, Value, ValueExt};

mod bindings;
mod html;
mod page;
mod stamp;
mod weights;

/// What went wrong, in words for the person at the terminal.
type Outcome<T = ()> = Result<T, String>;

const USAGE: &str = "\
usage: xtask-wasm bindings --name NAME --out FOLDER [--npm] [--wasm-opt PROGRAM] FILE.wasm
       xtask-wasm page --index index.html --dist FOLDER [--wasm-opt PROGRAM] FILE.wasm WORKER.wasm
       xtask-wasm weights FILE.wasm";

/// What is asked for.
#[derive(Debug, Default)]
struct Asked {
    name: String,
    out: PathBuf,
    index: PathBuf,
    npm: bool,
    wasm_opt: Option<PathBuf>,
    wasm: PathBuf,
    worker: PathBuf,
}

fn main() -> ExitCode {
    match asked(lexopt::Parser::from_env()) {
        Ok((command, asked)) => {
            let outcome = match command.as_str() {
                "page" => {
                    page::write(&asked.index, [&asked.wasm, &asked.worker], &asked.out, asked.wasm_opt.as_deref())
                }
                "weights" => weights::print(&asked.wasm),
                _ => bindings::package(&asked.wasm, &asked.name, &asked.out, asked.npm, asked.wasm_opt.as_deref()),
            };
            match outcome {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => {
                    eprintln!("error: {error}");
                    ExitCode::FAILURE
                }
            }
        }
        Err(error) => {
            eprintln!("error: {error}\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn asked(mut args: lexopt::Parser) -> Result<(String, Asked), lexopt::Error> {
    let mut command = String::new();
    let mut asked = Asked::default();
    while let Some(arg) = args.next()? {
        match arg {
            Value(word) if command.is_empty() => command = word.string()?,
            Value(path) if asked.wasm.as_os_str().is_empty() => asked.wasm = path.into(),
            Value(path) => asked.worker = path.into(),
            Long("name") => asked.name = args.value()?.string()?,
            Long("out" | "dist") => asked.out = args.value()?.into(),
            Long("index") => asked.index = args.value()?.into(),
            Long("npm") => asked.npm = true,
            Long("wasm-opt") => asked.wasm_opt = Some(args.value()?.into()),
            other => return Err(other.unexpected()),
        }
    }
    let is_known = matches!(command.as_str(), "page" | "bindings" | "weights");
    if is_known && !asked.wasm.as_os_str().is_empty() { Ok((command, asked)) } else { Err("nothing to do".into()) }
}
