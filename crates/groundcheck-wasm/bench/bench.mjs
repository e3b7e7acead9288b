// Times of the wasm in Node: an answer of 2 KB against ten sources of 5 KB, and one keystroke more of it. One line each. The
// argument is a request as JSON, the one that the native bench timed; without it, a text of its own.

import { readFileSync } from 'node:fs';

import { Detector, analyze, init } from '../npm/node.js';

await init();

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
function median(run) {
  for (let i = 0; i < 20; i++) run(i);
  const times = Array.from({ length: 200 }, (_, i) => {
    const start = performance.now();
    run(i);
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[100];
}

const print = (what, run) => console.log(`${what}: ${median(run).toFixed(2)} ms`);

const { claims } = analyze({ answer, sources });
console.log(`wasm in Node ${process.versions.node}, ${claims.length} claims in ${answer.length} characters, median of 200 runs`);
print('wasm, 2 KB answer, ten 5 KB sources, unprepared', () => analyze({ answer, sources }));
print('wasm, 2 KB answer, ten 5 KB sources, prepared detector', () => detector.analyze({ answer }));
print('wasm, preparing the detector', () => new Detector({ sources }).free());
// The answer grows by a character a run, as while typing.
print('wasm, one keystroke in it, prepared detector', (i) => detector.analyze({ answer: answer.slice(0, answer.length - 200 + i) }));
