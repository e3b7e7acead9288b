// The package in a real browser, under a strict content security policy.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { analyzeJson } from '../npm/node.js';
import { validateRecordJson } from '../npm/records-node.js';
import { NPM, trapPackage } from './support/package.mjs';
import { pages } from './support/pages.mjs';

const request = { answer: '🏢 NOI 👉 $1.5M, ברבעון השלישי ₪2 מיליון', sources: [{ id: 'S0', text: 'The NOI was $1,200,000.' }] };

const opened = await pages({
  released: fileURLToPath(NPM),
  plain: fileURLToPath(NPM),
  trap: trapPackage(),
  crate: fileURLToPath(new URL('..', NPM)),
});
const inPage = (name, run, file) => opened.inPage(name, run, file, { request });

for (const name of ['released', 'plain']) {
  test(`init, analyze and a detector: ${name}`, async () => {
    const result = await inPage(name, async ({ base, request }) => {
      const { analyze, analyzeJson, Detector, init } = await import(`${base}/index.js`);
      let early;
      try {
        analyze(request);
      } catch (error) {
        early = error.code;
      }
      await Promise.all([init(), init()]);
      await init();
      const { sources, ...rest } = request;
      const report = analyze(request);
      return {
        early,
        json: analyzeJson(JSON.stringify(request)),
        report: JSON.stringify(report),
        prepared: JSON.stringify(new Detector({ sources }).analyze(rest)),
        slices: report.claims.map(({ text, utf16 }) => [text, request.answer.slice(utf16.start, utf16.end)]),
      };
    });
    const expected = analyzeJson(JSON.stringify(request));
    assert.equal(result.early, 'not_ready');
    assert.deepEqual([result.json, result.report, result.prepared], [expected, expected, expected]);
    assert.ok(result.slices.length > 1);
    for (const [text, slice] of result.slices) assert.equal(slice, text);
  });
}

test('a start that failed can be repeated', async () => {
  const result = await inPage('released', async ({ base, request }) => {
    const { analyze, init } = await import(`${base}/index.js`);
    let failed;
    try {
      await init({ module: new Uint8Array([0, 1, 2]) });
    } catch (error) {
      failed = `${error.name}: ${error.code}`;
    }
    await init({ module: fetch(`${base}/pkg/groundcheck_bg.wasm`) });
    return { failed, claims: analyze(request).claims.length };
  });
  assert.equal(result.failed, 'GroundcheckError: not_ready');
  assert.ok(result.claims > 1);
});

test('a trap never poisons the next call', async () => {
  const result = await inPage('trap', async ({ base, request }) => {
    const [{ analyze, Detector, init }, { analysis }, { trap }] = await Promise.all(
      ['index.js', 'lib/analysis.js', 'pkg/groundcheck.js'].map((path) => import(`${base}/${path}`)),
    );
    await init();
    const { sources, ...rest } = request;
    const detector = new Detector({ sources });
    const before = JSON.stringify(analyze(request));
    const codes = [];
    for (let i = 0; i < 3; i++) {
      try {
        analysis.call(() => trap());
      } catch (error) {
        codes.push(error.code);
      }
    }
    return { codes, same: [JSON.stringify(detector.analyze(rest)), JSON.stringify(analyze(request))].map((r) => r === before) };
  });
  assert.deepEqual(result, { codes: ['internal', 'internal', 'internal'], same: [true, true] });
});

test('records: init and the same bytes as in Node', async () => {
  const result = await inPage('released', async ({ base }) => {
    const { init, validateRecordJson } = await import(`${base}/records.js`);
    const requests = await (await fetch('/crate/tests/data/records.json')).json();
    const text = JSON.stringify(requests[1].request);
    let early;
    try {
      validateRecordJson(text);
    } catch (error) {
      early = error.code;
    }
    await Promise.all([init(), init()]);
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.wasm'));
    return { early, text, loaded: loaded.map((name) => name.split('/').at(-1)), json: validateRecordJson(text) };
  });
  assert.deepEqual([result.early, result.loaded], ['not_ready', ['records_bg.wasm']]);
  assert.equal(result.json, validateRecordJson(result.text));
});

test('the example page marks claims while typing, and shows markup as text', async () => {
  const run = async () => {
    const marks = () => [...document.querySelectorAll('mark')].map((mark) => mark.textContent);
    const type = (id, text) => {
      document.getElementById(id).value = text;
      document.getElementById(id).dispatchEvent(new Event('input'));
    };
    // The page's script has ended once it has waited for the wasm: a module is evaluated once.
    await import('/crate/examples/page.js');
    const first = marks();
    type('answer', '<b>NOI</b> was $1.2M, or 5%.');
    const { textContent } = document.getElementById('marked');
    const second = marks();
    type('answer', '');
    return { first, second, textContent, empty: document.getElementById('verdict').textContent };
  };
  const result = await inPage('crate', run, 'examples/page.html');
  assert.ok(result.first.includes('$1.5M'), String(result.first));
  assert.deepEqual(result.second, ['$1.2M', '5%']);
  assert.equal(result.textContent, '<b>NOI</b> was $1.2M, or 5%.');
  assert.equal(result.empty, 'Not checked: is empty');
});
