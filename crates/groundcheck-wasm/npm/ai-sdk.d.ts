// groundcheck in the AI SDK, versions 5 to 7. The types are the SDK's by structure: none of its packages is needed.

import type { AnswerDetector, AnswerReport, AnswerRequest, Claim, GroundcheckError, MonitorUpdate, Report, SafeResponse, Warning } from './index.js';

/** A message of a model's prompt. */
export interface PromptMessage {
  role: string;
  content: unknown;
}

/** Question and conversation of a prompt: the last message of the user, and the texts before it. */
export function requestOf(prompt: readonly PromptMessage[]): Pick<AnswerRequest, 'question' | 'history'>;

export interface AnswerCheckMiddlewareOptions {
  detector: AnswerDetector;
  /** What a request holds besides the question and the conversation, which are read from the prompt. */
  request?: AnswerRequest | ((call: { prompt: readonly PromptMessage[] }) => AnswerRequest);
  /**
   * `observe` (default) lets answers pass as they are. `enforce` replaces a generated answer by the text of the response protocol, and
   * ends a streamed one with the protocol's words where it should be interrupted: the model's further words are dropped.
   */
  mode?: 'observe' | 'enforce';
  /**
   * Whether the model writes a flagged answer once more, told what was wrong (default: no). The answer with fewer unverified claims goes on.
   * This costs a second call of the model; streamed answers are not written again.
   */
  retry?: boolean;
  onUpdate?: (update: MonitorUpdate) => void;
  onReport?: (report: AnswerReport) => void;
  /** An answer passed unchecked, or was not checked to its end. */
  onError?: (error: unknown) => void;
}

/** What `providerMetadata.groundcheck` of a checked result holds. */
export interface AnswerCheckSummary extends Pick<Report, 'verdict' | 'risk' | 'reliability' | 'disposition'> {
  action: SafeResponse['action'];
  should_interrupt: boolean;
}

/** A middleware for `wrapLanguageModel`. */
export interface AnswerCheckMiddleware {
  readonly specificationVersion: 'v3';
  wrapGenerate<Result extends { content: readonly { type: string }[] }>(call: {
    doGenerate: () => PromiseLike<Result>;
    params: { prompt: readonly PromptMessage[] };
    model?: unknown;
  }): Promise<Result>;
  wrapStream<Result extends { stream: ReadableStream<{ type: string }> }>(call: {
    doStream: () => PromiseLike<Result>;
    params: { prompt: readonly PromptMessage[] };
  }): Promise<Result>;
}

/** A middleware for `wrapLanguageModel`. */
export function answerCheckMiddleware(options: AnswerCheckMiddlewareOptions): AnswerCheckMiddleware;

/** The type of the data part that the check of an answer stands in, right behind the text part that it is about. */
export const ANSWER_CHECK: 'data-answer-check';

/** The data parts of a message: `UIMessage<unknown, AnswerCheckParts>`. */
export type AnswerCheckParts = { 'answer-check': AnswerCheckData };

/** The check of a text; its part is updated in place. */
export interface AnswerCheckData {
  /** The claims that have settled: `segments(text, claims)` cuts the text at them. */
  claims: Claim[];
  warnings: Warning[];
  /** Everything before this place of the text is settled. */
  settled_to: number;
  should_interrupt: boolean;
  /** The report, once the text is whole. */
  checked: AnswerReport | null;
  /** Why the text was not checked, or not to its end. */
  error: { code: GroundcheckError['code']; message: string } | null;
}

export interface AnswerCheckStreamOptions {
  detector: AnswerDetector;
  /** Question and conversation. */
  request?: AnswerRequest;
  onReport?: (report: AnswerReport) => void;
  onError?: (error: unknown) => void;
}

/** A UI message stream with the check of each text in it as a data part. */
export function withAnswerCheck<Chunk extends { type: string }>(
  stream: ReadableStream<Chunk>,
  options: AnswerCheckStreamOptions,
): ReadableStream<Chunk>;

/**
 * A transport for `useChat` whose answers are checked as they come in; nothing of them leaves the browser for it. Question and
 * conversation are read from the messages.
 */
export function checkedTransport<Transport extends { sendMessages: unknown; reconnectToStream: unknown }>(
  transport: Transport,
  options: AnswerCheckStreamOptions,
): Pick<Transport, 'sendMessages' | 'reconnectToStream'>;
