// groundcheck/records in Node: the wasm is read from disk, at `init()` or at the first call.

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

import { validation } from './lib/validation.js';

export * from './lib/records.js';

const WASM = new URL('./pkg/records_bg.wasm', import.meta.url);

validation.loadOnFirstUse(() => new WebAssembly.Module(readFileSync(WASM)));

/** Loads the wasm without blocking; further calls give the same promise. Without it, the first call loads it. */
export const init = ({ module } = {}) => validation.startFrom(() => module ?? readFile(WASM));
