// The types of `groundcheck/entailment`. Those of the contract are generated from its JSON Schemas: see contract.d.ts.

import type {
  EntailmentAnswer, EntailmentQuestions, EntailmentRequest, GroundedAnswer, GroundingMethod, Report, Request, Span,
} from './contract.js';
import type { InitOptions } from './index.js';

export type * from './contract.js';
export type { InitOptions, WasmSource } from './index.js';
export { GroundcheckError } from './index.js';

/**
 * Loads the wasm of this part of the package; call it once, early, and wait for it. Further calls give the same promise, a failed one
 * can be repeated. In Node it may be left out: the first call then loads the file.
 */
export function init(options?: InitOptions): Promise<void>;

/**
 * What to ask a model about an answer: for each of its claims one question with all evidence and one with what it cites redacted. Put
 * each in a conversation of its own, at temperature 0, with `logprobs`.
 *
 * `nonce` is for tests alone: from 16 to 60 ASCII letters and digits that nobody can foresee. Where absent each call draws one, and each
 * question has its own code made of it. Do not keep questions to put them again after their answers were read.
 * @throws {GroundcheckError} what is wrong with the request or the nonce.
 */
export function questions(request: EntailmentRequest, options?: { nonce?: string }): EntailmentQuestions;

/** The same from JSON text to JSON text. @throws {GroundcheckError} */
export function questionsJson(request: string, nonce?: string): string;

/**
 * What follows from the model's answers, for the request that the questions were made of. A question without an answer failed, and
 * what failed is never grounded. Nor is what gives no log probabilities that can be read.
 * @throws {GroundcheckError} what is wrong with the request, and by its place (`answers[3].claim`) the first answer that belongs to no
 * claim or to a question that is answered already.
 */
export function grounding(
  request: EntailmentRequest,
  answers: readonly EntailmentAnswer[],
  options?: { method?: GroundingMethod },
): GroundedAnswer;

/** The same from JSON text (the second an `EntailmentAnswers`) to JSON text: the bytes of the native engine. @throws {GroundcheckError} */
export function groundingJson(request: string, answers: string): string;

/** Where the sentences are that a report leaves open, in whole or in part: for `places` of an `EntailmentRequest`. */
export function openPlaces(report: Report): Span[];

/**
 * The report on an answer with what follows for its sentences: they become claims of kind `statement`, and verdict, risk and coverage are
 * those of all claims.
 * @throws {GroundcheckError}
 */
export function withVerification(request: Request, report: Report, verified: GroundedAnswer): Report;

/** The same from JSON text to JSON text: the bytes of the native engine. @throws {GroundcheckError} */
export function withVerificationJson(request: string, report: string, verified: string): string;

/**
 * Whether a sampled answer says YES (true) or NO (false); null where it says neither. For models without log probabilities: put each
 * question several times at temperature 1 and count.
 * @throws {GroundcheckError}
 */
export function vote(answer: string): boolean | null;
