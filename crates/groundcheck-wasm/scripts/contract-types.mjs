// Writes npm/contract.d.ts from the checked-in JSON Schemas; with --check, fails where the file would change.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const SCHEMAS = new URL('../../groundcheck-types/schema/', import.meta.url);
const OUTPUT = new URL('../npm/contract.d.ts', import.meta.url);
const BANNER = '// Generated from crates/groundcheck-types/schema by scripts/contract-types.mjs. Do not edit.\n';

// What groundcheck writes: every field is there, null where it has nothing to say. What it also reads may lack fields.
const WRITTEN = [
  'attribution',
  'audit_page',
  'audit_verification',
  'coherence_check',
  'entailment_questions',
  'error',
  'grounded_answer',
  'import_summary',
  'knowledge_check',
  'learning_report',
  'measurement',
  'monitor_report',
  'monitor_update',
  'mute_list',
  'record_monitoring',
  'record_report',
  'report',
  'review',
  'review_bulk_row',
  'review_choices',
  'review_conflict',
  'review_item',
  'review_page',
  'settled_claim',
  'stream_answer',
  'stream_delta',
  'stream_interruption',
  'stream_start',
  'url_check',
  'url_verdict',
  'verification_plan',
];
// But for these, which are left out where nothing asked for them.
const LEFT_OUT = ['verification'];

// The pinned development tools are xtask's.
const require = createRequire(new URL('../../xtask/package.json', import.meta.url));

/** Every type of the contract by its name; one that several schemas share is there once. */
function contractTypes() {
  const types = new Map();
  const files = readdirSync(SCHEMAS).filter((name) => name.endsWith('.schema.json')).sort().map((file) => {
    const { $schema, $defs = {}, title, ...root } = JSON.parse(readFileSync(new URL(file, SCHEMAS), 'utf8'));
    return { written: WRITTEN.includes(file.replace('.schema.json', '')), types: { ...$defs, [title]: root } };
  });
  const read = new Set(files.filter((file) => !file.written).flatMap((file) => Object.keys(file.types)));
  for (const file of files) {
    for (const [name, schema] of Object.entries(file.types)) {
      const type = named(file.written && !read.has(name) ? allRequired(schema) : schema);
      const known = types.get(name);
      if (known && JSON.stringify(known) !== JSON.stringify(type)) throw new Error(`two types are called ${name}`);
      types.set(name, type);
    }
  }
  types.delete('Number'); // finite by contract; TypeScript has no narrower type than its own
  return [...types].sort(([a], [b]) => (a < b ? -1 : 1));
}

const allRequired = (schema) =>
  schema.properties
    ? { ...schema, required: Object.keys(schema.properties).filter((name) => !LEFT_OUT.includes(name)) }
    : schema;

/** The schema with references to other types as their names, and without what is only of use in Rust. */
function named(schema) {
  if (Array.isArray(schema)) return schema.map(named);
  if (schema === null || typeof schema !== 'object') return schema;
  const { $ref, default: _, not, ...rest } = schema;
  const copy = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, named(value)]));
  if (typeof copy.description === 'string') copy.description = prose(copy.description);
  if ($ref) {
    const name = $ref.split('/').at(-1);
    copy.tsType = name === 'Number' ? 'number' : name;
  }
  return copy;
}

const prose = (text) => text.replace(/\n*```[^]*?```/g, '').replace(/\[(`\w+`)\]/g, '$1');

async function generated() {
  const { compile } = require('json-schema-to-typescript');
  const options = { additionalProperties: false, bannerComment: '', style: { singleQuote: true, printWidth: 120 } };
  const parts = [BANNER];
  for (const [name, schema] of contractTypes()) parts.push(await compile(schema, name, options));
  return parts.join('\n');
}

const typescript = await generated();
if (!process.argv.includes('--check')) {
  writeFileSync(OUTPUT, typescript);
} else if (readFileSync(OUTPUT, 'utf8') !== typescript) {
  console.error('npm/contract.d.ts is not what the schemas say: run node scripts/contract-types.mjs');
  process.exit(1);
}
