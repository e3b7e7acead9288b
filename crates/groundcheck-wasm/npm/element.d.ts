// <answer-check> for any page.

import type { SlimAnswerReport, SlimDetector } from './slim.js';
import type { AnswerDetector, AnswerReport, AnswerRequest, Claim, GroundcheckError, MonitorUpdate, Warning } from './index.js';

/** Makes the element known under a name, `answer-check` by default. On a server: nothing. */
export function defineAnswerCheck(name?: string): void;

/** What the element tells of; all of it bubbles, out of shadow roots too. */
export interface AnswerCheckEvents {
  /** A claim has settled. */
  'answer-claim': CustomEvent<Claim>;
  'answer-warning': CustomEvent<Warning>;
  /** The answer should be interrupted. */
  'answer-interrupt': CustomEvent<MonitorUpdate>;
  'answer-report': CustomEvent<AnswerReport | SlimAnswerReport>;
  /** The answer was not checked, or not to its end. */
  'answer-error': CustomEvent<GroundcheckError>;
}

/**
 * An answer on a page, its claims marked as they settle.
 *
 * Parts: `text`, `claim`, `claim-supported` (and so on, by status), `claim-open` (besides `claim-unverifiable`: the sources
 * neither confirm nor contradict it, and the reader should check it), `details`, `details-title`, `details-nearest`, `details-reason`,
 * `details-places` and `details-place` (where to look for an open claim), `status`.
 * Properties of CSS: `--answer-check-supported`, `-contradicted`, `-unsupported`, `-unverifiable`, `-open`, `-underline`, `-surface`,
 * `-ink`.
 * With the attribute `measured`, the time of its own work is in the browser's performance timeline as `answer-check`.
 */
export class AnswerCheck extends HTMLElement {
  /** What answers are checked with. Text that came before it waits. */
  detector: AnswerDetector | SlimDetector | undefined;
  /** Question and conversation of the next answer. */
  request: AnswerRequest;
  /** The answer so far; setting it shows another one, whole. */
  value: string;
  /** The claims that are marked. */
  readonly claims: Claim[];
  /** Takes in the next piece of the answer. */
  push(piece: string): void;
  /** Ends the answer. Rejects with a `GroundcheckError`. */
  finish(): Promise<AnswerReport | SlimAnswerReport>;
  /** Shows the pieces of a stream of texts as they come, and ends the answer with it. */
  pipe(stream: ReadableStream<string>): Promise<AnswerReport | SlimAnswerReport>;
  /** Gives the check up; the text stays. */
  abort(reason?: unknown): void;
  /** Empties the element for another answer. */
  reset(): void;
  addEventListener<Name extends keyof AnswerCheckEvents>(
    name: Name,
    listener: (this: AnswerCheck, event: AnswerCheckEvents[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(name: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'answer-check': AnswerCheck;
  }
}
