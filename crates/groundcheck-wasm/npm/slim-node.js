// groundcheck/slim in Node: the wasm is read from disk.

import { readFile } from 'node:fs/promises';

import { finding } from './lib/finding.js';
import { slimDetectorFrom } from './lib/slim-detector.js';

export { GroundcheckError } from './lib/error.js';
export { IgnoreList } from './lib/ignore-list.js';
export { segments } from './lib/segments.js';

const WASM = new URL('./pkg/slim_bg.wasm', import.meta.url);

/** Loads the wasm without blocking; further calls give the same promise. */
export const init = ({ module } = {}) => finding.startFrom(() => module ?? readFile(WASM));

/** Finds claims while answers are being written; the host's server judges them. Loads the wasm where nobody has. */
export const createDetector = slimDetectorFrom({ init });
