// The types of `groundcheck/slim`. Those of the contract are generated from its JSON Schemas: see contract.d.ts.

import type { KnowledgeCheck, KnowledgeRequest, Report, Request } from './contract.js';
import type { AnswerDetector, AnswerDetectorOptions, AnswerReport, AnswerStream, InitOptions, StreamOptions } from './index.js';

export type * from './contract.js';
export type { Asked, IgnoredClaims, InitOptions, Segment, WasmSource, WholeAnswer } from './index.js';
export { GroundcheckError, IgnoreList, segments } from './index.js';

/** Loads the wasm; call it once, early, and wait for it. Further calls give the same promise, a failed one can be repeated. */
export function init(options?: InitOptions): Promise<void>;

/** Whoever has the evidence. What fails or gives no report rejects the answer's `finish()`: it is never taken for clean. */
export interface Host {
  /** Has your server judge a whole answer: `POST /api/analyze` of a groundcheck server, or `analyze` of this package in Node. */
  analyze: (request: Request, options: { signal: AbortSignal }) => Promise<Report>;
  /** Has your server say whether what a question needs is at hand. */
  requiredKnowledge?: (request: KnowledgeRequest, options: { signal: AbortSignal }) => Promise<KnowledgeCheck>;
}

/** What a detector is made from. */
export interface SlimDetectorOptions extends Host, Pick<AnswerDetectorOptions, 'ignored' | 'locale' | 'module' | 'verify' | 'checkLinks'> {}

/** Finds claims while answers are being written; the host judges them once they are whole. Rejects with a `GroundcheckError`. */
export function createDetector(options: SlimDetectorOptions): Promise<SlimDetector>;

/** What answers are checked with: the interface of `groundcheck`, without what only evidence can tell before an answer is whole. */
export interface SlimDetector extends Omit<AnswerDetector, 'stream'> {
  /**
   * Follows an answer while it is written. What settles is `unverifiable`, for the reason `not_yet_judged`, until the report has come.
   * @throws {GroundcheckError}
   */
  stream(options?: SlimStreamOptions): SlimAnswerStream;
}

/** How an answer is followed. Question, conversation and policy go to the host with the answer. */
export type SlimStreamOptions = Omit<StreamOptions, 'monitor'>;

/** One answer. Its claims have the report's status once `finish()` is done. */
export interface SlimAnswerStream extends Omit<AnswerStream, 'finish'> {
  /** Ends the answer and gives the host's report; a further call gives the same one. Rejects with a `GroundcheckError`. */
  finish(): Promise<SlimAnswerReport>;
}

/** What is said of an answer that has ended. Nobody here can say what to show instead: `response` is null. */
export interface SlimAnswerReport extends Omit<AnswerReport, 'response'> {
  response: null;
}
