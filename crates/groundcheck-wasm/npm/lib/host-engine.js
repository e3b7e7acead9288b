// Claims are found here and judged where the evidence is: by the host's server, which is asked once an answer is whole.

import { Finder } from '../pkg/slim.js';
import { aborted, GroundcheckError, internal, invalid, notReady } from './error.js';
import { finding } from './finding.js';
import { GrowingAnswer } from './growing-answer.js';
import { text, toJson } from './json.js';

export class HostEngine {
  #host;
  #locale;
  #opened = new Set();
  #disposed = new AbortController();

  /** `analyze` and, where there is one, `requiredKnowledge` ask the host's server. */
  constructor({ analyze, requiredKnowledge, locale }) {
    this.#host = { analyze, requiredKnowledge };
    this.#locale = locale === undefined ? {} : { locale: text(locale, 'locale') };
    // A locale that is none is said at once, not at the first answer.
    new GrowingAnswer(finding, () => new Finder(locale)).free();
  }

  /** What the host says of this request, as JSON text. A report that is none is a failure, never a clean answer. */
  async #ask(name, request, isWhole, signal) {
    const either = AbortSignal.any([signal, this.#disposed.signal]);
    let said;
    try {
      said = await this.#host[name](request, { signal: either });
    } catch (cause) {
      if (either.aborted) throw aborted(cause);
      if (cause instanceof GroundcheckError) throw cause;
      throw internal(`${name} failed, nothing was checked: ${cause?.message ?? cause}`, cause);
    }
    if (!isWhole(said)) throw internal(`${name} gave no report of the contract, nothing was checked`);
    return toJson(said);
  }

  #judge(request, signal) {
    return this.#ask('analyze', { ...this.#locale, ...request }, isReport, signal);
  }

  analyze(json) {
    return this.#judge(JSON.parse(json), new AbortController().signal);
  }

  requiredKnowledge(request) {
    if (!this.#host.requiredKnowledge) throw invalid('requiredKnowledge', 'is not given: only the host knows what is at hand');
    return this.#ask('requiredKnowledge', { ...this.#locale, ...request }, isKnowledge, new AbortController().signal);
  }

  /** What settles goes to `onUpdate`, as JSON text; only the detector's end goes to `onError`, the rest is thrown. */
  open({ monitor, ...request }, onUpdate, onError) {
    if (monitor !== undefined) throw invalid('monitor', 'is not known here: nothing is judged while an answer is being written');
    // As it is now, whatever becomes of the caller's objects.
    const asked = JSON.parse(toJson({ ...this.#locale, ...request }));
    const answer = new GrowingAnswer(finding, () => new Finder(asked.locale ?? undefined));
    const asking = new AbortController();
    const pieces = [];
    const tell = (update) => update !== undefined && onUpdate(update);
    const opened = {
      push(piece) {
        pieces.push(piece);
        tell(answer.push(piece));
      },
      finish: async () => {
        tell(answer.finish(tell));
        const report = await this.#judge({ ...asked, answer: pieces.join('') }, asking.signal);
        return `{"report":${report},"warnings":[],"should_interrupt":false,"response":null}`;
      },
      close: () => {
        this.#opened.delete(opened);
        asking.abort();
        answer.free();
      },
      onError,
    };
    this.#opened.add(opened);
    return opened;
  }

  dispose() {
    const ended = notReady('this detector was disposed of');
    for (const { onError } of [...this.#opened]) onError(ended);
    this.#disposed.abort(ended);
  }
}

const isReport = (said) => Array.isArray(said?.claims) && typeof said.verdict === 'string';
const isKnowledge = (said) => typeof said?.verified === 'boolean';
