// A provider on this machine that answers as OpenAI's do, and the file that names it.

import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/**
 * A provider for all tests of a file: what `answers(question, response)` does with a question the tests set; a number it gives is a status
 * to refuse with. `file` names it, with the lines of `entry`.
 */
export async function startProvider(entry = '') {
  const provider = { answers: null };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const status = await provider.answers(JSON.parse(body), response);
    if (typeof status === 'number') response.writeHead(status).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const folder = await mkdtemp(join(tmpdir(), 'groundcheck-providers-'));
  provider.file = join(folder, 'providers.toml');
  const address = `http://127.0.0.1:${server.address().port}/v1`;
  await writeFile(provider.file, `[[provider]]\nname = "house"\nkind = "vllm"\nbase_url = "${address}"\nmodel = "small"\n${entry}`);
  after(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  });
  return provider;
}
