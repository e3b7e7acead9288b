// The life of a wasm instance. A trap (a fault in the engine, no memory left) leaves an instance that must not be used
// again: it is marked dead, the caller gets a typed error, and the next call runs on a new one.

import { GroundcheckError, internal, notReady } from './error.js';

/** One of the package's wasm files: loaded once, started again after each trap. */
export class Instance {
  #instantiate;
  #reinstantiate;
  /** Counts instances; 0 is none yet. What was made on one of another number is gone. */
  #current = 0;
  #dead = false;
  #starting;
  #loadNow;

  /** Takes what wasm-bindgen writes beside a wasm file: `initSync` and `__wbg_reset_state`. */
  constructor({ initSync, __wbg_reset_state }) {
    this.#instantiate = initSync;
    this.#reinstantiate = __wbg_reset_state;
  }

  /** Where there are files: a loader that the first call uses when nobody called `init()`. */
  loadOnFirstUse(load) {
    this.#loadNow = load;
  }

  /** Compiles and instantiates once; a failed start can be tried again. */
  startFrom(source) {
    this.#starting ??= (async () => {
      try {
        const module = await compile(await source());
        // Unless a call has loaded it meanwhile. Instantiating is quick; it is compiling that must not block.
        if (this.#current === 0) this.#begin(module);
      } catch (cause) {
        this.#starting = undefined;
        throw notReady(`could not be started: ${cause.message}`, cause);
      }
    })();
    return this.#starting;
  }

  #begin(module) {
    this.#instantiate({ module });
    this.#current = 1;
  }

  /** The number of the instance that the next `call` runs on, or is running on. */
  get number() {
    return this.#current;
  }

  /** Whether what was made on this instance can still be used. */
  isAlive(made) {
    return made === this.#current && !this.#dead;
  }

  /** Runs against a living instance. The engine throws its errors as plain objects; whatever else is thrown is a trap. */
  call(run) {
    this.#revive();
    try {
      return run();
    } catch (cause) {
      if (GroundcheckError.isThrown(cause)) throw new GroundcheckError(cause);
      this.#dead = true;
      throw internal('groundcheck failed on this input, which was not checked', cause);
    }
  }

  #revive() {
    if (this.#current === 0) {
      if (!this.#loadNow) throw notReady('call init() and wait for it first');
      try {
        this.#begin(this.#loadNow());
      } catch (cause) {
        throw notReady(`could not be started: ${cause.message}`, cause);
      }
    } else if (this.#dead) {
      try {
        this.#reinstantiate();
      } catch (cause) {
        throw internal('groundcheck could not be started again; the input was not checked', cause);
      }
      this.#current += 1;
      this.#dead = false;
    }
  }
}

/** The compiled module from an address, a response, bytes, or a module itself. */
export async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  const isAddress = typeof source === 'string' || source instanceof URL;
  const given = isAddress ? await fetch(source) : source;
  if (typeof Response !== 'function' || !(given instanceof Response)) return WebAssembly.compile(given);
  if (!given.ok) throw new Error(`${given.url} gave status ${given.status}`);
  const streams = given.headers.get('Content-Type')?.startsWith('application/wasm');
  return streams ? WebAssembly.compileStreaming(given) : WebAssembly.compile(await given.arrayBuffer());
}
