// An answer that is being written, and everything that is told of it on the way.

import { aborted, GroundcheckError, internal, notReady } from './error.js';
import { text } from './json.js';

/** The parts of `StreamOptions` that are no part of the request. */
const OWN = ['signal', 'onUpdate'];

/**
 * One answer. Text goes in by `push`, or through `writable`; updates come out by `onUpdate`, by `for await`, or through `readable`;
 * `finish` gives the report. `pipeThrough` takes it as it is.
 */
export class AnswerStream {
  #monitor;
  #onUpdate;
  #ignored;
  #after;
  #signal;
  #aborts;

  #pieces = [];
  #claims = [];
  #warnings = [];
  /** How many claims have settled, ignored ones included, and how many warnings were raised. */
  #settled = 0;
  #raised = 0;
  #ignoredIds = new Set();
  #settledTo = 0;
  #interrupt = false;

  #updates = [];
  #wake = () => {};
  #failure;
  /** No more text comes; and nobody waits any more. */
  #ended = false;
  #closed = false;
  #report;
  #readable;
  #writable;

  /** `open` starts a monitor and is told where its updates and errors go; `after` is what is asked once the answer is whole. */
  constructor(open, { ignored, after }, options = {}) {
    const { signal, onUpdate } = options;
    this.#onUpdate = onUpdate;
    this.#ignored = ignored;
    this.#after = after;
    this.#signal = signal;
    this.#aborts = new AbortController();
    const request = Object.fromEntries(Object.entries(options).filter(([name]) => !OWN.includes(name)));
    this.#monitor = open(request, (json) => this.#take(JSON.parse(json)), (error) => this.#fail(error));
    if (signal?.aborted) this.abort(signal.reason);
    else signal?.addEventListener('abort', this.#abortBySignal, { once: true });
  }

  #abortBySignal = () => this.abort(this.#signal.reason);

  /** What was pushed so far. */
  get text() {
    if (this.#pieces.length > 1) this.#pieces = [this.#pieces.join('')];
    return this.#pieces[0] ?? '';
  }

  /** The claims that have settled, without ignored ones. They never change; what judges elsewhere judges them at the end. */
  get claims() {
    return this.#claims;
  }

  /** The warnings so far, without those about ignored claims. */
  get warnings() {
    return this.#warnings;
  }

  /** Everything before this place of the text is settled, in UTF-16 code units: what `slice` takes. */
  get settledTo() {
    return this.#settledTo;
  }

  /** Whether the answer should be interrupted. */
  get shouldInterrupt() {
    return this.#interrupt;
  }

  /** Takes in the next piece, cut anywhere. */
  push(piece) {
    text(piece, 'text');
    if (this.#failure) throw this.#failure;
    if (this.#ended) throw notReady('this answer has ended');
    if (piece === '') return;
    this.#pieces.push(piece);
    try {
      this.#monitor.push(piece);
    } catch (cause) {
      this.#fail(cause);
    }
  }

  /** Ends the answer and gives its report; a further call gives the same one. */
  finish() {
    this.#report ??= this.#finish();
    return this.#report;
  }

  async #finish() {
    if (this.#failure) throw this.#failure;
    this.#ended = true;
    try {
      const report = JSON.parse(await this.#monitor.finish());
      if (this.#failure) throw this.#failure;
      this.#take(this.#rest(report));
      this.#claims = judged(this.#claims, report.report.claims);
      const whole = { ...report, ignored: [...this.#ignoredIds], ...(await this.#askAfter(report)) };
      if (this.#failure) throw this.#failure;
      this.#close();
      return whole;
    } catch (cause) {
      this.#fail(cause);
      throw this.#failure;
    }
  }

  /** What only the end of the answer has settled. */
  #rest({ report, warnings, should_interrupt }) {
    const whole = this.text;
    return {
      settled: report.claims.slice(this.#settled),
      warnings: warnings.slice(this.#raised),
      settled_to: new TextEncoder().encode(whole).length,
      settled_to_utf16: whole.length,
      should_interrupt,
    };
  }

  async #askAfter({ report }) {
    const asked = Object.entries(this.#after).map(async ([name, ask]) => {
      if (!ask) return [name, { state: 'not_asked' }];
      try {
        const result = await ask({ answer: this.text, report, signal: this.#aborts.signal });
        return [name, { state: 'done', result }];
      } catch (error) {
        return [name, { state: 'failed', error: String(error?.message ?? error) }];
      }
    });
    return Object.fromEntries(await Promise.all(asked));
  }

  /** Gives the answer up: whoever waits for it gets an error of code `aborted`. */
  abort(reason) {
    if (!this.#closed) this.#fail(aborted(reason));
  }

  #take(update) {
    if (this.#failure) return;
    this.#settled += update.settled.length;
    this.#raised += update.warnings.length;
    for (const claim of update.settled) if (this.#ignored.has(claim)) this.#ignoredIds.add(claim.id);
    const isAnnounced = (id) => !this.#ignoredIds.has(id);
    const settled = update.settled.filter(({ id }) => isAnnounced(id));
    const warnings = update.warnings.filter(({ claim }) => isAnnounced(claim));
    // Nobody is interrupted for what they do not want to be told of.
    this.#interrupt ||= this.#ignoredIds.size === 0 ? update.should_interrupt : warnings.some((w) => this.#isAbove(w));
    this.#claims.push(...settled);
    this.#warnings.push(...warnings);
    this.#settledTo = update.settled_to_utf16;
    const told = { ...update, settled, warnings, should_interrupt: this.#interrupt };
    this.#updates.push(told);
    this.#wake();
    this.#onUpdate?.(told);
  }

  #isAbove({ confidence }) {
    return confidence > this.#monitor.interruptionThreshold;
  }

  #fail(cause) {
    this.#failure ??= cause instanceof GroundcheckError ? cause : internal('an answer could not be followed', cause);
    this.#close();
  }

  #close() {
    if (this.#closed) return;
    this.#closed = true;
    this.#signal?.removeEventListener('abort', this.#abortBySignal);
    if (this.#failure) this.#aborts.abort(this.#failure);
    this.#monitor?.close();
    this.#wake();
  }

  /** Every update in turn, from the first that nobody has taken; ends with the answer, throws where it fails. */
  async *[Symbol.asyncIterator]() {
    for (;;) {
      while (this.#updates.length > 0) yield this.#updates.shift();
      if (this.#failure) throw this.#failure;
      if (this.#closed) return;
      await new Promise((wake) => {
        this.#wake = wake;
      });
    }
  }

  /** The updates, as a stream. */
  get readable() {
    this.#readable ??= this.#asReadable();
    return this.#readable;
  }

  #asReadable() {
    const updates = this[Symbol.asyncIterator]();
    return new ReadableStream({
      async pull(controller) {
        const { done, value } = await updates.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => this.abort(reason),
    });
  }

  /** Where text is written to; closing it finishes the answer. */
  get writable() {
    this.#writable ??= new WritableStream({
      write: (piece) => this.push(piece),
      close: async () => void (await this.finish()),
      abort: (reason) => this.abort(reason),
    });
    return this.#writable;
  }

  /** Gives the answer up where it has not ended. */
  dispose() {
    this.abort();
  }
}
if (Symbol.dispose) AnswerStream.prototype[Symbol.dispose] = AnswerStream.prototype.dispose;

/** The claims as the report has them: where they were only found so far, it says what became of them. */
function judged(claims, reported) {
  const byId = new Map(reported.map((claim) => [claim.id, claim]));
  return claims.map((claim) => byId.get(claim.id) ?? claim);
}
