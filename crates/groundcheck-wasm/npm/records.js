// groundcheck/records in a browser, and wherever there is fetch.

import { validation } from './lib/validation.js';

export * from './lib/records.js';

/** Loads the wasm; call it once, early, and wait for it. Further calls give the same promise. */
export const init = ({ module } = {}) =>
  validation.startFrom(() => module ?? new URL('./pkg/records_bg.wasm', import.meta.url));
