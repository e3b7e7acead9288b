// The adapters with what they adapt to, the AI SDK and LangChain, with scripted models. React's is in packed.test.mjs.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { FakeListChatModel } from '@langchain/core/utils/testing';

import { scriptedModel } from '../examples/chat/src/scripted-language-model.js';
import { sources } from '../examples/scripted-model.js';
import { ANSWER_CHECK, answerCheckMiddleware, checkedTransport, requestOf, withAnswerCheck } from '../npm/ai-sdk.js';
import { answerCheckHandler } from '../npm/langchain.js';
import { analyze, createDetector } from '../npm/node.js';

const require = createRequire(new URL('../examples/chat/package.json', import.meta.url));
const {
  createUIMessageStream, DirectChatTransport, generateText, readUIMessageStream, streamText, ToolLoopAgent, wrapLanguageModel,
} = await import(pathToFileURL(require.resolve('ai')));

const detector = await createDetector({ sources });
after(() => detector.dispose());

const prompt = 'What was the NOI of Birch House?';
const model = scriptedModel({ pause: 0 });
const whole = (await model.doGenerate()).content[0].text;
const report = analyze({ answer: whole, question: prompt, sources });

test('question and conversation are read from a prompt', () => {
  const text = (role, text) => ({ role, content: [{ type: 'text', text }] });
  const prompt = [{ role: 'system', content: 'Be brief.' }, text('user', 'Hello'), text('assistant', 'Hi'), text('user', 'NOI?')];
  assert.deepEqual(requestOf(prompt), { question: 'NOI?', history: [{ role: 'user', text: 'Hello' }, { role: 'assistant', text: 'Hi' }] });
  assert.deepEqual(requestOf([]), { history: [] });
});

test('AI SDK: a generated answer passes as it is, and its check is in the metadata', async () => {
  const reports = [];
  const middleware = answerCheckMiddleware({ detector, onReport: (checked) => reports.push(checked) });
  const { text, providerMetadata } = await generateText({ model: wrapLanguageModel({ model, middleware }), prompt });
  assert.equal(text, whole);
  assert.deepEqual(reports[0].report, report);
  assert.deepEqual([providerMetadata.groundcheck.verdict, providerMetadata.groundcheck.action], ['flagged', reports[0].response.action]);
});

test('AI SDK: enforced, a generated answer becomes the text of the response protocol', async () => {
  let checked;
  const middleware = answerCheckMiddleware({ detector, mode: 'enforce', onReport: (report) => (checked = report) });
  const { text } = await generateText({ model: wrapLanguageModel({ model, middleware }), prompt });
  assert.notEqual(text, whole);
  assert.equal(text, checked.response.text);
});

test('AI SDK: a flagged answer is written once more, and the better one goes on', async () => {
  const right = whole.replaceAll(/\$1\.5M/g, '$1.2M');
  assert.notEqual(right, whole);
  for (const [second, expected] of [[right, right], [`${whole} It rose by $987,654.`, whole], ['', whole]]) {
    const prompts = [];
    const twice = {
      ...model,
      doGenerate: async (options) => {
        prompts.push(options.prompt);
        const result = await model.doGenerate(options);
        return prompts.length === 1 ? result : { ...result, content: [{ type: 'text', text: second }] };
      },
    };
    const middleware = answerCheckMiddleware({ detector, retry: true });
    const { text } = await generateText({ model: wrapLanguageModel({ model: twice, middleware }), prompt });
    assert.equal(text, expected);
    assert.equal(prompts.length, 2);
    assert.match(prompts[1].at(-1).content[0].text, /Write it again/);
    assert.equal(prompts[1].at(-2).content[0].text, whole);
  }
});

test('AI SDK: a streamed answer passes word by word', async () => {
  const [reports, updates] = [[], []];
  const middleware = answerCheckMiddleware({
    detector,
    onUpdate: (update) => updates.push(update),
    onReport: (checked) => reports.push(checked),
  });
  const result = streamText({ model: wrapLanguageModel({ model, middleware }), prompt });
  let text = '';
  for await (const delta of result.textStream) text += delta;
  assert.equal(text, whole);
  assert.deepEqual(reports.map((checked) => checked.report), [report]);
  assert.deepEqual(updates.flatMap(({ settled }) => settled), report.claims);
  assert.equal((await result.providerMetadata).groundcheck.risk, report.risk);
});

