// One engine, three places: wasm, the command line and HTTP return the same bytes.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { analyzeJson } from '../npm/node.js';
import { commandLine, http } from './support/native.mjs';
import { requests, texts } from './support/requests.mjs';

const onCommandLine = commandLine();
const overHttp = await http();

const written = requests.map(({ name, request }) => ({ name, text: JSON.stringify(request) }));

for (const { name, text } of [...texts, ...written]) {
  test(name, async () => {
    const report = analyzeJson(text);
    assert.ok(report.startsWith('{"schema_version":1,'), report.slice(0, 80));
    assert.equal(onCommandLine(text), report, 'command line');
    assert.equal(await overHttp(text), report, 'HTTP');
  });
}
