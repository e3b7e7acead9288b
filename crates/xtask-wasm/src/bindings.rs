//! wasm-bindgen and wasm-opt.

use std::path::{Path, PathBuf};
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

use crate::Outcome;
use crate::stamp::{Stamp, read};

/// What rustc's wasm uses beyond the first version of the format; wasm-opt refuses it unless told. `index.html` has the same for the page.
pub const FEATURES: &[&str] = &[
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// The files of a wasm module for the web, of this name, in a folder: with TypeScript types, and for the npm package as
/// `crates/groundcheck-wasm/src/lib.rs` needs it.
pub fn package(wasm: &Path, name: &str, out: &Path, npm: bool, wasm_opt: Option<&Path>) -> Outcome {
    let how = format!("{name} {npm} {} {}", wasm_opt.is_some(), out.display());
    let stamp = Stamp::of(wasm.with_extension("stamp"), &[&read(wasm)?, how.as_bytes()], wasm_opt)?;
    let file = out.join(format!("{name}_bg.wasm"));
    if stamp.is_current(&file, &[out.join(format!("{name}.js"))]) {
        println!("{} is current", file.display());
        return Ok(());
    }
    let mut bindgen = Bindgen::new();
    bindgen.typescript(true).reset_state_function(npm).omit_default_module_path(npm);
    generate(&mut bindgen, wasm, name, out)?;
    if let Some(program) = wasm_opt {
        optimise(program, "-O", FEATURES, &file, &file)?;
    }
    stamp.write(&file)
}

/// The JavaScript and the wasm of a page, in a folder.
pub fn for_page(wasm: &Path, name: &str, out: &Path) -> Outcome<[PathBuf; 2]> {
    let mut bindgen = Bindgen::new();
    bindgen.typescript(false).omit_default_module_path(false);
    generate(&mut bindgen, wasm, name, out)?;
    Ok([out.join(format!("{name}.js")), out.join(format!("{name}_bg.wasm"))])
}

fn generate(bindgen: &mut Bindgen, wasm: &Path, name: &str, out: &Path) -> Outcome {
    let told = |e| format!("wasm-bindgen of {}: {e:#}", wasm.display());
    bindgen.web(true).map_err(told)?.input_path(wasm).out_name(name).demangle(true).generate(out).map_err(told)
}

/// Runs binaryen's wasm-opt.
pub fn optimise(program: &Path, level: &str, features: &[&str], from: &Path, to: &Path) -> Outcome {
    let mut command = Command::new(program);
    command.arg(level).args(features).arg(from).arg("-o").arg(to);
    let status = command.status().map_err(|e| format!("cannot run {}: {e}", program.display()))?;
    if status.success() { Ok(()) } else { Err(format!("wasm-opt of {} failed ({status})", from.display())) }
}
