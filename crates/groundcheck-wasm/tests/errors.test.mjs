// Bad input gives one typed error, the same in wasm, on the command line and over HTTP; the next request is answered.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { analyze, analyzeJson, GroundcheckError } from '../npm/node.js';
import { commandLine, http } from './support/native.mjs';

const GOOD = '{"answer":"Occupancy was 92%."}';
const fact = (json) => `{"answer":"Paid 7%.","facts":[${json}]}`;
const sources = (...list) => JSON.stringify({ answer: 'Paid 7%.', sources: list });

const cases = [
  ['empty answer', '{"answer":""}', 'empty_answer', 'answer'],
  ['blank answer', '{"answer":" \\n\\u00a0"}', 'empty_answer', 'answer'],
  ['no answer', '{}', 'missing_field', 'answer'],
  ['an answer of 300 KiB', JSON.stringify({ answer: '7% '.repeat(102_400) }), 'answer_too_large', 'answer'],
  ['a request of 9 MiB', sources({ id: 'a', text: 'x'.repeat(9 * 2 ** 20) }), 'request_too_large', null],
  ['1,001 sources', sources(...Array.from({ length: 1001 }, (_, i) => ({ id: `s${i}`, text: '' }))), 'too_many', 'sources'],
  ['unknown field', '{"answer":"Paid 7%.","sorces":[]}', 'unknown_field', 'sorces'],
  ['unknown field in a source', sources({ id: 'a', txt: '' }), 'unknown_field', 'sources[0].txt'],
  ['two sources with one id', sources({ id: 'a', text: '' }, { id: 'a', text: '' }), 'duplicate_source_id', 'sources[1].id'],
  ['NaN as JSON has it: not at all', fact('{"metric":"noi","value":NaN}'), 'invalid_json', null],
  ['a fact without a value', fact('{"metric":"noi","value":null}'), 'invalid_value', 'facts[0]'],
  ['a broken CSV row', '{"answer":"Paid 7%.","facts":"metric,value\\nnoi,1\\noccupancy,2,3,4\\n"}', 'invalid_csv', 'facts'],
  ['a policy out of range', '{"answer":"Paid 7%.","policy":{"target_rate":2}}', 'invalid_value', 'policy.target_rate'],
  ['cut off', '{"answer":"Paid 7%."', 'invalid_json', null],
  ['two requests', `${GOOD}${GOOD}`, 'invalid_json', null],
  ['an answer of the wrong type', '{"answer":7}', 'invalid_value', 'answer'],
];

const onCommandLine = commandLine();
const overHttp = await http();

for (const [name, text, code, field] of cases) {
  test(name, async () => {
    const error = thrownBy(() => analyzeJson(text));
    assert.deepEqual([error.code, error.field], [code, field], String(error));
    const envelope = JSON.stringify({ error });
    assert.equal(onCommandLine(text), envelope, 'command line');
    assert.equal(await overHttp(text), envelope, 'HTTP');
    assert.equal(await overHttp(GOOD), analyzeJson(GOOD), 'the next request');
  });
}

test('a broken CSV row names its line', () => {
  const error = thrownBy(() => analyze({ answer: 'Paid 7%.', facts: 'metric,value\nnoi,1\noccupancy,2,3,4\n' }));
  assert.deepEqual([error.code, error.line], ['invalid_csv', 3]);
  assert.match(String(error), /^GroundcheckError: facts: line 3: /);
});

test('bytes that are not UTF-8 (JavaScript has no such text)', async () => {
  const bytes = Buffer.concat([Buffer.from('{"answer":"Paid '), Buffer.from([0xff]), Buffer.from(' 7%."}')]);
  const { error } = JSON.parse(onCommandLine(bytes));
  assert.equal(error.code, 'invalid_utf8');
  assert.deepEqual(JSON.parse(await overHttp(bytes)).error, error);
});

function thrownBy(run) {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof GroundcheckError && error instanceof Error, String(error));
    return error;
  }
  assert.fail('nothing was thrown');
}
