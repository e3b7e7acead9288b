//! `cargo xtask dist` calls this to pack a release. It is a crate of its own so that `cargo xtask` itself compiles in seconds.
//!
//! All that it writes is the same for the same input, whenever and wherever it is written.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use lexopt::prelude::{Long, Value, ValueExt};

mod archive;
mod bom;
mod notices;
mod sums;

/// What went wrong, in words for the person at the terminal.
type Outcome<T = ()> = Result<T, String>;

const USAGE: &str = "\
usage: xtask-dist pack --root NAME --epoch SECONDS --out FILE.tar.gz FOLDER
       xtask-dist bom --root FOLDER --name NAME --version VERSION --epoch SECONDS --metadata FILE --artefact FILE --out FILE BOM...
       xtask-dist notices --metadata FILE --out FILE BOM...
       xtask-dist sums FOLDER";

/// What is asked for.
#[derive(Debug, Default)]
struct Asked {
    root: String,
    name: String,
    version: String,
    epoch: u64,
    out: PathBuf,
    artefact: PathBuf,
    metadata: PathBuf,
    inputs: Vec<PathBuf>,
}

fn main() -> ExitCode {
    match asked(lexopt::Parser::from_env()) {
        Ok((command, asked)) => match run(&command, &asked) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("error: {error}");
                ExitCode::FAILURE
            }
        },
        Err(error) => {
            eprintln!("error: {error}\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn run(command: &str, asked: &Asked) -> Outcome {
    match (command, &asked.inputs[..]) {
        ("pack", [folder]) => archive::pack(folder, &asked.root, asked.epoch, &asked.out),
        ("sums", [folder]) => sums::write(folder),
        ("notices", boms) => notices::write(boms, &asked.metadata, &asked.out),
        ("bom", boms) => {
            let about = bom::About {
                root: &asked.root,
                name: &asked.name,
                version: &asked.version,
                epoch: asked.epoch,
                artefact: &asked.artefact,
                metadata: &asked.metadata,
            };
            bom::write(boms, &about, &asked.out)
        }
        _ => Err("one folder is packed or summed at a time".to_owned()),
    }
}

fn asked(mut args: lexopt::Parser) -> Result<(String, Asked), lexopt::Error> {
    let mut command = String::new();
    let mut asked = Asked::default();
    while let Some(arg) = args.next()? {
        match arg {
            Value(word) if command.is_empty() => command = word.string()?,
            Value(path) => asked.inputs.push(path.into()),
            Long("root") => asked.root = args.value()?.string()?,
            Long("name") => asked.name = args.value()?.string()?,
            Long("version") => asked.version = args.value()?.string()?,
            Long("epoch") => asked.epoch = args.value()?.parse()?,
            Long("out") => asked.out = args.value()?.into(),
            Long("artefact") => asked.artefact = args.value()?.into(),
            Long("metadata") => asked.metadata = args.value()?.into(),
            other => return Err(other.unexpected()),
        }
    }
    let is_known = matches!(command.as_str(), "pack" | "bom" | "notices" | "sums");
    if is_known && !asked.inputs.is_empty() { Ok((command, asked)) } else { Err("nothing to do".into()) }
}

/// A file's bytes.
fn read(path: &Path) -> Outcome<Vec<u8>> {
    fs::read(path).map_err(|e| format!("cannot read {}: {e}", path.display()))
}

/// A file of JSON.
fn read_json(path: &Path) -> Outcome<serde_json::Value> {
    serde_json::from_slice(&read(path)?).map_err(|e| format!("{} is not JSON: {e}", path.display()))
}

fn write(path: &Path, content: impl AsRef<[u8]>) -> Outcome {
    fs::write(path, content).map_err(|e| format!("cannot write {}: {e}", path.display()))
}

/// A folder of a test's own, empty; gone after it.
#[cfg(test)]
struct Folder(PathBuf);

#[cfg(test)]
impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("groundcheck-dist-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }
}

#[cfg(test)]
impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
