// <answer-check> in a real browser, under a strict content security policy.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { NPM } from './support/package.mjs';
import { pages } from './support/pages.mjs';

const { inPage, withPage } = await pages({ crate: fileURLToPath(new URL('..', NPM)) });

const sources = [{ id: 'S0', text: 'The NOI for Birch House was $1,200,000 in Q3 2024. Occupancy was 92%.' }];
const onPage = (run, more) => inPage('crate', run, '', { sources, ...more });

for (const worker of [false, true]) {
  test(`claims are marked as they settle, ${worker ? 'in a worker' : 'on the page'}; markup is text`, async () => {
    const result = await onPage(
      async ({ sources, worker }) => {
        const { ready } = await import('/crate/tests/support/element-page.js');
        const { answer, told, part, marks } = await ready({ sources, worker });
        const text = '<b>The NOI</b> for Birch House was $1.5M in Q3 2024. Occupancy was 92%.';
        for (const piece of text.match(/.{1,3}/g)) answer.push(piece);
        const { report } = await answer.finish();
        return {
          whole: part('text').textContent === text && answer.value === text,
          inner: answer.shadowRoot.querySelector('b'),
          marks: marks().map((mark) => [mark.textContent, mark.className, mark.dataset.sign, mark.getAttribute('aria-label')]),
          told: told.map(([name, detail]) => (name === 'answer-claim' ? detail.text : name)),
          claims: answer.claims.length,
          verdict: report.verdict,
          status: part('status').textContent,
        };
      },
      { worker },
    );
    assert.deepEqual(result.marks, [
      ['$1.5M', 'claim contradicted', '✕', '$1.5M: contradicted'],
      ['Q3 2024', 'claim supported', '✓', 'Q3 2024: supported'],
      ['92%', 'claim supported', '✓', '92%: supported'],
    ]);
    assert.deepEqual([result.whole, result.inner, result.claims, result.verdict], [true, null, 3, 'flagged']);
    assert.deepEqual(
      result.told.filter((name) => name !== 'answer-warning'),
      ['$1.5M', 'Q3 2024', '92%', 'answer-interrupt', 'answer-report'],
    );
    assert.equal(result.status, 'Some of this is not supported. 2 of 3 claims are supported. High risk. 2 of 2 sentences checked.');
  });
}

test('a claim opens by mouse and keyboard, and the arrows go from one to the next', async () => {
  await withPage('crate', '', async (page) => {
    await page.evaluate(async (sources) => {
      const { ready } = await import('/crate/tests/support/element-page.js');
      const { answer } = await ready({ sources });
      answer.value = 'The NOI for Birch House was $1.5M in Q3 2024. Occupancy was 92%.';
      await answer.finish();
    }, sources);
    const details = page.locator('[part~=details]');
    const focused = () => page.evaluate(() => document.querySelector('answer-check').shadowRoot.activeElement?.textContent);
    const isOpen = () => details.isVisible();
    await page.keyboard.press('Tab');
    assert.equal(await focused(), '$1.5M');
    for (const [key, on, open] of [
      ['Enter', '$1.5M', true],
      ['Escape', '$1.5M', false],
      ['ArrowRight', 'Q3 2024', false],
      ['End', '92%', false],
      ['ArrowRight', '92%', false],
      ['Home', '$1.5M', false],
      [' ', '$1.5M', true],
    ]) {
      await page.keyboard.press(key);
      assert.deepEqual([await focused(), await isOpen()], [on, open], key);
    }
    assert.match(await details.textContent(), /^\$1\.5M: contradictedThe sources say \$1,200,000\./);
    assert.equal(await page.locator('[aria-expanded=true]').textContent(), '$1.5M');
    await page.locator('[part~=claim]').nth(1).click();
    assert.match(await details.textContent(), /^Q3 2024: supported/);
    await page.locator('[part~=claim]').nth(1).click();
    assert.equal(await isOpen(), false);
  });
});

test('Hebrew runs from the right, in words of its own, and its arrows the other way', async () => {
  await withPage('crate', '', async (page) => {
    const found = await page.evaluate(async (sources) => {
      const { ready } = await import('/crate/tests/support/element-page.js');
      const { answer, part, marks } = await ready({ sources, lang: 'he' });
      answer.value = 'התפוסה הייתה 92%, והשכירות ₪3,000 לחודש.';
      await answer.finish();
      return [getComputedStyle(part('text')).direction, part('status').textContent, marks().length];
    }, [{ id: 'S0', text: 'התפוסה הייתה 92%, והשכירות ₪2,000 לחודש.' }]);
    assert.equal(found[0], 'rtl');
    assert.match(found[1], /^לא כל מה שנבדק/);
    assert.equal(found[2], 2);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.evaluate(() => document.querySelector('answer-check').shadowRoot.activeElement.textContent), '₪3,000');
  });
});

test('an answer with an open claim is not called unchecked', async () => {
  const said = await onPage(async () => {
    const { ready } = await import('/crate/tests/support/element-page.js');
    const sources = [{ id: 'S0', text: 'The building is made of brick. The rent is paid monthly.' }];
    // Whatever the default: nothing is flagged here that may be right.
    const { answer, part } = await ready({ sources, policy: { flagged_probability: 0.01 } });
    answer.value = 'The rent is $3,000 a month.';
    const { report } = await answer.finish();
    return [part('status').textContent, report.claims.map(({ status }) => status)];
  });
  assert.deepEqual(said[1], ['unverifiable']);
  assert.match(said[0], /^Some of this could not be decided: check it\. 0 of 1 claims are supported\. 0 of 1 sentence checked\./);
});

