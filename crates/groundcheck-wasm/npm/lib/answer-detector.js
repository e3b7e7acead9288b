// What answers are checked with: whole ones, and such as are being written.

import { AnswerStream } from './answer-stream.js';
import { invalid, notReady } from './error.js';
import { IgnoreList } from './ignore-list.js';
import { toJson } from './json.js';

/** What answers are checked with; one interface, wherever the engine runs. */
export class AnswerDetector {
  #engine;
  #monitor;
  #after;

  /** Claims that are not announced. */
  ignored;

  /** Only `createDetector` makes one. */
  constructor(engine, { monitor, ignored, verify, checkLinks }) {
    this.#engine = engine;
    this.#monitor = monitor;
    this.#after = { verification: verify, links: checkLinks };
    this.ignored = ignored instanceof IgnoreList ? ignored : new IgnoreList(ignored);
  }

  get #running() {
    if (!this.#engine) throw notReady('this detector was disposed of');
    return this.#engine;
  }

  /** Analyses a whole answer. */
  async analyze(request) {
    return JSON.parse(await this.#running.analyze(toJson(request)));
  }

  /** Whether what a question needs is at hand, before anybody answers it. */
  async requiredKnowledge(request) {
    return JSON.parse(await this.#running.requiredKnowledge(request));
  }

  /** Follows an answer while it is written. */
  stream(options = {}) {
    const engine = this.#running;
    const open = (...args) => engine.open(...args);
    return new AnswerStream(open, { ignored: this.ignored, after: this.#after }, { monitor: this.#monitor, ...options });
  }

  /** Gives its memory back, and ends its worker. Answers that are still being written fail. */
  dispose() {
    this.#engine?.dispose();
    this.#engine = undefined;
  }
}
if (Symbol.dispose) AnswerDetector.prototype[Symbol.dispose] = AnswerDetector.prototype.dispose;

/** Every callback that is given must be one. */
export function checkCallbacks(callbacks) {
  for (const [name, callback] of Object.entries(callbacks)) {
    if (callback !== undefined && typeof callback !== 'function') throw invalid(name, 'must be a function');
  }
}
