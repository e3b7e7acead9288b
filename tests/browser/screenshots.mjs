// Draws the README's screenshots from the shipped examples, and of Reports and Review from the stand-ins of their tests: into
// web/screenshots with UPDATE_SCREENSHOTS=1, else into a folder of its own under the system's temporary one, whose name is printed.
// ONLY=records,review draws those whose names begin so.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { Store, exampleChecks, exampleMentions, exampleStore, manyMentions, serveReports } from './reports-data.mjs';
import { Queue, exampleQueue, monitoring, serveReviews } from './reviews-data.mjs';
import { serveStream, tell } from './streams.mjs';
import { EMPTY, openPage, startBrowser, startServer, typed } from './support.mjs';
import { ANSWER, ANSWER_HEBREW, PROVIDERS, SOURCES, SOURCES_HEBREW, claimsOf, doneOf, planOf } from './verify-data.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const PHONE = { width: 390, height: 844, isMobile: true };
const SHOTS = [
  { name: 'check', example: 'retail' },
  { name: 'check-dark', example: 'retail', colorScheme: 'dark' },
  { name: 'check-hebrew', example: 'hebrew', look: { language: 'he' } },
  { name: 'check-narrow', example: 'retail', ...PHONE },
  { name: 'check-narrow-hebrew-dark', example: 'hebrew', ...PHONE, colorScheme: 'dark', look: { language: 'he' } },
  { name: 'check-empty', height: 800 },
  { name: 'check-settings', example: 'property', settings: true },
  { name: 'check-files', files: true },
  { name: 'check-files-dark', files: true, colorScheme: 'dark' },
  { name: 'check-files-narrow', files: true, ...PHONE },
  { name: 'check-files-narrow-hebrew-dark', files: true, ...PHONE, colorScheme: 'dark', look: { language: 'he' } },
  { name: 'check-corrections', example: 'property', corrections: true },
  { name: 'check-corrections-narrow-hebrew-dark', example: 'property', corrections: true, ...PHONE, colorScheme: 'dark', look: { language: 'he' } },
  { name: 'reports', reports: 'example' },
  { name: 'reports-dark', reports: 'example', colorScheme: 'dark' },
  { name: 'reports-hebrew', reports: 'example', look: { language: 'he' } },
  { name: 'reports-narrow', reports: 'example', ...PHONE },
  { name: 'reports-empty', reports: 'empty', height: 800 },
  { name: 'reports-empty-narrow', reports: 'empty', ...PHONE },
  { name: 'reports-large', reports: 'large' },
  { name: 'reports-large-narrow-hebrew-dark', reports: 'large', ...PHONE, colorScheme: 'dark', look: { language: 'he' } },
  { name: 'records', record: 'fabricated' },
  { name: 'records-dark', record: 'phantom', colorScheme: 'dark' },
  { name: 'records-hebrew', record: 'fabricated', look: { language: 'he' } },
  { name: 'records-clean', record: 'clean', figures: 'none' },
  { name: 'records-empty', record: null, figures: 'away', height: 800 },
  { name: 'records-narrow', record: 'fabricated', ...PHONE },
  { name: 'records-narrow-hebrew-dark', record: 'phantom', ...PHONE, colorScheme: 'dark', look: { language: 'he' } },
  { name: 'review', review: 'item', height: 1000 },
  { name: 'review-dark', review: 'item', height: 1000, colorScheme: 'dark' },
  { name: 'review-hebrew', review: 'item', height: 1000, look: { language: 'he' } },
  { name: 'review-record', review: 'record', height: 1000 },
  { name: 'review-conflict', review: 'conflict', height: 1000 },
  { name: 'review-list', review: 'list', height: 800 },
  { name: 'review-empty', review: 'empty', height: 800 },
  { name: 'review-learning', review: 'learning' },
  { name: 'review-keys', review: 'keys', dialog: true },
  { name: 'review-list-narrow', review: 'list', ...PHONE },
  { name: 'review-narrow', review: 'item', ...PHONE },
  { name: 'review-narrow-hebrew-dark', review: 'item', ...PHONE, colorScheme: 'dark', look: { language: 'he' } },
  { name: 'review-learning-narrow-dark', review: 'learning', ...PHONE, colorScheme: 'dark' },
  { name: 'verify', verify: 'done' },
  { name: 'verify-running', verify: 'running' },
  { name: 'verify-dark', verify: 'done', colorScheme: 'dark' },
  { name: 'verify-hebrew', verify: 'done', look: { language: 'he' } },
  { name: 'verify-narrow', verify: 'done', ...PHONE },
  { name: 'verify-narrow-hebrew-dark', verify: 'done', ...PHONE, colorScheme: 'dark', look: { language: 'he' } },
  { name: 'verify-away', verify: 'away' },
  { name: 'live', live: 'invents' },
  { name: 'live-before', live: 'invents', steps: 2, reducedMotion: 'no-preference' },
  { name: 'live-dark', live: 'contradicts', colorScheme: 'dark' },
  { name: 'live-hebrew', live: 'invents', look: { language: 'he' } },
  { name: 'live-narrow', live: 'invents', ...PHONE },
  { name: 'live-narrow-hebrew-dark', live: 'contradicts', ...PHONE, colorScheme: 'dark', look: { language: 'he' } },
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

/** Resolves when every chart is drawn. */
async function drawn(page, charts) {
  await page.waitForFunction((charts) => [...document.querySelectorAll(charts)].every((c) => c.width !== 300 && c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some((v) => v)), charts);
}

/** Records: an example, with the server's figures below it. */
async function drawRecords(page, { record }) {
  if (record) {
    await page.locator(`.example-card[data-example=${record}]`).click();
    await page.locator('.tree-line').first().waitFor();
  }
  await page.locator('[data-testid=monitoring], [data-testid=monitoring-empty], [data-testid=monitoring-away]').waitFor();
  if (await page.locator('.plot-canvas').count()) await drawn(page, '.plot-canvas');
}

const FIGURES = { none: { monitoring: monitoring({ records: 0 }) }, away: { fail: 'away' } };

/** Review: what is open in each picture. */
const REVIEW = {
  item: { path: '/review?item=2', wait: '.judge', then: (page) => page.locator('.judge-pick.is-contradicted').first().click() },
  record: { path: '/review?item=1', wait: '.alert' },
  conflict: {
    path: '/review?item=2',
    wait: '.judge',
    then: async (page, queue) => {
      queue.change(2, { status: 'approved', assignee: 'noa', note: 'The annex says so.' }, 'noa');
      await page.keyboard.press('r');
      await page.getByTestId('conflict').waitFor();
    },
  },
  list: {
    path: '/review',
    wait: '.queue-row',
    then: async (page) => {
      for (const box of (await page.locator('.queue-check').all()).slice(1, 3)) await box.check();
    },
  },
  empty: { path: '/review', wait: '[data-testid=review-empty]' },
  learning: { path: '/review?tab=learning', wait: '.suggestion' },
  keys: {
    path: '/review?item=2',
    wait: '.judge',
    then: async (page) => {
      await page.keyboard.press('?');
      await page.locator('dialog.keys[open]').waitFor();
    },
  },
};

async function drawReview(page, { review, queue }) {
  const { wait, then } = REVIEW[review];
  await page.locator(wait).first().waitFor();
  await then?.(page, queue);
}

async function queueFor(review, address) {
  if (review === 'empty') return new Queue();
  const queue = await exampleQueue(address, exampleMentions().at(-1));
  queue.change(5, { status: 'approved', assignee: 'noa' });
  if (review === 'learning') queue.mute({ item: 5, fingerprint: 'answerpatternfxx' });
  return queue;
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

/** Adds a workbook, a PDF and a contract to an answer about them. */
async function fileSources(page) {
  const answer = 'Rental sales were €612.3 thousand in Q3 2024, up 11.6%. Inventories were $57.4 million at the end of the year. The storage fee is £3,450 a month, and notice is 60 days.';
  await page.locator('#answer').fill(answer);
  const names = ['orchard-q3.xlsx', 'tidewater.pdf', 'storage-agreement.docx'];
  await page.getByTestId('pick-sources').setInputFiles(names.map((name) => path.join(HERE, '../data/files', name)));
  await page.locator('.source').nth(5).waitFor();
  await page.locator('.file-errors .error-note').waitFor();
}

/** Writes so many pieces of a script, or all of it. */
async function written(page, script, steps = 200) {
  await page.locator(`input[name=script][value=${script}]`).check();
  for (let i = 0; i < steps && (await page.getByTestId('step').isEnabled()); i += 1) await page.getByTestId('step').click();
}

const updating = process.env.UPDATE_SCREENSHOTS === '1';
const only = (process.env.ONLY ?? '').split(',');
const folder = updating ? path.join(HERE, '../../web/screenshots') : (process.env.SCREENSHOTS ?? (await mkdtemp(path.join(tmpdir(), 'groundcheck-'))));
const server = await startServer();
const browser = await startBrowser();
try {
  for (const { name, example, look, settings, corrections, files, reports, record, figures, review, dialog, verify, live, steps, ...options } of SHOTS.filter(({ name }) => only.some((start) => name.startsWith(start)))) {
    const hebrew = look?.language === 'he';
    const checked = { verify, hebrew, answer: hebrew ? ANSWER_HEBREW : ANSWER };
    const draft = verify ? typed(checked.answer, hebrew ? SOURCES_HEBREW : SOURCES) : {};
    const storage = { ...EMPTY, ...draft, 'groundcheck.reviewer': '"dana"', ...(look && { 'groundcheck.look': JSON.stringify(look) }) };
    const queue = review && (await queueFor(review, server.address));
    let view = {};
    if (reports) view = { path: '/reports', serve: (page) => serveReports(page, { store: REPORTS[reports](), checks: reports === 'example' ? exampleChecks() : undefined }) };
    if (record !== undefined) view = { path: '/records', serve: (page) => serveReviews(page, { queue: new Queue(), ...FIGURES[figures] }) };
    if (review) view = { path: REVIEW[review].path, serve: (page) => serveReviews(page, { queue }) };
    if (verify) view = { serve: (page) => serveVerify(page, checked) };
    if (live) view = { path: '/live' };
    const { page, session } = await openPage(browser, server.address, { storage, deviceScaleFactor: 1, ...view, ...options });
    if (reports) {
      await page.locator('[data-testid=report-empty], .mention').first().waitFor();
      await drawn(page, '.plot-canvas');
      await page.locator('.mention').evaluateAll((rows, most) => rows.slice(most).forEach((row) => { row.hidden = true; }), MENTIONS_DRAWN);
    }
    if (record !== undefined) await drawRecords(page, { record });
    if (review) await drawReview(page, { review, queue });
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
    if (files) await fileSources(page);
    if (corrections) {
      await page.getByTestId('correct').click();
      await page.locator('dialog.corrections[open]').waitFor();
    }
    // The bar at the top sticks where the page is scrolled to.
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: !settings && !corrections && !dialog });
    await session.close();
  }
  console.log(folder);
} finally {
  await browser.close();
  await server.stop();
}
