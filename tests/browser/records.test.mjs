// The view Records as a person uses it: findings at their field, what becomes of the record, bad input, files, no server.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Queue, monitoring, serveReviews } from './reviews-data.mjs';
import { LOOKS, assertReadable, shared, strangers } from './support.mjs';

const here = shared();
const open = (options, run) =>
  here.open({ path: '/records', serve: (page) => serveReviews(page, { queue: new Queue(), ...options.server }), ...options }, run);

const TEXT = 'Westpac Banking Corporation. Statement of account 034-123 456782 for the period 1 March 2024 to 31 March 2024. Closing balance $1,204.10';
const CLEAN = { bank_name: 'Westpac', account_number: '034-123 456782', statement_period: '1 March 2024 to 31 March 2024' };
const type = async (page, record, text = TEXT) => {
  await page.locator('#record-document').fill(text);
  await page.locator('#record-json').fill(typeof record === 'string' ? record : JSON.stringify(record, null, 2));
};
const verdict = (page) => page.getByTestId('record-verdict').textContent();
const alerts = (page, path) => page.locator(`[data-path="${path}"] > .alert`).evaluateAll((all) => all.map(({ dataset }) => dataset.type));

test('the examples are clean, phantom and fabricated, with each finding at its field', async () => {
  await open({}, async (page) => {
    await page.getByTestId('records-empty').waitFor();
    await page.locator('.example-card[data-example=clean]').click();
    assert.equal(await verdict(page), 'Clean');
    assert.equal(await page.locator('.alert').count(), 0);
    assert.equal(await page.locator('.sheet-page').count(), 3);
    await page.locator('.examples [data-example=phantom]').click();
    assert.equal(await verdict(page), 'Rejected');
    assert.equal(await page.getByTestId('record-why').textContent(), 'A critical alert rejects it.');
    assert.match(await page.getByTestId('record-fallback').textContent(), /find the parts by patterns in the text/);
    assert.deepEqual(await alerts(page, 'boundaries'), ['phantom_statement']);
    assert.deepEqual(await alerts(page, 'boundaries[4].start_page'), ['phantom_statement']);
    await page.locator('.examples [data-example=fabricated]').click();
    assert.deepEqual(await alerts(page, 'bank_name'), ['fabricated_bank']);
    assert.deepEqual(await alerts(page, 'statement_period'), ['impossible_dates']);
    assert.equal(await page.getByTestId('record-why').textContent(), 'Three alerts of high severity reject it.');
    assert.equal(await page.locator('[data-count=high]').textContent(), '▲ 4 high');
    assert.match(await page.getByTestId('status').textContent(), /^Checked in this browser · 5 alerts$/);
  });
});

test('findings follow the typing, and a page of the finding is a press away', async () => {
  await open({}, async (page) => {
    await page.locator('select[name=profile]').selectOption('bank_statement_boundaries');
    await type(page, { boundaries: [{ start_page: 1, end_page: 1 }, { start_page: 2, end_page: 3 }] }, `${TEXT}\f${TEXT}`);
    assert.deepEqual(await alerts(page, 'boundaries[1].end_page'), ['invalid_page_range']);
    await page.locator('.alert-page').first().click();
    await page.locator('#record-page-2.is-current').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.id), 'record-page-2');
    await page.locator('input[name=pages]').fill('3');
    assert.equal(await page.locator('.alert').count(), 0);
    assert.equal(await verdict(page), 'Clean');
  });
});

test('account numbers are shown by their last four digits in what is found', async () => {
  await open({}, async (page) => {
    await type(page, { ...CLEAN, account_number: '111111111111' });
    assert.deepEqual(await alerts(page, 'account_number'), ['nonsensical_account']);
    const found = await page.locator('.alert').allTextContents();
    assert.ok(found.every((text) => !text.includes('11111')), found.join());
    assert.match(found[0], /•+1111/);
    await page.getByTestId('copy-record-report').click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(copied.includes('"nonsensical_account"') && !copied.includes('11111'));
    // Nothing of it is kept.
    assert.ok(!(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).includes('1111'));
  });
});

test('what is malformed is rejected, never passed, and says where', async () => {
  await open({}, async (page) => {
    await type(page, '{\n  "bank_name": "Westpac",\n  oops\n}');
    assert.equal(await verdict(page), 'Rejected');
    assert.match(await page.getByTestId('record-json-error').textContent(), /line 3/);
    assert.equal(await page.locator('#record-json').getAttribute('aria-invalid'), 'true');
    await type(page, { bank_name: 'Westpac', statement_period: '1 March 2024 to 31 March 2024' });
    assert.equal(await verdict(page), 'Rejected');
    assert.match(await page.locator('[data-path=""] > .error-note').textContent(), /account_number.*is missing/);
    assert.match(await page.getByTestId('record-fallback').textContent(), /ask the model again/);
    await type(page, '[1, 2]');
    assert.equal(await verdict(page), 'Rejected');
    await type(page, CLEAN);
    assert.equal(await verdict(page), 'Clean');
    await page.locator('input[name=pages]').fill('many');
    assert.equal(await verdict(page), 'Not checked');
    assert.match(await page.locator('.record-error .error-note').textContent(), /document\.total_pages/);
  });
});

