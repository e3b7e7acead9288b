// The package in a browser, and wherever there is fetch.

import { startFrom } from './lib/instance.js';

export * from './lib/api.js';

/** Loads the wasm; call it once, early, and wait for it. Further calls give the same promise. */
export const init = ({ module } = {}) =>
  startFrom(() => module ?? new URL('./pkg/groundcheck_bg.wasm', import.meta.url));
