// "Verify with an LLM": sentences settle one by one, nothing unsure is shown as grounded, and every way not to get there is told.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { asked, serveStream, tell } from './streams.mjs';
import { LOOKS, assertReadable, shared, typed } from './support.mjs';
import { ANSWER, ANSWER_HEBREW, PROVIDERS, SOURCES, SOURCES_HEBREW, TIMED_OUT, claimsOf, doneOf, planOf } from './verify-data.mjs';

const PATH = '/api/verify';

const here = shared();

/** Answers `GET /api/providers` with this, or with what this function makes of the route. */
function serveProviders(page, providers = PROVIDERS) {
  return page.route('**/api/providers', (route) => (typeof providers === 'function' ? providers(route) : route.fulfill({ json: providers })));
}

/** Runs with a page that has the answer typed and the card open. */
function verifying({ answer = ANSWER, sources = SOURCES, providers, first, ...options }, run) {
  const serve = async (page) => {
    await serveProviders(page, providers);
    await serveStream(page, PATH, first ?? (() => [['plan', planOf(answer)]]));
  };
  return here.open({ storage: typed(answer, sources), serve, ...options }, async (page) => {
    await page.getByTestId('verify-open').click();
    await run(page);
  });
}

async function start(page) {
  const button = page.getByTestId('verify-start');
  await page.waitForFunction(() => document.querySelector('[data-testid=verify-start]:enabled'));
  await button.click();
  await page.locator('.grounded').first().waitFor();
}

const standings = (page) => page.locator('.grounded').evaluateAll((rows) => rows.map((row) => row.dataset.standing));

/** Tells the claims in this order, and the end. */
async function settle(page, answer = ANSWER, options = {}) {
  const claims = claimsOf(answer, options);
  await tell(page, PATH, [...claims.map((claim) => ['claim', claim]), ['done', doneOf(answer, claims, options)]], { close: true, size: 7 });
  await page.getByTestId('verify-overall').waitFor();
}

test('what it would take is shown before anybody is asked', async () => {
  await verifying({}, async (page) => {
    const plan = page.getByTestId('verify-plan');
    await plan.filter({ hasText: '5 sentences · 10 questions · about 3,120 tokens' }).waitFor();
    assert.match(await plan.textContent(), /\$0\.0009/);
    const { asked: bodies, aborted } = await asked(page, PATH);
    assert.deepEqual(bodies.map(({ budget_tokens, provider, model, method }) => ({ budget_tokens, provider, model, method })), [
      { budget_tokens: 0, provider: 'house', model: 'qwen3-8b', method: 'directional' },
    ]);
    assert.equal(aborted, 1, 'the plan is all that was wanted');
    await page.locator('select[name=verify-method]').selectOption('budget');
    await page.waitForFunction(() => JSON.parse(window._api_verify.asked.at(-1)).method === 'budget');
    assert.equal(await page.locator('.grounded').count(), 0);
  });
});

test('sentences settle in their own places, in any order, and an opened disclosure stays open', async () => {
  await verifying({}, async (page) => {
    await start(page);
    assert.deepEqual(await standings(page), Array(5).fill('waiting'));
    const claims = claimsOf(ANSWER);
    await tell(page, PATH, [['claim', claims[1]]]);
    await page.locator('.grounded[data-claim=s2][data-standing=supported]').waitFor();
    await page.locator('.grounded[data-claim=s2] summary').click();
    await tell(page, PATH, [['claim', claims[0]], ['news', { of: 'a later version' }], ['claim', claims[2]]], { size: 3 });
    await page.locator('.grounded[data-claim=s3][data-standing=unverifiable]').waitFor();
    assert.deepEqual(await standings(page), ['contradicted', 'supported', 'unverifiable', 'waiting', 'waiting']);
    assert.ok(await page.locator('.grounded[data-claim=s2] details').evaluate((d) => d.open));
    assert.match(await page.locator('.verify-head').textContent(), /3 of 5 settled/);
    await tell(page, PATH, [['claim', claims[3]], ['claim', claims[4]], ['done', doneOf(ANSWER, claims)]], { close: true });
    assert.equal(await page.getByTestId('verify-overall').textContent(), 'Not grounded');
    assert.match(await page.locator('.verify-head').textContent(), /1 of 5 grounded · 1 not verified/);
    assert.match(await page.getByTestId('verify-took').textContent(), /house · qwen3-8b.*10 calls.*1,550 tokens in, 10 out.*\$0\.0009.*2\.3 s/);
    assert.ok(await page.locator('.grounded[data-claim=s2] details').evaluate((d) => d.open));
  });
});

