// The types of `groundcheck/records`. Those of the contract are generated from its JSON Schemas: see contract.d.ts.

import type { RecordReport, RecordRequest } from './contract.js';
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
 * Checks a record that a model read from a document against that document. One that is malformed or rejected is no error: its report
 * says so, in `summary.rejection_recommended`.
 *
 * A whole number that JavaScript cannot hold exactly (an account number of more than 15 digits that was parsed as a number) is an error:
 * its digits are not the model's any more. `validateRecordJson` takes the model's own text.
 * @throws {GroundcheckError} what is wrong with the request; or `internal`, where the record was not checked.
 */
export function validateRecord(request: RecordRequest): RecordReport;

/**
 * The same from JSON text to JSON text: the bytes that HTTP and the command line return.
 * @throws {GroundcheckError}
 */
export function validateRecordJson(request: string): string;
