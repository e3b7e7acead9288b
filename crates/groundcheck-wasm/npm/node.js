// The package in Node: the wasm is read from disk, at `init()` or at the first call.

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

import { analysis } from './lib/analysis.js';

export * from './lib/api.js';

const WASM = new URL('./pkg/groundcheck_bg.wasm', import.meta.url);

analysis.loadOnFirstUse(() => new WebAssembly.Module(readFileSync(WASM)));

/** Loads the wasm without blocking; further calls give the same promise. Without it, the first call loads it. */
export const init = ({ module } = {}) => analysis.startFrom(() => module ?? readFile(WASM));