test('posterior and prior are drawn where they are, and said in words', async () => {
  await verifying({}, async (page) => {
    await start(page);
    await settle(page);
    const supported = page.locator('.grounded[data-claim=s2]');
    assert.equal(await supported.locator('circle.pair-prior').getAttribute('cx'), '12.0%');
    assert.equal(await supported.locator('circle.pair-posterior').getAttribute('cx'), '97.0%');
    assert.equal(await supported.locator('.pair .unseen').textContent(), '0.12 without what it cites, 0.97 with all sources, on a scale from 0 to 1');
    const range = page.locator('.grounded[data-claim=s3] .pair-posterior .pair-range');
    assert.deepEqual([await range.getAttribute('x1'), await range.getAttribute('x2')], ['55.0%', '93.0%']);
    assert.match(await supported.locator('.grounded-why').textContent(), /raise it from 0\.12 to 0\.97/);
    await supported.locator('summary').click();
    const numbers = await supported.locator('.number').evaluateAll((rows) => Object.fromEntries(rows.map((row) => [row.children[0].textContent, row.children[1].textContent])));
    assert.equal(numbers['What the sources added'], '2.8 bits');
    assert.equal(numbers['What the method asks for'], '2.6 bits');
    assert.equal(numbers['Where P(yes) comes from'], 'log probabilities of the first token');
    // Nothing is drawn of what is not known.
    assert.equal(await page.locator('.grounded[data-claim=s4] .pair').count(), 0);
  });
});

test('what was not verified is never shown as grounded', async () => {
  for (const reason of ['verifier_failed', 'out_of_time', 'over_budget', 'no_logprobs']) {
    await verifying({}, async (page) => {
      await start(page);
      await settle(page, ANSWER, { reason, errors: reason === 'verifier_failed' ? [TIMED_OUT] : [] });
      assert.deepEqual(await standings(page), Array(5).fill('not-verified'), reason);
      assert.equal(await page.getByTestId('verify-overall').textContent(), 'Not verified', reason);
      assert.equal(await page.locator('.grounded .is-supported').count(), 0, reason);
      assert.equal(await page.locator('[data-note=over-budget]').count(), reason === 'over_budget' ? 1 : 0);
      assert.equal(await page.locator('[data-note=provider-failed]').count(), reason === 'verifier_failed' ? 1 : 0);
    });
  }
});

test('stopping keeps what is settled, says that the rest is not known, and tells the server', async () => {
  await verifying({}, async (page) => {
    await start(page);
    await tell(page, PATH, [['claim', claimsOf(ANSWER)[1]]]);
    await page.locator('.grounded[data-claim=s2][data-standing=supported]').waitFor();
    await page.getByTestId('verify-stop').click();
    await page.locator('[data-note=stopped]').waitFor();
    assert.deepEqual(await standings(page), ['not-verified', 'supported', 'not-verified', 'not-verified', 'not-verified']);
    assert.equal(await page.getByTestId('verify-overall').textContent(), 'Not verified');
    assert.equal((await asked(page, PATH)).aborted, 2, 'the plan and the run');
    assert.match(await page.getByTestId('verify-announcement').textContent(), /^Stopped\..*1 of 5 grounded/);
  });
});

test('a connection that breaks off is no result', async () => {
  await verifying({}, async (page) => {
    await start(page);
    await tell(page, PATH, [['claim', claimsOf(ANSWER)[1]]], { close: true });
    await page.locator('[data-note=cut]').waitFor();
    assert.deepEqual(await standings(page), ['not-verified', 'supported', 'not-verified', 'not-verified', 'not-verified']);
  });
  await verifying({}, async (page) => {
    await start(page);
    await tell(page, PATH, [['error', { error: { code: 'internal', field: null, line: null, message: 'broke off' } }]], { close: true });
    await page.locator('[data-note=failed]').waitFor();
    assert.deepEqual(await standings(page), Array(5).fill('not-verified'));
  });
});

