// A Detector says what analyze says; it prepares the evidence once.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { analyze, Detector } from '../npm/node.js';
import { requests } from './support/requests.mjs';

for (const { name, request } of requests) {
  test(name, () => {
    const { sources, facts, locale, policy, ...rest } = request;
    const detector = new Detector({ sources, facts, locale: locale ?? undefined, policy: policy ?? undefined });
    const report = JSON.stringify(analyze(request));
    assert.equal(JSON.stringify(detector.analyze(locale ? { ...rest, locale } : rest)), report);
    assert.equal(JSON.stringify(detector.analyze(locale ? { ...rest, locale } : rest)), report, 'the second time');
    detector.free();
  });
}

const answer = 'The budget is $2,000.';
const sources = [{ id: 'S0', text: 'Budget: $2,500' }];

test('it keeps nothing of one answer for the next', () => {
  const detector = new Detector({ sources });
  const first = JSON.stringify(detector.analyze({ answer }));
  detector.analyze({ answer: 'Entirely 9% else [S0], in 2031.', confidence: 0.1 });
  assert.throws(() => detector.analyze({ answer: '' }), { code: 'empty_answer' });
  assert.equal(JSON.stringify(detector.analyze({ answer })), first);
});

test('a request with sources or facts of its own is refused, never half read', () => {
  const detector = new Detector({ sources });
  assert.throws(() => detector.analyze({ answer, sources }), { code: 'invalid_value', field: 'sources' });
  assert.throws(() => detector.analyze({ answer, facts: 'metric,value\nnoi,1' }), { code: 'invalid_value', field: 'facts' });
});

test('evidence that cannot be prepared is refused at once', () => {
  assert.throws(() => new Detector({ sources: [...sources, ...sources] }), { code: 'duplicate_source_id', field: 'sources[1].id' });
  assert.throws(() => new Detector({ facts: 'metric,value\nnoi,1,2,3\n' }), { code: 'invalid_csv', line: 2 });
  assert.throws(() => new Detector({ facts: [{ metric: 'noi', value: NaN }] }), { code: 'invalid_value', field: 'facts[0].value' });
  assert.throws(() => new Detector({ policy: { target_rate: -1 } }), { code: 'invalid_value', field: 'policy.target_rate' });
});

test('changing the objects afterwards changes nothing', () => {
  const mine = [{ ...sources[0] }];
  const detector = new Detector({ sources: mine });
  const before = JSON.stringify(detector.analyze({ answer }));
  mine[0].text = 'Budget: $2,000';
  mine.push({ id: 'S1', text: 'Budget: $2,000' });
  assert.equal(JSON.stringify(detector.analyze({ answer })), before);
});

test('free can be called twice; a freed detector says so', () => {
  const detector = new Detector();
  detector.free();
  detector.free();
  assert.throws(() => detector.analyze({ answer }), { code: 'not_ready', message: 'this detector was freed' });
});
