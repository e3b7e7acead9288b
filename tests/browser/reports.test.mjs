// The view Reports as a person uses it, on a stand-in for the server's reports: figures, filters, pages, charts, what goes wrong.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { Store, exampleMentions, exampleStore, manyMentions, mention, serveReports, source } from './reports-data.mjs';
import { shared, strangers, typed } from './support.mjs';

const here = shared();
const many = new Store(manyMentions());

/** Runs with a page at Reports. */
const open = (reports, options, run) =>
  here.open({ path: '/reports', serve: (page) => serveReports(page, reports), ...options }, (page) => run(page, reports));

const figure = (page, level) => page.locator(`.total[data-level=${level}] .total-figure`).textContent();
const bare = (text) => text.replace(/[\u2066-\u2069]/g, '');
const shows = (page, mentions) => page.getByTestId('mentions').filter({ hasText: new RegExp(`^${mentions}$`) }).waitFor();

test('the example is reported figure by figure', async () => {
  await open({ store: exampleStore() }, {}, async (page) => {
    await shows(page, '15');
    assert.equal(await page.getByTestId('average').textContent(), '0.68');
    assert.deepEqual(await Promise.all(['high', 'medium', 'low'].map((level) => figure(page, level))), ['2', '5', '8']);
    assert.equal(bare(await page.locator('.total[data-level=high] .total-more').textContent()), '13.3 %');
    const rows = await page.getByTestId('table-models').locator('tbody tr').allTextContents();
    assert.deepEqual(rows, ['openaigpt-4o80.75035', 'ollamallama370.61223']);
    const first = page.locator('.mention').first();
    assert.equal(await first.locator('.mention-name').textContent(), 'CompetitorX');
    assert.match(await first.textContent(), /High risk.*reliability 0\.35.*No source was named\./s);
    assert.equal(await page.locator('.mention').count(), 2);
    assert.equal(await page.title(), 'Reports – groundcheck');
    assert.equal(await page.getByTestId('status').textContent(), '15 mentions');
  });
});

test('an empty database offers example data, which one click adds and another takes away', async () => {
  await open({ store: new Store() }, {}, async (page) => {
    await page.getByTestId('report-empty').waitFor();
    assert.equal(await page.locator('.filters').count(), 0);
    await page.getByTestId('add-examples').click();
    await shows(page, '15');
    assert.match(await page.getByTestId('examples').textContent(), /This is example data/);
    await page.getByTestId('remove-examples').click();
    await page.getByTestId('report-empty').waitFor();
    assert.equal(await page.getByTestId('examples').count(), 0);
  });
});

test('example data among others is counted as such', async () => {
  const store = new Store(exampleMentions(), { responses: 40, examples: 6 });
  await open({ store }, {}, async (page) => {
    assert.match(await page.getByTestId('examples').textContent(), /^◇This includes 6 responses of example data/);
  });
});

test('filters stand in the address, and Back takes them away one by one', async () => {
  await open({ store: exampleStore() }, {}, async (page) => {
    await shows(page, '15');
    await page.getByLabel('Provider', { exact: true }).selectOption('openai');
    await shows(page, '8');
    assert.match(await page.locator('.total').first().textContent(), /of 15 scored/);
    await page.getByLabel('Model', { exact: true }).selectOption('gpt-4o');
    await page.getByLabel('From', { exact: true }).fill('2026-11-18');
    await shows(page, '5');
    assert.equal(new URL(page.url()).search, '?provider=openai&model=gpt-4o&from=2026-11-18');
    // Changing the same field again is no further step.
    await page.getByLabel('From', { exact: true }).fill('2026-11-20');
    await shows(page, '2');
    await page.goBack();
    await shows(page, '8');
    assert.equal(new URL(page.url()).search, '?provider=openai&model=gpt-4o');
    assert.equal(await page.getByLabel('From', { exact: true }).inputValue(), '');
    await page.goBack();
    await page.goBack();
    await shows(page, '15');
    assert.equal(await page.getByLabel('Provider', { exact: true }).inputValue(), '');
    for (let i = 0; i < 3; i += 1) await page.goForward();
    await shows(page, '2');
    assert.equal(await page.getByLabel('Provider', { exact: true }).inputValue(), 'openai');
    await page.reload();
    await shows(page, '2');
    assert.equal(await page.getByLabel('Provider', { exact: true }).inputValue(), 'openai');
    assert.equal(await page.getByLabel('From', { exact: true }).inputValue(), '2026-11-20');
    await page.getByTestId('clear-filters').click();
    await shows(page, '15');
    assert.equal(new URL(page.url()).search, '');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'filter-query');
  });
});

