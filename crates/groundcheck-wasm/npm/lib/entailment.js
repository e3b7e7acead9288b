// The functions of `groundcheck/entailment`: objects to text, one call, text to objects. The nonce is drawn here: the engine has no
// randomness.

import * as wasm from '../pkg/entailment.js';
import { text, toJson } from './json.js';
import { verification } from './verification.js';

export { GroundcheckError } from './error.js';

const NONCE_BYTES = 16;

/** What nobody can foresee, in the alphabet that the engine takes: 32 hexadecimal digits. */
const fresh = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** What to ask a model about an answer. */
export const questions = (request, { nonce } = {}) => JSON.parse(questionsJson(toJson(request), nonce));

/** The same from JSON text to JSON text. */
export function questionsJson(request, nonce = fresh()) {
  text(request, 'request');
  text(nonce, 'nonce');
  return verification.call(() => wasm.questionsJson(request, nonce));
}

/** What follows from the model's answers. */
export const grounding = (request, answers, { method } = {}) =>
  JSON.parse(groundingJson(toJson(request), toJson({ answers, method })));

/** The same from JSON text to JSON text: the bytes of the native engine. */
export function groundingJson(request, answers) {
  text(request, 'request');
  text(answers, 'answers');
  return verification.call(() => wasm.groundingJson(request, answers));
}

/** Where the sentences are that a report leaves open: the `places` to ask about. */
export const openPlaces = (report) =>
  (report.coverage?.sentences ?? []).filter(({ extent }) => extent !== 'checked').map(({ span }) => span);

/** The report on an answer with what follows for its sentences. */
export const withVerification = (request, report, verified) =>
  JSON.parse(withVerificationJson(toJson(request), toJson(report), toJson(verified)));

/** The same from JSON text to JSON text. */
export function withVerificationJson(request, report, verified) {
  text(request, 'request');
  text(report, 'report');
  text(verified, 'verified');
  return verification.call(() => wasm.withVerificationJson(request, report, verified));
}

/** Whether a sampled answer says YES or NO; null where it says neither. */
export function vote(answer) {
  text(answer, 'answer');
  return verification.call(() => wasm.vote(answer)) ?? null;
}
