// groundcheck/slim: claims are found here, and judged by the host.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { analyze, requiredKnowledge } from '../npm/node.js';
import { createDetector, GroundcheckError, segments } from '../npm/slim-node.js';
import { NPM, withTrap } from './support/package.mjs';
import { pages } from './support/pages.mjs';
import { pieces, random } from './support/random.mjs';
import { requests } from './support/requests.mjs';

const sources = [{ id: 'S0', text: 'The NOI for Birch House was $1,200,000 in Q3 2024. Occupancy was 92%.' }];
const answer = 'The NOI for Birch House was $1.5M in Q3 2024. 😀 Occupancy was 92%, as far as anybody knows. ברבעון נרשמו ₪2 מיליון.';
/** A server that has the evidence. */
const host = { analyze: async (request) => analyze({ ...request, sources }) };

const status = ({ claims }) => claims.map((claim) => [claim.text, claim.status]);
const refused = (fields) => (error) => {
  assert.ok(error instanceof GroundcheckError, String(error));
  for (const [name, value] of Object.entries(fields)) assert.equal(error[name], value, String(error));
  return true;
};

test('claims settle unjudged, and are judged by the host once the answer is whole', async () => {
  const detector = await createDetector(host);
  const stream = detector.stream({ question: 'What was the NOI?' });
  for (const piece of pieces(answer, random(3), 5)) stream.push(piece);
  const early = [...stream.claims];
  assert.ok(early.length >= 2, `${early.length} claims settled before the end`);
  for (const { status, reasons } of early) assert.deepEqual([status, reasons.map(({ code }) => code)], ['unverifiable', ['not_yet_judged']]);
  const { report, warnings, response, should_interrupt } = await stream.finish();
  assert.deepEqual(report, analyze({ answer, sources, question: 'What was the NOI?' }));
  assert.deepEqual([warnings, response, should_interrupt], [[], null, false]);
  assert.deepEqual(stream.claims, report.claims);
  assert.deepEqual(status(stream).slice(0, 3), [['$1.5M', 'contradicted'], ['Q3 2024', 'supported'], ['92%', 'supported']]);
  assert.equal(stream.settledTo, answer.length);
  assert.equal(segments(answer, stream.claims).map(({ text }) => text).join(''), answer);
});

test('what it finds is what the engine finds, in every request of the table', async () => {
  const found = ({ id, kind, text, span, utf16, value, unit, comparator, citations }) =>
    ({ id, kind, text, span, utf16, value, unit, comparator, citations });
  const next = random(11);
  for (const { name, request } of requests) {
    const whole = analyze(request);
    const detector = await createDetector({ analyze: async () => whole });
    const settled = [];
    const stream = detector.stream({ locale: request.locale ?? undefined, onUpdate: (update) => settled.push(...update.settled) });
    for (const piece of pieces(request.answer, next, 20)) stream.push(piece);
    await stream.finish();
    assert.deepEqual(settled.map(found), whole.claims.map(found), name);
    assert.ok(settled.every(({ status }) => status === 'unverifiable'), name);
  }
});

test('a whole answer, and what a question needs, are asked of the host', async () => {
  const asked = [];
  const detector = await createDetector({
    analyze: async (request) => (asked.push(request), analyze({ ...request, sources })),
    requiredKnowledge: async (request) => requiredKnowledge({ ...request, sources }),
    locale: 'en',
  });
  assert.equal((await detector.analyze({ answer: 'Occupancy was 95%.' })).claims[0].status, 'contradicted');
  assert.deepEqual(asked, [{ locale: 'en', answer: 'Occupancy was 95%.' }]);
  assert.equal((await detector.requiredKnowledge({ question: 'What was the occupancy in 2019?' })).verified, false);
});

test('a host that fails, or gives no report, is never a clean answer', async () => {
  for (const [analyze, message] of [
    [async () => { throw new Error('down'); }, /analyze failed, nothing was checked: down/],
    [async () => undefined, /no report of the contract/],
    [async () => ({ verdict: 'clean' }), /no report of the contract/],
    [() => { throw new TypeError('at once'); }, /at once/],
  ]) {
    const stream = (await createDetector({ analyze })).stream();
    stream.push(answer);
    const found = stream.claims.length;
    await assert.rejects(stream.finish(), (error) => refused({ code: 'internal' })(error) && message.test(error.message));
    assert.ok(stream.claims.length >= found && stream.claims.every(({ status }) => status === 'unverifiable'), 'what was found stays, unjudged');
  }
  const typed = await createDetector({ analyze: async () => { throw new GroundcheckError({ code: 'request_too_large', field: 'sources', message: 'no' }); } });
  await assert.rejects(typed.analyze({ answer }), refused({ code: 'request_too_large', field: 'sources' }));
});

