// The life of the wasm instance. A trap (a fault in the engine, no memory left) leaves an instance that must not be used
// again: it is marked dead, the caller gets a typed error, and the next call runs on a new one.

import { __wbg_reset_state as reinstantiate, initSync as instantiate } from '../pkg/groundcheck.js';
import { GroundcheckError, internal, notReady } from './error.js';

/** Counts instances; 0 is none yet. What was made on one of another number is gone. */
let current = 0;
let dead = false;
let starting;
let loadNow;

/** Where there are files: a loader that the first call uses when nobody called `init()`. */
export function loadOnFirstUse(load) {
  loadNow = load;
}

/** Compiles and instantiates once; a failed start can be tried again. */
export function startFrom(source) {
  starting ??= (async () => {
    try {
      const module = await compile(await source());
      // Unless a call has loaded it meanwhile. Instantiating is quick; it is compiling that must not block.
      if (current === 0) begin(module);
    } catch (cause) {
      starting = undefined;
      throw notReady(`could not be started: ${cause.message}`, cause);
    }
  })();
  return starting;
}

function begin(module) {
  instantiate({ module });
  current = 1;
}

async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  const isAddress = typeof source === 'string' || source instanceof URL;
  const given = isAddress ? await fetch(source) : source;
  if (typeof Response !== 'function' || !(given instanceof Response)) return WebAssembly.compile(given);
  if (!given.ok) throw new Error(`${given.url} gave status ${given.status}`);
  const streams = given.headers.get('Content-Type')?.startsWith('application/wasm');
  return streams ? WebAssembly.compileStreaming(given) : WebAssembly.compile(await given.arrayBuffer());
}

/** The number of the instance that the next `call` runs on, or is running on. */
export const instance = () => current;

/** Runs against a living instance. The engine throws its errors as plain objects; whatever else is thrown is a trap. */
export function call(run) {
  revive();
  try {
    return run();
  } catch (cause) {
    if (GroundcheckError.isThrown(cause)) throw new GroundcheckError(cause);
    dead = true;
    throw internal('groundcheck failed on this input; the answer was not checked', cause);
  }
}

/** Whether what was made on this instance can still be used. */
export const isAlive = (made) => made === current && !dead;

function revive() {
  if (current === 0) {
    if (!loadNow) throw notReady('call init() and wait for it first');
    try {
      begin(loadNow());
    } catch (cause) {
      throw notReady(`could not be started: ${cause.message}`, cause);
    }
  } else if (dead) {
    try {
      reinstantiate();
    } catch (cause) {
      throw internal('groundcheck could not be started again; the answer was not checked', cause);
    }
    current += 1;
    dead = false;
  }
}
