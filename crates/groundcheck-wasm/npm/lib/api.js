// The package's functions: objects to text, one call, text to objects.

import * as wasm from '../pkg/groundcheck.js';
import { analysis } from './analysis.js';
import { invalid, notReady } from './error.js';
import { GrowingAnswer } from './growing-answer.js';
import { text, toJson } from './json.js';

export { GroundcheckError } from './error.js';
export { IgnoreList } from './ignore-list.js';
export { segments } from './segments.js';

/** Analyses a request. */
export const analyze = (request) => JSON.parse(analyzeJson(toJson(request)));

/** The same from JSON text to JSON text: the bytes of HTTP and the command line. */
export function analyzeJson(request) {
  text(request, 'request');
  return analysis.call(() => wasm.analyzeJson(request));
}

/** Analyses a request, and corrects what the evidence contradicts; each correction is checked again. */
export const corrected = (request) => JSON.parse(correctedJson(toJson(request)));

/** The same from JSON text to JSON text. */
export function correctedJson(request) {
  text(request, 'request');
  return analysis.call(() => wasm.correctedJson(request));
}

/** Whether what a question needs to be known is at hand, before anybody answers it. */
export const requiredKnowledge = (request) => JSON.parse(requiredKnowledgeJson(toJson(request)));

/** The same from JSON text to JSON text. */
export function requiredKnowledgeJson(request) {
  text(request, 'request');
  return analysis.call(() => wasm.requiredKnowledgeJson(request));
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
    return this.#call('analyzeJson', request);
  }

  /** Analyses a request that brings no sources and facts of its own, and corrects what the evidence contradicts. */
  corrected(request) {
    return JSON.parse(this.correctedJson(toJson(request)));
  }

  /** The same from JSON text to JSON text. */
  correctedJson(request) {
    return this.#call('correctedJson', request);
  }

  #call(name, request) {
    text(request, 'request');
    if (this.#options === undefined) throw notReady('this detector was freed');
    return analysis.call(() => {
      if (this.#instance !== analysis.number) this.#prepare();
      return this.#prepared[name](request);
    });
  }

  /** Watches an answer to this request while it is written. */
  monitor(request = {}) {
    const json = toJson(request);
    const given = JSON.parse(json) ?? {};
    const own = ['sources', 'facts'].find((name) => Object.hasOwn(given, name));
    if (own) throw invalid(own, 'are part of the detector already; to use others, make another detector');
    if (this.#options === undefined) throw notReady('this detector was freed');
    const open = () => {
      if (this.#instance !== analysis.number) this.#prepare();
      return this.#prepared.monitor(json);
    };
    return new Monitor(new GrowingAnswer(analysis, open));
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

/** An answer that is being written: pushed piece by piece, ended once. */
class Monitor {
  #answer;

  /** Only `Detector.monitor` makes one. */
  constructor(answer) {
    this.#answer = answer;
  }

  /** What the piece brought; undefined where nothing settled and nothing was found. */
  push(piece) {
    const json = this.pushJson(piece);
    return json === undefined ? undefined : JSON.parse(json);
  }

  /** The same as JSON text. */
  pushJson(piece) {
    return this.#answer.push(piece);
  }

  /** Whether a warning so far is above the threshold. */
  get shouldInterrupt() {
    return this.#answer.call((monitor) => monitor.shouldInterrupt());
  }

  /** The confidence of a warning above which the answer should be interrupted. */
  get interruptionThreshold() {
    return this.#answer.call((monitor) => monitor.interruptionThreshold());
  }

  /** The report on the whole answer, with all warnings and the text to show instead. Ends the monitor. */
  finish() {
    return JSON.parse(this.finishJson());
  }

  /** The same as JSON text. */
  finishJson() {
    return this.#answer.finish();
  }

  /** Gives its memory back without a report. */
  free() {
    this.#answer.free();
  }
}
if (Symbol.dispose) Monitor.prototype[Symbol.dispose] = Monitor.prototype.free;
