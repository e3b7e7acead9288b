// The view Check as a person uses it: typing, looking at evidence, replacing, keys, other languages, no server.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { assertReadable, highlights, shared, typed, withPage, withServer } from './support.mjs';

const NOI = [{ title: 'Memo', text: 'The NOI for the property was $1,200,000 in Q3 2024.' }];

const here = shared();
const { open } = here;

test('a wrong amount is contradicted, with the difference and the nearest value', async () => {
  await open({ storage: typed('The NOI was $1.5M for the property.', NOI) }, async (page) => {
    assert.deepEqual(await highlights(page), [['$1.5M', 'contradicted']]);
    assert.equal(await page.getByTestId('verdict').textContent(), 'Flagged');
    assert.equal(await page.getByTestId('risk').textContent(), 'High risk');
    assert.equal(await page.getByTestId('difference').textContent(), '25 % off');
    assert.match(await page.getByTestId('nearest').textContent(), /^\$1,200,000/);
    assert.match(await page.locator('.evidence-mark.is-right').textContent(), /^\$1,200,000/);
    assert.match(await page.getByTestId('status').textContent(), /^Checked in this browser · 1 claim · \d+(\.\d)? ms$/);
  });
});

test('an amount within tolerance is supported, and its difference is told', async () => {
  await open({ storage: typed('The NOI was $1.25M for the property.', NOI) }, async (page) => {
    assert.deepEqual(await highlights(page), [['$1.25M', 'near']]);
    assert.equal(await page.getByTestId('verdict').textContent(), 'Clean');
    assert.equal(await page.getByTestId('difference').textContent(), '4.2 % off');
  });
});

test('highlights follow the typing, character by character', async () => {
  await open({ storage: typed('', NOI) }, async (page) => {
    const editor = page.locator('#answer');
    await editor.focus();
    await page.keyboard.type('The NOI was $1.2');
    assert.deepEqual(await highlights(page), [['$1.2', 'contradicted']]);
    await page.keyboard.type('M.');
    assert.deepEqual(await highlights(page), [['$1.2M', 'supported']]);
    assert.equal(await page.getByTestId('verdict').textContent(), 'Clean');
    await editor.fill('😀\nThe NOI was $1.5M');
    assert.deepEqual(await highlights(page), [['$1.5M', 'contradicted']]);
  });
});

test('a long answer is checked when typing rests, and at once where its report is taken along', async () => {
  const line = (i) => `In Q${1 + (i % 4)} 2023 the NOI of House ${i} was $${(1 + i / 100).toFixed(2)} million. `;
  const prose = (from, until) => Array.from({ length: until - from }, (_, i) => line(from + i)).join('');
  const sources = Array.from({ length: 30 }, (_, i) => ({ title: `House ${i}`, text: prose(i * 30, i * 30 + 90) }));
  await open({ storage: typed(prose(0, 400), sources) }, async (page) => {
    // In one task, between whose microtasks no timer can fire.
    const typing = await page.evaluate(async () => {
      const area = document.querySelector('#answer');
      area.value = `We paid $77. ${area.value}`;
      area.dispatchEvent(new Event('input', { bubbles: true }));
      for (let i = 0; i < 100; i++) await null;
      const layer = document.querySelector('.editor-layer');
      return [document.querySelector('[data-testid="status"]').textContent, layer.textContent.slice(0, 12), layer.querySelectorAll('mark').length];
    });
    assert.deepEqual(typing, ['Will check when you pause…', 'We paid $77.', 1200]);
    await page.getByText('1,201 claims').first().waitFor();
    assert.equal(await page.locator('.verdict[aria-busy]').count(), 0);
    await page.locator('#answer').evaluate((area) => {
      area.value = area.value.replace('$77', '$78 and $79');
      area.dispatchEvent(new Event('input', { bubbles: true }));
      document.querySelector('[data-testid="copy-report"]').click();
    });
    await page.getByText('1,202 claims').first().waitFor();
    const report = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
    assert.deepEqual(report.claims.slice(0, 2).map((c) => c.text), ['$78', '$79']);
  });
});

