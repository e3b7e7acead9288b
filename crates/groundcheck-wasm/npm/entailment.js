// groundcheck/entailment in a browser, and wherever there is fetch.

import { verification } from './lib/verification.js';

export * from './lib/entailment.js';

/** Loads the wasm; call it once, early, and wait for it. Further calls give the same promise. */
export const init = ({ module } = {}) =>
  verification.startFrom(() => module ?? new URL('./pkg/entailment_bg.wasm', import.meta.url));
