// groundcheck/slim in a browser, and wherever there is fetch.

import { finding } from './lib/finding.js';
import { slimDetectorFrom } from './lib/slim-detector.js';

export { GroundcheckError } from './lib/error.js';
export { IgnoreList } from './lib/ignore-list.js';
export { segments } from './lib/segments.js';

/** Loads the wasm; call it once, early, and wait for it. Further calls give the same promise. */
export const init = ({ module } = {}) => finding.startFrom(() => module ?? new URL('./pkg/slim_bg.wasm', import.meta.url));

/** Finds claims while answers are being written; the host's server judges them. Loads the wasm where nobody has. */
export const createDetector = slimDetectorFrom({ init });
