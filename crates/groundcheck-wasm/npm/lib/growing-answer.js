// An answer in wasm that is pushed piece by piece and ended once.

import { internal, notReady } from './error.js';
import { text, wellFormed } from './json.js';

/** Ends in the first half of a character, whose second half the next piece begins with. */
const HALF = /[\uD800-\uDBFF]$/;

export class GrowingAnswer {
  #wasm;
  #instance;
  #made;
  /** The first half of a character that was cut in two. */
  #held = '';

  /** `open` makes what reads the answer, on the wasm of this instance. */
  constructor(instance, open) {
    this.#wasm = instance;
    this.#instance = instance.call(open);
    this.#made = instance.number;
  }

  /** Takes the next piece; what it brought as JSON text, undefined where that is nothing. */
  push(piece) {
    const whole = this.#held + text(piece, 'text');
    this.#held = HALF.test(whole) ? whole.slice(-1) : '';
    const pushed = wellFormed(this.#held ? whole.slice(0, -1) : whole);
    return pushed === '' ? undefined : this.call((answer) => answer.push(pushed));
  }

  /** Ends the answer; what its end brought as JSON text. `last` is told what the last half of a character brought. */
  finish(last = () => {}) {
    // A half that never got its other half.
    const rest = wellFormed(this.#held);
    return this.call((answer) => {
      if (rest) last(answer.push(rest));
      // Ending gives its memory back, whatever comes of it.
      this.#instance = undefined;
      return answer.finish();
    });
  }

  /** Asks what reads it. */
  call(run) {
    if (!this.#instance) throw notReady('this monitor has ended');
    // What it had read is gone with its instance.
    if (!this.#wasm.isAlive(this.#made)) {
      throw internal('groundcheck failed while this answer was being written; the answer was not checked');
    }
    return this.#wasm.call(() => run(this.#instance));
  }

  /** Gives its memory back without an end. */
  free() {
    const answer = this.#instance;
    this.#instance = undefined;
    if (answer && this.#wasm.isAlive(this.#made)) this.#wasm.call(() => answer.free());
  }
}
