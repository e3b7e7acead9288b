// The package's own types. Those of the contract are generated from its JSON Schemas: see contract.d.ts.

import type {
  Claim,
  ClaimKind,
  Corrected,
  ErrorCode,
  Facts,
  GroundedAnswer,
  InputError,
  KnowledgeCheck,
  KnowledgeRequest,
  MonitorPolicyOverrides,
  MonitorReport,
  MonitorRequest,
  MonitorUpdate,
  PolicyOverrides,
  Report,
  Request,
  Source,
  UrlCheck,
  Warning,
} from './contract.js';

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
  /** Analyses, and corrects what the evidence contradicts, as `corrected` does. @throws {GroundcheckError} */
  corrected(request: DetectorRequest): Corrected;
  /** @throws {GroundcheckError} */
  correctedJson(request: string): string;
  /**
   * Watches an answer while it is written. `createDetector` gives the same with less to do by hand, and in a worker.
   * @throws {GroundcheckError}
   */
  monitor(request?: AnswerRequest): Monitor;
  /** Gives its memory back; a detector that is forgotten gives it back some time later. */
  free(): void;
  /** `free()`, for `using`. */
  [Symbol.dispose](): void;
}

/** A request to a detector whose answer is still to come. */
export type AnswerRequest = Omit<MonitorRequest, 'sources' | 'facts'>;

/** An answer that is being written: pushed piece by piece, ended once. `Detector.monitor` makes it. */
export interface Monitor {
  /**
   * Takes the next piece, cut anywhere, and gives what it brought; undefined where nothing settled and nothing was found.
   * @throws {GroundcheckError}
   */
  push(piece: string): MonitorUpdate | undefined;
  /** The same as JSON text. */
  pushJson(piece: string): string | undefined;
  /** Whether a warning so far is above the threshold. */
  readonly shouldInterrupt: boolean;
  /** The confidence of a warning above which the answer should be interrupted. */
  readonly interruptionThreshold: number;
  /**
   * The report on the whole answer: its `report` is what `analyze` says of it. Ends the monitor.
   * @throws {GroundcheckError}
   */
  finish(): MonitorReport;
  /** The same as JSON text. */
  finishJson(): string;
  /** Gives its memory back without a report. */
  free(): void;
  /** `free()`, for `using`. */
  [Symbol.dispose](): void;
}

/**
 * Whether what a question needs to be known is at hand, before anybody answers it.
 * @throws {GroundcheckError}
 */
export function requiredKnowledge(request: KnowledgeRequest): KnowledgeCheck;

/**
 * The same from JSON text to JSON text.
 * @throws {GroundcheckError}
 */
export function requiredKnowledgeJson(request: string): string;

/** What the host's own server is asked once an answer is whole. */
export interface WholeAnswer {
  answer: string;
  report: Report;
  /** Aborted where nobody waits for the outcome any more. */
  signal: AbortSignal;
}

/** What came of asking it. `failed` is no all-clear. */
export type Asked<T> = { state: 'not_asked' } | { state: 'done'; result: T } | { state: 'failed'; error: string };

/** What a detector is made from. */
export interface AnswerDetectorOptions extends DetectorOptions {
  /** Runs the engine in a worker: the package's own, or the one that this function starts from `groundcheck/worker`. */
  worker?: boolean | (() => Worker);
  /** Where the wasm comes from; by default as `init` has it. */
  module?: WasmSource | Promise<WasmSource>;
  /** Thresholds of the monitor that differ from the defaults. */
  monitor?: MonitorPolicyOverrides;
  /** Claims that are not announced: a list, or what its `toJSON` gave. */
  ignored?: IgnoreList | IgnoredClaims;
  /** Has a language model look at the whole answer: on your server, which has the key. */
  verify?: (whole: WholeAnswer) => Promise<GroundedAnswer>;
  /** Has the links of the whole answer looked at: on your server, which may fetch them. */
  checkLinks?: (whole: WholeAnswer) => Promise<UrlCheck[]>;
}

/**
 * Prepares sources and facts for many answers, on this thread or in a worker, with one interface; loads the wasm where nobody has.
 * Rejects with a `GroundcheckError`.
 */
export function createDetector(options?: AnswerDetectorOptions): Promise<AnswerDetector>;

/** What answers are checked with. `createDetector` makes it. */
export interface AnswerDetector {
  /** Claims that are not announced. They stay in every report. */
  readonly ignored: IgnoreList;
  /** Analyses a whole answer. */
  analyze(request: DetectorRequest): Promise<Report>;
  /** Whether what a question needs is at hand, before anybody answers it. */
  requiredKnowledge(request: Omit<KnowledgeRequest, 'sources' | 'facts'>): Promise<KnowledgeCheck>;
  /**
   * Follows an answer while it is written.
   * @throws {GroundcheckError}
   */
  stream(options?: StreamOptions): AnswerStream;
  /** Gives its memory back, and ends its worker. Answers that are still being written fail with `not_ready`. */
  dispose(): void;
  /** `dispose()`, for `using`. */
  [Symbol.dispose](): void;
}

