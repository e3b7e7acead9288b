// The package under test: as released, and with a forced trap.

import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const NPM = new URL('../../npm/', import.meta.url);
const TRAP = new URL('../pkg-trap/', import.meta.url);

/** The folder of the package in which `pkg/` was built with the feature `test-trap`; gone after the tests. */
export function trapPackage() {
  assert.ok(existsSync(TRAP), 'tests/pkg-trap is missing: `cargo xtask build` makes it');
  const folder = mkdtempSync(join(tmpdir(), 'groundcheck-trap-'));
  after(() => rmSync(folder, { recursive: true }));
  const own = fileURLToPath(new URL('pkg', NPM));
  cpSync(fileURLToPath(NPM), folder, { recursive: true, filter: (from) => !from.startsWith(own) });
  cpSync(fileURLToPath(TRAP), join(folder, 'pkg'), { recursive: true });
  return folder;
}

/** That package for Node, with `trap()`: what a fault in the engine does to whoever called. */
export async function withTrap() {
  const folder = pathToFileURL(trapPackage() + '/');
  const from = (path) => import(new URL(path, folder));
  const files = ['node.js', 'lib/analysis.js', 'pkg/groundcheck.js', 'records-node.js', 'lib/validation.js', 'pkg/records.js'];
  const [groundcheck, { analysis }, wasm, records, { validation }, recordsWasm] = await Promise.all(files.map(from));
  return {
    groundcheck,
    trap: () => analysis.call(() => wasm.trap()),
    records,
    trapRecords: () => validation.call(() => recordsWasm.trap()),
  };
}
