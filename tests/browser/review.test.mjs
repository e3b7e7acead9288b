// The view Review as a person uses it, on a stand-in for the server's queue: by keyboard alone, several at once, what goes wrong.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { exampleMentions, mention, source } from './reports-data.mjs';
import { Queue, answerItem, exampleQueue, mentionItem, recordItem, serveReviews } from './reviews-data.mjs';
import { EMPTY, LOOKS, assertReadable, shared, strangers, typed } from './support.mjs';

const here = shared();

const ME = { ...EMPTY, 'groundcheck.reviewer': '"dana"' };
const example = () => exampleQueue(here.server.address, exampleMentions().at(-1));

/** Runs with a page at Review over this stand-in. */
const open = (reviews, options, run) =>
  here.open({ path: '/review', storage: ME, serve: (page) => serveReviews(page, reviews), ...options }, (page) => run(page, reviews));

const statuses = (queue) => Object.fromEntries(queue.items.map(({ summary }) => [summary.id, summary.status]));
const opened = (page, id) => page.locator(`.item[data-item="${id}"]`).waitFor();
/** Waits until the stand-in holds this. */
async function kept(holds, what) {
  for (let i = 0; i < 100; i += 1) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  assert.fail(`never kept: ${what}`);
}

test('by keyboard alone: open, judge five, undo one, export', async () => {
  const queue = await example();
  await open({ queue }, { path: '/review?status=pending' }, async (page) => {
    await page.locator('.queue-row').nth(5).waitFor();
    await page.keyboard.press('j');
    await opened(page, 1);
    assert.equal(await page.evaluate(() => document.activeElement.className), 'queue-open');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement.id === 'item-heading');
    // Gravest first: 1 is critical, 2, 3, 5 and 6 are high, 4 is medium.
    for (const [key, id] of [['r', 2], ['r', 3], ['r', 5], ['a', 6], ['v', 4]]) {
      await page.keyboard.press(key);
      await opened(page, id);
    }
    await kept(() => Object.values(statuses(queue)).filter((s) => s === 'pending').length === 1, 'five decisions');
    assert.deepEqual(statuses(queue), { 1: 'rejected', 2: 'rejected', 3: 'rejected', 5: 'approved', 6: 'reviewed', 4: 'pending' });
    await page.keyboard.press('u');
    await opened(page, 6);
    await kept(() => statuses(queue)[6] === 'pending', 'the undo');
    await page.keyboard.press('u');
    await opened(page, 5);
    await kept(() => statuses(queue)[5] === 'pending', 'the second undo');
    const file = page.waitForEvent('download');
    await page.keyboard.press('e');
    // What awaits review has nothing to measure by.
    assert.equal((await file).url(), `${here.server.address}/api/reviews.jsonl`);
    assert.equal(new URL(page.url()).search, '?status=pending&item=5');
  });
});

test('the next item is there without a wait: it was fetched before anybody asked', async () => {
  const queue = await example();
  const reviews = { queue };
  await open(reviews, { path: '/review?item=1' }, async (page) => {
    await opened(page, 1);
    await kept(() => reviews.asked.includes('GET /api/reviews/3'), 'the items ahead');
    // From now on no answer comes.
    reviews.hold = () => new Promise(() => {});
    await page.keyboard.press('r');
    await opened(page, 2);
    await page.locator('.judge').first().waitFor({ timeout: 1_000 });
    assert.equal(await page.locator('#review-1').getAttribute('data-status'), 'rejected');
  });
});

test('a note, a corrected value, an assignee and single claims are decided by keyboard', async () => {
  const queue = await example();
  await open({ queue }, { path: '/review?item=2' }, async (page) => {
    await page.locator('.judge').first().waitFor();
    await page.keyboard.press('2');
    await page.waitForFunction(() => document.activeElement.className.startsWith('judge-pick'));
    assert.equal(await page.locator('.judge.is-focused').getAttribute('id'), 'judge-row-2');
    assert.equal(await page.locator('.item-evidence .subject-claim').textContent(), '1.4x');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await kept(() => queue.find(2).decisions.length === 1, 'a decision');
    assert.equal(queue.find(2).decisions[0].status, 'contradicted');
    await page.locator('#judge-row-2 .judge-corrected input').fill('1.25x');
    await page.keyboard.press('Tab');
    await kept(() => queue.find(2).decisions[0].corrected_value === '1.25x', 'a corrected claim');
    await page.locator('#item-heading').focus();
    await page.keyboard.press('n');
    // In a field the keys of the page are letters.
    await page.keyboard.type('rave about j, k, a, r and ?');
    assert.equal(await page.locator('#item-note').inputValue(), 'rave about j, k, a, r and ?');
    await page.keyboard.press('Control+Enter');
    await kept(() => queue.find(2).note === 'rave about j, k, a, r and ?', 'a note');
    assert.equal(queue.find(2).summary.status, 'pending');
    await page.keyboard.press('m');
    await kept(() => queue.find(2).summary.assignee === 'dana', 'an assignee');
    await page.keyboard.press('u');
    await kept(() => queue.find(2).summary.assignee === null, 'nobody');
    await page.keyboard.press('?');
    await page.locator('dialog.keys[open]').waitFor();
    assert.match(await page.locator('.key-list').textContent(), /Approve: right after all.*Reject: a hallucination/s);
    await page.keyboard.press('a');
    assert.equal(queue.find(2).summary.status, 'pending', 'a dialog keeps the keys to itself');
  });
});