test('giving up reaches the host, and so does the end of the detector', async () => {
  const signals = [];
  const analyze = (_, { signal }) => new Promise((_, reject) => {
    signals.push(signal);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  const detector = await createDetector({ analyze });
  const stream = detector.stream();
  stream.push(answer);
  const finished = stream.finish();
  stream.abort('enough');
  await assert.rejects(finished, refused({ code: 'aborted' }));
  const other = detector.stream();
  other.push(answer);
  const waiting = other.finish();
  detector.dispose();
  await assert.rejects(waiting, refused({ code: 'not_ready' }));
  assert.deepEqual(signals.map(({ aborted }) => aborted), [true, true]);
  assert.throws(() => detector.stream(), refused({ code: 'not_ready' }));
});

test('what is wrong with the options is named', async () => {
  for (const [options, field] of [
    [{}, 'analyze'],
    [{ analyze: 'url' }, 'analyze'],
    [{ ...host, sources }, 'sources'],
    [{ ...host, facts: [] }, 'facts'],
    [{ ...host, worker: true }, 'worker'],
    [{ ...host, locale: 'not a tag' }, 'locale'],
    [{ ...host, verify: 1 }, 'verify'],
  ]) {
    await assert.rejects(createDetector(options), refused({ code: 'invalid_value', field }));
  }
  const detector = await createDetector(host);
  assert.throws(() => detector.stream({ monitor: { interruption_threshold: 0.5 } }), refused({ code: 'invalid_value', field: 'monitor' }));
  await assert.rejects(detector.requiredKnowledge({ question: 'What?' }), refused({ code: 'invalid_value', field: 'requiredKnowledge' }));
  const stream = detector.stream();
  assert.throws(() => stream.push('x'.repeat(300_000)) || stream.push('x'), refused({ code: 'answer_too_large' }));
});

test('after a trap the answer has failed, and the next one is followed', async () => {
  const { slim, trapSlim } = await withTrap();
  const detector = await slim.createDetector(host);
  const stream = detector.stream();
  stream.push(answer);
  assert.throws(trapSlim, (error) => error instanceof slim.GroundcheckError && error.code === 'internal');
  await assert.rejects(stream.finish(), (error) => error.code === 'internal');
  const next = detector.stream();
  next.push(answer);
  assert.equal((await next.finish()).report.verdict, 'flagged');
});

test('it is small: a third of what checks answers, and as released 152 KiB', () => {
  const [size, whole] = ['slim', 'groundcheck'].map(
    (name) => gzipSync(readFileSync(new URL(`pkg/${name}_bg.wasm`, NPM)), { level: 9 }).length,
  );
  assert.ok(size * 3 <= whole, `${size} of ${whole} bytes compressed`);
  if (process.env.GROUNDCHECK_THOROUGH === '1') assert.ok(size <= 152 * 1024, `${size} bytes compressed`);
});

test('in <answer-check>: marked when found, and by their status once the host has judged', async () => {
  const { inPage } = await pages({ crate: fileURLToPath(new URL('..', NPM)) });
  const judged = analyze({ answer, sources });
  const result = await inPage(
    'crate',
    async ({ answer: text, judged }) => {
      const { defineAnswerCheck } = await import('/crate/npm/element.js');
      const { createDetector } = await import('/crate/npm/slim.js');
      defineAnswerCheck();
      const element = document.createElement('answer-check');
      document.body.append(element);
      let give;
      element.detector = await createDetector({ analyze: () => new Promise((resolve) => (give = resolve)) });
      element.push(text);
      const finished = element.finish();
      await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)));
      const marks = () => [...element.shadowRoot.querySelectorAll('[part~="claim"]')];
      const before = marks().map((mark) => [mark.textContent, mark.className, mark.getAttribute('aria-label')]);
      marks()[0].click();
      const details = () => element.shadowRoot.querySelector('[part~="details"]').textContent;
      const unjudged = details();
      give(judged);
      await finished;
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1)).filter((name) => name.endsWith('.wasm'));
      return { before, unjudged, after: marks().map((mark) => [mark.textContent, mark.className]), details: details(), loaded };
    },
    '',
    { answer, judged },
  );
  assert.deepEqual(result.before[0], ['$1.5M', 'claim unverifiable', '$1.5M: not judged yet']);
  assert.match(result.unjudged, /Not checked yet/);
  assert.deepEqual(result.after.slice(0, 3), [
    ['$1.5M', 'claim contradicted'],
    ['Q3 2024', 'claim supported'],
    ['92%', 'claim supported'],
  ]);
  assert.match(result.details, /\$1,200,000/);
  assert.deepEqual(result.loaded, ['slim_bg.wasm']);
});