/** How an answer is followed. */
export interface StreamOptions extends AnswerRequest {
  /** Gives the answer up. */
  signal?: AbortSignal;
  /** Hears of every update. */
  onUpdate?: (update: MonitorUpdate) => void;
}

/** What is said of an answer that has ended. */
export interface AnswerReport extends MonitorReport {
  /** The ids of the claims that were not announced. */
  ignored: string[];
  /** What `verify` said. */
  verification: Asked<GroundedAnswer>;
  /** What `checkLinks` said. */
  links: Asked<UrlCheck[]>;
}

/**
 * One answer. Text goes in by `push`, or through `writable`; updates come out by `onUpdate`, by `for await`, or through `readable`;
 * `finish` gives the report. `textStream.pipeThrough(answer)` gives the updates.
 */
export interface AnswerStream extends AsyncIterable<MonitorUpdate> {
  /** What was pushed so far. */
  readonly text: string;
  /** The claims that have settled, without ignored ones. They never change. */
  readonly claims: readonly Claim[];
  /** The warnings so far, without those about ignored claims. */
  readonly warnings: readonly Warning[];
  /** Everything before this place of the text is settled: what `slice` takes. */
  readonly settledTo: number;
  /** Whether the answer should be interrupted. */
  readonly shouldInterrupt: boolean;
  /**
   * Takes in the next piece, cut anywhere, even inside a character.
   * @throws {GroundcheckError} where the answer has ended, was given up or has failed.
   */
  push(piece: string): void;
  /** Ends the answer and gives its report; a further call gives the same one. Rejects with a `GroundcheckError`. */
  finish(): Promise<AnswerReport>;
  /** Gives the answer up: whoever waits for it gets an error of code `aborted`. */
  abort(reason?: unknown): void;
  /** The updates, as a stream. */
  readonly readable: ReadableStream<MonitorUpdate>;
  /** Where text is written to; closing it finishes the answer. */
  readonly writable: WritableStream<string>;
  [Symbol.asyncIterator](): AsyncGenerator<MonitorUpdate, void, undefined>;
  /** Gives the answer up where it has not ended. */
  dispose(): void;
  /** `dispose()`, for `using`. */
  [Symbol.dispose](): void;
}

/** Claims by their kind and text, as they are stored. */
export interface IgnoredClaims {
  ignored: { kind: ClaimKind; text: string }[];
}

/** Claims that a person does not want to be told of again. */
export class IgnoreList {
  /** @throws {GroundcheckError} what is no such list. */
  constructor(list?: IgnoredClaims);
  readonly size: number;
  add(claim: Pick<Claim, 'kind' | 'text'>): void;
  delete(claim: Pick<Claim, 'kind' | 'text'>): boolean;
  has(claim: Pick<Claim, 'kind' | 'text'>): boolean;
  /**
   * Adds a list that `toJSON` gave; nothing of one that is not whole.
   * @throws {GroundcheckError}
   */
  import(list: IgnoredClaims): void;
  /** Everything, for storage. */
  toJSON(): IgnoredClaims;
}

/** A piece of an answer: a claim, or what stands between claims. */
export interface Segment {
  text: string;
  claim: Claim | null;
}

/** The answer in pieces, in order; claims that a growing answer does not reach yet are left out. */
export function segments(text: string, claims: readonly Claim[]): Segment[];

/**
 * Analyses a request, and corrects what the evidence contradicts. Each correction is in the claim's own form and was checked again: it
 * is supported in the corrected answer, and no other claim became worse.
 * @throws {GroundcheckError}
 */
export function corrected(request: Request): Corrected;

/** The same from JSON text to JSON text. @throws {GroundcheckError} */
export function correctedJson(request: string): string;

/** The version of this package. */
export function version(): string;

/** The version of the contract; every report carries it. */
export function schemaVersion(): number;

/**
 * Why an input could not be checked. `code`, `field`, `line` and `message` are those of HTTP and the command line.
 * `not_ready`: called before `init()` was done, or after `free()`, `finish()` or `dispose()`. `aborted`: given up by the caller.
 */
export class GroundcheckError extends Error {
  readonly name: 'GroundcheckError';
  readonly code: ErrorCode | 'not_ready' | 'aborted';
  /** The field, as a path such as `facts[0].value`; null where no single one is at fault. */
  readonly field: string | null;
  /** The line of the input, counted from 1, where the input has lines. */
  readonly line: number | null;
  private constructor();
  toJSON(): Omit<InputError, 'code'> & { code: GroundcheckError['code'] };
}