test('what was checked is counted, and what the sources do not mention is named', async () => {
  const context = JSON.stringify({ question: 'What was the NOI that Ottilie Kubrow asked about in 2019?' });
  const answer = 'The NOI was $1.2M for the property. The tenants are happy.';
  await open({ storage: { ...typed(answer, NOI), 'groundcheck.context': context } }, async (page) => {
    assert.match(await page.getByTestId('coverage').textContent(), /^1 of 2 sentences checked/);
    assert.match(await page.getByTestId('unchecked').textContent(), /^1 sentence not checked/);
    const gaps = (await page.getByTestId('not-in-sources').textContent()).replaceAll(/[\u2068\u2069]/g, '');
    assert.equal(gaps, 'Not mentioned in the sources: Ottilie Kubrow, 2019.');
  });
});

test('the layer beneath wraps exactly as the text area does', async () => {
  const words = 'The NOI was $1.5M, with 94% occupied and 1.25x cover. ה-NOI היה 1.2 מיליון ₪ בשנת 2024. 😀 '.repeat(40);
  for (const width of [1280, 390]) {
    await open({ storage: typed(`${words}\n\n${'unbroken'.repeat(40)}$5\n`, NOI), width }, async (page) => {
      const [layer, area] = await page.evaluate(() =>
        ['.editor-layer', '.editor-area'].map((selector) => {
          const element = document.querySelector(selector);
          return { width: element.clientWidth, height: element.scrollHeight, top: element.getBoundingClientRect().top };
        }),
      );
      assert.deepEqual(layer, area);
    });
  }
});

test('pressing on a highlight opens its evidence', async () => {
  const answer = 'The NOI was $1.5M for the property. The rent was $7 in March.';
  await open({ storage: typed(answer, NOI) }, async (page) => {
    await page.getByRole('tab', { name: 'Sources' }).click();
    const mark = page.locator('.claim-run', { hasText: '$7' });
    const box = await mark.boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.locator('.claim-run.is-focused', { hasText: '$7' }).waitFor();
    assert.equal(await page.locator('.subject-claim').textContent(), '$7');
    assert.ok(await page.locator('#panel-evidence').isVisible());
  });
});

test('the keyboard walks through the claims, opens, replaces and comes back', async () => {
  const answer = 'The NOI was $1.5M. The rent was $7. The quarter was Q3 2024.';
  await open({ storage: typed(answer, NOI) }, async (page) => {
    const focused = () => page.evaluate(() => document.activeElement.id);
    const rows = await page.locator('.claim').count();
    assert.ok(rows >= 3);
    await page.locator('#claim-0').focus();
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), 'claim-1');
    await page.keyboard.press('End');
    assert.equal(await focused(), `claim-${rows - 1}`);
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), `claim-${rows - 1}`);
    await page.keyboard.press('Home');
    assert.equal(await focused(), 'claim-0');
    assert.equal(await page.locator('.claim.is-focused').count(), 1);
    // The panel is drawn before it has the focus.
    const comesTo = (id) => page.waitForFunction((id) => document.activeElement.id === id, id);
    await page.keyboard.press('Enter');
    await comesTo('panel-evidence');
    await page.keyboard.press('Escape');
    await comesTo('claim-0');
    await page.keyboard.press('?');
    await page.locator('dialog.keys[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog.keys[open]').waitFor({ state: 'detached' });
    await page.keyboard.press('r');
    assert.equal(await page.locator('#answer').inputValue(), answer.replace('$1.5M', '$1.2M'));
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal(await page.locator('#answer').inputValue(), answer);
  });
});

