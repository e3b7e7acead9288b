// groundcheck/records: the same bytes as the command line and HTTP, typed errors, and a wasm file of its own.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import * as node from '../npm/records-node.js';
import * as released from '../npm/pkg/records.js';
import { commandLine, http } from './support/native.mjs';
import { NPM, withTrap } from './support/package.mjs';

const { GroundcheckError, validateRecord, validateRecordJson } = node;

const onCommandLine = commandLine('records');
const overHttp = await http('/api/records/validate');

const requests = JSON.parse(readFileSync(new URL('data/records.json', import.meta.url), 'utf8'));
const [{ request: clean }] = requests;

/** What JSON.stringify would not write. */
const texts = [
  { name: 'a field twice', text: JSON.stringify(clean).replace('{"bank_name"', '{"bank_name":"ANZ","bank_name"') },
  { name: 'an account of twenty digits as a number', text: JSON.stringify(clean).replace('"034-123 456782"', '18446744073709551615') },
  { name: 'half a surrogate pair', text: JSON.stringify(clean).replace('Westpac', '\\ud83d') },
  { name: 'a field that there is not', text: JSON.stringify(clean).replace('"as_of"', '"4111222233334444"') },
  { name: 'no JSON', text: '{"profile":' },
];

/** The report, or what was thrown as HTTP and the command line write it. */
function inWasm(text) {
  try {
    return validateRecordJson(text);
  } catch (error) {
    assert.ok(error instanceof GroundcheckError, String(error));
    return JSON.stringify({ error });
  }
}

for (const { name, text } of [...texts, ...requests.map(({ name, request }) => ({ name, text: JSON.stringify(request) }))]) {
  test(`the same everywhere: ${name}`, async () => {
    const report = inWasm(text);
    assert.match(report, /^\{"(schema_version|error)":/);
    assert.equal(onCommandLine(text), report, 'command line');
    assert.equal(await overHttp(text), report, 'HTTP');
    assert.doesNotMatch(report, /4111222|22333|33444/);
  });
}

test('every kind of alert and of error is among them', () => {
  const reports = requests.map(({ request }) => JSON.parse(inWasm(JSON.stringify(request))));
  const types = new Set(reports.flatMap(({ alerts = [] }) => alerts.map(({ type }) => type)));
  assert.equal(types.size, 8, [...types].join());
  assert.ok(reports.some(({ summary }) => summary?.status === 'clean'));
  assert.ok(reports.filter(({ errors }) => errors?.length > 0).length > 2);
});

test('objects in, objects out', () => {
  const report = validateRecord(clean);
  assert.deepEqual([report.summary.status, report.disposition], ['clean', 'accept']);
  const record = { ...clean.record, bank_name: 'Bank of Atlantis' };
  assert.equal(validateRecord({ ...clean, record }).alerts[0].rule, 'unknown_name');
});

test('a number whose digits are not certain is refused, not checked as another', () => {
  const record = { ...clean.record, account_number: 18446744073709551615 };
  assert.throws(() => validateRecord({ ...clean, record }), { code: 'invalid_value', field: 'record.account_number' });
  assert.throws(() => validateRecord({ ...clean, record: { ...record, account_number: 2n ** 64n } }), { code: 'invalid_value' });
  assert.equal(validateRecord({ ...clean, record: { ...record, account_number: 34123456782 } }).errors.length, 0);
});

test('a trap never poisons the next call, nor the other instance', async () => {
  const { groundcheck, records, trap, trapRecords } = await withTrap();
  const [text, answer] = [JSON.stringify(clean), JSON.stringify({ answer: 'The NOI was $1.5M.' })];
  const before = [records.validateRecordJson(text), groundcheck.analyzeJson(answer)];
  for (const fails of [trapRecords, trapRecords, trap, trapRecords]) {
    assert.throws(fails, (error) => error instanceof records.GroundcheckError && error.code === 'internal');
    assert.deepEqual([records.validateRecordJson(text), groundcheck.analyzeJson(answer)], before);
  }
  assert.ok(!('trap' in released));
});

test('everything declared is there, in Node and in the browser', async () => {
  const declared = readFileSync(new URL('records.d.ts', NPM), 'utf8').matchAll(/^export function (\w+)/gm);
  const names = [...declared].map(([, name]) => name).concat('GroundcheckError').sort();
  assert.deepEqual(Object.keys(node).sort(), names);
  assert.deepEqual(Object.keys(await import('../npm/records.js')).sort(), names);
});

test('who checks answers loads nothing of it', () => {
  for (const file of ['index.js', 'node.js', 'lib/api.js', 'lib/analysis.js']) {
    assert.doesNotMatch(readFileSync(new URL(file, NPM), 'utf8'), /records|validation/, file);
  }
});
