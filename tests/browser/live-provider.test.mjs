// The view Live with a provider end to end: the page, the real server, and a provider on this machine that says its answer bit by bit.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startProvider } from './provider.mjs';
import { LOOKS, assertReadable, shared } from './support.mjs';

const GOOD = 'The NOI for the property was $1,200,000 in Q3 2024. Occupancy at quarter end was 94%. The senior loan matures on December 1, 2028.';
const WRONG =
  'Occupancy at quarter end was 94%. The NOI for the property was $1,900,000 in Q3 2024. That is what they say of it, and more than that nobody knows, neither here nor anywhere else.';

/** The same over the Hebrew example: an answer in another language than its sources may stay open. */
const WRONG_HEBREW =
  'שיעור התפוסה בסוף הרבעון עמד על 94%. ה-NOI של בניין הנמל היה 1,900,000 ₪ ברבעון השלישי של 2024. זה מה שכתוב שם, ויותר מזה אין איש יודע, לא כאן ולא במקום אחר.';

const provider = await startProvider();
const here = shared({ args: ['--providers', provider.file] });

const chunk = (choice) => `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }] })}\n\n`;
const words = (text) => (text.match(/\S+\s*/g) ?? []).map((content) => chunk({ delta: { content } }));
const usage = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 210, completion_tokens: 30 } })}\n\n`;
const END = [chunk({ delta: {}, finish_reason: 'stop' }), usage, 'data: [DONE]\n\n'];

function begin(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  return response;
}

/** Says all of this, word by word. */
function say(response, parts) {
  begin(response);
  for (const part of parts) response.write(part);
  response.end();
}

const open = (options, run) =>
  here.open({ path: '/live', ...options }, async (page) => {
    await page.getByTestId('player').waitFor();
    await page.locator('input[name=author][value=provider]').check();
    await run(page);
  });

async function ask(page) {
  await page.locator('[name=live-question]').fill('What was the NOI, and how full was it?');
  await page.getByTestId('live-start').click();
}

const at = (page, stage) => page.locator(`[data-testid=player][data-stage=${stage}]`).waitFor();

test('a provider answers, and what it says is drawn and settles as it comes', async () => {
  let said;
  let asked;
  let goOn;
  const wait = new Promise((resolve) => { goOn = resolve; });
  provider.answers = async (body, response) => {
    asked = body;
    said = words(GOOD);
    begin(response);
    for (const word of said.slice(0, 3)) response.write(word);
    await wait;
    for (const part of [...said.slice(3), ...END]) response.write(part);
    response.end();
  };
  await open({}, async (page) => {
    await ask(page);
    await page.locator('#live-answer').filter({ hasText: 'The NOI for' }).waitFor();
    await at(page, 'writing');
    goOn();
    await at(page, 'finished');
    assert.match(await page.locator('#live-answer').textContent(), /December 1, 2028\.\s*$/);
    assert.ok((await page.locator('.settled .claim[data-status=supported]').count()) >= 3);
    assert.match(await page.getByTestId('outcome').textContent(), /The answer can be used as it is/);
    assert.match(await page.getByTestId('live-took').textContent(), /house · small.*210 tokens in, 30 out/);
    assert.match(await page.getByTestId('live-announcement').textContent(), /^Written to the end\. 0 warnings/);
    assert.deepEqual([asked.model, asked.stream], ['small', true]);
    assert.match(asked.messages[0].content, /senior loan matures/, 'the evidence goes along');
    assert.equal(asked.messages.at(-1).content, 'What was the NOI, and how full was it?');
  });
});

test('one that makes things up is interrupted, the provider is stopped, and what goes out instead is shown', async () => {
  let closed;
  const gone = new Promise((resolve) => { closed = resolve; });
  provider.answers = (_, response) => {
    response.on('close', closed);
    begin(response);
    for (const part of words(WRONG)) response.write(part);
  };
  await open({}, async (page) => {
    await ask(page);
    await at(page, 'interrupted');
    await gone;
    assert.equal(await page.locator('.warning[data-pattern=contradicted_value]').count(), 1);
    assert.match(await page.getByTestId('outcome-text').locator('ins').first().textContent(), /\$1,200,000/);
    assert.match(await page.getByTestId('live-announcement').textContent(), /^Interrupted/);
  });
});

test('a provider that breaks off leaves a part that is never an all-clear', async () => {
  provider.answers = (_, response) => {
    const error = `data: ${JSON.stringify({ error: { message: 'The engine is overloaded', type: 'server_error' } })}\n\n`;
    say(response, [...words(GOOD), error]);
  };
  await open({}, async (page) => {
    await ask(page);
    await at(page, 'partial');
    assert.match(await page.getByTestId('live-why').textContent(), /is checked; the rest is not.*The engine is overloaded/s);
    const outcome = await page.getByTestId('outcome').textContent();
    assert.match(outcome, /not the whole answer/);
    assert.doesNotMatch(outcome, /may stand/);
    assert.ok((await page.locator('.settled .claim').count()) >= 3, 'what was said is checked');
  });
});

test('an answer with nothing to check is no all-clear either', async () => {
  provider.answers = (_, response) => say(response, [...words('I do not know.'), ...END]);
  await open({}, async (page) => {
    await ask(page);
    await at(page, 'finished');
    assert.match(await page.getByTestId('outcome').textContent(), /does not mean that the answer is correct/);
  });
});

test('stopping ends the question at the provider, and what was said is checked as a part', async () => {
  let closed;
  const gone = new Promise((resolve) => { closed = resolve; });
  provider.answers = (_, response) => {
    response.on('close', closed);
    begin(response);
    for (const part of words(GOOD)) response.write(part);
  };
  await open({}, async (page) => {
    await ask(page);
    await page.locator('#live-answer').filter({ hasText: 'December 1' }).waitFor();
    await page.getByTestId('live-stop').click();
    await gone;
    await at(page, 'partial');
    assert.match(await page.getByTestId('live-why').textContent(), /You stopped the answer/);
    assert.match(await page.getByTestId('outcome').textContent(), /not the whole answer/);
    assert.ok((await page.locator('.settled .claim').count()) >= 3);
    await page.getByTestId('live-start').filter({ hasText: 'Ask again' }).waitFor();
  });
});

test('a provider that refuses says why, and nothing is shown as checked', async () => {
  provider.answers = (_, response) => response.writeHead(401).end('{}');
  await open({}, async (page) => {
    await ask(page);
    await at(page, 'unanswered');
    assert.match(await page.getByTestId('live-why').textContent(), /refuses the key|401/);
    assert.equal(await page.getByTestId('outcome-text').count(), 0);
  });
});

test('without the server, providers are unavailable and say so, and scripts go on working', async () => {
  const serve = (page) => page.route('**/api/providers', (route) => route.abort());
  await open({ serve, failing: true }, async (page) => {
    await page.getByTestId('live-failed').filter({ hasText: 'The server is not responding' }).waitFor();
    await page.locator('input[name=author][value=script]').check();
    await page.getByTestId('step').click();
    assert.match(await page.locator('#live-answer').textContent(), /\w/);
    assert.equal(await page.getByTestId('live-provider').count(), 0);
  });
});

test('one below the other, warnings stand before what goes out', async () => {
  provider.answers = (_, response) => say(response, words(WRONG));
  await open({ width: 390 }, async (page) => {
    await ask(page);
    await at(page, 'interrupted');
    const order = await page.evaluate(() => {
      const [warnings, outcome] = ['warnings', 'outcome'].map((id) => document.querySelector(`[data-testid=${id}]`));
      const isBefore = Boolean(warnings.compareDocumentPosition(outcome) & Node.DOCUMENT_POSITION_FOLLOWING);
      return [isBefore, warnings.getBoundingClientRect().bottom <= outcome.getBoundingClientRect().top];
    });
    assert.deepEqual(order, [true, true]);
  });
});

for (const { name, ...look } of LOOKS) {
  test(`no barrier and no sideways scrolling with a provider: ${name}`, async () => {
    await open(look, async (page) => {
      await page.getByTestId('live-ask').waitFor();
      await assertReadable(page, 'before');
      const wrong = look.language === 'he' ? WRONG_HEBREW : WRONG;
      for (const [parts, stage] of [[words(wrong), 'interrupted'], [words(GOOD), 'partial'], [[...words('I do not know.'), ...END], 'finished']]) {
        provider.answers = (_, response) => say(response, parts);
        await ask(page);
        await at(page, stage);
        await assertReadable(page, stage);
      }
    });
  });
}