test('a profile of one’s own is used, and named where it is wrong', async () => {
  await open({}, async (page) => {
    await page.locator('select[name=profile]').selectOption('own');
    await page.locator('textarea[name=own-profile]').fill('{"name": "receipt", "fields": [{"name": "total", "kind": "amount", "max": 5, "required": true}]}');
    await type(page, { total: 7 });
    assert.deepEqual(await alerts(page, 'total'), ['inconsistent_data']);
    await page.locator('textarea[name=own-profile]').fill('{"name": "receipt",\n "fields": [{"name": "total", "kind": "money"}]}');
    assert.equal(await verdict(page), 'Not checked');
    assert.match(await page.locator('.own-profile .error-note').textContent(), /profile\.fields\[0\]\.kind.*line 2/);
  });
});

test('dropped files become the record and the document', async () => {
  await open({}, async (page) => {
    const transfer = await page.evaluateHandle(([record, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([record], 'answer.JSON'));
      transfer.items.add(new File([text], 'statement.txt'));
      return transfer;
    }, [JSON.stringify(CLEAN), `${TEXT}\f${TEXT}\f`]);
    await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
    await page.locator('.drop-zone.is-over').waitFor();
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
    await page.getByTestId('record-verdict').filter({ hasText: 'Clean' }).waitFor();
    assert.equal(await page.locator('.sheet-page').count(), 2);
    await page.getByTestId('clear-record').click();
    await page.getByTestId('records-empty').waitFor();
  });
});

test('markup and hidden characters in records and documents stay text', async () => {
  const payload = '<img src=x onerror=alert(1)>\u202e';
  await open({}, async (page) => {
    await type(page, { ...CLEAN, bank_name: payload, [payload]: [payload] }, `${payload}${TEXT}\f${payload}`);
    await page.locator('.tree-line').nth(5).waitFor();
    assert.match(await page.locator('[data-path=bank_name] .tree-value').textContent(), /U\+202E/);
    assert.equal(await strangers(page), 0);
  });
});

test('records are checked with the server stopped, and the figures say that they need it', async () => {
  await open({ failing: true, server: { fail: 'away' } }, async (page) => {
    await page.getByTestId('monitoring-away').waitFor();
    await page.context().setOffline(true);
    await type(page, { ...CLEAN, bank_name: 'Bank of Atlantis' });
    assert.deepEqual(await alerts(page, 'bank_name'), ['fabricated_bank']);
    assert.equal(await verdict(page), 'For review');
  });
});

test('the server’s figures are totals, charts and tables', async () => {
  await open({}, async (page) => {
    const total = (name) => page.locator(`[data-total=${name}] .total-figure`).textContent();
    await page.getByTestId('monitoring').waitFor();
    const bare = (text) => text.replace(/[\u2066-\u2069]/g, '');
    assert.deepEqual([await total('records'), await total('alerts'), bare(await total('rejected')), bare(await total('false-positives'))], ['412', '0.27', '12.9 %', '16 %']);
    const rows = (name) => page.getByTestId(`table-${name}`).locator('tbody tr').allTextContents();
    assert.equal(bare((await rows('alert-types'))[0]), 'Made-up name3127.9 %');
    assert.match((await rows('record-providers')).join('\n'), /openai.*\n.*ollama.*\n.*no provider named/);
    assert.equal((await rows('record-days')).length, 14);
  });
  await open({ server: { monitoring: monitoring({ records: 0 }) } }, async (page) => {
    assert.match(await page.getByTestId('monitoring-empty').textContent(), /POST \/api\/records\/validate/);
  });
});

/** Every state of the view that looks different, each reached from the one before. */
const STATES = {
  empty: async () => {},
  clean: (page) => page.locator('.example-card[data-example=clean]').click(),
  phantom: (page) => page.locator('.examples [data-example=phantom]').click(),
  fabricated: (page) => page.locator('.examples [data-example=fabricated]').click(),
  tables: async (page) => {
    for (const button of await page.locator('.monitoring .tool[aria-pressed]').all()) await button.click();
  },
  malformed: (page) => page.locator('#record-json').fill('{"bank_name":'),
  own: (page) => page.locator('select[name=profile]').selectOption('own'),
};

for (const { name, ...look } of LOOKS) {
  test(`no barrier and no sideways scrolling in Records: ${name}`, async () => {
    await open(look, async (page) => {
      await page.getByTestId('monitoring').waitFor();
      for (const [state, reach] of Object.entries(STATES)) {
        await reach(page);
        await assertReadable(page, state);
      }
    });
  });
}
