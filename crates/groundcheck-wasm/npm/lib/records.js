// The functions of `groundcheck/records`: objects to text, one call, text to objects.

import * as wasm from '../pkg/records.js';
import { text, toJson } from './json.js';
import { validation } from './validation.js';

export { GroundcheckError } from './error.js';

/** Checks a record against its document. */
export const validateRecord = (request) => JSON.parse(validateRecordJson(toJson(request, { exact: true })));

/** The same from JSON text to JSON text: the bytes of HTTP and the command line. */
export function validateRecordJson(request) {
  text(request, 'request');
  return validation.call(() => wasm.validateRecordJson(request));
}
