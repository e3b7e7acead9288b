// Compiled, never run: the adapters against the types of what they adapt to.

import type { BaseCallbackConfig } from '@langchain/core/callbacks/manager';
import { useChat } from '@ai-sdk/react';
import { createUIMessageStream, DefaultChatTransport, streamText, wrapLanguageModel } from 'ai';
import type { LanguageModel, UIMessage } from 'ai';
import { createDetector } from 'groundcheck';
import { ANSWER_CHECK, answerCheckMiddleware, checkedTransport, withAnswerCheck } from 'groundcheck/ai-sdk';
import type { AnswerCheckParts } from 'groundcheck/ai-sdk';
import { answerCheckHandler } from 'groundcheck/langchain';
import { useAnswerCheck } from 'groundcheck/react';

declare const model: Exclude<LanguageModel, string>;
type Message = UIMessage<unknown, AnswerCheckParts>;

const detector = await createDetector();
const checked = wrapLanguageModel({ model, middleware: answerCheckMiddleware({ detector, mode: 'enforce' }) });

createUIMessageStream<Message>({
  execute({ writer }) {
    const { stream } = streamText({ model: checked, prompt: 'x' });
    console.log(stream);
    writer.merge(withAnswerCheck(streamText({ model, prompt: 'x' }).toUIMessageStream<Message>(), { detector }));
  },
});

export function Chat(): string {
  const { messages } = useChat<Message>({ transport: checkedTransport(new DefaultChatTransport<Message>({ api: '/api/chat' }), { detector }) });
  const parts = messages.flatMap((message) => message.parts);
  const data = parts.flatMap((part) => (part.type === ANSWER_CHECK ? part.data : []));
  const { claims, checked, error } = useAnswerCheck({ detector, text: 'x', done: true });
  return `${data[0]?.claims[0]?.status} ${claims[0]?.text} ${checked?.report.verdict} ${error?.code}`;
}

const config: BaseCallbackConfig = { callbacks: [answerCheckHandler({ detector, onReport: ({ report }, { runId }) => console.log(report, runId) })] };
console.log(config);