test('AI SDK: enforced, a streamed answer ends where it should be interrupted, and says why', async () => {
  const reports = [];
  const middleware = answerCheckMiddleware({ detector, mode: 'enforce', onReport: (checked) => reports.push(checked) });
  const result = streamText({ model: wrapLanguageModel({ model, middleware }), prompt });
  const text = await result.text;
  const [shown, said] = text.split('\n\n');
  assert.ok(whole.startsWith(shown) && shown.length < whole.length, text);
  assert.match(said, /\$1,200,000/);
  assert.equal(reports.length, 1);
  assert.equal(await result.finishReason, 'stop');
});

test('AI SDK: an answer that cannot be checked passes, and somebody hears of it', async () => {
  const errors = [];
  const middleware = answerCheckMiddleware({ detector, request: { locale: '!' }, onError: ({ code, field }) => errors.push([code, field]) });
  const checked = wrapLanguageModel({ model, middleware });
  assert.equal((await generateText({ model: checked, prompt })).text, whole);
  assert.equal(await streamText({ model: checked, prompt }).text, whole);
  assert.deepEqual(errors, [['invalid_value', 'locale'], ['invalid_value', 'locale']]);
});

test('AI SDK: the check is one data part behind its text, updated in place', async () => {
  const agent = new ToolLoopAgent({ model });
  const reports = [];
  const transport = checkedTransport(new DirectChatTransport({ agent }), { detector, onReport: (checked) => reports.push(checked) });
  const messages = [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: prompt }] }];
  const stream = await transport.sendMessages({ trigger: 'submit-message', chatId: 'c1', messageId: undefined, messages });
  const states = [];
  for await (const { parts } of readUIMessageStream({ stream })) {
    const text = parts.findIndex(({ type }) => type === 'text');
    const checks = parts.filter(({ type }) => type === ANSWER_CHECK);
    assert.ok(checks.length <= 1);
    if (checks.length === 0) continue;
    assert.equal(parts[text + 1], checks[0]);
    states.push(checks[0].data);
  }
  const sizes = states.map(({ claims }) => claims.length);
  assert.deepEqual(sizes, sizes.toSorted((a, b) => a - b));
  assert.ok(new Set(sizes).size > 1, 'it grew while the answer did');
  assert.deepEqual(states.at(-1).checked.report, report);
  assert.deepEqual(reports.map((checked) => checked.report), [report]);
});

test('AI SDK: on a server, before it is sent; what fails is said in the part', async () => {
  const long = '7% '.repeat(102_400);
  const stream = createUIMessageStream({
    execute({ writer }) {
      for (const chunk of [{ type: 'text-start' }, { type: 'text-delta', delta: long }, { type: 'text-delta', delta: 'x' }, { type: 'text-end' }]) {
        writer.write({ ...chunk, id: 't1' });
      }
    },
  });
  const errors = [];
  let last;
  const checked = withAnswerCheck(stream, { detector, onError: ({ code }) => errors.push(code) });
  for await (const message of readUIMessageStream({ stream: checked })) last = message;
  const [text, check] = last.parts;
  assert.equal(text.text, `${long}x`);
  assert.deepEqual([check.data.checked, check.data.error.code, errors], [null, 'answer_too_large', ['answer_too_large']]);
});

test('LangChain: a streamed run and one that is not give the same report, by the time they are over', async () => {
  for (const streaming of [true, false]) {
    const [reports, updates] = [[], []];
    const handler = answerCheckHandler({
      detector,
      request: ({ messages }) => ({ question: messages[0][0].content }),
      onUpdate: (update, place) => updates.push([update, place]),
      onReport: (checked, place) => void reports.push([checked, place]),
      onError: (error) => assert.fail(error),
    });
    const chat = new FakeListChatModel({ responses: [whole] });
    if (streaming) {
      let text = '';
      for await (const chunk of await chat.stream(prompt, { callbacks: [handler] })) text += chunk.content;
      assert.equal(text, whole);
    } else {
      await chat.invoke(prompt, { callbacks: [handler] });
    }
    assert.equal(reports.length, 1);
    const [checked, place] = reports[0];
    assert.deepEqual(checked.report, report);
    assert.deepEqual([place.prompt, place.completion, typeof place.runId], [0, 0, 'string']);
    assert.deepEqual(updates.flatMap(([{ settled }]) => settled), report.claims);
  }
});

test('LangChain: a run that fails gives its answer up', async () => {
  const handler = answerCheckHandler({ detector, onReport: () => assert.fail('no report') });
  handler.handleLLMStart({}, ['x'], 'r1');
  handler.handleLLMNewToken('Occupancy was', { prompt: 0, completion: 0 }, 'r1');
  handler.handleLLMError(new Error('lost'), 'r1');
  await handler.handleLLMEnd({ generations: [[{ text: 'Occupancy was 92%.' }]] }, 'r1');
});
