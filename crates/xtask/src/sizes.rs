//! What a visitor downloads: the npm package's wasm and the page, compressed as servers send them.

use crate::build::NPM_PKG;
use crate::{Outcome, process};

/// Node compresses both ways, so no crate has to. Takes the npm package's folder and the page's.
const SCRIPT: &str = r#"
const { readdirSync, readFileSync, statSync } = require('node:fs');
const { join } = require('node:path');
const { brotliCompressSync, gzipSync, constants } = require('node:zlib');
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
const row = (name, ...sizes) => console.log(name.padEnd(34) + sizes.map((s) => String(s).padStart(11)).join(''));
const kb = (bytes) => (bytes / 1000).toFixed(1);
row('', 'raw kB', 'gzip kB', 'brotli kB');
for (const [name, folder, wanted] of [
  ['npm package, wasm', process.argv[1], /groundcheck_bg\.wasm$/],
  ['npm package, wasm and JavaScript', process.argv[1], /groundcheck(_bg\.wasm|\.js)$/],
  ['npm package, inlined', process.argv[1], /inlined\.js$/],
  ['npm package, entailment, wasm', process.argv[1], /entailment_bg\.wasm$/],
  ['npm package, records, wasm', process.argv[1], /records_bg\.wasm$/],
  ['npm package, slim, wasm', process.argv[1], /slim_bg\.wasm$/],
  ['page, all files', process.argv[2], /./],
]) {
  const files = readdirSync(folder, { recursive: true }).map((file) => join(folder, file));
  const sum = [0, 0, 0];
  for (const file of files.filter((file) => statSync(file).isFile() && wanted.test(file))) {
    const bytes = readFileSync(file);
    sum[0] += bytes.length;
    sum[1] += gzipSync(bytes, { level: 9 }).length;
    sum[2] += brotliCompressSync(bytes, quality).length;
  }
  if (sum[0] === 0) throw new Error(`${folder} holds nothing to measure`);
  row(name, ...sum.map(kb));
}
"#;

/// Prints the table.
pub fn print() -> Outcome {
    let good = process::command("node")
        .args(["--eval", SCRIPT, "--", NPM_PKG, "dist"])
        .status()
        .map_err(|e| format!("cannot run node: {e}"))?
        .success();
    if good { Ok(()) } else { Err("the sizes could not be measured".to_owned()) }
}