test('a filter from the address is asked for to the letter', async () => {
  const query = 'מהן חברות הסייבר? 100% & +1 = #';
  const store = new Store([mention(1, { query, reliability: 0.2 }), mention(2, {})]);
  await open({ store }, { path: `/reports?query=${encodeURIComponent(query)}&risk=low` }, async (page, reports) => {
    await shows(page, '1');
    assert.equal(await page.getByLabel('Query', { exact: true }).inputValue(), query);
    assert.deepEqual([...new URL(reports.asked[0].slice(4), here.server.address).searchParams], [['query', query]]);
    assert.ok(await page.locator('.pick.is-low input').isChecked());
  });
});

test('another provider takes the model of the one before away', async () => {
  await open({ store: exampleStore() }, { path: '/reports?provider=openai&model=gpt-4o' }, async (page) => {
    await shows(page, '8');
    await page.getByLabel('Provider', { exact: true }).selectOption('ollama');
    await shows(page, '7');
    assert.equal(new URL(page.url()).search, '?provider=ollama');
    assert.deepEqual(await page.getByLabel('Model', { exact: true }).locator('option').allTextContents(), ['All models', 'llama3']);
  });
});

test('a filter that leaves nothing says that this is no verdict, and can be cleared', async () => {
  await open({ store: exampleStore() }, { path: '/reports?model=unheard-of' }, async (page) => {
    const state = page.getByTestId('report-nothing');
    await state.waitFor();
    assert.match(await state.textContent(), /does not mean that the risk is low/);
    assert.equal(await page.locator('.totals').count(), 0);
    await state.getByRole('button').click();
    await shows(page, '15');
  });
});

test('nothing scored is never shown as no risk', async () => {
  for (const [stored, words] of [
    [{ responses: 12, pending: 12 }, /risk of these answers is unknown/],
    [{ responses: 3, failed: 3 }, /Scoring failed, so the risk of these answers is unknown/],
    [{ responses: 3 }, /contain nothing that can be scored, so their risk is unknown/],
  ]) {
    await open({ store: new Store([], stored) }, {}, async (page) => {
      const state = page.getByTestId('report-unscored');
      await state.waitFor();
      assert.match(await state.textContent(), words);
      assert.equal(await page.locator('.totals, .mentions').count(), 0);
    });
  }
  const waiting = new Store([mention(1, {})], { responses: 5, pending: 4, failed: 1 });
  await open({ store: waiting }, {}, async (page) => {
    assert.match(await page.getByTestId('none-listed').textContent(), /^None of the 1 mention has this risk\. Responses still waiting are not included\.$/);
    assert.match(await page.getByTestId('waiting').textContent(), /4 responses are waiting to be checked and scored\. They are not included in these figures yet/);
    assert.match(await page.getByTestId('failed').textContent(), /1 response could not be scored/);
  });
});

test('while responses wait the page asks again by itself, ever more slowly, and stops when none does', async () => {
  const store = (pending) => new Store(exampleMentions(), { responses: 10, pending });
  const reports = { store: store(3) };
  const serve = async (page) => {
    await page.clock.install();
    await serveReports(page, reports);
  };
  await open(reports, { serve }, async (page) => {
    const asked = () => reports.asked.filter((line) => line === 'GET /api/reports').length;
    const answered = () => page.waitForResponse(/\/api\/reports$/);
    await page.getByTestId('waiting').waitFor();
    assert.equal(asked(), 1);
    for (const wait of [3_000, 4_500]) {
      await page.clock.runFor(wait - 100);
      const response = answered();
      await page.clock.runFor(200);
      await response;
    }
    assert.equal(asked(), 3);
    reports.store = store(0);
    const response = answered();
    await page.clock.runFor(10_000);
    await response;
    await page.getByTestId('waiting').waitFor({ state: 'detached' });
    await page.clock.runFor(120_000);
    assert.equal(asked(), 4);
  });
});

