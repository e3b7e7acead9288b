// An answer that is followed while it is written, on this thread and in a worker: one interface, one outcome.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { analyze, createDetector, Detector, GroundcheckError, IgnoreList, segments } from '../npm/node.js';
import { withTrap } from './support/package.mjs';
import { pieces, random } from './support/random.mjs';
import { requests } from './support/requests.mjs';

const sources = [{ id: 'S0', text: 'The NOI for Birch House was $1,200,000 in Q3 2024. Occupancy was 92%.' }];
const request = { id: 'a1', question: 'What was the NOI of Birch House?' };
const answer =
  'The NOI for Birch House was $1.5M in Q3 2024. 😀 Occupancy was 92%, studies show. ברבעון השלישי נרשמו ₪2 מיליון. ' +
  'The rent of the last unit was $77, and 14 units stood empty.\n\n- Vacancy: 8%\n- Leases: 31';

for (const worker of [false, true]) {
  const where = worker ? 'in a worker' : 'on this thread';
  const detectorOf = async (t, options) => {
    const detector = await createDetector({ sources, worker, ...options });
    t.after(() => detector.dispose());
    return detector;
  };

  test(`the report is that of the whole answer, however it was cut, ${where}`, async (t) => {
    const detector = await detectorOf(t);
    const whole = JSON.stringify(analyze({ ...request, sources, answer }));
    const next = random(7);
    let told;
    for (const longest of [1, 2, 5, 20, 1000]) {
      const stream = detector.stream(request);
      const updates = [];
      const reading = (async () => {
        for await (const update of stream) updates.push(update);
      })();
      for (const piece of pieces(answer, next, longest)) stream.push(piece);
      const { report, warnings } = await stream.finish();
      await reading;
      assert.equal(JSON.stringify(report), whole, `pieces of up to ${longest}`);
      assert.deepEqual(updates.flatMap(({ settled }) => settled), report.claims);
      assert.deepEqual(updates.flatMap((update) => update.warnings), warnings);
      assert.deepEqual([stream.claims, stream.warnings, stream.text], [report.claims, warnings, answer]);
      assert.equal(updates.at(-1).settled_to_utf16, answer.length);
      assert.equal(updates.at(-1).settled_to, Buffer.byteLength(answer));
      told ??= warnings;
      assert.deepEqual(warnings, told, `pieces of up to ${longest}`);
    }
    assert.ok(told.some(({ pattern }) => pattern === 'contradicted_value'));
  });

  test(`whoever pipes gets the same updates, ${where}`, async (t) => {
    const detector = await detectorOf(t);
    const heard = [];
    const stream = detector.stream({ ...request, onUpdate: (update) => heard.push(update) });
    const read = [];
    for await (const update of ReadableStream.from(pieces(answer, random(3), 9)).pipeThrough(stream)) read.push(update);
    assert.deepEqual(read, heard);
    assert.deepEqual((await stream.finish()).report.claims, stream.claims);
  });

  test(`what the engine refuses is a typed error, ${where}`, async (t) => {
    const detector = await detectorOf(t);
    await assert.rejects(createDetector({ worker, sources: [...sources, ...sources] }), { code: 'duplicate_source_id', field: 'sources[1].id' });
    await assert.rejects(detector.analyze({ answer: '' }), { code: 'empty_answer' });
    await assert.rejects(detector.requiredKnowledge({ question: '' }), { code: 'invalid_value', field: 'question' });
    await assert.rejects(
      (async () => detector.stream({ qestion: 'x' }).finish())(),
      { name: 'GroundcheckError', code: 'unknown_field', field: 'qestion' },
    );
    for (const own of [{ sources }, { facts: 'metric,value\nnoi,1' }]) {
      await assert.rejects((async () => detector.stream(own).finish())(), { code: 'invalid_value', field: Object.keys(own)[0] });
    }
    const long = detector.stream();
    const refused = { code: 'answer_too_large', field: 'answer' };
    long.push('7% '.repeat(102_400));
    await assert.rejects(long.finish(), refused);
    assert.throws(() => long.push('more'), refused);
    await assert.rejects(async () => {
      for await (const update of long) assert.ok(update);
    }, refused);
    await assert.rejects(detector.stream().finish(), { code: 'empty_answer' });
    assert.throws(() => detector.stream().push(7), { code: 'invalid_value', field: 'text' });
    // And the next one is checked.
    const good = detector.stream(request);
    good.push(answer);
    assert.equal((await good.finish()).report.verdict, 'flagged');
  });

  test(`an answer is given up by a signal, by hand, or with its detector, ${where}`, async (t) => {
    const detector = await detectorOf(t);
    const control = new AbortController();
    const bySignal = detector.stream({ signal: control.signal });
    const byHand = detector.stream();
    const open = detector.stream();
    for (const stream of [bySignal, byHand, open]) stream.push('Occupancy was 9');
    const waiting = assert.rejects(bySignal[Symbol.asyncIterator]().next(), { code: 'aborted' });
    control.abort(new Error('closed'));
    await waiting;
    await assert.rejects(bySignal.finish(), (error) => error.code === 'aborted' && error.cause.message === 'closed');
    byHand.abort();
    assert.throws(() => byHand.push('2%.'), { code: 'aborted' });
    assert.equal(detector.stream({ signal: control.signal }).text, '');
    assert.throws(() => detector.stream({ signal: control.signal }).push('x'), { code: 'aborted' });
    detector.dispose();
    await assert.rejects(open.finish(), { code: 'not_ready' });
    assert.throws(() => detector.stream(), { code: 'not_ready' });
    await assert.rejects(detector.analyze({ answer }), { code: 'not_ready' });
  });

  test(`an ignored claim is in the report and not announced, ${where}`, async (t) => {
    const detector = await detectorOf(t);
    const follow = async () => {
      const stream = detector.stream(request);
      stream.push('The NOI for Birch House was $1.5M in Q3 2024. Occupancy was 92%.');
      return { stream, checked: await stream.finish() };
    };
    const before = await follow();
    assert.ok(before.stream.shouldInterrupt);
    const { kind, text, id } = before.checked.report.claims[0];
    detector.ignored.add({ kind, text });
    const after = await follow();
    assert.equal(JSON.stringify(after.checked.report), JSON.stringify(before.checked.report));
    assert.deepEqual(after.checked.ignored, [id]);
    assert.deepEqual(after.stream.claims, before.stream.claims.slice(1));
    assert.ok(after.stream.warnings.every(({ claim }) => claim !== id));
    assert.ok(!after.stream.shouldInterrupt, 'it was the one above the threshold');
    const stored = JSON.parse(JSON.stringify(detector.ignored));
    assert.deepEqual(stored, { ignored: [{ kind, text }] });
    const again = await detectorOf(t, { ignored: stored });
    assert.ok(again.ignored.has({ kind, text }));
  });

  test(`the host's server is asked once the answer is whole, ${where}`, async (t) => {
    const asked = [];
    const detector = await detectorOf(t, {
      verify: async (whole) => void asked.push(whole),
      checkLinks: async () => {
        throw new Error('no such server');
      },
    });
    const stream = detector.stream();
    stream.push('Occupancy was 92%.');
    assert.equal(asked.length, 0);
    const { verification, links, report } = await stream.finish();
    assert.deepEqual([verification, links], [{ state: 'done', result: undefined }, { state: 'failed', error: 'no such server' }]);
    assert.deepEqual(asked.map(({ signal, ...rest }) => rest), [{ answer: 'Occupancy was 92%.', report }]);
    const bare = (await detectorOf(t)).stream();
    bare.push('Occupancy was 92%.');
    assert.deepEqual((await bare.finish()).verification, { state: 'not_asked' });
  });

  test(`what is needed to answer is known before, ${where}`, async (t) => {
    const detector = await detectorOf(t);
    const { verified, required } = await detector.requiredKnowledge({ question: 'What was the NOI of Oak Plaza in Q3 2024?' });
    assert.equal(verified, false);
    assert.deepEqual(required.filter(({ available }) => !available).map(({ text }) => text), ['Oak Plaza']);
  });
}

