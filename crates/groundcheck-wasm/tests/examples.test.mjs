// The examples, as somebody would try them out: offline, with the scripted model.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { CHAT, viteBuild } from './support/package.mjs';
import { pages } from './support/pages.mjs';

test('a chat with Vite, React and the AI SDK', async () => {
  const { withPage } = await pages({ chat: viteBuild(fileURLToPath(CHAT)) });
  await withPage('chat', 'index.html', async (page) => {
    for (const round of [0, 1]) {
      await page.getByRole('button', { name: 'Ask' }).click();
      const answer = page.locator('.assistant').nth(round);
      await answer.locator('.contradicted').waitFor();
      await answer.getByRole('status').waitFor();
      assert.deepEqual(await answer.locator('.claim').allTextContents(), ['$1.5M', 'Q3 2024', '1.25x', '92%', '14%']);
      assert.match(await answer.getByRole('status').textContent(), /^flagged, risk (high|critical)$/);
      assert.ok((await answer.getByRole('alert').count()) >= 2);
    }
  });
});

test('a server that stops an answer where it goes wrong', async () => {
  const file = fileURLToPath(new URL('../examples/server.mjs', import.meta.url));
  const server = spawn(process.execPath, [file], { env: { ...process.env, PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] });
  after(async () => {
    server.kill();
    await once(server, 'exit');
  });
  const [address] = await once(createInterface(server.stdout), 'line');
  const text = await (await fetch(address)).text();
  const events = [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(([, name, data]) => [name, JSON.parse(data)]);
  const names = events.map(([name]) => name);
  assert.deepEqual([names.filter((name) => name === 'interrupt').length, names.at(-1)], [1, 'report']);
  assert.ok(names.indexOf('interrupt') > names.lastIndexOf('delta'));
  const { report, response } = events.at(-1)[1];
  assert.deepEqual([report.verdict, response.action], ['flagged', 'interrupt']);
  const said = events.filter(([name]) => name === 'delta').map(([, words]) => words).join('');
  assert.ok(said.startsWith('The NOI of Birch House was $1.5M') && !said.includes('written down anywhere in the report'), said);
});
