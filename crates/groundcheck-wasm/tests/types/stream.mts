// Compiled, never run: an answer that is followed while it is written, as TypeScript sees it.

import { createDetector, IgnoreList, requiredKnowledge, segments } from 'groundcheck';
import type { AnswerReport, AnswerStream, Asked, GroundedAnswer, IgnoredClaims, MonitorUpdate } from 'groundcheck';
import { defineAnswerCheck } from 'groundcheck/element';
import { createDetector as inlined } from 'groundcheck/inlined';
import { createDetector as slim } from 'groundcheck/slim';
import type { Report, SlimAnswerReport } from 'groundcheck/slim';

const stored: IgnoredClaims = { ignored: [{ kind: 'currency', text: '$1' }] };
const signal = AbortSignal.timeout(1000);

using detector = await createDetector({
  sources: [{ id: 'S0', text: '' }],
  worker: true,
  monitor: { interruption_threshold: 0.9 },
  ignored: stored,
  verify: async ({ answer, report, signal }) => {
    const response = await fetch('/api/verify', { method: 'POST', body: JSON.stringify({ answer, id: report.id }), signal });
    return (await response.json()) as GroundedAnswer;
  },
});

const stream: AnswerStream = detector.stream({
  question: 'What was the NOI?',
  history: [{ role: 'user', text: 'Hello' }],
  signal,
  onUpdate: ({ settled }: MonitorUpdate) => console.log(settled.length),
});
stream.push('The NOI was $1.5M.');
for await (const { warnings, should_interrupt } of stream) {
  const [pattern, interrupt]: [string | undefined, boolean] = [warnings[0]?.pattern, should_interrupt];
  console.log(pattern, interrupt);
}
const checked: AnswerReport = await stream.finish();
console.log(checked.report.verdict, checked.response.text, told(checked.verification));
for (const { text, claim } of segments(stream.text, stream.claims)) console.log(text, claim?.status);

const updates: ReadableStream<MonitorUpdate> = new ReadableStream<string>().pipeThrough(detector.stream());
console.log(updates.locked, requiredKnowledge({ question: 'What?' }).missing, (await detector.requiredKnowledge({ question: 'What?' })).verified);
detector.ignored.add({ kind: 'date', text: '2024' });
console.log(new IgnoreList(stored).toJSON().ignored.length);
(await inlined({ worker: () => new Worker('/worker.js', { type: 'module' }) })).dispose();

defineAnswerCheck();
const element = document.querySelector('answer-check');
if (element) {
  element.detector = detector;
  element.addEventListener('answer-warning', ({ detail }) => console.log(detail.pattern));
  await element.pipe(new ReadableStream<string>());
}

function told(asked: Asked<GroundedAnswer>): string {
  return asked.state === 'done' ? asked.result.response : asked.state === 'failed' ? asked.error : '';
}

// @ts-expect-error its sources are the detector's
detector.stream({ sources: [] });
// @ts-expect-error pieces are texts
stream.push(7);
// @ts-expect-error no such threshold
await createDetector({ monitor: { interruption: 1 } });
// @ts-expect-error no such kind
new IgnoreList({ ignored: [{ kind: 'money', text: '$1' }] });

// Judged by a server: what only evidence can tell is not there before the end.
const host = await slim({ analyze: async (request, { signal }) => (await (await fetch('/check', { body: request.answer, signal })).json()) as Report });
const found = host.stream({ question: 'What?' });
const judged: SlimAnswerReport = await found.finish();
const none: null = judged.response;
document.createElement('answer-check').detector = host;
// @ts-expect-error the server's address is no callback
await slim({ analyze: '/check' });
// @ts-expect-error nothing is judged on the way, so nothing interrupts
host.stream({ monitor: { interruption_threshold: 0.9 } });
console.log(none, judged.report.verdict);
