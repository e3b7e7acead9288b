// groundcheck/entailment: the same bytes as the native engine, what is missing is never grounded, typed errors, a wasm of its own.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { test } from 'node:test';

import * as node from '../npm/entailment-node.js';
import { analyze } from '../npm/node.js';
import * as released from '../npm/pkg/entailment.js';
import { NPM, withTrap } from './support/package.mjs';

const { GroundcheckError, grounding, groundingJson, questions, questionsJson, vote } = node;
const NONCE = '4f2a90c1d7b35e68';

const cases = JSON.parse(readFileSync(new URL('data/entailment.json', import.meta.url), 'utf8'));
const [{ request, answers: { answers } }] = cases;

/** The engine outside of wasm: a program that is built beside the server. */
function native(command, ...texts) {
  const { GROUNDCHECK_BIN: bin } = process.env;
  assert.ok(bin, 'GROUNDCHECK_BIN must name the native program: `cargo xtask test` sets it');
  const program = join(dirname(bin), `entailment${extname(bin)}`);
  const { error, status, stdout, stderr } = spawnSync(program, [command], { input: JSON.stringify(texts), encoding: 'utf8' });
  assert.ifError(error);
  assert.equal(status, 0, stderr);
  return stdout;
}

/** What came of it, or what was thrown as the native program writes it. */
function inWasm(run) {
  try {
    return run();
  } catch (error) {
    assert.ok(error instanceof GroundcheckError, String(error));
    return JSON.stringify({ error });
  }
}

const said = (...list) => JSON.stringify({ answers: list });
const failed = { claim: 's1', question: 'prior', failed: true };
const wrong = [
  { name: 'no such claim', answers: said({ ...failed, claim: 's9' }), field: 'answers[0].claim' },
  { name: 'a question twice', answers: said(failed, ...answers), field: 'answers[1].question' },
  { name: 'two things at once', answers: said({ ...failed, votes: { yes: 1, votes: 1 } }), field: 'answers[0]' },
  { name: 'nothing at all', answers: said({ ...failed, failed: false }), field: 'answers[0]' },
  { name: 'more votes than there are', answers: said({ ...failed, failed: false, votes: { yes: 2, votes: 1 } }), field: 'answers[0].votes.yes' },
  { name: 'no such question', answers: said({ ...failed, question: 'both' }), field: 'answers[0].question' },
  { name: 'no such method', answers: '{"answers":[],"method":"guess"}', field: 'method' },
  { name: 'no such field', answers: said({ ...failed, logprob: 1 }), field: 'answers[0].logprob' },
  { name: 'no JSON', answers: '{"answers":', field: null },
];

