// Pages in a real browser, under a strict content security policy.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';
import { after } from 'node:test';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const TYPES = { '.js': 'text/javascript', '.json': 'application/json', '.wasm': 'application/wasm', '.html': 'text/html', '.css': 'text/css' };
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; worker-src 'self'";

const require = createRequire(new URL('../../../../tests/browser/package.json', import.meta.url));
const { chromium } = require('playwright-core');

/**
 * A browser and a server of these folders, each under its name; gone after the tests. Under `plain` the wasm comes without its type, as
 * from a careless server.
 */
export async function pages(folders) {
  const server = createServer((request, response) => serve(folders, request, response));
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${server.address().port}`;
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  after(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  /** Runs this with an open page; anything the page complains about fails the test. */
  async function withPage(name, file, run) {
    const page = await browser.newPage();
    const complaints = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${address}/${name}/${file}`);
    const result = await run(page);
    await page.close();
    assert.deepEqual(complaints, []);
    return result;
  }

  /** Runs this inside a page; `more` goes along. */
  const inPage = (name, run, file = '', more = {}) =>
    withPage(name, file, (page) => page.evaluate(run, { base: `/${name}`, ...more }));

  return { inPage, withPage };
}

async function serve(folders, { url }, response) {
  const [, name, ...rest] = normalize(new URL(url, 'http://localhost').pathname).split('/');
  const headers = { 'Content-Security-Policy': POLICY };
  if (rest.join('/') === '') return response.writeHead(200, { ...headers, 'Content-Type': 'text/html' }).end('<!doctype html><html lang="en">');
  try {
    const bytes = await readFile(join(folders[name], ...rest));
    const type = TYPES[extname(rest.at(-1))];
    response.writeHead(200, { ...headers, 'Content-Type': name === 'plain' && type === TYPES['.wasm'] ? 'text/plain' : type });
    response.end(bytes);
  } catch {
    response.writeHead(404, headers).end();
  }
}
