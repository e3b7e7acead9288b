// The package as npm packs it, installed into fresh apps: plain Node, a server that bundles, a page built by Vite with React.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { freshApp, NPM, viteBuild } from './support/package.mjs';
import { pages } from './support/pages.mjs';

const REQUEST = `{ answer: 'Occupancy was 95%.', sources: [{ id: 'S0', text: 'Occupancy was 92%.' }] }`;
const ENTRIES = ['groundcheck', 'groundcheck/inlined', 'groundcheck/ai-sdk', 'groundcheck/element', 'groundcheck/langchain', 'groundcheck/react', 'groundcheck/slim'];

const app = freshApp(
  {
    'plain.mjs': `
      import { analyze, createDetector } from 'groundcheck';
      const detector = await createDetector({ worker: true });
      const other = await detector.analyze({ answer: 'Occupancy was 95%.' });
      detector.dispose();
      console.log(analyze(${REQUEST}).claims[0].status, other.claims[0].status);`,
    // As a server imports what is meant for the browser: nothing may run, wait, or need a page.
    'imports.mjs': `
      const before = Object.getOwnPropertyNames(globalThis).length;
      const loaded = WebAssembly.Module;
      WebAssembly.Module = WebAssembly.compile = () => { throw new Error('nothing is to be compiled'); };
      const entries = await Promise.all(${JSON.stringify(ENTRIES)}.map((name) => import(name)));
      (await import('groundcheck/element')).defineAnswerCheck();
      console.log(entries.length, Object.getOwnPropertyNames(globalThis).length - before);`,
    'server.js': `
      import { createElement } from 'react';
      import { renderToString } from 'react-dom/server';
      import { createDetector } from 'groundcheck/inlined';
      import { answerCheckMiddleware } from 'groundcheck/ai-sdk';
      import { defineAnswerCheck } from 'groundcheck/element';
      import { useAnswerCheck } from 'groundcheck/react';
      defineAnswerCheck();
      const { sources, answer } = ${REQUEST};
      const detector = await createDetector({ sources });
      const Answer = () => createElement('p', null, JSON.stringify(useAnswerCheck({ detector, text: answer, done: true }).claims));
      const { claims } = await detector.analyze({ answer });
      console.log(claims[0].status, renderToString(createElement(Answer)), typeof answerCheckMiddleware({ detector }).wrapStream);`,
    'index.html': '<!doctype html><html lang="en"><title>Fresh</title><div id="app"></div><script type="module" src="/main.jsx"></script></html>',
    'main.jsx': `
      import { createDetector, segments } from 'groundcheck';
      import { createDetector as inlined } from 'groundcheck/inlined';
      import { createDetector as slim } from 'groundcheck/slim';
      import { defineAnswerCheck } from 'groundcheck/element';
      import { useAnswerCheck } from 'groundcheck/react';
      import { StrictMode, useEffect, useState } from 'react';
      import { createRoot } from 'react-dom/client';
      const { sources } = ${REQUEST};
      const answer = 'Occupancy was 95%, and the NOI stood at $7M. That is all there is to say.';
      defineAnswerCheck();
      const detectors = await Promise.all([createDetector({ sources }), createDetector({ sources, worker: true }), inlined({ sources })]);
      detectors.push(await slim({ analyze: (request) => detectors[0].analyze(request) }));
      function Answer({ detector }) {
        const [length, setLength] = useState(0);
        useEffect(() => {
          if (length < answer.length) setTimeout(() => setLength(length + 1), 1);
        }, [length]);
        const text = answer.slice(0, length);
        const { claims, checked, error } = useAnswerCheck({ detector, text, done: length === answer.length });
        return (
          <p>
            {segments(text, claims).map(({ text, claim }, i) => (claim ? <mark key={i} className={claim.status}>{text}</mark> : text))}
            <output>{checked?.report.verdict ?? error?.code}</output>
          </p>
        );
      }
      const element = document.createElement('answer-check');
      element.detector = detectors[1];
      element.value = answer;
      document.body.append(element);
      createRoot(document.getElementById('app')).render(<StrictMode>{detectors.map((d, i) => <Answer key={i} detector={d} />)}</StrictMode>);`,
  },
  ['react', 'react-dom', 'scheduler'],
);

const run = (file) => execFileSync(process.execPath, [file], { cwd: app, encoding: 'utf8' }).trim();

test('plain Node', () => {
  assert.equal(run('plain.mjs'), 'contradicted unverifiable');
});

test('every entry can be imported on a server, and does nothing there', () => {
  assert.equal(run('imports.mjs'), `${ENTRIES.length} 0`);
});

test('a server bundle that holds everything, rendered as Next.js would', () => {
  const built = viteBuild(app, '--ssr', 'server.js', '--config', config({ ssr: { noExternal: true } }));
  assert.equal(run(join(built, 'server.js')), 'contradicted <p>[]</p> function');
});

test('a page built by Vite: React, the element, a worker and the inlined variant, under a strict policy', async () => {
  const { withPage } = await pages({ app: viteBuild(app, '--config', config({})) });
  await withPage('app', 'index.html', async (page) => {
    await page.locator('output:text("flagged")').nth(3).waitFor();
    for (const i of [0, 1, 2, 3]) {
      const paragraph = page.locator('#app p').nth(i);
      assert.deepEqual(await paragraph.locator('mark').allTextContents(), ['95%', '$7M']);
      assert.deepEqual(await paragraph.locator('mark').first().getAttribute('class'), 'contradicted');
      assert.match(await paragraph.textContent(), /^Occupancy was 95%, .* to say\.flagged$/);
    }
    await page.getByText('Some of this is not supported.', { exact: false }).waitFor();
    assert.deepEqual(await page.locator('answer-check [part~=claim]').allTextContents(), ['95%', '$7M']);
  });
});

test('what is packed is what is needed, and no dependency comes with it', () => {
  const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(readFileSync(new URL('package.json', NPM), 'utf8'));
  assert.equal(dependencies, undefined);
  for (const name of Object.keys(peerDependencies)) assert.deepEqual(peerDependenciesMeta[name], { optional: true });
});

/** A configuration that is a file of the app's, as Vite wants it. */
function config(settings) {
  const file = join(app, `vite.${Object.keys(settings).join('') || 'page'}.config.js`);
  writeFileSync(file, `export default ${JSON.stringify(settings)};`);
  return file;
}
