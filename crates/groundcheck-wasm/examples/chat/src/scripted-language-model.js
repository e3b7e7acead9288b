// The scripted model as the AI SDK knows models: LanguageModelV4.

import { scriptedAnswer } from '../../scripted-model.js';

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};
const finishReason = { unified: 'stop', raw: 'stop' };

/** A language model that says the scripted answer. */
export const scriptedModel = (options) => ({
  specificationVersion: 'v4',
  provider: 'scripted',
  modelId: 'scripted',
  supportedUrls: {},

  async doGenerate() {
    let text = '';
    for await (const words of scriptedAnswer({ pause: 0, ...options })) text += words;
    return { content: [{ type: 'text', text }], finishReason, usage, warnings: [] };
  },

  async doStream() {
    const id = 'text-1';
    const parts = new TransformStream({
      start(controller) {
        controller.enqueue({ type: 'stream-start', warnings: [] });
        controller.enqueue({ type: 'text-start', id });
      },
      transform: (delta, controller) => controller.enqueue({ type: 'text-delta', id, delta }),
      flush(controller) {
        controller.enqueue({ type: 'text-end', id });
        controller.enqueue({ type: 'finish', finishReason, usage });
      },
    });
    return { stream: scriptedAnswer(options).pipeThrough(parts) };
  },
});
