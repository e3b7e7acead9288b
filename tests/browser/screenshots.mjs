// Draws the README's screenshots from the shipped examples, and of Reports from the stand-in of its tests: into web/screenshots with UPDATE_SCREENSHOTS=1, else into a
// folder of its own under the system's temporary one, whose name is printed.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { Store, exampleStore, manyMentions, serveReports } from './reports-data.mjs';
import { serveStream, tell } from './streams.mjs';
import { EMPTY, openPage, startBrowser, startServer, typed } from './support.mjs';
import { ANSWER, ANSWER_HEBREW, PROVIDERS, SOURCES, SOURCES_HEBREW, claimsOf, doneOf, planOf } from './verify-data.mjs';

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
  { name: 'verify', verify: 'done' },
  { name: 'verify-running', verify: 'running' },
  { name: 'verify-dark', verify: 'done', colorScheme: 'dark' },
  { name: 'verify-hebrew', verify: 'done', look: { language: 'he' } },
  { name: 'verify-narrow', verify: 'done', width: 390, height: 844, isMobile: true },
  { name: 'verify-narrow-hebrew-dark', verify: 'done', width: 390, height: 844, isMobile: true, colorScheme: 'dark', look: { language: 'he' } },
  { name: 'verify-away', verify: 'away' },
  { name: 'live', live: 'invents' },
  { name: 'live-before', live: 'invents', steps: 2, reducedMotion: 'no-preference' },
  { name: 'live-dark', live: 'contradicts', colorScheme: 'dark' },
  { name: 'live-hebrew', live: 'invents', look: { language: 'he' } },
  { name: 'live-narrow', live: 'invents', width: 390, height: 844, isMobile: true },
  { name: 'live-narrow-hebrew-dark', live: 'contradicts', width: 390, height: 844, isMobile: true, colorScheme: 'dark', look: { language: 'he' } },
  { name: 'live-clean', live: 'clean' },
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

/** Before the page opens: who can be asked, and what that would take. */
async function serveVerify(page, { verify, answer }) {
  await page.route('**/api/providers', (route) => (verify === 'away' ? route.abort() : route.fulfill({ json: PROVIDERS })));
  await serveStream(page, '/api/verify', () => [['plan', planOf(answer)]]);
}

/** Verifies up to this point. */
async function verified(page, { verify, answer, hebrew }) {
  await page.getByTestId('verify-open').click();
  if (verify === 'away') return page.getByTestId('verify-failed').waitFor();
  await page.waitForFunction(() => document.querySelector('[data-testid=verify-start]:enabled'));
  await page.getByTestId('verify-start').click();
  await page.locator('.grounded').first().waitFor();
  const claims = claimsOf(answer, { hebrew });
  const told = claims.slice(0, verify === 'running' ? 2 : claims.length).map((claim) => ['claim', claim]);
  await tell(page, '/api/verify', verify === 'running' ? told : [...told, ['done', doneOf(answer, claims, { hebrew })]]);
  await page.locator('.grounded[data-claim=s2][data-standing=supported]').waitFor();
  if (verify === 'done') await page.locator('.grounded summary').nth(1).click();
}

/** Writes so many pieces of a script, or all of it. */
async function written(page, script, steps = 200) {
  await page.locator(`input[name=script][value=${script}]`).check();
  for (let i = 0; i < steps && (await page.getByTestId('step').isEnabled()); i += 1) await page.getByTestId('step').click();
}

const updating = process.env.UPDATE_SCREENSHOTS === '1';
const folder = updating ? path.join(HERE, '../../web/screenshots') : await mkdtemp(path.join(tmpdir(), 'groundcheck-'));
const server = await startServer();
const browser = await startBrowser();
try {
  const wanted = SHOTS.filter(({ name }) => !process.env.ONLY || new RegExp(process.env.ONLY).test(name));
  for (const { name, example, look, settings, reports, verify, live, steps, ...options } of wanted) {
    const hebrew = look?.language === 'he';
    const checked = { verify, hebrew, answer: hebrew ? ANSWER_HEBREW : ANSWER };
    const draft = verify ? typed(checked.answer, hebrew ? SOURCES_HEBREW : SOURCES) : {};
    const storage = look ? { ...EMPTY, ...draft, 'groundcheck.look': JSON.stringify(look) } : { ...EMPTY, ...draft };
    const view = reports ? { path: '/reports', serve: (page) => serveReports(page, { store: REPORTS[reports]() }) } : verify ? { serve: (page) => serveVerify(page, checked) } : live ? { path: '/live' } : {};
    const { page, session } = await openPage(browser, server.address, { storage, deviceScaleFactor: 1, ...view, ...options });
    if (reports) {
      await drawn(page);
      await page.locator('.mention').evaluateAll((rows, most) => rows.slice(most).forEach((row) => { row.hidden = true; }), MENTIONS_DRAWN);
    }
    if (example) {
      await page.locator(`.example-card[data-example=${example}]`).click();
      await page.locator('.claim').first().waitFor();
    }
    if (live) await written(page, live, steps);
    if (verify) await verified(page, checked);
    if (settings) {
      await page.getByTestId('settings').click();
      await page.locator('dialog.drawer[open]').waitFor();
    }
    // The bar at the top sticks where the page is scrolled to.
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: !settings });
    await session.close();
  }
  console.log(folder);
} finally {
  await browser.close();
  await server.stop();
}
