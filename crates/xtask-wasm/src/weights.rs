//! What compiled wasm consists of: its heaviest functions by name, as `twiggy top` has them.

use std::collections::HashMap;
use std::path::Path;

use rustc_demangle::demangle;
use wasmparser::{KnownCustom, Name, Parser, Payload, TypeRef};

use crate::Outcome;
use crate::stamp::read;

/// How many are shown.
const SHOWN: usize = 25;

/// Prints them for wasm that still has its names: as rustc wrote it, before wasm-opt makes it a little smaller.
pub fn print(wasm: &Path) -> Outcome {
    let told = |e: wasmparser::BinaryReaderError| format!("{}: {e}", wasm.display());
    let weights = of(&read(wasm)?).map_err(told)?;
    let all: usize = weights.iter().map(|(_, _, bytes)| bytes).sum();
    println!("{:>9} {:>6} {:>6}  the heaviest of {}", "bytes", "%", "copies", wasm.display());
    for (name, copies, bytes) in weights.iter().take(SHOWN) {
        println!("{bytes:>9} {:>6.2} {copies:>6}  {name}", *bytes as f64 * 100.0 / all as f64);
    }
    Ok(())
}

/// Functions and the data by name, the heaviest first, with how many there are and their bytes: a generic function has one for each type.
fn of(wasm: &[u8]) -> Result<Vec<(String, usize, usize)>, wasmparser::BinaryReaderError> {
    let (mut imported, mut sizes, mut data) = (0, Vec::new(), 0);
    let mut names = HashMap::new();
    for payload in Parser::new(0).parse_all(wasm) {
        match payload? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => sizes.push(body.range().len()),
            Payload::DataSection(section) => data = section.range().len(),
            Payload::CustomSection(section) => {
                let KnownCustom::Name(section) = section.as_known() else { continue };
                for part in section {
                    let Name::Function(functions) = part? else { continue };
                    for function in functions {
                        let function = function?;
                        // Without the digest that tells copies apart.
                        names.insert(function.index, format!("{:#}", demangle(function.name)));
                    }
                }
            }
            _ => {}
        }
    }
    let mut sums = HashMap::from([("constants and static data".to_owned(), (1, data))]);
    for (index, bytes) in (imported..).zip(sizes) {
        let name = names.remove(&index).unwrap_or_else(|| "without a name".to_owned());
        let (copies, sum) = sums.entry(name).or_default();
        (*copies, *sum) = (*copies + 1, *sum + bytes);
    }
    let mut weights: Vec<_> = sums.into_iter().map(|(name, (copies, bytes))| (name, copies, bytes)).collect();
    weights.sort_by(|a, b| b.2.cmp(&a.2).then_with(|| a.0.cmp(&b.0)));
    Ok(weights)
}
