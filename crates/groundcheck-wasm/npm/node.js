// The package in Node: the wasm is read from disk, at `init()` or at the first call.

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

import { analysis } from './lib/analysis.js';
import { detectorFrom } from './lib/detector-from.js';

export * from './lib/api.js';

const WASM = new URL('./pkg/groundcheck_bg.wasm', import.meta.url);
const source = () => readFile(WASM);

analysis.loadOnFirstUse(() => new WebAssembly.Module(readFileSync(WASM)));

/** Loads the wasm without blocking; further calls give the same promise. Without it, the first call loads it. */
export const init = ({ module } = {}) => analysis.startFrom(() => module ?? source());

/** Prepares sources and facts for many answers, on this thread or in a worker. */
export const createDetector = detectorFrom({
  source,
  init,
  spawn: () => new Worker(new URL('./lib/worker-node.js', import.meta.url)),
});
