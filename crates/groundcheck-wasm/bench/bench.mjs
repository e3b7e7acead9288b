// Times of the wasm in Node, one line each: an answer of 2 KB against ten sources of 5 KB, one keystroke in it and in a long answer
// with many sources, a token of an answer that is being written, and extraction beside one combined regex in the same wasm. The argument is a request as JSON, the one that the
// native bench timed; without it, a text of its own.

import { readFileSync } from 'node:fs';

import { Detector, analyze, init } from '../npm/node.js';
import initBench, { Text } from './pkg/groundcheck.js';

await init();
await initBench({ module_or_path: readFileSync(new URL('./pkg/groundcheck_bg.wasm', import.meta.url)) });

const sentence = (i) =>
  `In Q${1 + (i % 4)} ${2018 + (i % 7)} the net operating income of Birch House ${i} was $${(1.1 + i / 100).toFixed(2)} million, occupancy ${80 + (i % 19)}.5 % and the DSCR 1.${10 + (i % 80)}x. `;
const prose = (from, length) => {
  let text = '';
  for (let i = from; text.length < length; i++) text += sentence(i);
  return text.slice(0, length);
};

const own = () => ({
  answer: prose(7, 2 * 1024),
  sources: Array.from({ length: 10 }, (_, i) => ({ id: `S${i}`, text: prose(i * 40, 5 * 1024) })),
});
const { answer, sources } = process.argv[2] ? JSON.parse(readFileSync(process.argv[2], 'utf8')) : own();
const detector = new Detector({ sources });

/** The median time of one run in milliseconds, after a warm-up. */
function median(run, runs = 200) {
  for (let i = 0; i < runs / 10; i++) run(i);
  const times = Array.from({ length: runs }, (_, i) => {
    const start = performance.now();
    run(i);
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[runs / 2];
}

const print = (what, run, runs) => {
  const time = median(run, runs);
  console.log(`${what}: ${time.toFixed(2)} ms`);
  return time;
};

const { claims } = analyze({ answer, sources });
console.log(`wasm in Node ${process.versions.node}, ${claims.length} claims in ${answer.length} characters, median of 200 runs`);
print('wasm, 2 KB answer, ten 5 KB sources, unprepared', () => analyze({ answer, sources }));
print('wasm, 2 KB answer, ten 5 KB sources, prepared detector', () => detector.analyze({ answer }));
print('wasm, preparing the detector', () => new Detector({ sources }).free());
// The answer grows by a character a run, as while typing.
print('wasm, one keystroke in it, prepared detector', (i) => detector.analyze({ answer: answer.slice(0, answer.length - 200 + i) }));

// Sources that say of as many things as many, and an answer of 10,000 words about them.
const words = (text, count) => text.split(' ').slice(0, count).join(' ');
const many = Array.from({ length: 100 }, (_, i) => ({ id: `S${i}`, text: prose(i * 40, 5 * 1024) }));
const long = words(prose(0, 100_000), 10_000);
const typing = new Detector({ sources: many });
const keystroke = print(
  'wasm, one keystroke in an answer of 10,000 words, 100 prepared sources',
  (i) => typing.analyze({ answer: long.slice(0, long.length - i) }),
  10,
);

// As long an answer as there may be, in 100,000 tokens; concatenating them is what cannot be spared.
const TOKENS = 100_000;
const written = prose(0, 250_000);
const tokens = Array.from({ length: TOKENS }, (_, i) => written.slice(i * 2.5, (i + 1) * 2.5));
const each = (from, to, push) => {
  const start = performance.now();
  for (let i = from; i < to; i++) push(tokens[i]);
  return ((performance.now() - start) / (to - from)) * 1e3;
};
new Detector({ sources }).monitor().push(written.slice(0, 4000));
const monitor = detector.monitor();
const push = (token) => monitor.pushJson(token);
const first = each(0, 1000, push);
const middle = each(1000, TOKENS - 1000, push);
const last = each(TOKENS - 1000, TOKENS, push);
let joined = '';
const concatenated = each(0, TOKENS, (token) => (joined += token));
console.log(
  `wasm, a token of an answer of ${joined.length} characters: ${middle.toFixed(2)} µs, of the first thousand ${first.toFixed(2)}, ` +
    `of the last ${last.toFixed(2)}, concatenating alone ${concatenated.toFixed(3)}`,
);
monitor.free();

// The sources once more, as one text of a megabyte.
const all = sources.map((source) => source.text).join('\n').repeat(20);
const text = new Text(all);
const [engine, regex] = [() => text.extract(), () => text.matchRegex()].map((run) => median(run, 20));
const mb = new TextEncoder().encode(all).length / 1e6;
console.log(`wasm, extraction: ${((mb / engine) * 1e3).toFixed(1)} MB/s, one combined regex: ${((mb / regex) * 1e3).toFixed(1)} MB/s`);
console.log(`wasm, extraction : regex: ${(regex / engine).toFixed(2)} (1 is as fast as the regex)`);
console.log(`wasm, that keystroke : regex over the answer: ${((keystroke / regex) * (all.length / long.length)).toFixed(0)} (1 is as fast)`);
