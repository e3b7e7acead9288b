// The TypeScript side: generated types are current, the package's own say what it does.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import * as aiSdk from '../npm/ai-sdk.js';
import * as element from '../npm/element.js';
import * as inlined from '../npm/inlined.js';
import * as langchain from '../npm/langchain.js';
import * as node from '../npm/node.js';
import { NPM } from './support/package.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const read = (name) => readFileSync(new URL(name, NPM), 'utf8');

function runs(script, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
}

test('contract.d.ts is what the schemas say', () => {
  runs(path('../scripts/contract-types.mjs'), '--check');
});

test('a program compiles against the types, and its mistakes do not', () => {
  const require = createRequire(new URL('../../xtask/package.json', import.meta.url));
  const manifest = require.resolve('typescript/package.json');
  const tsc = fileURLToPath(new URL('bin/tsc', `file://${manifest}`));
  for (const project of ['types/tsconfig.json', 'types/adapters.json']) runs(tsc, '--project', path(project));
});

test('no bare any', () => {
  for (const name of JSON.parse(read('package.json')).files.filter((name) => name.endsWith('.d.ts') && !name.startsWith('pkg/'))) {
    const code = read(name).replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
    assert.doesNotMatch(code, /\bany\b/, name);
  }
});

test('everything declared is there, in Node and in the browser', async () => {
  const declared = (name) =>
    [...read(`${name}.d.ts`).matchAll(/^export (?:function|class|const) (\w+)/gm)].map(([, name]) => name).sort();
  const own = declared('index');
  assert.ok(own.includes('createDetector'));
  for (const entry of [node, inlined, await import('../npm/index.js')]) assert.deepEqual(Object.keys(entry).sort(), own);
  for (const [name, entry] of Object.entries({ 'ai-sdk': aiSdk, element, langchain })) {
    assert.deepEqual(Object.keys(entry).sort(), declared(name), name);
  }
});

/** Written by `cargo xtask dist`, which packs it; no test build has it. */
const WRITTEN_FOR_A_RELEASE = 'pkg/THIRD-PARTY-LICENSES.txt';

test('every file that the package names is there', () => {
  const { exports, files, types } = JSON.parse(read('package.json'));
  const named = [...files, types, ...Object.values(exports).flatMap((to) => (typeof to === 'string' ? to : Object.values(to)))];
  assert.ok(named.includes(WRITTEN_FOR_A_RELEASE));
  for (const name of named.filter((name) => name !== WRITTEN_FOR_A_RELEASE)) assert.ok(existsSync(new URL(name, NPM)), name);
});