test('a claim can be ignored, stays so after a reload, and is taken up again', async () => {
  const storage = typed('The NOI was $1.5M and rent was $9. Call 24/7 about INV-2041.', [{ title: 'Memo', text: 'The NOI was $1,200,000. The rent was $7.' }]);
  await open({ storage }, async (page) => {
    const state = (id) => page.locator(`.claim[data-claim=${id}]`).getAttribute('data-state');
    assert.equal((await page.getByTestId('not-checked').textContent()).replace(/[\u2066-\u2069]/g, ''), '1 number not checked, because it states no value: 24/7');
    await page.locator('.claim-open', { hasText: '$1.5M' }).first().click();
    await page.getByTestId('ignore').click();
    await page.locator('.claim[data-state=ignored]').waitFor();
    assert.equal(await page.locator('.claim').last().getAttribute('data-state'), 'ignored');
    assert.equal(await page.getByTestId('ignore').textContent(), 'Stop ignoring');
    // The verdict is the engine's, whatever the reader leaves out.
    assert.equal(await page.getByTestId('verdict').textContent(), 'Flagged');
    await page.getByTestId('correct').click();
    assert.equal(await page.getByTestId('corrections').locator('input:checked').count(), await page.getByTestId('corrections').locator('input').count() - 1);
    await page.keyboard.press('Escape');
    await page.reload();
    await page.locator('.claim[data-state=ignored]').waitFor();
    await page.locator('.claim[data-state=ignored] .claim-open').focus();
    await page.keyboard.press('i');
    await page.locator('.claim[data-state=ignored]').waitFor({ state: 'detached' });
    assert.equal(await state('c1'), 'contradicted');
  });
});

test('the reason stays in sight while the evidence scrolls', async () => {
  const text = `${'Nothing of interest.\n'.repeat(200)}The NOI was $1,200,000.\n${'More of nothing.\n'.repeat(200)}`;
  await open({ storage: typed('The NOI was $1.5M.', [{ title: 'Memo', text }]) }, async (page) => {
    await page.locator('.evidence-mark').first().waitFor();
    const inside = await page.evaluate(() => {
      const panel = document.querySelector('.panel:not([hidden])');
      panel.scrollTop = panel.scrollHeight;
      const [outer, inner] = [panel, document.querySelector('.subject-says')].map((element) => element.getBoundingClientRect());
      return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom;
    });
    assert.equal(inside, true);
  });
});

test('the corrected answer and the report can be taken along', async () => {
  await open({ storage: typed('The NOI was $1.5M for the property.', NOI) }, async (page) => {
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await page.getByTestId('correct').click();
    await page.locator('dialog.corrections[open]').waitFor();
    const rows = page.getByTestId('corrections').getByRole('checkbox');
    assert.equal(await rows.count(), 1);
    assert.equal(await rows.first().getAttribute('aria-label'), 'Replace \u2068$1.5M\u2069 with \u2068$1.2M\u2069');
    assert.equal(await page.getByTestId('corrections').innerText(), 'The NOI was $1.5M $1.2M for the property.');
    // Nothing is left to copy where nothing is chosen.
    await rows.first().uncheck();
    assert.equal(await page.getByTestId('copy-corrected').isDisabled(), true);
    await rows.first().check();
    await assertReadable(page, 'the corrections');
    await page.getByTestId('copy-corrected').click();
    await page.locator('.notice', { hasText: /^Copied, with 1 corrected/ }).waitFor();
    assert.equal(await clipboard(), 'The NOI was $1.2M for the property.');
    await page.getByTestId('copy-report').click();
    await page.locator('.notice', { hasText: /^Copied\./ }).waitFor();
    const report = JSON.parse(await clipboard());
    assert.deepEqual([report.schema_version, report.verdict, report.claims[0].text], [1, 'flagged', '$1.5M']);
    await page.getByTestId('correct').click();
    await page.getByTestId('use-corrected').click();
    assert.equal(await page.locator('#answer').inputValue(), 'The NOI was $1.2M for the property.');
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click();
    assert.equal(await page.locator('#answer').inputValue(), 'The NOI was $1.5M for the property.');
  });
});

test('nothing to check and no evidence are told apart, and neither is called clean', async () => {
  await open({ storage: typed('It went well.', NOI) }, async (page) => {
    assert.equal(await page.getByTestId('verdict').textContent(), 'Unverified');
    assert.match(await page.getByTestId('why').textContent(), /^Nothing to check: .*does not mean/);
    assert.equal(await page.getByTestId('risk').count(), 0);
    await page.locator('#answer').fill('The NOI was $1.5M.');
    await page.getByRole('tab', { name: 'Sources' }).click();
    await page.getByRole('button', { name: 'Remove source S1' }).click();
    assert.deepEqual(await highlights(page), [['$1.5M', 'unverifiable']]);
    assert.match(await page.getByTestId('why').textContent(), /^No evidence was given/);
  });
});

