// groundcheck in LangChain. The types are LangChain's by structure: none of its packages is needed.

import type { AnswerDetector, AnswerReport, AnswerRequest, MonitorUpdate } from './index.js';

/** What a run starts with: prompts, or the messages of a chat model. */
export interface RunInput {
  prompts?: string[];
  messages?: unknown[][];
}

/** Which answer of which run. */
export interface RunPlace {
  runId: string;
  /** The prompt's place among those of the run. */
  prompt: number;
  /** The completion's place among those of the prompt. */
  completion: number;
}

export interface AnswerCheckHandlerOptions {
  detector: AnswerDetector;
  /** Question and conversation, or what gives them. */
  request?: AnswerRequest | ((input: RunInput) => AnswerRequest);
  onUpdate?: (update: MonitorUpdate, place: RunPlace) => void;
  onReport?: (report: AnswerReport, place: RunPlace) => void | Promise<void>;
  /** The answer of this run was not checked, or not to its end. */
  onError?: (error: unknown, run: { runId: string }) => void;
}

/** A callback handler: one of the `callbacks` of a model, a chain or a call. */
export interface AnswerCheckHandler {
  name: string;
  awaitHandlers: boolean;
  handleLLMStart(model: unknown, prompts: string[], runId: string): void;
  handleChatModelStart(model: unknown, messages: unknown[][], runId: string): void;
  handleLLMNewToken(token: string, place: { prompt: number; completion: number }, runId: string): void;
  handleLLMEnd(output: { generations: { text: string }[][] }, runId: string): Promise<void>;
  handleLLMError(error: unknown, runId: string): void;
}

/** Follows every run of a language model. */
export function answerCheckHandler(options: AnswerCheckHandlerOptions): AnswerCheckHandler;
