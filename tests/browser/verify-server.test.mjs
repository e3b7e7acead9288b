// "Verify with an LLM" end to end: the page, the real server, and a provider on this machine that answers as OpenAI's do.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startProvider } from './provider.mjs';
import { shared, typed, withPage, withServer } from './support.mjs';

const SOURCES = [{ text: 'Occupancy at quarter end was 94%, up from 91% in June. The senior loan matures on December 1, 2028.' }];
const ANSWER = 'Occupancy stood at 94% at the end of the quarter [S1]. The loan matures on December 1, 2027 [S1].';

const provider = await startProvider('price = { input = 1.0, output = 2.0 }\n');
const here = shared(null);

/** Says YES with this probability. */
function say(response, yes) {
  const top = [{ token: 'YES', logprob: Math.log(yes) }, { token: 'NO', logprob: Math.log(1 - yes) }];
  const token = yes > 0.5 ? top[0] : top[1];
  const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: token.token }, logprobs: { content: [{ ...token, top_logprobs: top }] } };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ id: 'x', object: 'chat.completion', choices: [choice], usage: { prompt_tokens: 200, completion_tokens: 1, total_tokens: 201 } }));
}

const verifying = (run, { answer = ANSWER, sentences = 'all' } = {}) =>
  withServer({ args: ['--providers', provider.file] }, ({ address }) =>
    withPage(here.browser, address, { storage: typed(answer, SOURCES) }, async (page) => {
      await page.getByTestId('verify-open').click();
      await page.locator('select[name=verify-sentences]').selectOption(sentences);
      await page.waitForFunction(() => document.querySelector('[data-testid=verify-start]:enabled'));
      await run(page);
    }),
  );

test('two sentences are asked about, one is supported and one is contradicted; asked again nobody is asked', async () => {
  let calls = 0;
  provider.answers = ({ messages }, response) => {
    calls += 1;
    const asked = messages.map((message) => message.content).join('\n');
    const whole = asked.includes('2028');
    // What is cited lifts the first sentence and speaks against the second.
    if (asked.includes('stood at 94%')) say(response, whole ? 0.98 : 0.1);
    else say(response, whole ? 0.02 : 0.5);
  };
  await verifying(async (page) => {
    await page.getByTestId('verify-plan').filter({ hasText: '2 sentences · 4 questions' }).waitFor();
    assert.equal(calls, 0, 'nobody is asked for the plan');
    await page.getByTestId('verify-start').click();
    await page.getByTestId('verify-overall').waitFor();
    const standings = await page.locator('.grounded').evaluateAll((rows) => rows.map((row) => row.dataset.standing));
    assert.deepEqual(standings, ['supported', 'contradicted']);
    assert.equal(calls, 4);
    assert.match(await page.getByTestId('verify-took').textContent(), /house · small.*4 calls.*800 tokens in, 4 out.*\$0\.0008/);
    await page.getByTestId('verify-start').click();
    await page.getByTestId('verify-took').filter({ hasText: '4 answered before' }).waitFor();
    assert.equal(calls, 4);
  });
});

test('only what the rules leave open is asked about, and counts as checked from then on', async () => {
  let calls = 0;
  provider.answers = ({ messages }, response) => {
    calls += 1;
    say(response, messages.some((message) => message.content.includes('2028')) ? 0.02 : 0.5);
  };
  const answer = 'Occupancy stood at 94% at the end of the quarter [S1]. The owner has never raised the rent [S1].';
  const run = async (page) => {
    const coverage = page.getByTestId('coverage');
    await coverage.filter({ hasText: '1 of 2 sentences checked' }).waitFor();
    await page.getByTestId('verify-plan').filter({ hasText: '1 sentence · 2 questions' }).waitFor();
    await page.getByTestId('verify-start').click();
    await page.getByTestId('verify-overall').waitFor();
    assert.equal(calls, 2);
    await coverage.filter({ hasText: '2 of 2 sentences checked' }).waitFor();
    assert.ok((await page.locator('.claim-row, [data-claim]').allTextContents()).some((text) => text.includes('The owner has never raised the rent')));
    await page.locator('#answer').fill(`${answer} It is tall.`);
    await coverage.filter({ hasText: '1 of 3 sentences checked' }).waitFor();
  };
  await verifying(run, { answer, sentences: 'open' });
});

test('a provider that refuses leaves everything not verified, with its reason', async () => {
  provider.answers = () => 401;
  await verifying(async (page) => {
    await page.getByTestId('verify-start').click();
    await page.getByTestId('verify-overall').filter({ hasText: 'Not verified' }).waitFor();
    await page.locator('[data-note=provider-failed]').waitFor();
    assert.equal(await page.locator('.grounded[data-standing=not-verified]').count(), 2);
  });
});

test('stopping in the page ends what the server asks', async () => {
  let closed;
  const gone = new Promise((resolve) => { closed = resolve; });
  provider.answers = (_, response) => { response.on('close', closed); };
  await verifying(async (page) => {
    await page.getByTestId('verify-start').click();
    await page.locator('.grounded').first().waitFor();
    await page.getByTestId('verify-stop').click();
    await gone;
    await page.locator('[data-note=stopped]').waitFor();
  });
});
