// Draws the README's screenshots from the shipped examples, and of Reports from the stand-in of its tests: into web/screenshots with UPDATE_SCREENSHOTS=1, else into a
// folder of its own under the system's temporary one, whose name is printed.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { Store, exampleStore, manyMentions, serveReports } from './reports-data.mjs';
import { EMPTY, openPage, startBrowser, startServer } from './support.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const SHOTS = [
  { name: 'check', example: 'retail' },
  { name: 'check-dark', example: 'retail', colorScheme: 'dark' },
  { name: 'check-hebrew', example: 'hebrew', look: { language: 'he' } },
  { name: 'check-narrow', example: 'retail', width: 390, height: 844, isMobile: true },
  { name: 'check-narrow-hebrew-dark', example: 'hebrew', width: 390, height: 844, isMobile: true, colorScheme: 'dark', look: { language: 'he' } },
  { name: 'check-empty', height: 800 },
  { name: 'check-settings', example: 'property', settings: true },
  { name: 'reports', reports: 'example' },
  { name: 'reports-dark', reports: 'example', colorScheme: 'dark' },
  { name: 'reports-hebrew', reports: 'example', look: { language: 'he' } },
  { name: 'reports-narrow', reports: 'example', width: 390, height: 844, isMobile: true },
  { name: 'reports-empty', reports: 'empty', height: 800 },
  { name: 'reports-empty-narrow', reports: 'empty', width: 390, height: 844, isMobile: true },
  { name: 'reports-large', reports: 'large' },
  { name: 'reports-large-narrow-hebrew-dark', reports: 'large', width: 390, height: 844, isMobile: true, colorScheme: 'dark', look: { language: 'he' } },
];

/** What the server holds, in each of the pictures of Reports. */
const REPORTS = {
  empty: () => new Store(),
  example: exampleStore,
  large: () => new Store(manyMentions()),
};
/** Mentions in a picture: a few show how they look. */
const MENTIONS_DRAWN = 4;

/** Resolves when what was asked for stands there and is drawn. */
async function drawn(page) {
  await page.locator('[data-testid=report-empty], .mention').first().waitFor();
  await page.waitForFunction(() => [...document.querySelectorAll('.plot-canvas')].every((c) => c.width !== 300 && c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some((v) => v)));
}

const updating = process.env.UPDATE_SCREENSHOTS === '1';
const folder = updating ? path.join(HERE, '../../web/screenshots') : await mkdtemp(path.join(tmpdir(), 'groundcheck-'));
const server = await startServer();
const browser = await startBrowser();
try {
  for (const { name, example, look, settings, reports, ...options } of SHOTS) {
    const storage = look ? { ...EMPTY, 'groundcheck.look': JSON.stringify(look) } : EMPTY;
    const view = reports ? { path: '/reports', serve: (page) => serveReports(page, { store: REPORTS[reports]() }) } : {};
    const { page, session } = await openPage(browser, server.address, { storage, deviceScaleFactor: 1, ...view, ...options });
    if (reports) {
      await drawn(page);
      await page.locator('.mention').evaluateAll((rows, most) => rows.slice(most).forEach((row) => { row.hidden = true; }), MENTIONS_DRAWN);
    }
    if (example) {
      await page.locator(`.example-card[data-example=${example}]`).click();
      await page.locator('.claim').first().waitFor();
    }
    if (settings) {
      await page.getByTestId('settings').click();
      await page.locator('dialog.drawer[open]').waitFor();
    }
    await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: !settings });
    await session.close();
  }
  console.log(folder);
} finally {
  await browser.close();
  await server.stop();
}