test('a server that does not answer is named, and trying again brings the figures', async () => {
  const reports = { store: exampleStore(), fail: 'away' };
  await open(reports, { failing: true }, async (page) => {
    const state = page.getByTestId('report-failed');
    await state.waitFor();
    assert.match(await state.textContent(), /The server is not responding.*groundcheck serve/s);
    assert.equal(await page.locator('.totals').count(), 0);
    reports.fail = null;
    await state.getByRole('button', { name: 'Try again' }).click();
    await shows(page, '15');
  });
});

test('what the server refuses is told in its own words, and an answer of another kind is not taken for one', async () => {
  const error = { code: 'invalid_value', field: 'from', line: null, message: 'is no day' };
  const reports = { store: exampleStore(), fail: { status: 422, json: { error } } };
  await open(reports, { failing: true, path: '/reports?from=2026-13-77' }, async (page) => {
    const state = page.getByTestId('report-failed');
    await state.waitFor();
    assert.match(await state.textContent(), /could not make the report.*status 422.*from.*is no day/s);
    reports.fail = { json: { hello: 'there' } };
    await state.getByRole('button', { name: 'Try again' }).click();
    await state.filter({ hasText: 'cannot be read' }).waitFor();
    reports.fail = null;
    await page.getByTestId('clear-filters').click();
    await shows(page, '15');
  });
});

test('figures that could not be refreshed stay, marked as such; about another filter they go', async () => {
  let release;
  const late = new Promise((resolve) => { release = resolve; });
  const reports = { store: exampleStore(), hold: (url) => (url.searchParams.get('provider') === 'openai' ? late : null) };
  await open(reports, { failing: true }, async (page) => {
    await shows(page, '15');
    await page.locator('.views a', { hasText: 'Check' }).click();
    reports.fail = 'away';
    await page.locator('.views a', { hasText: 'Reports' }).click();
    assert.match(await page.getByTestId('old').textContent(), /may be out of date/);
    await shows(page, '15');
    // The server is known to be away: nothing stale is shown while it is asked again, nor behind that.
    await page.getByLabel('Provider', { exact: true }).selectOption('openai');
    await page.getByTestId('report-failed').waitFor();
    assert.equal(await page.locator('.totals').count(), 0);
    assert.equal(await page.locator('.report-body.is-stale').count(), 0);
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('provider=openai'));
    release();
    await failed;
    await page.getByTestId('report-failed').waitFor();
    assert.equal(await page.locator('.totals').count(), 0);
    assert.equal(await page.locator('.report-body.is-stale').count(), 0);
  });
});

test('a late answer never takes the place of a newer one', async () => {
  let release;
  const late = new Promise((resolve) => { release = resolve; });
  const reports = { store: exampleStore(), hold: (url) => (url.searchParams.get('provider') === 'openai' && url.pathname === '/api/reports' ? late : null) };
  await open(reports, {}, async (page) => {
    await shows(page, '15');
    await page.getByLabel('Provider', { exact: true }).selectOption('openai');
    await page.locator('.report-body.is-stale').waitFor();
    await page.getByLabel('Provider', { exact: true }).selectOption('ollama');
    await shows(page, '7');
    const answered = page.waitForResponse(/provider=openai/);
    release();
    await answered;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    assert.equal(await page.getByTestId('mentions').textContent(), '7');
  });
});

test('100,000 mentions are grouped, thinned and paged', async () => {
  await open({ store: many }, {}, async (page) => {
    await shows(page, '100,000');
    assert.match(await page.getByTestId('listed').textContent(), /^20 of \d{1,2},\d{3}$/);
    assert.equal(await page.locator('.mention').count(), 20);
    await page.getByTestId('more').click();
    await page.locator('.mention').nth(39).waitFor();
    const scores = await page.locator('.mention .figure:first-of-type').allTextContents();
    assert.deepEqual(scores, [...scores].sort());
    assert.match(await page.locator('[data-plot=trend] .card-aside').textContent(), /^each point is \d+ days$/);
    assert.ok((await page.getByTestId('table-trend').locator('tbody tr').count()) <= 120);
    assert.equal(await page.locator('[data-plot=models] .card-aside').textContent(), '6 of 9, all in the table');
  });
});

