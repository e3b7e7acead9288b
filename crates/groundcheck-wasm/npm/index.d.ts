// The package's own types. Those of the contract are generated from its JSON Schemas: see contract.d.ts.

import type { ErrorCode, Facts, InputError, PolicyOverrides, Report, Request, Source } from './contract.js';

export type * from './contract.js';

/** What `init` can load the wasm from: an address, a response (or the promise of one), its bytes, or a compiled module. */
export type WasmSource = string | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOptions {
  /** Where the wasm comes from; by default the file that stands beside this package's own. */
  module?: WasmSource | Promise<WasmSource>;
}

/**
 * Loads the wasm; call it once, early, and wait for it. Further calls give the same promise, a failed one can be repeated.
 * In Node it may be left out: the first call then loads the file.
 */
export function init(options?: InitOptions): Promise<void>;

/**
 * Analyses a request.
 * @throws {GroundcheckError} what is wrong with the request; or `internal`, where the answer was not checked.
 */
export function analyze(request: Request): Report;

/**
 * The same from JSON text to JSON text: the bytes that HTTP and the command line return.
 * @throws {GroundcheckError}
 */
export function analyzeJson(request: string): string;

/** The parts of a request that stay the same from answer to answer. */
export interface DetectorOptions {
  policy?: PolicyOverrides;
  sources?: Source[];
  facts?: Facts;
  locale?: string;
}

/** A request to a detector, which has its sources and facts already. */
export type DetectorRequest = Omit<Request, 'sources' | 'facts'>;

/** Sources, facts and policy, prepared once and used for many answers: for a chat, or on every keystroke. */
export class Detector {
  /** @throws {GroundcheckError} */
  constructor(options?: DetectorOptions);
  /** @throws {GroundcheckError} */
  analyze(request: DetectorRequest): Report;
  /** @throws {GroundcheckError} */
  analyzeJson(request: string): string;
  /** Gives its memory back; a detector that is forgotten gives it back some time later. */
  free(): void;
  /** `free()`, for `using`. */
  [Symbol.dispose](): void;
}

/**
 * The answer with every contradicted claim of its report replaced by the nearest value of the evidence.
 * @throws {GroundcheckError}
 */
export function correctedAnswer(answer: string, report: Report): string;

/** The version of this package. */
export function version(): string;

/** The version of the contract; every report carries it. */
export function schemaVersion(): number;

/**
 * Why an input could not be checked. `code`, `field`, `line` and `message` are those of HTTP and the command line.
 * `not_ready`: called before `init()` was done, or after `free()`.
 */
export class GroundcheckError extends Error {
  readonly name: 'GroundcheckError';
  readonly code: ErrorCode | 'not_ready';
  /** The field, as a path such as `facts[0].value`; null where no single one is at fault. */
  readonly field: string | null;
  /** The line of the input, counted from 1, where the input has lines. */
  readonly line: number | null;
  private constructor();
  toJSON(): Omit<InputError, 'code'> & { code: ErrorCode | 'not_ready' };
}