test('the Hebrew example reads from right to left, and every highlight holds its claim', async () => {
  await open({ language: 'he' }, async (page) => {
    assert.equal(await page.evaluate(() => document.documentElement.dir), 'rtl');
    await page.locator('.example-card[data-example=hebrew]').click();
    const found = await highlights(page);
    assert.ok(found.length >= 5);
    assert.ok(new Set(found.map(([, status]) => status)).size >= 3);
    const listed = await page.locator('.claim-text').allTextContents();
    assert.deepEqual(found.map(([text]) => text).sort(), listed.sort());
    const answer = await page.locator('#answer').inputValue();
    assert.equal(await page.locator('.editor-layer').evaluate((e) => e.textContent.replace(/\u200b$/, '')), answer);
    const direction = await page.locator('#answer').evaluate((e) => e.matches(':dir(rtl)'));
    assert.ok(direction);
  });
});

test('a table of a source is drawn as a table, with the right cell marked', async () => {
  await open({}, async (page) => {
    await page.locator('.example-card[data-example=retail]').click();
    const row = page.locator('.claim', { has: page.locator('.claim-text', { hasText: '$402.3 million' }) });
    await row.locator('.claim-open').click();
    const cell = page.locator('#panel-evidence td.is-right');
    await cell.waitFor();
    assert.match(await cell.textContent(), /^431\.9/);
    assert.equal(await page.locator('#panel-evidence table thead th').first().textContent(), 'Year ended December 31');
  });
});

test('typing an answer keeps the place in the evidence and the focus', async () => {
  await open({ storage: typed('The NOI was $1.5M.', NOI) }, async (page) => {
    await page.locator('.proof').evaluate((element) => {
      element.dataset.seen = 'yes';
    });
    await page.locator('#answer').focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('Well. ');
    assert.equal(await page.locator('.proof').getAttribute('data-seen'), 'yes');
    assert.deepEqual(await highlights(page), [['$1.5M', 'contradicted']]);
  });
});

test('everything goes on with the server stopped', async () => {
  await withServer({}, (own) =>
    withPage(here.browser, own.address, { storage: typed('The NOI was $1.5M.', NOI) }, async (page) => {
      await page.getByTestId('server').filter({ hasText: /\S/ }).waitFor();
      await own.stop();
      await page.locator('#answer').fill('The NOI was $1.2M.');
      assert.deepEqual(await highlights(page), [['$1.2M', 'supported']]);
      await page.getByTestId('settings').click();
      await page.locator('dialog.drawer[open]').waitFor();
    }),
  );
});

test('an answer pasted over an example leaves the example’s evidence behind, and the way back', async () => {
  await open({}, async (page) => {
    await page.locator('[data-example=property]').first().click();
    const before = await page.locator('#answer').inputValue();
    await page.evaluate(() => navigator.clipboard.writeText('The rent is $2,350.'));
    await page.locator('#answer').focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+V');
    await page.locator('.notice', { hasText: 'example’s sources' }).waitFor();
    assert.equal(await page.locator('.source').count(), 0);
    assert.match(await page.getByTestId('why').textContent(), /No evidence was given/);
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click();
    assert.equal(await page.locator('#answer').inputValue(), before);
  });
});

test('a value within tolerance is told from the same value, and strict settings refuse it', async () => {
  await open({ storage: typed('The NOI was $1.23M for the property. The NOI was $1,200,000.', NOI) }, async (page) => {
    assert.deepEqual(await highlights(page), [['$1.23M', 'near'], ['$1,200,000', 'supported']]);
    assert.match(await page.locator('.claim[data-state=near] .claim-why').textContent(), /2\.5 % off, within tolerance/);
    await page.getByTestId('settings').click();
    await page.locator('#tolerance').selectOption('strict');
    await page.keyboard.press('Escape');
    const [[, state]] = await highlights(page);
    assert.notEqual(state, 'near');
  });
});
