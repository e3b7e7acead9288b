// That everyone can read and use it: axe-core over every state, no sideways scrolling, a chart as sharp as the screen.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { EMPTY, LOOKS, assertReadable, shared } from './support.mjs';

const { open } = shared();

/** Every state of the page that looks different, each reached from the one before. */
const STATES = {
  empty: async () => {},
  full: (page) => page.locator('.example-card[data-example=retail]').click(),
  sources: async (page) => {
    await page.locator('.examples [data-example=property]').click();
    await page.locator('#tab-sources').click();
  },
  facts: async (page) => {
    await page.locator('#tab-facts').click();
    await page.locator('.chart-data summary').click();
    await page.locator('.context summary').click();
  },
  failed: async (page) => {
    await page.locator('.examples [data-example=hebrew]').click();
    await page.locator('#tab-facts').click();
    await page.locator('textarea[name=facts]').fill('metric,value\nNOI,1,2,3\n');
    await page.locator('.verdict.is-error').waitFor();
  },
  settings: async (page) => {
    await page.getByTestId('settings').click();
    await page.locator('#currency_tolerance_ratio').fill('many');
    await page.locator('.setting .error-note').waitFor();
  },
};

for (const { name, ...look } of LOOKS) {
  test(`no barrier and no sideways scrolling: ${name}`, async () => {
    await open(look, async (page) => {
      for (const [state, reach] of Object.entries(STATES)) {
        await reach(page);
        await assertReadable(page, state);
      }
    });
  });
}

for (const deviceScaleFactor of [1, 2]) {
  test(`the chart has a pixel for each of the screen's at scale ${deviceScaleFactor}, and follows the colours`, async () => {
    await open({ deviceScaleFactor }, async (page) => {
      await page.locator('.example-card[data-example=retail]').click();
      const canvas = page.locator('.chart-canvas');
      const drawn = () =>
        canvas.evaluate((c) => {
          const [r, g, b, a] = c.getContext('2d').getImageData(3, c.height - 3, 1, 1).data;
          return { sharp: c.width === Math.round(c.clientWidth * devicePixelRatio) && c.height === Math.round(c.clientHeight * devicePixelRatio), rgb: `${r},${g},${b},${a}` };
        });
      const isDrawn = () => {
        const c = document.querySelector('.chart-canvas');
        return c.getContext('2d').getImageData(3, c.height - 3, 1, 1).data[3] === 255;
      };
      await page.waitForFunction(isDrawn);
      const light = await drawn();
      assert.deepEqual(light, { sharp: true, rgb: '21,121,91,255' });
      await page.getByTestId('scheme').click();
      await page.waitForFunction(() => document.querySelector('.chart-canvas').getContext('2d').getImageData(3, document.querySelector('.chart-canvas').height - 3, 1, 1).data[0] !== 21);
      assert.deepEqual(await drawn(), { sharp: true, rgb: '91,211,168,255' });
      await page.setViewportSize({ width: 390, height: 800 });
      await page.waitForFunction(() => {
        const c = document.querySelector('.chart-canvas');
        return c.width === Math.round(c.clientWidth * devicePixelRatio);
      });
    });
  });
}

test('the chart says the same in words and in a table', async () => {
  await open({}, async (page) => {
    await page.locator('.example-card[data-example=retail]').click();
    const states = await page.locator('.claim').evaluateAll((rows) => rows.map((row) => row.dataset.state));
    // What is to be checked has a column where there is any.
    const words = { supported: 'supported', contradicted: 'contradicted', unsupported: 'unsupported', open: 'to check', unverifiable: 'unverifiable' };
    const shown = Object.keys(words).filter((state) => state !== 'open' || states.includes('open'));
    const counts = shown.map((state) => states.filter((own) => own === state).length);
    const label = await page.locator('.chart-canvas').getAttribute('aria-label');
    assert.equal(label, `Claims by status: ${shown.map((state, i) => `${counts[i]} ${words[state]}`).join(', ')}.`);
    await page.locator('.chart-data summary').click();
    const total = await page.getByTestId('chart-table').locator('tr').last().locator('td').allTextContents();
    assert.deepEqual(total.map(Number), counts);
  });
});

test('the verdict is announced once it rests, in the language of the page', async () => {
  await open({}, async (page) => {
    const said = page.getByTestId('announcement');
    await said.evaluate((node) => {
      globalThis.announced = 0;
      const count = () => { globalThis.announced += 1; };
      new MutationObserver(count).observe(node, { childList: true, characterData: true, subtree: true });
    });
    const answer = 'The NOI was $5.';
    await page.locator('#answer').pressSequentially(answer);
    await said.filter({ hasText: 'Unverified' }).waitFor();
    const announced = await page.evaluate(() => globalThis.announced);
    assert.ok(announced < answer.length / 2, `${announced} announcements of ${answer.length} keys`);
    await page.getByTestId('language').click();
    await said.filter({ hasText: 'לא אומת' }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'he');
  });
});

test('language and colours outlive a reload', async () => {
  await open({}, async (page) => {
    await page.getByTestId('language').click();
    await page.getByTestId('scheme').click();
    await page.reload();
    await page.locator('html.is-started[lang=he][dir=rtl][data-theme=dark] .welcome').waitFor();
  });
});

test('language and colours are right before the app has started', async () => {
  const look = JSON.stringify({ language: 'he', scheme: 'dark' });
  const storage = { ...EMPTY, 'groundcheck.look': look };
  await open({ storage, expected: /Failed to (fetch|load)/ }, async (page) => {
    await page.route('**/*.wasm', (route) => route.abort());
    await page.reload();
    await page.locator('html.is-broken[lang=he][dir=rtl][data-theme=dark]').waitFor();
    assert.ok(await page.getByText('משהו השתבש').isVisible());
    assert.ok(!(await page.getByText('Something broke').isVisible()));
  });
});

test('the skip link leads to the editor', async () => {
  await open({}, async (page) => {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Rent was $5.');
    assert.equal(await page.locator('#answer').inputValue(), 'Rent was $5.');
  });
});