test('another risk is listed from the server, and a page that fails can be asked for again', async () => {
  const reports = { store: many };
  await open(reports, { failing: true }, async (page) => {
    await shows(page, '100,000');
    await page.locator('.pick.is-medium').click();
    await page.locator('.mention[data-level=medium]').nth(19).waitFor();
    assert.equal(new URL(page.url()).search, '?risk=medium');
    reports.fail = 'away';
    await page.getByTestId('more').click();
    await page.locator('.mentions .report-note').waitFor();
    assert.equal(await page.locator('.mention').count(), 20);
    reports.fail = null;
    await page.locator('.mentions').getByRole('button', { name: 'Try again' }).click();
    await page.locator('.mention').nth(39).waitFor();
    await page.goBack();
    await page.locator('.mention[data-level=high]').first().waitFor();
  });
});

test('links are links only where they are, show their host as it is, and tell the other site nothing', async () => {
  const sources = [
    source('https://пример.example/путь?q=1', { title: 'A page' }),
    source('https://bank.example@evil.example/login'),
    source('javascript:alert(1)', { reason: 'ok' }),
    source('https://gone.example/', { is_valid: false, state: 'unreachable', reason: 'blocked', status_code: null }),
    source('https://unasked.example/', { state: null, reason: null, status_code: null }),
    source('not a link \u202egnp.exe', { is_valid: false, state: 'unreachable', reason: 'invalid_url', status_code: null }),
    source('https://slow.example/', { state: 'unknown', reason: 'timed_out', status_code: null }),
  ];
  await open({ store: new Store([mention(1, { reliability: 0.1, sources })]) }, {}, async (page) => {
    await page.locator('.cited-source').nth(6).waitFor();
    const links = await page.locator('.cited-link').evaluateAll((all) => all.map((a) => [a.querySelector('.cited-host').textContent, a.rel, a.protocol]));
    const rel = 'noopener noreferrer nofollow';
    assert.deepEqual(links.map(([host]) => host), ['xn--e1afmkfd.example', 'evil.example', 'unasked.example', 'slow.example']);
    assert.ok(links.every(([, own, protocol]) => own === rel && protocol === 'https:'));
    const texts = (await page.locator('.cited-source').allTextContents()).map((text) => text.replace(/\s+/g, ' '));
    assert.match(texts[0], /✓ ?reachable \(the page exists, 200\)/);
    assert.match(texts[3], /✕ ?unreachable \(an address that is never contacted\)/);
    assert.match(texts[4], /– ?not checked yet/);
    assert.match(texts[5], /not a link U\+202Egnp\.exe/);
    assert.match(texts[6], /\? ?unknown \(no answer in time\)/);
  });
});

test('markup in names, queries, explanations and links stays text', async () => {
  const payload = '<img src=x onerror=alert(1)>"><script>alert(1)</script>';
  const hostile = mention(1, { query: payload, provider: payload, model: payload, brand_name: payload, explanation: payload, reliability: 0.1, sources: [source(payload, { title: payload })] });
  await open({ store: new Store([hostile]) }, {}, async (page) => {
    await page.locator('.mention-name', { hasText: 'onerror' }).waitFor();
    for (const button of await page.locator('.tool[aria-pressed]').all()) await button.click();
    assert.equal(await strangers(page), 0);
  });
});

test('charts are drawn as sharp as the screen, in its colours, and have a table each', async () => {
  await open({ store: exampleStore() }, { deviceScaleFactor: 2 }, async (page) => {
    await shows(page, '15');
    const pixels = () =>
      page.locator('.plot-canvas').evaluateAll((all) =>
        all.map((canvas) => {
          const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
          const seen = new Set();
          for (let i = 0; i < data.length; i += 4) if (data[i + 3] === 255) seen.add(`${data[i]},${data[i + 1]},${data[i + 2]}`);
          return { sharp: canvas.width === Math.round(canvas.clientWidth * devicePixelRatio), seen: [...seen] };
        }),
      );
    const drawn = () => document.querySelectorAll('.plot-canvas').length === 4 && [...document.querySelectorAll('.plot-canvas')].every((c) => c.width > 300 && c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some((v) => v));
    await page.waitForFunction(drawn);
    const [risk, ...others] = await pixels();
    assert.ok([risk, ...others].every(({ sharp }) => sharp));
    // High, medium and low in the style sheet's colours.
    for (const rgb of ['179,38,30', '133,87,0', '21,121,91']) assert.ok(risk.seen.includes(rgb), rgb);
    await page.getByTestId('scheme').click();
    await page.waitForFunction(() => {
      const c = document.querySelector('.plot-canvas');
      const { data } = c.getContext('2d').getImageData(0, 0, c.width, c.height);
      for (let i = 0; i < data.length; i += 4) if (data[i] === 91 && data[i + 1] === 211 && data[i + 2] === 168) return true;
      return false;
    });
    assert.equal(await page.locator('.plot-canvas').first().getAttribute('aria-label'), 'Risk distribution. 2 high, 5 medium, 8 low.');
    const table = page.getByTestId('table-risk');
    assert.deepEqual((await table.locator('tbody tr').allTextContents()).map(bare), ['▲ High risk213.3 %', '◆ Medium risk533.3 %', '● Low risk853.3 %']);
    const toggle = page.getByRole('button', { name: 'Risk distribution: as a table' });
    await toggle.focus();
    await page.keyboard.press('Enter');
    assert.equal(await toggle.getAttribute('aria-pressed'), 'true');
    assert.ok(!(await page.locator('[data-plot=risk] canvas').isVisible()));
    assert.ok((await table.boundingBox()).height > 100);
    await page.keyboard.press('Enter');
    await page.waitForFunction(drawn);
  });
});

