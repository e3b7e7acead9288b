// Objects give what their JSON text gives: `JSON.stringify(analyze(r))` is `analyzeJson(JSON.stringify(r))`.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { analyze, analyzeJson } from '../npm/node.js';
import { requests } from './support/requests.mjs';

for (const { name, request } of requests) {
  test(name, () => {
    assert.equal(JSON.stringify(analyze(request)), analyzeJson(JSON.stringify(request)));
  });
}

test('the table finds every status, or it would prove little', () => {
  const statuses = new Set(requests.flatMap(({ request }) => analyze(request).claims.map((claim) => claim.status)));
  assert.deepEqual([...statuses].sort(), ['contradicted', 'supported', 'unsupported', 'unverifiable']);
});
