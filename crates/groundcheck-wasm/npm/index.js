// The package in a browser, and wherever there is fetch.

import { analysis } from './lib/analysis.js';

export * from './lib/api.js';

/** Loads the wasm; call it once, early, and wait for it. Further calls give the same promise. */
export const init = ({ module } = {}) =>
  analysis.startFrom(() => module ?? new URL('./pkg/groundcheck_bg.wasm', import.meta.url));
