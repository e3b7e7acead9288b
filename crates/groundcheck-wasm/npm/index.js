// The package in a browser, and wherever there is fetch.

import { analysis } from './lib/analysis.js';
import { detectorFrom } from './lib/detector-from.js';
import { spawn } from './lib/spawn.js';

export * from './lib/api.js';

const source = () => new URL('./pkg/groundcheck_bg.wasm', import.meta.url);

/** Loads the wasm; call it once, early, and wait for it. Further calls give the same promise. */
export const init = ({ module } = {}) => analysis.startFrom(() => module ?? source());

/** Prepares sources and facts for many answers, on this thread or in a worker; loads the wasm where nobody has. */
export const createDetector = detectorFrom({ source, init, spawn });
