// The package's functions: objects to text, one call, text to objects.

import * as wasm from '../pkg/groundcheck.js';
import { analysis } from './analysis.js';
import { notReady } from './error.js';
import { text, toJson } from './json.js';

export { GroundcheckError } from './error.js';

/** Analyses a request. */
export const analyze = (request) => JSON.parse(analyzeJson(toJson(request)));

/** The same from JSON text to JSON text: the bytes of HTTP and the command line. */
export function analyzeJson(request) {
  text(request, 'request');
  return analysis.call(() => wasm.analyzeJson(request));
}

/** The answer with every contradicted claim of its report replaced by the nearest value of the evidence. */
export function correctedAnswer(answer, report) {
  text(answer, 'answer');
  const json = toJson(report);
  return analysis.call(() => wasm.correctedAnswer(answer, json));
}

/** The version of this package. */
export const version = () => analysis.call(() => wasm.version());

/** The version of the contract; every report carries it. */
export const schemaVersion = () => analysis.call(() => wasm.schemaVersion());

/** Sources, facts and policy, prepared once and used for many answers. */
export class Detector {
  /** Kept, so that the evidence can be prepared again after a trap. */
  #options;
  #prepared;
  #instance;

  constructor(options = {}) {
    this.#options = toJson(options);
    analysis.call(() => this.#prepare());
  }

  #prepare() {
    this.#prepared = new wasm.Detector(this.#options);
    this.#instance = analysis.number;
  }

  /** Analyses a request that brings no sources and facts of its own. */
  analyze(request) {
    return JSON.parse(this.analyzeJson(toJson(request)));
  }

  /** The same from JSON text to JSON text. */
  analyzeJson(request) {
    text(request, 'request');
    if (this.#options === undefined) throw notReady('this detector was freed');
    return analysis.call(() => {
      if (this.#instance !== analysis.number) this.#prepare();
      return this.#prepared.analyzeJson(request);
    });
  }

  /** Gives its memory back; a detector that is forgotten gives it back some time later. */
  free() {
    const prepared = this.#prepared;
    this.#options = undefined;
    this.#prepared = undefined;
    // On a dead instance there is nothing to give back, and its address means something else on the next.
    if (prepared && analysis.isAlive(this.#instance)) analysis.call(() => prepared.free());
  }
}
if (Symbol.dispose) Detector.prototype[Symbol.dispose] = Detector.prototype.free;
