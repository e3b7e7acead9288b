// groundcheck/entailment in Node: the wasm is read from disk, at `init()` or at the first call.

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

import { verification } from './lib/verification.js';

export * from './lib/entailment.js';

const WASM = new URL('./pkg/entailment_bg.wasm', import.meta.url);

verification.loadOnFirstUse(() => new WebAssembly.Module(readFileSync(WASM)));

/** Loads the wasm without blocking; further calls give the same promise. Without it, the first call loads it. */
export const init = ({ module } = {}) => verification.startFrom(() => module ?? readFile(WASM));
