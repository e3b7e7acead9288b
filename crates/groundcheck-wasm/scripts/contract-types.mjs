// Writes npm/contract.d.ts from the checked-in JSON Schema; with --check, fails where the file would change.

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const CONTRACT = new URL('../../groundcheck-types/contract.schema.json', import.meta.url);
const OUTPUT = new URL('../npm/contract.d.ts', import.meta.url);
const BANNER = '// Generated from crates/groundcheck-types/contract.schema.json by scripts/contract-types.mjs. Do not edit.\n';

// What groundcheck writes: every field is there, null where it has nothing to say. What it also reads may lack fields.
const WRITTEN = [
  'Attribution',
  'AuditPage',
  'AuditVerification',
  'BulkRow',
  'CoherenceCheck',
  'Corrected',
  'EntailmentQuestions',
  'GroundedAnswer',
  'ImportSummary',
  'InputError',
  'KnowledgeCheck',
  'LearningReport',
  'Measurement',
  'MonitorReport',
  'MonitorUpdate',
  'MuteList',
  'RecordMonitoring',
  'RecordReport',
  'Report',
  'ReviewChoices',
  'ReviewConflict',
  'ReviewDraft',
  'ReviewItem',
  'ReviewPage',
  'SettledClaim',
  'StreamAnswer',
  'StreamDelta',
  'StreamInterruption',
  'StreamStart',
  'UrlCheck',
  'UrlVerdict',
  'VerificationPlan',
];
// But for these, which are left out where nothing asked for them.
const LEFT_OUT = ['verification'];

// The pinned development tools are xtask's.
const require = createRequire(new URL('../../xtask/package.json', import.meta.url));

/** Every type of the contract by its name. */
function contractTypes() {
  const { anyOf, $defs } = JSON.parse(readFileSync(CONTRACT, 'utf8'));
  const messages = anyOf.map(({ $ref }) => nameOf($ref));
  const read = reached(messages.filter((name) => !WRITTEN.includes(name)), $defs);
  const written = reached(WRITTEN, $defs);
  const types = Object.entries($defs).map(([name, schema]) => {
    const isWritten = written.has(name) && !read.has(name);
    return [name, named(isWritten ? allRequired(schema) : schema)];
  });
  // A number is finite by contract; TypeScript has no narrower type than its own.
  return types.filter(([name]) => name !== 'Number').sort(([a], [b]) => (a < b ? -1 : 1));
}

const nameOf = (reference) => reference.split('/').at(-1);

/** These types and all that they refer to. */
function reached(names, types, found = new Set()) {
  for (const name of names.filter((name) => !found.has(name))) {
    found.add(name);
    const references = JSON.stringify(types[name]).matchAll(/"\$ref":"([^"]+)"/g);
    reached([...references].map(([, reference]) => nameOf(reference)), types, found);
  }
  return found;
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
    const name = nameOf($ref);
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
