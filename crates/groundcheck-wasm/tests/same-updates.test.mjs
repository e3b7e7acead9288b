// One monitor, two places: the same pieces give the same updates and the same report, byte for byte, as natively
// (`tests/engine/monitor/same.rs` writes the digests).

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { Detector } from '../npm/node.js';

const BEHIND =
  '. That is what the documents say of it, as far as anybody has read them until today. Whoever wants to know more of it may ask again, and will be told what there is to tell of the matter, at some length. It ends here, and nothing follows.';

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const LIVE = '../../../web/examples/live/';
const scripted = readdirSync(new URL(LIVE, import.meta.url)).sort().map((file) => [file.replace(/\.json$/, ''), read(LIVE + file)]);
const written = read('data/requests.json').map(({ name, request }) => [name, { ...request, answer: request.answer + BEHIND }]);
const requests = new Map([...scripted, ...written]);
const digests = read('data/updates.json');

/** Every update that tells anything and the report, a line each; or why there is none. */
function told({ answer, sources, facts, locale, ...request }, every) {
  const letters = Array.from(answer);
  let monitor;
  try {
    const plain = (value) => value ?? undefined;
    monitor = new Detector({ sources: plain(sources), facts: plain(facts), locale: plain(locale) }).monitor({ locale: plain(locale), ...request });
  } catch (error) {
    return [`refused: ${error.code}`];
  }
  const lines = [];
  for (let at = 0; at < letters.length; at += every) {
    const update = monitor.pushJson(letters.slice(at, at + every).join(''));
    if (update !== undefined) lines.push(update);
  }
  lines.push(monitor.finishJson());
  return lines;
}

test('every request is among the digests', () => {
  assert.deepEqual([...new Set(digests.map(({ name }) => name))], [...requests.keys()]);
  assert.ok(digests.some(({ lines }) => lines > 4), 'some settle bit by bit');
});

for (const { name, every, lines, digest } of digests) {
  test(`${name}, ${every} at a time`, () => {
    const all = told(requests.get(name), every);
    assert.equal(all.length, lines, all.join('\n'));
    assert.equal(createHash('sha256').update(all.join('\n')).digest('hex').slice(0, 16), digest, all.join('\n'));
  });
}