test('without a server, without a provider, and with a token that is refused it says what to do', async () => {
  const expected = /Failed to load resource/;
  await verifying({ providers: (route) => route.abort(), expected }, async (page) => {
    await page.getByTestId('verify-failed').filter({ hasText: 'The server is not responding' }).waitFor();
    await page.unroute('**/api/providers');
    await serveProviders(page);
    await page.getByTestId('verify-failed').getByRole('button').click();
    await page.getByTestId('verify-setup').waitFor();
  });
  const none = { providers: PROVIDERS.providers.map((provider) => ({ ...provider, ready: false })) };
  await verifying({ providers: none }, async (page) => {
    await page.getByTestId('verify-nobody').filter({ hasText: 'No model configured' }).waitFor();
  });
  const guarded = (route) => {
    const known = route.request().headers().authorization === 'Bearer gc_right';
    return known ? route.fulfill({ json: PROVIDERS }) : route.fulfill({ status: 401, json: { error: { code: 'invalid_value', field: null, line: null, message: 'who are you' } } });
  };
  await verifying({ providers: guarded, expected }, async (page) => {
    const form = page.getByTestId('verification').getByTestId('token-form');
    await form.locator('input').fill('gc_wrong');
    await form.getByRole('button').click();
    await form.locator('input[aria-invalid=true]').waitFor();
    await form.locator('input').fill('gc_right');
    await form.locator('input').press('Enter');
    await page.getByTestId('verify-setup').waitFor();
  });
});

test('a budget goes along as it was typed, and a wrong one starts nothing', async () => {
  await verifying({}, async (page) => {
    await page.getByTestId('verify-plan').filter({ hasText: 'questions' }).waitFor();
    await page.locator('input[name=verify-budget]').fill('a lot');
    assert.ok(await page.getByTestId('verify-start').isDisabled());
    await page.locator('input[name=verify-budget]').fill('$0.05');
    await start(page);
    const body = (await asked(page, PATH)).asked.at(-1);
    assert.deepEqual([body.budget_usd, body.budget_tokens], [0.05, undefined]);
    assert.equal(body.answer, ANSWER);
  });
});

test('a result about an earlier version says so', async () => {
  await verifying({}, async (page) => {
    await start(page);
    await settle(page);
    assert.equal(await page.locator('[data-note=outdated]').count(), 0);
    await page.locator('#answer').fill(`${ANSWER} And more.`);
    await page.locator('[data-note=outdated]').waitFor();
  });
});

test('the keyboard alone opens, starts, stops and closes it', async () => {
  await verifying({}, async (page) => {
    await page.waitForFunction(() => document.activeElement.id === 'verification-heading');
    await page.waitForFunction(() => document.querySelector('[data-testid=verify-start]:enabled'));
    const reached = [];
    for (let i = 0; i < 12 && reached.at(-1) !== 'verify-start'; i += 1) {
      await page.keyboard.press('Tab');
      reached.push(await page.evaluate(() => document.activeElement.dataset.testid ?? document.activeElement.name));
    }
    assert.deepEqual(reached, ['verify-close', 'verify-provider', 'verify-model', 'verify-method', 'verify-sentences', 'verify-budget', 'verify-start']);
    await page.keyboard.press('Enter');
    await page.locator('.grounded').first().waitFor();
    assert.equal(await page.getByTestId('verify-announcement').textContent(), 'Asking qwen3-8b about 5 sentences.');
    await page.getByTestId('verify-stop').press('Enter');
    await page.locator('[data-note=stopped]').waitFor();
    await page.getByTestId('verify-close').press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), 'verify-open');
    assert.ok(await page.getByTestId('verification').isHidden());
  });
});

/** Every state that looks different. */
const STATES = {
  planned: (page) => page.getByTestId('verify-plan').filter({ hasText: '10' }).waitFor(),
  running: async (page, { answer, hebrew }) => {
    await start(page);
    await tell(page, PATH, [['claim', claimsOf(answer, { hebrew })[1]]]);
    await page.locator('.grounded[data-standing=supported]').waitFor();
  },
  done: async (page, { answer, hebrew }) => {
    await settle(page, answer, { hebrew, errors: [TIMED_OUT] });
    await page.locator('.grounded summary').first().click();
  },
};

for (const { name, colorScheme, width, language } of LOOKS) {
  test(`no barrier and no sideways scrolling while verifying: ${name}`, async () => {
    const hebrew = language === 'he';
    const [answer, sources] = hebrew ? [ANSWER_HEBREW, SOURCES_HEBREW] : [ANSWER, SOURCES];
    await verifying({ colorScheme, width, language, answer, sources }, async (page) => {
      for (const [state, reach] of Object.entries(STATES)) {
        await reach(page, { answer, hebrew });
        await assertReadable(page, state);
      }
    });
  });
}