test('it is styled from outside: by parts and by properties, and by no style of its own in the markup', async () => {
  const result = await onPage(async ({ sources }) => {
    const { ready } = await import('/crate/tests/support/element-page.js');
    const { answer, marks } = await ready({ sources });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      answer-check { --answer-check-contradicted: rgb(1, 2, 3); }
      answer-check::part(claim-supported) { text-decoration-color: rgb(4, 5, 6); }`);
    document.adoptedStyleSheets = [sheet];
    answer.value = 'The NOI for Birch House was $1.5M in Q3 2024.';
    await answer.finish();
    const inline = answer.shadowRoot.querySelectorAll('style, [style]').length;
    return { colours: marks().map((mark) => getComputedStyle(mark).textDecorationColor), inline };
  });
  assert.deepEqual(result, { colours: ['rgb(1, 2, 3)', 'rgb(4, 5, 6)'], inline: 0 });
});

test('one element shows answer after answer, waits for its detector, and says what failed', async () => {
  const result = await onPage(async ({ sources }) => {
    const { ready } = await import('/crate/tests/support/element-page.js');
    const { answer, told, part, marks } = await ready({ sources });
    const late = document.createElement('answer-check');
    document.body.append(late);
    late.push('Occupancy was 92%.');
    const waiting = late.finish();
    late.detector = answer.detector;
    const seen = [(await waiting).report.verdict];
    const words = ['Occupancy ', 'was 9', '5%.'];
    await answer.pipe(new ReadableStream({ pull: (to) => (words.length ? to.enqueue(words.shift()) : to.close()) }));
    seen.push(marks().map(({ textContent }) => textContent).join());
    answer.push('Occupancy was 9');
    seen.push(part('text').textContent);
    answer.reset();
    seen.push(answer.value, part('text').textContent, part('status').textContent);
    answer.value = '7% '.repeat(102_400);
    await answer.finish().catch(({ code }) => seen.push(code));
    seen.push(part('status').textContent, told.at(-1)[0]);
    answer.value = 'Occupancy was 92%.';
    seen.push((await answer.finish()).report.verdict);
    answer.push('gone');
    answer.remove();
    return seen;
  });
  assert.deepEqual(result.slice(0, 2), ['clean', '95%']);
  assert.deepEqual(result.slice(3, 7), ['', '', '', 'answer_too_large']);
  assert.match(result[7], /^The answer was not checked: /);
  assert.deepEqual(result.slice(8), ['answer-error', 'clean']);
});

test('200 words a second leave the page its 60 frames: no task of groundcheck takes 16 ms', async (t) => {
  // The machine may be busy with other things: what counts is the time that the page's thread has run, which Chromium's trace has of each
  // task, not how much later it came to its end.
  await withPage('crate', '', async (page) => {
    const browser = page.context().browser();
    await browser.startTracing(page, { categories: ['blink.user_timing', 'toplevel', 'disabled-by-default-devtools.timeline'] });
    const { words, marks } = await page.evaluate(async (sources) => {
      const { ready } = await import('/crate/tests/support/element-page.js');
      const { answer, marks } = await ready({ sources, measured: true });
      // Setting up is a task of its own.
      await new Promise((done) => setTimeout(done, 50));
      const sentence = 'In the third quarter of the year the NOI for Birch House was $1,200,000 and occupancy stood at 92% on average. ';
      const words = sentence.repeat(30).match(/\S+\s*/g);
      for (const word of words) {
        answer.push(word);
        await new Promise((done) => setTimeout(done, 5));
      }
      await answer.finish();
      return { words: words.length, marks: marks().length };
    }, sources);
    const tasks = tasksWith('answer-check', JSON.parse(await browser.stopTracing()).traceEvents);
    const times = tasks.map(({ tdur }) => tdur / 1000).sort((a, b) => a - b);
    const [median, longest] = [times[Math.floor(times.length / 2)], times.at(-1)];
    t.diagnostic(`${words} words, ${times.length} tasks, median ${median.toFixed(2)} ms, longest ${longest.toFixed(2)} ms`);
    assert.equal(marks, 60);
    assert.ok(times.length > words / 5, `${times.length} tasks`);
    assert.ok(longest < 16, `${longest} ms`);
  });
});

/** The tasks of a trace in which something of this name was measured. */
function tasksWith(name, events) {
  const measured = events.filter((event) => event.name === name && event.ph === 'b');
  const { pid, tid } = measured[0];
  const tasks = events.filter((e) => e.name === 'RunTask' && e.ph === 'X' && e.pid === pid && e.tid === tid && e.tdur !== undefined);
  return tasks.filter(({ ts, dur }) => measured.some((event) => event.ts >= ts && event.ts <= ts + dur));
}

test('the example page asks, marks and warns', async () => {
  await withPage('crate', 'examples/stream.html', async (page) => {
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.locator('[part~=claim-contradicted]').waitFor();
    await page.getByText('Some of this is not supported.', { exact: false }).waitFor();
    const marks = await page.locator('[part~=claim]').allTextContents();
    assert.deepEqual(marks, ['$1.5M', 'Q3 2024', '1.25x', '92%', '14%']);
    assert.ok((await page.locator('#warnings li').count()) >= 2);
  });
});
