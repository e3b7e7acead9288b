// The other two places that take a request: the command line and HTTP.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after } from 'node:test';

const BIN = process.env.GROUNDCHECK_BIN;

// Settings of whoever runs the tests would change reports.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('HALLUCINATION_')));

function binary() {
  assert.ok(BIN, 'GROUNDCHECK_BIN must name the native program: `cargo xtask test` sets it');
  return BIN;
}

/** What `groundcheck check --request` (or `records --request`) prints for these bytes or this text, without the last line end. */
export function commandLine(command = 'check') {
  const folder = mkdtempSync(join(tmpdir(), 'groundcheck-requests-'));
  after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'request.json');
  return (request) => {
    writeFileSync(file, request);
    const args = [command, '--request', file, '--format', 'json'];
    const { error, stdout } = spawnSync(binary(), args, { encoding: 'utf8', env, maxBuffer: 2 ** 28 });
    assert.ifError(error);
    assert.ok(stdout.endsWith('\n'), 'the report is a line');
    return stdout.slice(0, -1);
  };
}

/** Starts `groundcheck serve` and gives what this route answers to these bytes or this text; stopped after the tests. */
export async function http(route = '/api/analyze') {
  const server = spawn(binary(), ['serve', '--port', '0'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  after(async () => {
    if (server.exitCode !== null) return;
    server.kill();
    await once(server, 'exit');
  });
  const address = await announced(server);
  return async (request) => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(address + route, { method: 'POST', headers, body: request });
    return response.text();
  };
}

async function announced(server) {
  for await (const line of createInterface(server.stdout)) {
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line);
    if (address) {
      server.stdout.resume();
      return address[0];
    }
  }
  throw new Error('`groundcheck serve` ended without saying where it is');
}