test('whoever has not said who they are is asked before an item is theirs', async () => {
  const queue = await example();
  await open({ queue }, { path: '/review?item=2', storage: EMPTY }, async (page) => {
    await opened(page, 2);
    await page.keyboard.press('m');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'reviewer');
    await page.keyboard.type('noa');
    await page.keyboard.press('Escape');
    await page.keyboard.press('m');
    await kept(() => queue.find(2).summary.assignee === 'noa', 'an assignee');
    await page.reload();
    assert.equal(await page.locator('#reviewer').inputValue(), 'noa');
  });
});

test('a change that somebody else was faster than shows both states and a choice', async () => {
  const queue = await example();
  await open({ queue }, { path: '/review?item=2', failing: true }, async (page) => {
    await opened(page, 2);
    queue.change(2, { status: 'approved', assignee: 'noa' }, 'noa');
    await page.keyboard.press('r');
    const conflict = page.getByTestId('conflict');
    await conflict.waitFor();
    assert.match(await page.getByTestId('conflict-theirs').textContent(), /Approved.*noa/s);
    assert.match(await page.getByTestId('conflict-mine').textContent(), /Rejected.*noa/s);
    assert.equal(await page.locator('#review-2').getAttribute('data-status'), 'approved');
    await page.getByTestId('keep-theirs').click();
    await conflict.waitFor({ state: 'detached' });
    assert.equal(queue.find(2).summary.status, 'approved');
    queue.change(2, { note: 'seen' }, 'noa');
    await page.keyboard.press('r');
    await conflict.waitFor();
    await page.getByTestId('apply-mine').click();
    await kept(() => queue.find(2).summary.status === 'rejected', 'the change after all');
    assert.equal(queue.find(2).note, 'seen');
  });
});

test('a decision that the server refuses is taken back, and says so', async () => {
  const queue = await example();
  const reviews = { queue };
  await open(reviews, { path: '/review?item=2', failing: true }, async (page) => {
    await opened(page, 2);
    reviews.fail = (method) => (method === 'PATCH' ? { status: 503, json: { error: { code: 'internal', field: null, line: null, message: 'the disk is full' } } } : null);
    let refuse;
    const refusal = new Promise((resolve) => { refuse = resolve; });
    reviews.hold = (method) => (method === 'PATCH' ? refusal : null);
    await page.keyboard.press('a');
    await page.locator('#review-2[data-status=approved]').waitFor();
    refuse();
    await page.locator('.notice', { hasText: 'undone here' }).waitFor();
    assert.match(await page.locator('.notice').textContent(), /503.*the disk is full/);
    assert.equal(await page.locator('#review-2').getAttribute('data-status'), 'pending');
    await page.keyboard.press('u');
    await page.locator('.notice', { hasText: 'Nothing to undo' }).waitFor();
    reviews.fail = (method) => (method === 'PATCH' ? 'away' : null);
    await page.keyboard.press('k');
    await page.keyboard.press('r');
    await page.locator('.notice', { hasText: 'The server is not responding' }).waitFor();
    assert.deepEqual(new Set(Object.values(statuses(queue))), new Set(['pending']));
  });
});

