// That everyone can read and use the view Reports: axe-core over every state, no sideways scrolling, both directions of reading.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Store, exampleMentions, exampleStore, manyMentions, serveReports } from './reports-data.mjs';
import { LOOKS, assertReadable, shared } from './support.mjs';

const here = shared();
const many = new Store(manyMentions());
/** Runs with a page at Reports that gets these. */
const open = (reports, options, run) => here.open({ path: '/reports', serve: (page) => serveReports(page, reports), ...options }, run);

/** Every state of the view that looks different: what the server holds, and how to reach it. */
const STATES = {
  empty: { store: () => new Store(), wait: '[data-testid=report-empty]' },
  example: { store: exampleStore, wait: '.mention' },
  tables: {
    store: exampleStore,
    wait: '.mention',
    reach: async (page) => {
      for (const button of await page.locator('.tool[aria-pressed]').all()) await button.click();
    },
  },
  large: { store: () => many, wait: '.mention' },
  waiting: { store: () => new Store(exampleMentions(), { responses: 20, pending: 3, failed: 2, examples: 6 }), wait: '[data-testid=waiting]' },
  unscored: { store: () => new Store([], { responses: 3, pending: 3 }), wait: '[data-testid=report-unscored]' },
  nothing: { store: exampleStore, path: '/reports?model=none', wait: '[data-testid=report-nothing]' },
  away: { store: exampleStore, fail: 'away', wait: '[data-testid=report-failed]' },
};

for (const { name: look, ...options } of LOOKS) {
  test(`no barrier and no sideways scrolling in Reports: ${look}`, async () => {
    const reports = {};
    await open(reports, { ...options, path: '/', failing: true }, async (page) => {
      for (const [name, { store, fail = null, path = '/reports', wait, reach }] of Object.entries(STATES)) {
        Object.assign(reports, { store: store(), fail });
        await page.goto(here.server.address + path);
        await page.locator(wait).first().waitFor();
        await reach?.(page);
        await assertReadable(page, name);
      }
    });
  });
}

test('in Hebrew the charts read from right to left', async () => {
  await open({ store: exampleStore() }, { language: 'he' }, async (page) => {
    await page.locator('.mention').first().waitFor();
    // High risk, the first bar, stands on the right.
    await page.waitForFunction(() => {
      const canvas = document.querySelector('[data-plot=risk] canvas');
      const context = canvas.getContext('2d');
      const at = (x) => context.getImageData(Math.round(canvas.width * x), canvas.height - 40, 8, 8).data;
      const has = (data, rgb) => Array.from({ length: data.length / 4 }, (_, i) => data.slice(i * 4, i * 4 + 3).join()).includes(rgb);
      return has(at(0.9), '179,38,30') && has(at(0.1), '21,121,91');
    });
    assert.equal(await page.locator('.mention .cited-link').first().evaluate((a) => getComputedStyle(a).direction), 'ltr');
  });
});

test('the keyboard alone reaches filters, charts, risks and the next page, in the order they are read', async () => {
  await open({ store: many }, {}, async (page) => {
    await page.locator('.mention').first().waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.className), 'skip');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'report');
    const order = [];
    for (let i = 0; i < 80 && order.at(-1) !== 'more'; i += 1) {
      await page.keyboard.press('Tab');
      order.push(await page.evaluate(() => {
        const { activeElement: e } = document;
        return e.dataset.testid ?? (e.id || e.getAttribute('aria-label') || e.value || e.className);
      }));
    }
    const places = ['export-report', 'filter-query', 'filter-provider', 'Risk distribution: as a table', 'Over time: save as CSV', 'high', 'cited-link', 'more'].map((name) => order.indexOf(name));
    assert.ok(places.every((at, i) => at >= 0 && (i === 0 || at > places[i - 1])), order.join(', '));
    await page.keyboard.press('Enter');
    await page.locator('.mention').nth(39).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), 'more');
    await page.locator('.pick.is-high input').focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('.mention[data-level=medium]').first().waitFor();
  });
});

test('what has come is said once for who does not see it', async () => {
  await open({ store: exampleStore() }, {}, async (page) => {
    await page.getByTestId('report-said').filter({ hasText: '15 mentions, 2 of high risk.' }).waitFor();
    await page.getByLabel('Provider', { exact: true }).selectOption('openai');
    await page.getByTestId('report-said').filter({ hasText: '8 mentions, 0 of high risk.' }).waitFor();
  });
});