for (const { name, request, answers } of cases) {
  test(`the same natively: ${name}`, () => {
    const text = JSON.stringify(request);
    const asked = inWasm(() => questionsJson(text, NONCE));
    assert.match(asked, /^\{"claims":/);
    assert.equal(native('questions', text, NONCE), asked);
    const grounded = inWasm(() => groundingJson(text, JSON.stringify(answers)));
    assert.match(grounded, /^\{"success":/);
    assert.equal(native('grounding', text, JSON.stringify(answers)), grounded);
  });
}

for (const { name, answers, field } of wrong) {
  test(`refused, and the same natively: ${name}`, () => {
    const text = JSON.stringify(request);
    const error = inWasm(() => groundingJson(text, answers));
    assert.equal(JSON.parse(error).error.field, field, error);
    assert.deepEqual(JSON.parse(native('grounding', text, answers)), JSON.parse(error));
  });
}

test('what the model said decides', () => {
  const reasons = (at, more) => {
    const { request, answers } = cases[at];
    const { claims } = grounding(request, answers.answers, { method: answers.method, ...more }).hallucination_check;
    return claims.map(({ reason }) => reason);
  };
  assert.deepEqual(reasons(0), ['entailed', 'not_entailed', 'contradicted']);
  assert.deepEqual(reasons(2), ['entailed_by_votes']);
  assert.deepEqual(reasons(3), ['verifier_failed']);
  assert.deepEqual(reasons(4), ['no_evidence']);
  assert.deepEqual(questions(cases[4].request).questions, []);
  assert.deepEqual(reasons(5), []);
});

test('two questions a claim, each with a code of its own that nobody can foresee', () => {
  const codes = (asked) => asked.questions.map(({ user }) => /^CODE: ([0-9A-Za-z]{16,64})\n/.exec(user)[1]);
  const asked = questions(request);
  assert.deepEqual(asked.questions.map(({ claim, question }) => claim + question), ['s1', 's2', 's3'].flatMap((id) => [`${id}posterior`, `${id}prior`]));
  assert.deepEqual(asked.claims.map(({ utf16 }) => request.answer.slice(utf16.start, utf16.end)).length, 3);
  assert.ok(asked.questions.every(({ max_tokens, top_logprobs, system }) => max_tokens === 1 && top_logprobs === 20 && system.includes('YES')));
  const all = [...codes(asked), ...codes(questions(request))];
  assert.equal(new Set(all).size, 12);
  assert.deepEqual(questions(request, { nonce: NONCE }), questions(request, { nonce: NONCE }));
  for (const nonce of ['', 'short', `${NONCE}-`, 'a'.repeat(61), 7]) {
    assert.throws(() => questions(request, { nonce }), { code: 'invalid_value', field: 'nonce' }, String(nonce));
  }
});

test('what is missing, or no probability, is never grounded', () => {
  const of = (list) => grounding(request, list).hallucination_check.claims[0];
  assert.equal(of(answers).grounded, true);
  for (const list of [[], answers.slice(0, 1), answers.slice(1, 2)]) {
    const { grounded, reason, status } = of(list);
    assert.deepEqual([grounded, reason, status], [false, 'verifier_failed', 'unverifiable']);
  }
  assert.equal(grounding(request, []).success, false);
  const [prior, posterior] = answers;
  const yes = (logprob) => ({ ...posterior, logprobs: [{ token: 'YES', top: [{ token: 'YES', logprob }] }] });
  const unreadable = [yes(0.5), yes(9999), { ...posterior, logprobs: [] }, { ...posterior, logprobs: [{ token: 'YES', top: [] }] }];
  for (const bad of [...unreadable, { claim: 's1', question: 'posterior', votes: { yes: 0, votes: 0 } }]) {
    const { grounded, reason } = of([prior, bad]);
    assert.deepEqual([grounded, reason], [false, 'no_logprobs'], JSON.stringify(bad));
  }
  for (const logprob of [NaN, Infinity, -Infinity]) {
    assert.throws(() => of([prior, yes(logprob)]), { code: 'invalid_value', field: 'answers[1].logprobs[0].top[0].logprob' });
  }
  assert.throws(() => grounding(request), { code: 'missing_field', field: 'answers' });
});

test('what was chosen counts also where the list leaves it out', () => {
  const token = { token: 'YES', top: [{ token: 'NO', logprob: -4.7 }] };
  const p1 = (token) => grounding(request, [{ ...answers[1], logprobs: [token] }]).hallucination_check.claims[0].p1;
  assert.equal(p1(token), 0);
  assert.ok(p1({ ...token, logprob: -0.01 }) > 0.98);
});

test('a model is asked about what a report leaves open, and the report counts what it decided', () => {
  const answer = 'The tower has nine floors. Its owner is friendly.';
  const request = { answer, sources: [{ id: 'S0', text: 'The tower has nine floors. Its owner is a friendly woman.' }] };
  const report = analyze(request);
  assert.deepEqual([report.coverage.checked, report.coverage.not_checked], [1, 1]);
  const places = node.openPlaces(report);
  const asked = { ...request, places };
  const { claims } = questions(asked);
  assert.deepEqual(claims.map(({ text }) => text), ['Its owner is friendly']);
  const answers = [{ claim: 's1', question: 'posterior', votes: { yes: 8, votes: 8 } }, { claim: 's1', question: 'prior', votes: { yes: 1, votes: 8 } }];
  const grounded = grounding(asked, answers);
  const whole = node.withVerification(request, report, grounded);
  assert.deepEqual([whole.coverage.checked, whole.coverage.not_checked, whole.verdict], [2, 0, 'clean']);
  assert.deepEqual(whole.claims.map(({ kind, status }) => [kind, status]), [['number', 'supported'], ['statement', 'supported']]);
  assert.equal(node.withVerificationJson(JSON.stringify(request), JSON.stringify(report), JSON.stringify(grounded)), JSON.stringify(whole));
  assert.throws(() => node.withVerification(request, { verdict: 'clean' }, grounded), { field: 'report' });
});

test('a sampled answer', () => {
  assert.deepEqual(['YES', ' **no**, because', 'Perhaps', ''].map(vote), [true, false, null, null]);
  assert.throws(() => vote(1), { code: 'invalid_value', field: 'answer' });
});

test('a trap never poisons the next call', async () => {
  const { entailment, trapEntailment } = await withTrap();
  const texts = [JSON.stringify(request), JSON.stringify({ answers })];
  const before = entailment.groundingJson(...texts);
  for (let i = 0; i < 2; i += 1) {
    assert.throws(trapEntailment, (error) => error instanceof entailment.GroundcheckError && error.code === 'internal');
    assert.equal(entailment.groundingJson(...texts), before);
  }
  assert.ok(!('trap' in released));
});

test('everything declared is there, in Node and in the browser', async () => {
  const declared = readFileSync(new URL('entailment.d.ts', NPM), 'utf8').matchAll(/^export function (\w+)/gm);
  const names = [...declared].map(([, name]) => name).concat('GroundcheckError').sort();
  assert.deepEqual(Object.keys(node).sort(), names);
  assert.deepEqual(Object.keys(await import('../npm/entailment.js')).sort(), names);
});

test('who checks answers loads nothing of it', () => {
  for (const file of ['index.js', 'node.js', 'lib/api.js', 'lib/analysis.js']) {
    assert.doesNotMatch(readFileSync(new URL(file, NPM), 'utf8'), /entailment|verification/, file);
  }
});
