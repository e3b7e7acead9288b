// Draws the README's screenshots from the shipped examples: into web/screenshots with UPDATE_SCREENSHOTS=1, else into a
// folder of its own under the system's temporary one, whose name is printed.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

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
];

const updating = process.env.UPDATE_SCREENSHOTS === '1';
const folder = updating ? path.join(HERE, '../../web/screenshots') : await mkdtemp(path.join(tmpdir(), 'groundcheck-'));
const server = await startServer();
const browser = await startBrowser();
try {
  for (const { name, example, look, settings, ...options } of SHOTS) {
    const storage = look ? { ...EMPTY, 'groundcheck.look': JSON.stringify(look) } : EMPTY;
    const { page, session } = await openPage(browser, server.address, { storage, deviceScaleFactor: 1, ...options });
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
