// The package under test: as released, and with a forced trap.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const NPM = new URL('../../npm/', import.meta.url);
const TRAP = new URL('../pkg-trap/', import.meta.url);

/** The folder of the package in which `pkg/` has `trap()`, as each crate's example does; gone after the tests. */
export function trapPackage() {
  assert.ok(existsSync(TRAP), 'tests/pkg-trap is missing: `cargo xtask build` makes it');
  const folder = mkdtempSync(join(tmpdir(), 'groundcheck-trap-'));
  after(() => rmSync(folder, { recursive: true }));
  const own = fileURLToPath(new URL('pkg', NPM));
  cpSync(fileURLToPath(NPM), folder, { recursive: true, filter: (from) => !from.startsWith(own) });
  cpSync(fileURLToPath(TRAP), join(folder, 'pkg'), { recursive: true });
  return folder;
}

/** The example chat, whose packages other apps of the tests use too. */
export const CHAT = new URL('../../examples/chat/', import.meta.url);

/** Builds an app with Vite as the example's lock file has it; gives the folder of what came of it, gone after the tests. */
export function viteBuild(root, ...args) {
  const out = mkdtempSync(join(tmpdir(), 'groundcheck-built-'));
  after(() => rmSync(out, { recursive: true }));
  const vite = fileURLToPath(new URL('node_modules/vite/bin/vite.js', CHAT));
  const all = [vite, 'build', root, '--base', './', '--outDir', out, '--emptyOutDir', '--logLevel', 'error', ...args];
  execFileSync(process.execPath, all, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  return out;
}

/** A fresh app with these files and the package installed as npm packs it; `packages` are the example's. Gone after the tests. */
export function freshApp(files, packages = []) {
  const folder = mkdtempSync(join(tmpdir(), 'groundcheck-app-'));
  after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  // A shell finds npm on Windows too.
  const npm = (args, cwd) => execFileSync(`npm ${args}`, { cwd, shell: true, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const packed = npm(`pack --ignore-scripts --pack-destination "${folder}"`, fileURLToPath(NPM)).trim().split('\n').at(-1);
  npm(`install --offline --ignore-scripts --no-audit --no-fund --no-package-lock ./${packed}`, folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  for (const name of packages) {
    symlinkSync(fileURLToPath(new URL(`node_modules/${name}`, CHAT)), join(folder, 'node_modules', name), 'junction');
  }
  return folder;
}

/** The package with a forced trap, for Node, with `trap()`: what a fault in the engine does to whoever called. */
export async function withTrap() {
  const folder = pathToFileURL(trapPackage() + '/');
  const from = (path) => import(new URL(path, folder));
  const files = ['node.js', 'lib/analysis.js', 'pkg/groundcheck.js', 'records-node.js', 'lib/validation.js', 'pkg/records.js'];
  const [groundcheck, { analysis }, wasm, records, { validation }, recordsWasm] = await Promise.all(files.map(from));
  const further = ['entailment-node.js', 'lib/verification.js', 'pkg/entailment.js'];
  const [entailment, { verification }, entailmentWasm] = await Promise.all(further.map(from));
  const [slim, { finding }, slimWasm] = await Promise.all(['slim-node.js', 'lib/finding.js', 'pkg/slim.js'].map(from));
  return {
    entailment,
    trapEntailment: () => verification.call(() => entailmentWasm.trap()),
    groundcheck,
    trap: () => analysis.call(() => wasm.trap()),
    records,
    trapRecords: () => validation.call(() => recordsWasm.trap()),
    slim,
    trapSlim: () => finding.call(() => slimWasm.trap()),
  };
}