test('several are chosen and changed at once, and all of it is taken back at once', async () => {
  const queue = await example();
  await open({ queue }, { failing: true }, async (page) => {
    await page.locator('.queue-row').nth(5).waitFor();
    for (const key of ['j', 'x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key);
    assert.match(await page.getByTestId('bulk').textContent(), /^3 chosen/);
    const last = Number(new URL(page.url()).searchParams.get('item'));
    queue.change(last, { note: 'meanwhile' }, 'noa');
    await page.keyboard.press('A');
    await page.locator('.notice', { hasText: '2 changed. 1 had already been changed by someone else' }).waitFor();
    assert.equal(Object.values(statuses(queue)).filter((s) => s === 'approved').length, 2);
    assert.equal(queue.find(last).summary.status, 'pending');
    await page.getByTestId('bulk').waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    await kept(() => Object.values(statuses(queue)).every((s) => s === 'pending'), 'the undo of both');
  });
});

test('filters stand in the address, count what they leave, and Back takes them away', async () => {
  const queue = await example();
  queue.change(3, { status: 'rejected', assignee: 'noa' });
  await open({ queue }, {}, async (page) => {
    const rows = () => page.locator('.queue-row').count();
    await page.locator('.queue-row').nth(5).waitFor();
    assert.deepEqual(await page.locator('.review-filters .tab-count').allTextContents(), ['6', '5', '0', '0', '1']);
    await page.locator('.pick.is-rejected').click();
    await page.getByTestId('queue-shown').filter({ hasText: '1 of 1' }).waitFor();
    await page.getByLabel('Assigned to').selectOption('Nobody');
    await page.getByTestId('review-nothing').waitFor();
    assert.equal(new URL(page.url()).search, '?status=rejected&assignee=');
    await page.goBack();
    await page.goBack();
    await page.locator('.queue-row').nth(5).waitFor();
    await page.getByLabel('Kind').selectOption('record');
    await page.getByTestId('queue-shown').filter({ hasText: '1 of 1' }).waitFor();
    await page.reload();
    await page.getByTestId('queue-shown').filter({ hasText: '1 of 1' }).waitFor();
    assert.equal(await rows(), 1);
    assert.equal(await page.locator('.views a', { hasText: 'Review' }).getAttribute('href'), '/review?kind=record');
  });
});

test('a long queue comes page by page, and going on with j fetches the next one', async () => {
  const one = await answerItem(here.server.address, 1, { answer: 'The NOI was $5.', sources: [{ id: 'S1', text: 'The NOI was $9.' }] });
  const queue = new Queue(Array.from({ length: 120 }, (_, i) => ({ ...one, summary: { ...one.summary, id: i + 1, title: `Answer ${i + 1}` } })));
  await open({ queue }, { path: '/review?item=48' }, async (page) => {
    await opened(page, 48);
    await page.locator('.queue-row').nth(49).waitFor();
    for (let i = 49; i <= 53; i += 1) {
      await page.keyboard.press('j');
      await opened(page, i);
    }
    assert.equal(await page.locator('.queue-row').count(), 100);
    await page.getByTestId('more-items').click();
    await page.locator('.queue-row').nth(119).waitFor();
    assert.equal(await page.getByTestId('more-items').count(), 0);
  });
});

test('an item’s history is told, and an approved pattern is muted and brought back', async () => {
  const queue = await example();
  await open({ queue }, { path: '/review?item=2' }, async (page) => {
    await opened(page, 2);
    assert.equal(await page.getByTestId('mute').count(), 0);
    await page.getByTestId('decide-approved').click();
    await page.locator('#review-2 .queue-open').click();
    await page.getByTestId('mute').getByRole('button').click();
    await kept(() => queue.muted.length === 1, 'a mute');
    await page.locator('.item-history summary').click();
    assert.match(await page.getByTestId('history').textContent(), /dana.*review\.change.*approved/s);
    await page.getByText('Learning', { exact: true }).click();
    await page.getByTestId('learning').waitFor();
    assert.match(await page.getByTestId('suggestions').textContent(), /percentage_tolerance_ratio.*0\.02 → 0\.035.*4 fewer false positives, 1 hallucinations missed, out of 18 claims.*HALLUCINATION_PERCENTAGE_TOLERANCE=0\.035/s);
    await page.getByTestId('mutes').getByRole('button', { name: 'Unmute' }).click();
    await page.getByText('No pattern is muted.').waitFor();
    assert.deepEqual(queue.muted, []);
    await page.goBack();
    await opened(page, 2);
  });
});

test('markup and hidden characters in all that is reviewed stay text', async () => {
  const payload = '<img src=x onerror=alert(1)>"><script>alert(1)</script>\u202e';
  const answer = `${payload} The NOI was $5.`;
  const items = [
    await answerItem(here.server.address, 1, { answer, question: payload, sources: [{ id: payload, title: payload, text: `${payload} The NOI was $9.` }] }, { provider: payload, model: payload, assignee: payload }),
    await recordItem(here.server.address, 2, { profile: 'bank_statement', record: { bank_name: payload, account_number: payload, statement_period: payload }, document: { text: 'x' }, as_of: '2024-12-01' }),
    mentionItem(3, mention(9, { brand_name: payload, provider: payload, model: payload, query: payload, explanation: payload, reliability: 0.1, sources: [source(payload, { title: payload })] })),
  ];
  Object.assign(items[0], { note: payload, corrected_value: payload });
  const queue = new Queue(items);
  queue.change(1, { note: payload }, payload);
  await open({ queue }, {}, async (page) => {
    await page.locator('.queue-row').nth(2).waitFor();
    for (const id of [1, 2, 3]) {
      await page.locator(`#review-${id} .queue-open`).click();
      await opened(page, id);
      await page.locator('.item-history summary').click();
      assert.equal(await strangers(page), 0);
      assert.match(await page.locator('.item').textContent(), /U\+202E/);
    }
  });
});

test('a server that is away or asks for a token says so, and goes on from there', async () => {
  const queue = await example();
  const reviews = { queue, fail: 'away' };
  await open(reviews, { failing: true }, async (page) => {
    const state = page.getByTestId('review-failed');
    assert.match(await state.textContent(), /The server is not responding.*groundcheck serve/s);
    assert.equal(await page.getByTestId('status').textContent(), 'No queue from the server');
    reviews.fail = { status: 401, json: { error: { code: 'invalid_value', field: null, line: null, message: 'needs a token' } } };
    await state.getByRole('button').click();
    const form = page.getByTestId('token-form');
    await form.locator('input').fill('gc_a_token');
    reviews.fail = null;
    await form.locator('input').press('Enter');
    await page.locator('.queue-row').nth(5).waitFor();
  });
});

test('an answer is sent to review from Check, with what it rests on', async () => {
  const reviews = { queue: await example() };
  const storage = typed('The NOI was $1.5M.', [{ title: 'Memo', text: 'The NOI was $1,200,000.' }]);
  await open(reviews, { path: '/', storage }, async (page) => {
    await page.getByTestId('send-to-review').click();
    await page.locator('.notice', { hasText: 'Sent to the review queue.' }).waitFor();
    assert.equal(reviews.sent.request.answer, 'The NOI was $1.5M.');
    assert.deepEqual(reviews.sent.request.sources.map(({ id, title, text }) => [id, title, text]), [['S1', 'Memo', 'The NOI was $1,200,000.']]);
  });
});

/** Every state of the view that looks different: what the server holds, and how to reach it. */
const STATES = {
  empty: { queue: () => new Queue(), wait: '[data-testid=review-empty]' },
  list: {
    wait: '.queue-row',
    reach: async (page) => {
      await page.locator('.queue-check').nth(1).check();
      await page.getByTestId('bulk').waitFor();
    },
  },
  answer: { path: '/review?item=2', wait: '.judge', reach: (page) => page.locator('.judge-pick').first().click() },
  record: { path: '/review?item=1', wait: '.alert' },
  mention: { path: '/review?item=6', wait: '.mention' },
  decided: { path: '/review?item=5', wait: '.mute' },
  history: {
    path: '/review?item=5',
    wait: '.mute',
    reach: async (page) => {
      await page.locator('.item-history summary').click();
      await page.getByTestId('history').waitFor();
    },
  },
  conflict: {
    path: '/review?item=2',
    wait: '.judge',
    reach: async (page, queue) => {
      queue.change(2, { status: 'approved', assignee: 'noa' }, 'noa');
      await page.keyboard.press('r');
      await page.getByTestId('conflict').waitFor();
    },
  },
  nothing: { path: '/review?provider=none', wait: '[data-testid=review-nothing]' },
  learning: { path: '/review?tab=learning', wait: '.muted' },
  unlearnt: { queue: () => new Queue(), path: '/review?tab=learning', wait: '[data-testid=learning-empty]' },
  keys: {
    path: '/review?item=2',
    wait: '.judge',
    reach: async (page) => {
      await page.keyboard.press('?');
      await page.locator('dialog.keys[open]').waitFor();
    },
  },
  away: { fail: 'away', wait: '[data-testid=review-failed]' },
};

for (const { name: look, ...options } of LOOKS) {
  test(`no barrier and no sideways scrolling in Review: ${look}`, async () => {
    const reviews = { queue: new Queue() };
    await open(reviews, { ...options, failing: true }, async (page) => {
      for (const [name, { queue, fail = null, path = '/review', wait, reach }] of Object.entries(STATES)) {
        Object.assign(reviews, { queue: queue ? queue() : await example(), fail });
        if (!queue) {
          reviews.queue.change(5, { status: 'approved', assignee: 'noa' });
          reviews.queue.mute({ item: 5, fingerprint: 'answerpatternfxx' });
        }
        await page.goto(here.server.address + path);
        await page.locator(wait).first().waitFor();
        await reach?.(page, reviews.queue);
        await assertReadable(page, name);
      }
    });
  });
}
