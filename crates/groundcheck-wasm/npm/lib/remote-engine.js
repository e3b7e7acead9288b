// The engine in a worker: the same calls, by message. `serve.js` is the other end.
//
// To the worker: {start, module, evidence} {call, name, json} {open, json} {push, piece} {finish, call} {close}. From it: {call, json},
// {call, error}, {stream, update}, {stream, threshold}, {stream, error}. `call` and `stream` are numbers that this end counts.

import { GroundcheckError, internal, notReady } from './error.js';
import { toJson } from './json.js';

export class RemoteEngine {
  #worker;
  #count = 0;
  #calls = new Map();
  #streams = new Map();
  #evidence;

  /** Starts the engine in a worker; the module is compiled already. */
  static async start(worker, module, evidence) {
    const { policy, ...rest } = JSON.parse(toJson(evidence));
    const engine = new RemoteEngine(worker, rest);
    try {
      await engine.#call({ name: 'start', module, json: toJson(evidence) });
      return engine;
    } catch (error) {
      engine.dispose();
      throw error;
    }
  }

  constructor(worker, evidence) {
    this.#worker = worker;
    this.#evidence = evidence;
    const died = (event) => this.#die(internal('the worker ended; what it had in hand was not checked', event?.error ?? event));
    // A worker of Node's has no `addEventListener`.
    const listen = worker.addEventListener
      ? (name, listener) => worker.addEventListener(name, listener)
      : (name, listener) => worker.on(name, (data) => listener(name === 'message' ? { data } : data));
    listen('message', ({ data }) => this.#receive(data));
    listen('error', died);
    listen('messageerror', died);
    if (!worker.addEventListener) worker.on('exit', died);
  }

  #call(message) {
    if (!this.#worker) return Promise.reject(notReady('this detector was disposed of'));
    const call = ++this.#count;
    return new Promise((resolve, reject) => {
      this.#calls.set(call, { resolve, reject });
      this.#worker.postMessage({ ...message, call });
    });
  }

  #receive({ call, stream, json, update, threshold, error }) {
    const thrown = error && new GroundcheckError(error);
    if (call !== undefined) {
      const waiting = this.#calls.get(call);
      this.#calls.delete(call);
      return thrown ? waiting?.reject(thrown) : waiting?.resolve(json);
    }
    // An answer that was given up meanwhile hears no more.
    const opened = this.#streams.get(stream);
    if (!opened) return undefined;
    if (thrown) return opened.onError(thrown);
    if (threshold !== undefined) {
      opened.monitor.interruptionThreshold = threshold;
      return undefined;
    }
    return opened.onUpdate(update);
  }

  #die(error) {
    this.#worker = undefined;
    for (const { reject } of this.#calls.values()) reject(error);
    this.#calls.clear();
    for (const { onError } of [...this.#streams.values()]) onError(error);
    this.#streams.clear();
  }

  analyze(json) {
    return this.#call({ name: 'analyze', json });
  }

  requiredKnowledge(request) {
    return this.#call({ name: 'requiredKnowledge', json: toJson({ ...this.#evidence, ...request }) });
  }

  open(request, onUpdate, onError) {
    const json = toJson(request);
    const stream = ++this.#count;
    const send = (message) => this.#worker?.postMessage({ ...message, stream });
    const monitor = {
      push: (piece) => send({ name: 'push', piece }),
      finish: () => this.#call({ name: 'finish', stream }),
      close: () => {
        if (this.#streams.delete(stream)) send({ name: 'close' });
      },
    };
    this.#streams.set(stream, { monitor, onUpdate, onError });
    send({ name: 'open', json });
    return monitor;
  }

  dispose() {
    const worker = this.#worker;
    this.#die(notReady('this detector was disposed of'));
    worker?.terminate();
  }
}
