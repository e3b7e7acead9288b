// What the browser tests share: the server with the embedded page, a Chromium, and a page that reports everything odd.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before } from 'node:test';

import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from 'playwright-core';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * Starts the native server on a free port, with a data folder of its own; `stop` ends it and waits until it is gone.
 * `before` are commands that run on that folder first, `args` are those of `serve`.
 */
export async function startServer({ before = [], args = [], env = {} } = {}) {
  const binary = process.env.GROUNDCHECK_BIN;
  if (!binary) throw new Error('GROUNDCHECK_BIN must name the server binary with the embedded page');
  const data = await mkdtemp(join(tmpdir(), 'groundcheck-page-'));
  const own = { ...process.env, GROUNDCHECK_DATA: data, ...env };
  delete own.DATABASE_URL;
  for (const { command, input = '' } of before) execFileSync(binary, command, { env: own, input, stdio: ['pipe', 'ignore', 'inherit'] });
  const child = spawn(binary, ['serve', '--port', '0', ...args], { env: own, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const address = await Promise.race([
    addressOf(child),
    exited.then(([code]) => Promise.reject(new Error(`the server ended with ${code} before it was up`))),
  ]);
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await exited;
    await rm(data, { recursive: true, force: true });
  };
  return { address, stop };
}

async function addressOf(child) {
  for await (const line of createInterface({ input: child.stdout })) {
    const found = /^groundcheck is at (http:\/\/127\.0\.0\.1:\d+)/.exec(line);
    if (found) {
      // Whatever it still writes is read, so that it never waits for room.
      child.stdout.resume();
      return found[1];
    }
  }
  throw new Error('the server never said where it is');
}

export function startBrowser() {
  return chromium.launch({ executablePath: CHROMIUM, args: ARGS });
}

/**
 * A page of its own: empty storage, and `complaints` for every CSP violation, console error, page error and dialog.
 * `storage` is put into localStorage before the app starts, the page's `language` with it; `serve` may answer requests in the server's
 * place.
 */
export async function openPage(browser, address, { width = 1280, height = 900, storage = EMPTY, language, path = '/', serve, ...context } = {}) {
  const session = await browser.newContext({
    viewport: { width, height },
    locale: 'en-US',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...context,
  });
  const page = await session.newPage();
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
  page.on('dialog', async (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  await page.exposeFunction('reportViolation', (text) => complaints.push(`CSP: ${text}`));
  await page.addInitScript((entries) => {
    document.addEventListener('securitypolicyviolation', (event) => {
      window.reportViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
    // Only on the first load: a reload in a test must find what the app itself has kept.
    if (sessionStorage.getItem('seeded')) return;
    sessionStorage.setItem('seeded', '1');
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, Object.entries({ ...storage, ...(language && { 'groundcheck.look': JSON.stringify({ language }) }) }));
  await serve?.(page);
  await page.goto(address + path);
  await page.locator('html.is-started').waitFor();
  return { page, session, complaints };
}

/**
 * Runs with a page of its own, which may not complain about anything. What `expected` matches is no complaint: with `failing`, what the
 * browser itself logs of requests that the test makes fail.
 */
export async function withPage(browser, address, { failing = false, expected = failing ? /Failed to load resource/ : /^$/, ...options }, run) {
  const { page, session, complaints } = await openPage(browser, address, options);
  try {
    await run(page, complaints);
    assert.deepEqual(complaints.filter((text) => !expected.test(text)), []);
  } finally {
    await session.close();
  }
}

/**
 * A browser and a server for all tests of a file, which end with them: `open` runs with a page of theirs as [`withPage`] does. `start`
 * are the options of [`startServer`]; where it is null each test starts a server of its own.
 */
export function shared(start = {}) {
  const here = { open: (options, run) => withPage(here.browser, here.server.address, options, run) };
  before(async () => {
    [here.server, here.browser] = await Promise.all([start && startServer(start), startBrowser()]);
  });
  after(async () => {
    await here.browser?.close();
    await here.server?.stop();
  });
  return here;
}

/** Runs with a server of its own, which it may stop. */
export async function withServer(start, run) {
  const server = await startServer(start);
  try {
    await run(server);
  } finally {
    await server.stop();
  }
}

/** Asserts that nothing keeps anybody from reading and using what is shown (axe-core), and that nothing scrolls sideways. */
export async function assertReadable(page, state) {
  // In one frame the legacy mode finds the same, without a second page for each look.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`));
  assert.deepEqual(found, [], state);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wider <= 0, `${state} is ${wider} px too wide`);
}

/** How much on the page is no text though it came as text: scripts, pictures, frames, handlers. */
export function strangers(page) {
  return page.evaluate(
    () => document.querySelectorAll('#app script, #app img, #app iframe, #app object, #app style, #app math, #app a[href^="javascript" i], #app [onerror], #app [onload]').length,
  );
}

/** Whether everything is tested: `cargo xtask test --thorough`. */
const THOROUGH = process.env.GROUNDCHECK_THOROUGH === '1';

/**
 * Colours, widths and languages. Without `--thorough` two of the eight, which have each colour, each width and each language once.
 */
export const LOOKS = ['light', 'dark'].flatMap((colorScheme, dark) =>
  [1280, 390].flatMap((width, narrow) =>
    ['en', 'he']
      .filter((_, hebrew) => THOROUGH || (dark === narrow && narrow === hebrew))
      .map((language) => ({ colorScheme, width, language, name: `${colorScheme}, ${width} wide, ${language}` })),
  ),
);

/** Storage of a visitor who has cleared everything: the page starts empty. */
export const EMPTY = { 'groundcheck.answer': '""' };

/** Storage that starts the page with this answer and these sources. */
export function typed(answer, sources = [], facts = '') {
  return {
    'groundcheck.answer': JSON.stringify(answer),
    'groundcheck.sources': JSON.stringify(sources.map((source, key) => ({ key, id: `S${key + 1}`, title: '', ...source }))),
    'groundcheck.facts': JSON.stringify(facts),
  };
}

/** The highlighted parts of the editor as `[text, status]`, in order. */
export function highlights(page) {
  return page.locator('.claim-run').evaluateAll((marks) =>
    marks.map((mark) => [mark.textContent, mark.className.replace('claim-run', '').replace('is-focused', '').replace('is-', '').trim()]),
  );
}