test('a worker that dies fails what it had in hand', async () => {
  let own;
  const { Worker } = await import('node:worker_threads');
  const worker = () => (own = new Worker(new URL('../npm/lib/worker-node.js', import.meta.url)));
  const detector = await createDetector({ sources, worker });
  const stream = detector.stream();
  stream.push('Occupancy was 92%.');
  await own.terminate();
  await assert.rejects(stream.finish(), (error) => error instanceof GroundcheckError && error.code !== 'aborted');
});

test('settled claims of all requests stand so in their reports', () => {
  const next = random(11);
  for (const { name, request } of requests) {
    const { answer, sources, facts, policy, locale, ...rest } = request;
    if (answer.length > 20_000) continue;
    const detector = new Detector({ sources, facts, policy: policy ?? undefined, locale: locale ?? undefined });
    const monitor = detector.monitor(locale ? { ...rest, locale } : rest);
    const settled = pieces(answer, next, 12).flatMap((piece) => monitor.push(piece)?.settled ?? []);
    const { report } = monitor.finish();
    assert.equal(JSON.stringify(report), JSON.stringify(analyze(request)), name);
    assert.deepEqual(settled, report.claims.slice(0, settled.length), name);
    detector.free();
  }
});

test('half a character stays one unit, in the middle and at the end', () => {
  const detector = new Detector({ sources });
  for (const answer of ['\ud83d Occupancy was \ude00 92%.', 'Occupancy was 92%. \ud83d', '\ud83d\ud83d\ude00 92% \ud83d\ude00']) {
    const monitor = detector.monitor();
    const settled = [...answer.split('')].flatMap((unit) => monitor.push(unit)?.settled ?? []);
    const { report } = monitor.finish();
    assert.deepEqual(report, analyze({ answer, sources }));
    assert.deepEqual(settled, report.claims.slice(0, settled.length));
    for (const { text, utf16 } of report.claims) assert.equal(answer.slice(utf16.start, utf16.end), text);
  }
  detector.free();
});

