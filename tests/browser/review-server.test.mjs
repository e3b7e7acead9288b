// The view Review with the real server behind it: what is judged by keyboard alone is exported, and the filter is measured with it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { EMPTY, shared, withPage, withServer } from './support.mjs';

const here = shared(null);

const SOURCES = [{ id: 'S1', title: 'Memo', text: 'The NOI for the property was $1,200,000 in Q3 2024. Occupancy stood at 94 %. The debt service coverage ratio was 1.25x.' }];
const ANSWERS = [
  'The NOI for the property was $1.5M in Q3 2024.',
  'The NOI for the property was $900,000 in Q3 2024.',
  'Occupancy stood at 89 %.',
  'The debt service coverage ratio was 1.6x.',
  'The NOI for the property was $2.1M in Q3 2024.',
  'Occupancy stood at 70 %.',
];

async function call(address, method, path, body) {
  const response = await fetch(address + path, { method, headers: { 'content-type': 'application/json' }, body: body && JSON.stringify(body) });
  assert.ok(response.ok, `${method} ${path}: ${response.status}`);
  return response.json();
}

const open = (page, id) => page.locator(`.item[data-item="${id}"]`).waitFor();

test('by keyboard alone: open, judge five, undo one, export; the export is measured', async () => {
  await withServer({}, async ({ address }) => {
    for (const answer of ANSWERS) await call(address, 'POST', '/api/reviews', { request: { answer, sources: SOURCES } });
    const queue = await call(address, 'GET', '/api/reviews');
    const ids = queue.items.map(({ id }) => id);
    assert.equal(ids.length, ANSWERS.length);
    await withPage(here.browser, address, { path: '/review?status=pending', storage: { ...EMPTY, 'groundcheck.reviewer': '"dana"' } }, async (page) => {
      await page.locator('.queue-row').nth(5).waitFor();
      await page.keyboard.press('j');
      await open(page, ids[0]);
      await page.keyboard.press('Enter');
      await page.keyboard.press('m');
      for (const [i, key] of ['r', 'r', 'a', 'r', 'a'].entries()) {
        await page.keyboard.press(key);
        await open(page, ids[i + 1]);
      }
      await page.keyboard.press('u');
      await open(page, ids[4]);
      // The server has taken all of it, the last change (the fifth item, judged and undone) included. The totals alone do not
      // tell: they are the same after four of five.
      const version = async () => (await call(address, 'GET', `/api/reviews/${ids[4]}`)).summary.version;
      for (let i = 0; i < 100 && (await version()) < queue.items[4].version + 2; i += 1) await page.waitForTimeout(50);
      const { totals } = await call(address, 'GET', '/api/reviews');
      assert.deepEqual(totals, { pending: 2, reviewed: 0, approved: 1, rejected: 3 });
      assert.equal((await call(address, 'GET', `/api/reviews/${ids[0]}`)).summary.assignee, 'dana');
      const download = page.waitForEvent('download');
      await page.keyboard.press('e');
      const file = await (await download).path();
      const cases = (await readFile(file, 'utf8')).trim().split('\n').map((line) => JSON.parse(line));
      assert.deepEqual(cases.map(({ expected }) => expected.has_hallucinations).sort(), [false, true, true, true]);
      const measured = spawnSync(process.env.GROUNDCHECK_BIN, ['measure', file, '--format', 'json'], { encoding: 'utf8' });
      // One was a false positive, which misses the target: that ends with 1, and nothing that cannot be read would.
      assert.ok([0, 1].includes(measured.status), measured.stderr);
      assert.match(measured.stdout, /"precision"/);
      // Back in the page: what was done to the first item, by whom.
      await page.locator(`#review-${ids[0]} .queue-open`).click();
      await page.locator('.item-history summary').click();
      assert.match(await page.getByTestId('history').textContent(), /rejected/);
    });
  });
});

test('somebody else’s change, a bulk change and the files of the real server', async () => {
  await withServer({}, async ({ address }) => {
    for (const answer of ANSWERS.slice(0, 3)) await call(address, 'POST', '/api/reviews', { request: { answer, sources: SOURCES } });
    const { items } = await call(address, 'GET', '/api/reviews');
    await withPage(here.browser, address, { path: `/review?item=${items[0].id}`, failing: true }, async (page) => {
      await open(page, items[0].id);
      await call(address, 'PATCH', `/api/reviews/${items[0].id}`, { version: items[0].version, status: 'approved', assignee: 'noa' });
      await page.keyboard.press('r');
      await page.getByTestId('conflict').waitFor();
      assert.match(await page.getByTestId('conflict-theirs').textContent(), /Approved.*noa/s);
      await page.getByTestId('apply-mine').click();
      await page.locator(`#review-${items[0].id}[data-status=rejected]`).waitFor();
      for (const { id } of items.slice(1)) await page.locator(`#review-${id} .queue-check`).check();
      await page.keyboard.press('A');
      await page.locator('.notice', { hasText: '2 changed.' }).waitFor();
      const download = page.waitForEvent('download');
      await page.locator('#export-csv').click();
      const table = await readFile(await (await download).path(), 'utf8');
      assert.equal(table.trim().split('\n').length, 4);
    });
  });
});

test('an answer sent from Check stands in the queue, and a rejected record beside it', async () => {
  await withServer({}, async ({ address }) => {
    const record = { bank_name: 'Bank of Atlantis', account_number: '123456789', statement_period: '1 March 2087 to 31 March 2087' };
    await call(address, 'POST', '/api/records/validate', { profile: 'bank_statement', record, document: { text: SOURCES[0].text }, as_of: '2024-12-01' });
    const storage = { 'groundcheck.answer': JSON.stringify(ANSWERS[0]), 'groundcheck.sources': JSON.stringify([{ key: 0, ...SOURCES[0] }]) };
    await withPage(here.browser, address, { storage }, async (page) => {
      await page.getByTestId('send-to-review').click();
      await page.locator('.notice', { hasText: 'Sent to the review queue.' }).waitFor();
      await page.locator('.views a', { hasText: 'Review' }).click();
      await page.locator('.queue-row', { hasText: 'The NOI for the property' }).locator('.queue-open').click();
      await page.locator('.judge').first().waitFor();
      assert.match(await page.locator('.item-evidence').textContent(), /\$1,200,000/);
      await page.locator('.queue-row', { hasText: 'bank_statement' }).locator('.queue-open').click();
      await page.locator('.alert[data-type=fabricated_bank]').waitFor();
      assert.ok(!(await page.locator('.item').textContent()).includes('123456789'));
      await page.locator('.views a', { hasText: 'Records' }).click();
      await page.locator('[data-total=records]').filter({ hasText: '1' }).waitFor();
    });
  });
});
