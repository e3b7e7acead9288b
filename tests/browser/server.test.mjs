// The page with the real server behind it: stored facts, example data, a token, a mention's hostile texts.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { shared, withPage, withServer } from './support.mjs';

const FACTS = 'entity,metric,period,value,unit\nMaple Court,NOI,2024-Q2,1100000,USD\nMaple Court,NOI,2024-Q3,1200000,USD\nOak Row,NOI,2024-Q3,700000,USD\n';
const TOKEN = 'gc_a_token_of_this_test_and_of_no_other_place';

const here = shared(null);
/** Runs with a page of a server started so; failed requests that the test causes itself are expected. */
const open = ({ path, expected, ...start }, run) => withServer(start, ({ address }) => withPage(here.browser, address, { path, expected }, run));

const importFacts = (file) => ({ before: [{ command: ['facts', 'import', file] }] });

test('stored facts are picked by entity and period, and given back', async () => {
  const { writeFile, mkdtemp, rm } = await import('node:fs/promises');
  const { join } = await import('node:path');
  const folder = await mkdtemp(join((await import('node:os')).tmpdir(), 'groundcheck-facts-'));
  const file = join(folder, 'facts.csv');
  await writeFile(file, FACTS);
  try {
    await open(importFacts(file), async (page) => {
      await page.getByRole('tab', { name: /^Facts/ }).click();
      const stored = page.getByTestId('stored-facts');
      await stored.waitFor();
      await stored.locator('select[name=stored-entity]').selectOption({ label: 'Oak Row' });
      assert.deepEqual(await stored.locator('select[name=stored-period] option').allTextContents(), ['Every period', '2024-Q3']);
      await stored.locator('select[name=stored-entity]').selectOption({ label: 'Maple Court' });
      await stored.locator('select[name=stored-period]').selectOption('2024-Q3');
      await stored.getByRole('button').click();
      await page.getByTestId('facts-count').filter({ hasText: '1 fact' }).waitFor();
      assert.match(await page.locator('textarea[name=facts]').inputValue(), /^entity,metric,period,value,unit\nMaple Court,NOI,2024-Q3,1200000,USD\n$/);
      assert.equal(await page.locator('input[name=entity]').inputValue(), 'Maple Court');
      await page.locator('#answer').fill('The NOI of Maple Court was $1.5M in Q3 2024.');
      await page.locator('[data-status=contradicted]').first().waitFor();
      // What stood there before comes back.
      await page.locator('textarea[name=facts]').fill('metric,value\nDSCR,1.25\n');
      await stored.getByRole('button').click();
      await page.getByRole('button', { name: 'Undo' }).click();
      assert.equal(await page.locator('textarea[name=facts]').inputValue(), 'metric,value\nDSCR,1.25\n');
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a server without stored facts offers none', async () => {
  await open({}, async (page) => {
    let asked = false;
    page.on('request', (request) => { asked ||= request.url().endsWith('/api/facts/entities'); });
    await page.reload();
    await page.getByRole('tab', { name: /^Facts/ }).waitFor();
    assert.equal(asked, false, 'checking an answer needs no server');
    const answered = page.waitForResponse('**/api/facts/entities');
    await page.getByRole('tab', { name: /^Facts/ }).click();
    assert.deepEqual(await (await answered).json(), { entities: [] });
    await page.locator('textarea[name=facts]').waitFor();
    assert.equal(await page.getByTestId('stored-facts').count(), 0);
    assert.equal(await page.getByTestId('token-form').count(), 0);
  });
});

test('document 1’s report comes from the server’s own example data', async () => {
  await open({ path: '/reports' }, async (page) => {
    await page.getByTestId('add-examples').click();
    await page.getByTestId('mentions').filter({ hasText: /^15$/ }).waitFor();
    assert.equal(await page.getByTestId('average').textContent(), '0.68');
    assert.equal(await page.locator('.mention-name').first().textContent(), 'CompetitorX');
  });
});

test('checks are added up by status, provider and day where their reports are kept', async () => {
  const args = ['--keep-analyses'];
  await withServer({ args }, async ({ address }) => {
    const sources = [{ id: 'S0', text: 'The NOI was $1,200,000 in Q3 2024.' }];
    for (const [answer, provider] of [['The NOI was $1.2M.', 'openai'], ['The NOI was $1.5M.', 'openai'], ['The NOI was $1,200,000.', null]]) {
      const body = JSON.stringify({ answer, sources, provider });
      const response = await fetch(`${address}/api/analyze`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      assert.equal(response.status, 200);
    }
    await withPage(here.browser, address, { path: '/reports' }, async (page) => {
      const said = page.getByTestId('checks-said');
      await said.waitFor();
      assert.equal((await said.textContent()).replace(/[\u2066-\u2069]/g, ''), '3 answers: 2 clean, 1 flagged, 0 could not be verified.');
      const rows = await page.getByTestId('checks-models').locator('tbody tr').allTextContents();
      assert.deepEqual(rows.map((row) => row.replace(/[\u2066-\u2069]/g, '')), ['openai2120 %100 %', 'not named1010 %100 %']);
      assert.match(await page.getByTestId('checks-sentences').textContent(), /^3 of 3 sentences were checked/);
      assert.equal(await page.getByTestId('checks-days').locator('tbody tr').count(), 1);
    });
  });
  await withServer({}, ({ address }) => withPage(here.browser, address, { path: '/reports' }, async (page) => {
    await page.getByTestId('checks-none').waitFor();
    assert.match(await page.getByTestId('checks').textContent(), /does not keep the reports.*--keep-analyses/);
  }));
});

test('a server that asks for a token gets one, kept for the tab and in no cookie', async () => {
  const expected = /401|Failed to load resource/;
  await open({ path: '/reports', expected, env: { GROUNDCHECK_TOKEN: TOKEN } }, async (page) => {
    const form = page.getByTestId('token-form');
    await form.locator('input').fill('gc_some_other_token_that_nobody_has_made');
    await form.getByRole('button').click();
    await form.locator('input[aria-invalid=true]').waitFor();
    await form.locator('input').fill(TOKEN);
    await form.locator('input').press('Enter');
    await page.getByTestId('report-empty').waitFor();
    await page.getByTestId('add-examples').click();
    await page.getByTestId('mentions').filter({ hasText: /^15$/ }).waitFor();
    const file = page.waitForEvent('download');
    await page.getByTestId('export-report').click();
    assert.equal((await file).suggestedFilename(), 'groundcheck-mentions.csv');
    assert.deepEqual(await page.context().cookies(), []);
    assert.equal(await page.evaluate(() => JSON.stringify(localStorage).includes('gc_')), false);
    await page.reload();
    await page.getByTestId('mentions').filter({ hasText: /^15$/ }).waitFor();
  });
});
