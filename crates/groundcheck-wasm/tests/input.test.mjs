// What JavaScript values become: nothing that is no plain data gets through, and each refusal names its place.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { analyze, analyzeJson, corrected, correctedJson, Detector, GroundcheckError, schemaVersion, version } from '../npm/node.js';

const answer = 'Birch House had an NOI of $1.5M.';
const sources = [{ id: 'S0', text: 'The NOI for Birch House was $1,200,000 in Q3 2024.' }];
const cycle = { answer };
cycle.scope = cycle;

const refused = [
  ['NaN', { answer, facts: [{ metric: 'noi', value: NaN }] }, 'invalid_value', 'facts[0].value', 'must be a finite number'],
  ['Infinity', { answer, confidence: Infinity }, 'invalid_value', 'confidence', 'must be a finite number'],
  ['-Infinity in a wide row', { answer, facts: [{ noi: 1 }, { noi: -Infinity }] }, 'invalid_value', 'facts[1].noi', 'must be a finite number'],
  ['NaN in a Map', new Map([['answer', answer], ['confidence', NaN]]), 'invalid_value', 'confidence', 'must be a finite number'],
  ['a bigint beyond range', { answer, facts: [{ metric: 'noi', value: 2n ** 53n }] }, 'invalid_value', 'facts[0].value', /^must be from -9007199254740991 to/],
  ['a function', { answer, question: () => 'why' }, 'invalid_value', 'question', 'must be plain data, not a function'],
  ['a symbol', { answer: Symbol('x') }, 'invalid_value', 'answer', 'must be plain data, not a symbol'],
  ['a Date', { answer, as_of: new Date(0) }, 'invalid_value', 'as_of', 'must be plain data, not a Date'],
  ['bytes', { answer: new Uint8Array(3) }, 'invalid_value', 'answer', 'must be plain data, not a Uint8Array'],
  ['a Set', { answer, sources: new Set() }, 'invalid_value', 'sources', 'must be plain data, not a Set'],
  ['a promise', Promise.resolve({ answer }), 'invalid_value', null, 'must be plain data, not a Promise'],
  ['a Map with other keys', new Map([[1, 2]]), 'invalid_value', null, 'must have texts as keys'],
  ['a cycle', cycle, 'invalid_value', /^scope\.scope/, 'is nested too deeply'],
  ['undefined in a list', { answer, sources: [undefined] }, 'invalid_value', 'sources[0]', /null/],
  ['a hole in a list', { answer, history: [,] }, 'invalid_value', 'history[0]', /null/],
  ['nothing', undefined, 'invalid_value', null, /null/],
  ['a text', 'Paid 7%.', 'invalid_value', null, /string/],
  ['undefined where a field must be', { answer: undefined }, 'missing_field', 'answer', 'is missing'],
  ['null where a list must be', { answer, sources: null }, 'invalid_value', 'sources', /null/],
];

for (const [name, request, code, field, message] of refused) {
  test(`refused: ${name}`, () => {
    assert.throws(() => analyze(request), (error) => {
      assert.ok(error instanceof GroundcheckError);
      assert.equal(error.code, code);
      for (const [is, should] of [[error.field, field], [error.message, message]]) {
        if (should instanceof RegExp) assert.match(is, should);
        else assert.equal(is, should);
      }
      return true;
    });
  });
}

const unknown = [
  [{ answer, surces: [] }, 'surces'],
  [{ answer, sources: [{ ...sources[0], txt: '' }] }, 'sources[0].txt'],
  [{ answer, facts: [{ metric: 'noi', value: 1 }, { metric: 'noi', value: 1, uni: 'USD' }] }, 'facts[1].uni'],
  [{ answer, scope: { entty: '1' } }, 'scope.entty'],
  [{ answer, history: [{ role: 'user', text: '', at: 1 }] }, 'history[0].at'],
  [{ answer, policy: { currency_tolerance: 0.1 } }, 'policy.currency_tolerance'],
  [JSON.parse('{"answer": "7%", "__proto__": {"sources": []}}'), '__proto__'],
];

for (const [request, field] of unknown) {
  test(`an unknown field is refused by its path: ${field}`, () => {
    assert.throws(() => analyze(request), { code: 'unknown_field', field });
  });
}

test('an unknown field of a detector and of its requests', () => {
  assert.throws(() => new Detector({ answer }), { code: 'unknown_field', field: 'answer' });
  assert.throws(() => new Detector({ sources: [{ ...sources[0], txt: '' }] }), { code: 'unknown_field', field: 'sources[0].txt' });
  assert.throws(() => new Detector({ sources }).analyze({ answer, suorces: [] }), { code: 'unknown_field', field: 'suorces' });
});

test('undefined properties are absent, Maps are objects, small bigints numbers, class instances their fields', () => {
  class Ask {
    answer = answer;
    sources = sources;
  }
  const facts = [{ metric: 'noi', value: 1_200_000 }];
  const plain = JSON.stringify(analyze({ answer, sources, facts }));
  const same = [
    { answer, sources, facts, id: undefined, policy: undefined, scope: undefined },
    new Map(Object.entries({ answer, sources: [new Map(Object.entries(sources[0]))], facts })),
    { answer, sources, facts: [{ metric: 'noi', value: 1_200_000n, period: undefined }] },
    Object.assign(new Ask(), { facts }),
    Object.assign(Object.create(null), { answer, sources, facts }),
    new Proxy({ answer, sources, facts }, {}),
  ];
  for (const request of same) assert.equal(JSON.stringify(analyze(request)), plain);
});

test('a request is not changed, frozen ones are taken', () => {
  const request = Object.freeze({ answer: 'cut \ud83d 7%', sources, id: undefined });
  analyze(request);
  assert.equal(request.answer, 'cut \ud83d 7%');
});

test('only text is taken as text', () => {
  for (const value of [undefined, null, 7, { answer }, new String('{}')]) {
    assert.throws(() => analyzeJson(value), { code: 'invalid_value', field: 'request' });
    assert.throws(() => correctedJson(value), { code: 'invalid_value', field: 'request' });
  }
});

test('a corrected answer has the value of the evidence, in the form of the claim', () => {
  const detector = new Detector({ sources });
  const both = [corrected({ answer, sources }), detector.corrected({ answer })];
  for (const { answer: text, corrections } of both) {
    assert.equal(text, 'Birch House had an NOI of $1.2M.');
    const [{ text: old, replacement, utf16 }, ...more] = corrections;
    assert.deepEqual([old, replacement, answer.slice(utf16.start, utf16.end), more], ['$1.5M', '$1.2M', '$1.5M', []]);
  }
  assert.throws(() => corrected({ answer, sorces: [] }), { code: 'unknown_field', field: 'sorces' });
  detector.free();
  assert.throws(() => detector.corrected({ answer }), { code: 'not_ready' });
});

test('versions', () => {
  assert.equal(version(), JSON.parse(readFileSync(new URL('../npm/package.json', import.meta.url), 'utf8')).version);
  assert.equal(schemaVersion(), 1);
  assert.equal(analyze({ answer }).schema_version, schemaVersion());
});
