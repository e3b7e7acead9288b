// The engine on this thread.

import { Detector, requiredKnowledgeJson } from './api.js';
import { notReady } from './error.js';
import { toJson } from './json.js';

// A function of wasm is compiled when it is first called: some 20 ms that an answer's first words would wait for.
const COMMON =
  'The NOI of Birch House [S0] was $1.2M in Q3 2024, 5% above 2023, a DSCR of 1.25x for 14 units: https://example.org. Experts agree. '.repeat(2);

/** Has a detector follow an answer of the common kinds, and forgets what it says. */
export function warmUp(detector) {
  const monitor = detector.monitor();
  monitor.push(COMMON);
  monitor.finish();
}

export class LocalEngine {
  #detector;
  #evidence;
  #monitors = new Set();

  /** `evidence` is what a `Detector` is made from. */
  constructor(evidence) {
    this.#detector = new Detector(evidence);
    const { policy, ...rest } = evidence;
    // As it is now, whatever becomes of the caller's objects.
    this.#evidence = JSON.parse(toJson(rest));
    warmUp(this.#detector);
  }

  analyze(json) {
    return this.#detector.analyzeJson(json);
  }

  requiredKnowledge(request) {
    return requiredKnowledgeJson(toJson({ ...this.#evidence, ...request }));
  }

  /** What an answer brings goes to `onUpdate`, as JSON text; only the detector's end goes to `onError`, the rest is thrown. */
  open(request, onUpdate, onError) {
    const monitor = this.#detector.monitor(request);
    const opened = {
      interruptionThreshold: monitor.interruptionThreshold,
      push(piece) {
        const update = monitor.pushJson(piece);
        if (update !== undefined) onUpdate(update);
      },
      finish: () => monitor.finishJson(),
      close: () => {
        this.#monitors.delete(opened);
        monitor.free();
      },
      onError,
    };
    this.#monitors.add(opened);
    return opened;
  }

  dispose() {
    for (const { onError } of [...this.#monitors]) onError(notReady('this detector was disposed of'));
    this.#detector.free();
  }
}
