// The package with its wasm inside: for bundlers that take no other files along, and where none can be fetched.

import { analysis } from './lib/analysis.js';
import { detectorFrom } from './lib/detector-from.js';
import { spawn } from './lib/spawn.js';

export * from './lib/api.js';

/** Loaded when it is asked for, so that importing costs nothing. */
async function source() {
  const { default: base64 } = await import('./pkg/inlined.js');
  const compressed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const bytes = new Blob([compressed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(bytes).arrayBuffer();
}

/** Compiles the wasm; call it once, early, and wait for it. Further calls give the same promise. */
export const init = ({ module } = {}) => analysis.startFrom(() => module ?? source());

/** Prepares sources and facts for many answers, on this thread or in a worker. */
export const createDetector = detectorFrom({ source, init, spawn });