test('a chart is saved as PNG and as CSV without formulas, under a name that says what it is of', async () => {
  const store = new Store([mention(1, { provider: '=HYPERLINK("http://x")', model: '-1+1' }), mention(2, { reliability: 0.1 })]);
  await open({ store }, { path: '/reports?from=2026-11-01' }, async (page) => {
    await shows(page, '2');
    const save = async (name) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
    };
    const csv = await save('Providers and models: save as CSV');
    assert.match(csv.name, /^groundcheck-models_from-2026-11-01_\d{4}-\d\d-\d\d\.csv$/);
    assert.equal(csv.bytes.toString(), '\ufeffProvider,Model,Mentions,Average reliability,High risk,Medium risk,Low risk\r\n"\'=HYPERLINK(""http://x"")","\'-1+1",1,0.8,0,0,1\r\nopenai,gpt-4o,1,0.1,1,0,0\r\n');
    const png = await save('Over time: save as PNG');
    assert.match(png.name, /^groundcheck-trend_from-2026-11-01_\d{4}-\d\d-\d\d\.png$/);
    assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
    assert.equal(png.bytes.readUInt32BE(16), 1_600);
    assert.equal(await page.getByTestId('export-report').getAttribute('href'), '/api/reports.csv?from=2026-11-01');
  });
});

test('views change without losing what was typed, by mouse, keyboard, Back and reload', async () => {
  const storage = typed('The NOI was $1.5M for the property.', [{ title: 'Memo', text: 'The NOI for the property was $1,200,000 in Q3 2024.' }]);
  await open({ store: exampleStore() }, { path: '/', storage }, async (page, reports) => {
    const current = () => page.locator('.views a[aria-current=page]').allTextContents();
    await page.locator('.claim').first().waitFor();
    assert.deepEqual(await current(), ['Check']);
    // Nothing of Reports is made or asked before it is seen.
    assert.equal(await page.locator('.reports').count(), 0);
    assert.deepEqual(reports.asked, []);
    await page.locator('#answer').press('End');
    await page.keyboard.type(' Rent was $7.');
    await page.locator('.views a', { hasText: 'Reports' }).focus();
    await page.keyboard.press('Enter');
    await shows(page, '15');
    assert.deepEqual(await current(), ['Reports']);
    assert.ok(!(await page.locator('#answer').isVisible()));
    await page.getByLabel('Provider', { exact: true }).selectOption('openai');
    await shows(page, '8');
    await page.locator('.views a', { hasText: 'Check' }).click();
    assert.match(await page.locator('#answer').inputValue(), /Rent was \$7\.$/);
    // The text area's own way back is kept too.
    await page.locator('#answer').focus();
    await page.keyboard.press('Control+z');
    assert.doesNotMatch(await page.locator('#answer').inputValue(), /Rent was \$7\.$/);
    assert.equal(new URL(page.url()).pathname, '/');
    await page.goBack();
    await shows(page, '8');
    assert.equal(new URL(page.url()).search, '?provider=openai');
    await page.reload();
    await shows(page, '8');
    assert.equal(await page.locator('#answer').count(), 0);
    assert.equal(await page.locator('.views a', { hasText: 'Reports' }).getAttribute('href'), '/reports?provider=openai');
  });
});
