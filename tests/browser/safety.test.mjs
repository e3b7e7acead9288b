// Text is hostile: whatever it holds, it stays text. And what breaks says so.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { highlights, shared, strangers, typed } from './support.mjs';

const PAYLOADS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '"><iframe src="javascript:alert(1)">',
  "'-alert(1)-'",
  '</textarea><script>alert(1)</script>',
  '<a href="javascript:alert(1)">x</a>',
  '{{constructor.constructor("alert(1)")()}}',
  '<style>*{display:none}</style>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '&lt;img src=x onerror=alert(1)&gt;',
  '<object data="javascript:alert(1)"></object>',
];

const here = shared();
const { open } = here;

test('markup in answers, sources, titles, ids and facts stays text', async () => {
  const answer = PAYLOADS.map((payload) => `${payload} NOI was $1.5M.`).join('\n');
  const sources = PAYLOADS.map((payload, i) => ({ id: `${i}${payload}`, title: payload, text: `${payload} NOI was $1,200,000.\n\n| a | ${payload} |\n|---|---|\n| NOI | $9 |` }));
  const facts = `entity,metric,period,value\n"${PAYLOADS[1]}","${PAYLOADS[0]}",2024,5\n`;
  await open({ storage: typed(answer, sources, facts) }, async (page) => {
    assert.ok((await highlights(page)).length >= PAYLOADS.length);
    for (const name of ['Sources', 'Facts', 'Evidence']) await page.getByRole('tab', { name }).click();
    await page.locator('#claim-0').focus();
    for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowDown');
    assert.equal(await strangers(page), 0);
  });
});

test('hidden characters are shown by their code points and change no offset', async () => {
  const answer = 'The NOI was \u202e$1.5M\u202c for the\u200b property.';
  const sources = [{ title: 'Me\u202emo', text: 'The \u200bNOI for the property was $1,200,000\u2069 in Q3 2024.' }];
  await open({ storage: typed(answer, sources) }, async (page) => {
    assert.deepEqual(await highlights(page), [['$1.5M', 'contradicted']]);
    assert.match(await page.locator('.note.is-warning').textContent(), /3 hidden characters: U\+202E, U\+202C, U\+200B/);
    const shown = await page.locator('#panel-evidence .code-point').allTextContents();
    assert.deepEqual(shown, ['U+202E', 'U+200B', 'U+2069']);
    assert.match(await page.locator('.evidence-mark.is-right').textContent(), /^\$1,200,000/);
  });
});

test('a page whose wasm has trapped says so and gives the text back', async () => {
  await open({ storage: typed('The NOI was $1.5M.'), expected: /page error/ }, async (page) => {
    await page.evaluate(() => {
      // A module of one function whose body is `unreachable`: a real trap, as a panic ends in one.
      const bytes = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11];
      const instance = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes)));
      setTimeout(() => instance.exports.f());
    });
    const note = page.locator('#broken');
    await note.waitFor();
    assert.equal(await note.locator('textarea').inputValue(), 'The NOI was $1.5M.');
    await note.locator('[data-action=clear]').click();
    await page.locator('html.is-started .welcome').waitFor();
  });
});

const FAILURES = {
  'a RangeError': () => setTimeout(() => [].length = -1),
  'an Error': () => setTimeout(() => { throw new Error('lost'); }),
  'a rejection': () => { Promise.reject(new Error('lost')); },
};

for (const [name, fail] of Object.entries(FAILURES)) {
  test(`a page broken by ${name} says so over everything else`, async () => {
    await open({ storage: typed('The NOI was $1.5M.'), expected: /page error/ }, async (page) => {
      // What the browser only remarks on breaks nothing.
      await page.evaluate(() => {
        window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop completed with undelivered notifications.' }));
      });
      await page.getByTestId('settings').click();
      assert.equal(await page.locator('#broken').isVisible(), false);
      await page.evaluate(fail);
      const note = page.locator('#broken');
      await note.waitFor();
      assert.equal(await page.locator('dialog[open]').count(), 0);
      assert.equal(await page.locator('#app').evaluate((app) => app.inert), true);
      assert.equal(await note.evaluate((element) => element === document.activeElement), true);
      await note.locator('[data-action=reload]').click();
      await page.locator('html.is-started').waitFor();
    });
  });
}

test('an app that cannot be loaded says so', async () => {
  const session = await here.browser.newContext();
  const page = await session.newPage();
  try {
    await page.route('**/*.wasm', (route) => route.abort());
    await page.goto(here.server.address);
    await page.locator('#broken').waitFor();
  } finally {
    await session.close();
  }
});
