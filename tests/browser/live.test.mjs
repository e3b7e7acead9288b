// The view Live: scripted answers are written piece by piece, the monitor interrupts, and what goes out is shown with its changes.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { LOOKS, assertReadable, shared } from './support.mjs';

const here = shared();
const open = (options, run) =>
  here.open({ path: '/live', ...options }, async (page) => {
    await page.getByTestId('player').waitFor();
    await run(page);
  });

/** Steps until the answer has ended, and gives the stage. */
async function toTheEnd(page, script) {
  await page.locator(`input[name=script][value=${script}]`).check();
  for (let i = 0; i < 120 && (await page.getByTestId('step').isEnabled()); i += 1) await page.getByTestId('step').click();
  return page.getByTestId('player').getAttribute('data-stage');
}

test('an answer that holds is written to its end and may stand', async () => {
  await open({}, async (page) => {
    assert.equal(await toTheEnd(page, 'clean'), 'finished');
    assert.equal(await page.locator('.warning').count(), 0);
    assert.equal(await page.locator('.settled .claim:not([data-status=supported])').count(), 0);
    assert.match(await page.getByTestId('outcome').textContent(), /The answer can be used as it is/);
    assert.match(await page.getByTestId('live-announcement').textContent(), /^Written to the end\. 0 warnings/);
  });
});

test('one that invents is known to lack evidence before, is interrupted, and says what it does not know', async () => {
  await open({}, async (page) => {
    assert.ok((await page.locator('.need[data-available=false]').count()) > 0);
    assert.equal(await toTheEnd(page, 'invents'), 'interrupted');
    assert.ok((await page.locator('.warning').count()) >= 2);
    assert.ok((await page.getByTestId('outcome-text').locator('del').count()) > 0);
    assert.match(await page.getByTestId('outcome-text').locator('ins').first().textContent(), /\S/);
    assert.match(await page.getByTestId('live-announcement').textContent(), /^Interrupted/);
  });
});

test('one that contradicts an earlier turn is interrupted for it', async () => {
  await open({}, async (page) => {
    assert.equal(await toTheEnd(page, 'contradicts'), 'interrupted');
    assert.equal(await page.locator('.warning[data-pattern=contradicts_earlier_turn]').count(), 1);
  });
});

test('claims settle while it is written, and stay as they settled', async () => {
  await open({ reducedMotion: 'no-preference' }, async (page) => {
    await page.locator('input[name=script][value=clean]').check();
    await page.getByTestId('step').click();
    assert.equal((await page.locator('#live-answer .live-open').textContent()).trim(), 'Harbour');
    const seen = [];
    while (await page.getByTestId('step').isEnabled()) {
      await page.getByTestId('step').click();
      const rows = await page.locator('.settled .claim').evaluateAll((all) => all.map((row) => `${row.dataset.claim} ${row.dataset.status}`));
      assert.deepEqual(rows.slice(0, seen.length), seen, 'what is settled stays');
      seen.splice(0, seen.length, ...rows);
    }
    assert.ok(seen.length >= 5);
  });
});

test('the keyboard plays, pauses, steps and restarts; the speed is said in words', async () => {
  await open({ reducedMotion: 'no-preference' }, async (page) => {
    const stage = () => page.getByTestId('player').getAttribute('data-stage');
    await page.locator('#live-answer').focus();
    await page.keyboard.press('Space');
    assert.equal(await stage(), 'writing');
    await page.keyboard.press('Space');
    assert.equal(await stage(), 'paused');
    const before = await page.locator('#live-answer').textContent();
    await page.keyboard.press('ArrowRight');
    assert.ok((await page.locator('#live-answer').textContent()).length > before.length);
    await page.keyboard.press('r');
    assert.equal(await stage(), 'ready');
    await page.locator('input[name=speed]').focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.locator('input[name=speed]').getAttribute('aria-valuetext'), '7 words a second');
    assert.equal(await stage(), 'ready', 'the slider keeps its arrows');
  });
});

test('who asked for little motion gets sentences', async () => {
  await open({}, async (page) => {
    await page.locator('input[name=script][value=clean]').check();
    await page.getByTestId('step').click();
    assert.match(await page.locator('#live-answer').textContent(), /Q3 2024\.\s*$/);
    await page.getByText('One sentence at a time').waitFor();
  });
});

for (const { name, ...look } of LOOKS) {
  test(`no barrier and no sideways scrolling in Live: ${name}`, async () => {
    await open(look, async (page) => {
      for (const script of ['ready', 'clean', 'invents', 'contradicts']) {
        if (script !== 'ready') await toTheEnd(page, script);
        await assertReadable(page, script);
      }
    });
  });
}