test('a monitor that has ended says so', () => {
  const detector = new Detector({ sources });
  const monitor = detector.monitor();
  monitor.push('Occupancy was 95%.');
  monitor.finish();
  monitor.free();
  for (const run of [() => monitor.push('x'), () => monitor.finish(), () => monitor.shouldInterrupt]) {
    assert.throws(run, { code: 'not_ready', message: 'this monitor has ended' });
  }
  // A detector that is freed takes nothing from the monitors that it has made.
  const other = detector.monitor();
  detector.free();
  other.push('Occupancy was 95%.');
  assert.equal(other.finish().report.verdict, 'flagged');
});

test('a trap fails the answer that was being written, and no other', async () => {
  const { groundcheck, trap } = await withTrap();
  const detector = await groundcheck.createDetector({ sources });
  const stream = detector.stream();
  stream.push('Occupancy ');
  assert.throws(trap, { code: 'internal' });
  stream.push('was 95%.');
  await assert.rejects(stream.finish(), { code: 'internal' });
  const next = detector.stream();
  next.push('Occupancy was 95%.');
  assert.equal((await next.finish()).report.claims[0].status, 'contradicted');
  detector.dispose();
});

test('a list of ignored claims that is none is refused whole', () => {
  const list = new IgnoreList({ ignored: [{ kind: 'currency', text: '$1' }] });
  assert.throws(() => list.import([]), { code: 'invalid_value', field: 'ignored' });
  assert.throws(() => list.import({ ignored: [{ kind: 'date', text: '2024' }, { kind: 'date' }] }), { field: 'ignored[1].text' });
  assert.equal(list.size, 1);
  assert.ok(list.delete({ kind: 'currency', text: '$1' }));
  assert.deepEqual(list.toJSON(), { ignored: [] });
});

test('an answer is cut at its claims', () => {
  const { claims } = analyze({ answer, sources });
  const cut = segments(answer, claims);
  assert.equal(cut.map(({ text }) => text).join(''), answer);
  assert.deepEqual(cut.flatMap(({ claim }) => claim ?? []), claims);
  const short = answer.slice(0, 30);
  assert.equal(segments(short, claims).map(({ text }) => text).join(''), short);
});
