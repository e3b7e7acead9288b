// groundcheck in React, 18 or later.

import type { SlimAnswerReport, SlimDetector } from './slim.js';
import type { AnswerDetector, AnswerReport, AnswerRequest, Claim, GroundcheckError, Warning } from './index.js';

export interface AnswerCheckOptions {
  /** Nothing happens until it is there. */
  detector: AnswerDetector | SlimDetector | null | undefined;
  /** The answer so far. It may grow from render to render; another text starts anew. */
  text: string;
  /** Whether it is whole. */
  done?: boolean;
  /** Question and conversation, read when an answer begins. */
  request?: AnswerRequest;
}

export interface AnswerCheckState {
  /** The claims that have settled: `segments(text, claims)` cuts the answer at them. */
  claims: Claim[];
  warnings: Warning[];
  /** Everything before this place of the text is settled. */
  settledTo: number;
  shouldInterrupt: boolean;
  /** The report, once the answer is whole. */
  checked: AnswerReport | SlimAnswerReport | null;
  /** Why the answer was not checked, or not to its end. */
  error: GroundcheckError | null;
}

/** The check of an answer that grows from render to render. */
export function useAnswerCheck(options: AnswerCheckOptions): AnswerCheckState;
