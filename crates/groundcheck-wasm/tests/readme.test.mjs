// The snippets of both READMEs and of docs/ do what they say.

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { NPM } from './support/package.mjs';

const ts = createRequire(new URL('../../xtask/package.json', import.meta.url))('typescript');

const PAGES = ['Westpac. Statement of account 034-123 456782, 1 March 2024 to 31 March 2024, closing balance $1,204.10'];
const GOOD = { bank_name: 'Westpac', account_number: '034-123 456782', statement_period: 'March 2024' };

/** The first block of a language below a heading of a README. */
function snippet(file, heading, language) {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8').split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const code = new RegExp('```' + language + '\\n([^]*?)```').exec(text)?.[1];
  assert.ok(code, `${file} has ${language} under ${heading}`);
  return code;
}

/** A project in which the package is installed. */
function project() {
  const folder = mkdtempSync(join(tmpdir(), 'groundcheck-readme-'));
  after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'node_modules'));
  cpSync(fileURLToPath(NPM), join(folder, 'node_modules/groundcheck'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  return folder;
}

test('the page on records, in TypeScript: compiles, passes what is good and falls back otherwise', async () => {
  const folder = project();
  const file = join(folder, 'statement.mts');
  writeFileSync(file, snippet('../../../docs/records.md', 'In TypeScript', 'ts'));
  const options = {
    module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.esnext.disposable.d.ts'], strict: true, types: [],
  };
  const program = ts.createProgram([file], options);
  const wrong = ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  assert.deepEqual(wrong, []);
  program.emit();

  const { statement } = await import(pathToFileURL(join(folder, 'statement.mjs')));
  const fallback = { bank_name: 'by patterns' };
  const said = [];
  const warn = console.warn;
  console.warn = (...texts) => said.push(texts);
  const run = (record) => statement(PAGES, async () => record, async () => fallback);
  try {
    assert.deepEqual(await run(GOOD), GOOD);
    assert.deepEqual(said, []);
    assert.equal(await run({ ...GOOD, bank_name: 7 }), fallback);
    assert.equal(await run({ ...GOOD, boundaries: [1, 2].map(() => ({ start_page: 1, end_page: 1 })) }), fallback);
    assert.equal(await run({ ...GOOD, closing_balance: NaN }), fallback);
  } finally {
    console.warn = warn;
  }
  assert.deepEqual(said.slice(0, 2).map(([, instead]) => instead), ['ask_again', 'pattern_matching']);
  assert.match(said[2][0], /record\.closing_balance/);
});

test('the README of the package: what it says of records', async () => {
  const folder = project();
  const lines = snippet('../npm/README.md', 'Records', 'js').split('\n');
  // `expression; // value` is what a reader believes.
  const claims = lines.map((line) => /^(report\.\S+); \/\/ ('[^']*'|true)/.exec(line)).filter(Boolean);
  assert.equal(claims.length, 3);
  const file = join(folder, 'records.mjs');
  writeFileSync(file, `${lines.join('\n')}\nexport const said = [${claims.map(([, expression]) => expression).join(', ')}];\n`);
  const { said } = await import(pathToFileURL(file));
  assert.deepEqual(said, claims.map(([, , value]) => (value === 'true' ? true : value.slice(1, -1))));
});

test('the README of the package: a language model of your own', async () => {
  const folder = project();
  const file = join(folder, 'entailment.mjs');
  // Says YES to the rent where it sees the rent.
  const given = `
    const key = 'k';
    const fetch = async (url, { body }) => {
      const { messages: [, { content }], top_logprobs } = JSON.parse(body);
      const [evidence, claim] = content.split('<<CLAIM ');
      const p = claim.includes('rent') && evidence.includes('$1,200') ? 0.98 : 0.02;
      const top = [['YES', p], ['NO', 1 - p]].map(([token, p]) => ({ token, logprob: Math.log(p), bytes: [] })).slice(0, top_logprobs);
      const [chosen] = [...top].sort((a, b) => b.logprob - a.logprob);
      return { json: async () => ({ choices: [{ logprobs: { content: [{ ...chosen, top_logprobs: top }] } }] }) };
    };`;
  const code = snippet('../npm/README.md', 'A language model of your own', 'js');
  const claims = [...code.matchAll(/^(check\.\S+); \/\/ ('[^']*'|false)/gm)];
  assert.equal(claims.length, 3);
  writeFileSync(file, `${given}\n${code}\nexport const said = [${claims.map(([, expression]) => expression).join(', ')}];\n`);
  const { said } = await import(pathToFileURL(file));
  assert.deepEqual(said, claims.map(([, , value]) => (value === 'false' ? false : value.slice(1, -1))));
});

test('the README of the package: slim, judged by a server', async () => {
  const folder = project();
  const file = join(folder, 'slim.mjs');
  const given = `
    import { analyze } from 'groundcheck';
    const [question, model] = ['What was the NOI?', ['The NOI was $1.5M. ', 'That is what the documents of the house say, as far ', 'as anybody has read them ', 'to this day.']];
    const post = async (path, request) => analyze({ ...request, sources: [{ id: 'S0', text: 'The NOI was $1,200,000.' }] });`;
  const code = snippet('../npm/README.md', 'Slim: where the server has the evidence', 'js');
  // Each is said where it stands: the last one is another than the first.
  const said = code.replace(/^(answer\.claims\S+); \/\/ '([^']*)'/gm, "said.push([$1, '$2']);");
  writeFileSync(file, `${given}\nexport const said = [];\n${said}`);
  const { said: pairs } = await import(pathToFileURL(file));
  assert.equal(pairs.length, 3);
  for (const [is, told] of pairs) assert.equal(is, told);
});

test('the README on embedding: an answer is interrupted, and says why', async () => {
  const folder = project();
  const file = join(folder, 'embedding.mjs');
  const model = `
    const words = 'The NOI was $1.5M in Q3 2024, which the owners of the house and all of their friends heard with joy. '.repeat(9).match(/\\S+\\s*/g);
    const model = (async function* () {
      for (const word of words) {
        await new Promise((done) => setTimeout(done, 2));
        yield word;
      }
    })();`;
  const code = snippet('../../../README.md', 'Embedding', 'js').replace(/console\.log\((.*)\);/, 'detector.dispose();\nexport const said = [$1, answer.text];');
  writeFileSync(file, `${model}\n${code}`);
  const { said } = await import(pathToFileURL(file));
  const [status, instead, shown] = said;
  assert.equal(status, 'contradicted');
  assert.match(instead, /\$1,200,000/);
  assert.ok(shown.length < 600, `it was stopped early: ${shown.length}`);
});

test('the README of the package: an answer that is being written', async () => {
  const folder = project();
  const file = join(folder, 'stream.mjs');
  const given = `
    const [sources, facts, history, shown] = [[{ id: 'S0', text: 'Occupancy was 92% in Q3 2024.' }], [], [], []];
    const [question, signal, show] = ['What was the occupancy in Q3 2024?', undefined, (text) => shown.push(text)];
    const model = ['Occupancy ', 'was 92', '% in Q3 2024.'];`;
  const code = snippet('../npm/README.md', 'An answer that is being written', 'js');
  writeFileSync(file, `${given}\n${code}\nexport const said = [verified, report.verdict, warnings.length, shown];`);
  const { said } = await import(pathToFileURL(file));
  assert.deepEqual(said, [true, 'clean', 0, ['Occupancy was 92% in Q3 2024.']]);
});
