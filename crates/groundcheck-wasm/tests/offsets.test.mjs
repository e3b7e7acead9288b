// `slice` with a report's UTF-16 offsets gives exactly the claim, whatever stands around it: Hebrew, emoji, cut emoji.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { analyze } from '../npm/node.js';
import { random } from './support/random.mjs';

const PIECES = [
  '$1.2M', '₪1.5 מיליון', '85%', '12,5 %', 'Q3 2024', '2024-12-01', 'DSCR of 1.25x', '€2.500,00', '450 אלף ש"ח', '(1,200)', '1,250 units',
  'רווח', 'ההכנסה עלתה ב', 'the NOI was', 'מרץ', ' ', '\n', '\t', '. ', ', ', '— ', '\u200f', '\u202e', '\u200b', '\ufeff', 'Cafe\u0301', '\u0000',
  '😀', '👨‍👩‍👧', '🇮🇱', '𝟙𝟚', '٣٤', '\ud83d', '\ude00', '\ud800\ud800', '\udc00\ud800', '[S0]', '<b>', '&amp;', 'x'.repeat(40),
];

function text(next) {
  const count = 1 + Math.floor(next() * 14);
  return Array.from({ length: count }, () => PIECES[Math.floor(next() * PIECES.length)] + (next() < 0.5 ? ' ' : '')).join('');
}

function check(whole, { span, utf16, text }, what) {
  assert.equal(whole.slice(utf16.start, utf16.end), text, what);
  const bytes = Buffer.from(whole.toWellFormed(), 'utf8');
  assert.equal(bytes.subarray(span.start, span.end).toString('utf8'), text, what);
}

test('claims and evidence of 1,500 generated answers hold their text', () => {
  const next = random(2024);
  let [claims, passages] = [0, 0];
  for (let i = 0; i < 1500; i++) {
    const answer = `${text(next)}!`;
    const source = text(next);
    for (const claim of analyze({ answer, sources: [{ id: 'S0', text: source }] }).claims) {
      const what = JSON.stringify({ answer, source, claim });
      check(answer, claim, what);
      claims += 1;
      for (const passage of [...claim.evidence, claim.nearest].filter((found) => found?.utf16)) {
        check(source, passage, what);
        passages += 1;
      }
    }
  }
  assert.ok(claims > 1500, `${claims} claims`);
  assert.ok(passages > 100, `${passages} passages`);
});

test('a lone surrogate moves nothing and changes nothing else', () => {
  const cut = analyze({ answer: '\ud83d Rent is $3,000 \ude00 a month.' });
  const replaced = analyze({ answer: '\ufffd Rent is $3,000 \ufffd a month.' });
  assert.deepEqual(cut, replaced);
  assert.deepEqual(cut.claims.map(({ text, utf16 }) => [text, utf16]), [['$3,000', { start: 10, end: 16 }]]);
});
