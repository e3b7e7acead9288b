// A trap gives a typed error and never poisons the next call, nor a Detector made before it.

import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { test } from 'node:test';

import * as released from '../npm/pkg/groundcheck.js';
import { withTrap } from './support/package.mjs';

const { groundcheck, trap } = await withTrap();
const { analyze, analyzeJson, Detector, GroundcheckError } = groundcheck;

const request = { answer: 'Birch House had an NOI of $1.5M.' };
const sources = [{ id: 'S0', text: 'The NOI for Birch House was $1,200,000 in Q3 2024.' }];

const fails = () =>
  assert.throws(trap, (error) => {
    assert.ok(error instanceof GroundcheckError);
    assert.deepEqual([error.code, error.field, error.line], ['internal', null, null]);
    assert.match(error.message, /was not checked/);
    assert.ok(error.cause instanceof WebAssembly.RuntimeError, String(error.cause));
    return true;
  });

test('the next call works', () => {
  const before = analyzeJson(JSON.stringify(request));
  for (let i = 0; i < 20; i++) {
    fails();
    assert.equal(analyzeJson(JSON.stringify(request)), before);
  }
});

test('two traps in a row', () => {
  fails();
  fails();
  assert.equal(analyze(request).claims.length, 1);
});

test('a detector made before the trap is prepared again by itself', () => {
  const detector = new Detector({ sources });
  const other = new Detector({ policy: { verify_currency: false }, sources });
  const [before, otherBefore] = [detector, other].map((d) => JSON.stringify(d.analyze(request)));
  assert.notEqual(before, otherBefore);
  fails();
  assert.equal(JSON.stringify(detector.analyze(request)), before);
  fails();
  assert.equal(JSON.stringify(other.analyze(request)), otherBefore);
  assert.equal(JSON.stringify(detector.analyze(request)), before);
});

test('freeing a detector of a dead instance harms none of the living', () => {
  const old = new Detector({ sources });
  const older = new Detector({ sources });
  fails();
  old.free();
  const living = new Detector({ sources });
  const before = JSON.stringify(living.analyze(request));
  older.free();
  assert.equal(JSON.stringify(living.analyze(request)), before);
});

test('nor does the garbage collector', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  for (let i = 0; i < 50; i++) new Detector({ sources });
  fails();
  const living = Array.from({ length: 50 }, () => new Detector({ sources }));
  const before = JSON.stringify(living[0].analyze(request));
  for (let i = 0; i < 5; i++) {
    collect();
    await new Promise((done) => setImmediate(done));
  }
  for (const detector of living) assert.equal(JSON.stringify(detector.analyze(request)), before);
});

test('a bad input is no trap: the instance lives on', () => {
  const detector = new Detector({ sources });
  assert.throws(() => analyze({ answer: '' }), { code: 'empty_answer' });
  assert.equal(detector.analyze(request).claims.length, 1);
});

test('the released package has no trap', () => {
  assert.ok(!('trap' in released));
});
