// What people give: files, facts, settings, broken storage. Bad input is named where it is, and nothing else is lost.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { EMPTY, highlights, shared, typed } from './support.mjs';

const NOI = [{ title: 'Memo', text: 'The NOI for the property was $1,200,000 in Q3 2024.' }];

const here = shared();
const open = (storage, run) => here.open({ storage }, run);

const text = (name, content) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
const BROKEN = { name: 'broken.txt', mimeType: 'text/plain', buffer: Buffer.from([0x4e, 0x4f, 0x49, 0x20, 0xff, 0xfe]) };

async function drop(page, files) {
  const transfer = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const { name, bytes } of files) transfer.items.add(new File([new Uint8Array(bytes)], name));
    return transfer;
  }, files.map(({ name, buffer }) => ({ name, bytes: [...buffer] })));
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
  await page.locator('.drop-zone.is-over').waitFor();
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

test('dropped files become sources; one that is not UTF-8 is named and the rest stays', async () => {
  await open(typed('The NOI was $1.5M and rent was $7.', NOI), async (page) => {
    await drop(page, [text('rent.txt', 'The rent was $7.'), BROKEN, text('more.txt', 'Nothing.')]);
    const alert = page.locator('.file-errors .error-note');
    await alert.waitFor();
    assert.match(await alert.textContent(), /broken\.txt is neither text nor a PDF/);
    const titles = await page.locator('.source-title-field').evaluateAll((fields) => fields.map((f) => f.value));
    assert.deepEqual(titles, ['Memo', 'rent.txt', 'more.txt']);
    assert.deepEqual(await highlights(page), [['$1.5M', 'contradicted'], ['$7', 'supported']]);
    assert.equal(await page.locator('.drop-zone.is-over').count(), 0);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await alert.waitFor({ state: 'detached' });
  });
});

const FILES = new URL('../data/files/', import.meta.url);
const kept = async (name) => ({ name, mimeType: 'application/octet-stream', buffer: await readFile(new URL(name, FILES)) });

test('a workbook, a PDF and a Word document become sources by sheet and page; what has no text or is locked is named', async () => {
  const answer = 'Rental sales were €612.3 thousand in Q3 2024. Inventories were $57.4 million. The fee is £3,450 a month and notice is 60 days.';
  await open(typed(answer, []), async (page) => {
    await drop(page, await Promise.all(['orchard-q3.xlsx', 'tidewater.pdf', 'locked.pdf', 'storage-agreement.docx', 'scan.pdf'].map(kept)));
    const notes = page.locator('.file-errors .error-note');
    await notes.nth(2).waitFor();
    assert.deepEqual((await notes.allTextContents()).map((note) => note.replace(/[!\u2066-\u2069]/g, '').trim()), [
      'tidewater.pdf · page 3 has no text; a scan has to go through text recognition (OCR) first',
      'locked.pdf the file is protected by a password',
      'scan.pdf the PDF file has no text; a scan has to go through text recognition (OCR) first',
    ]);
    const titles = await page.locator('.source-title-field').evaluateAll((fields) => fields.map((f) => f.value));
    assert.deepEqual(titles, [
      'orchard-q3.xlsx · Segments', 'orchard-q3.xlsx · Headcount', 'orchard-q3.xlsx · Notes',
      'tidewater.pdf · page 1', 'tidewater.pdf · page 2', 'storage-agreement.docx',
    ]);
    const shown = await highlights(page);
    for (const told of [['€612.3 thousand', 'supported'], ['$57.4 million', 'supported'], ['£3,450', 'supported'], ['60', 'contradicted']]) {
      assert.ok(shown.some(([text, status]) => text === told[0] && status === told[1]), `${told}: ${JSON.stringify(shown)}`);
    }
  });
});

/** Pastes what the clipboard holds in both forms, as a browser does. */
async function paste(page, selector, html, plain) {
  await page.locator(selector).focus();
  await page.locator(selector).evaluate((area, { html, plain }) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', html);
    clipboardData.setData('text/plain', plain);
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, { html, plain });
}

test('a table pasted out of a web page stays a table, hidden text stays away, and the paste can be undone', async () => {
  await open(typed('Islands brought in €2,402 thousand in Q3 2024, Harbour €1,265 thousand. Passengers on Islands: 88,200.', [{ title: 'Figures', text: 'Old. ' }]), async (page) => {
    await page.getByRole('tab', { name: 'Sources' }).click();
    const area = page.locator('.source textarea');
    const html = await readFile(new URL('tide-tables.html', FILES), 'utf8');
    await paste(page, '.source textarea', html, 'Islands 2,310 2,4022');
    await page.waitForFunction(() => document.querySelector('.source textarea').value.includes('| Islands | 2,310 | 2,402² | 51,940 |'));
    const pasted = await area.inputValue();
    assert.ok(pasted.startsWith('Old. ') && !pasted.includes('4,711') && !pasted.includes('999999'), pasted);
    const shown = await highlights(page);
    for (const told of [['€2,402 thousand', 'supported'], ['€1,265 thousand', 'supported']]) {
      assert.ok(shown.some(([text, status]) => text === told[0] && status === told[1]), `${told}: ${JSON.stringify(shown)}`);
    }
    await page.keyboard.press('Control+z');
    assert.equal(await area.inputValue(), 'Old. ');
  });
});

test('a paste without tables is left to the browser', async () => {
  await open(EMPTY, async (page) => {
    const prevented = await page.locator('#answer').evaluate((area) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', '<p>The <b>NOI</b> was $5.</p>');
      return !area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    assert.equal(prevented, false);
  });
});

test('a file that ends the reader of files ends nothing else', async () => {
  await open(EMPTY, async (page) => {
    const cut = await kept('tidewater.pdf');
    cut.buffer = cut.buffer.subarray(0, cut.buffer.length / 2);
    await page.getByTestId('pick-sources').setInputFiles([cut, await kept('stock.xls')]);
    await page.locator('.source').first().waitFor();
    assert.match(await page.locator('.file-errors .error-note').textContent(), /tidewater\.pdf.*cannot be read/);
    assert.equal(await page.locator('.source textarea').inputValue(), 'Item\tPieces\nLadders\t48\nSaws\t131');
  });
});

test('several files can be picked at once', async () => {
  await open(EMPTY, async (page) => {
    await page.getByTestId('pick-sources').setInputFiles([text('a.txt', '\ufeffone'), text('b.txt', 'two')]);
    await page.locator('.source').nth(1).waitFor();
    const texts = await page.locator('.source textarea').evaluateAll((areas) => areas.map((a) => a.value));
    assert.deepEqual(texts, ['one', 'two']);
  });
});

test('sources can be added, renamed and removed, and two with one id are refused', async () => {
  await open(typed('The NOI was $1.5M.', NOI), async (page) => {
    await page.getByRole('tab', { name: 'Sources' }).click();
    await page.getByTestId('add-source').click();
    const second = page.locator('.source').nth(1);
    await second.locator('textarea').fill('The NOI was $1.5M.');
    await second.locator('.source-id-field').fill('S1');
    await second.locator('.error-note').waitFor();
    assert.match(await second.locator('.error-note').textContent(), /sources\[1\]\.id/);
    assert.equal(await second.locator('.source-id-field').getAttribute('aria-invalid'), 'true');
    assert.equal(await second.locator('.source-id-field').getAttribute('aria-describedby'), await second.locator('.error-note').getAttribute('id'));
    assert.match(await page.locator('#tab-sources').textContent(), /has an error/);
    assert.equal(await page.getByTestId('verdict').textContent(), 'Not checked');
    assert.equal(await page.locator('#answer').inputValue(), 'The NOI was $1.5M.');
    await second.locator('.source-id-field').fill('deed');
    await second.locator('.error-note').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove source deed' }).click();
    assert.equal(await page.locator('.source').count(), 1);
  });
});

test('facts are read as they are typed, and a broken row is named with its line', async () => {
  await open(typed('The NOI was $1.5M.'), async (page) => {
    await page.getByRole('tab', { name: 'Facts' }).click();
    const csv = page.locator('textarea[name=facts]');
    await csv.fill('metric,value\nNOI,1200000\n');
    assert.equal(await page.getByTestId('facts-count').textContent(), '1 fact');
    assert.deepEqual(await highlights(page), [['$1.5M', 'contradicted']]);
    assert.equal(await page.getByTestId('nearest').textContent().then((t) => /1,200,000/.test(t)), true);
    await csv.fill('metric,value\nNOI,1200000\nDSCR,1.25,"x\n');
    const error = page.locator('#facts-read .error-note');
    await error.waitFor();
    assert.match(await error.textContent(), /line 3/);
    assert.equal(await page.getByTestId('verdict').textContent(), 'Not checked');
    await csv.fill('');
    assert.deepEqual(await highlights(page), [['$1.5M', 'unverifiable']]);
  });
});

test('a confidence out of range is named, and a good one is lowered where the answer is flagged', async () => {
  await open(typed('The NOI was $1.5M.', NOI), async (page) => {
    await page.locator('.context summary').click();
    const field = page.locator('input[name=confidence]');
    await field.fill('1.5');
    await page.locator('.context .error-note').waitFor();
    assert.equal(await page.getByTestId('verdict').textContent(), 'Not checked');
    await field.fill('0.9');
    assert.match(await page.getByTestId('confidence').textContent(), /0\.9 → 0\.7/);
  });
});

test('an answer that is too long is refused by name and stays in the editor', async () => {
  await open(typed('x', NOI), async (page) => {
    const long = 'The NOI was fine. '.repeat(17_000);
    await page.locator('#answer').fill(long);
    await page.locator('.answer > .error-note').waitFor();
    assert.match(await page.locator('.answer > .error-note').textContent(), /answer.*262144 are allowed/);
    assert.equal((await page.locator('#answer').inputValue()).length, long.length);
  });
});

test('what is typed outlives a reload, and clearing forgets it', async () => {
  await open(EMPTY, async (page) => {
    await page.locator('#answer').fill('The NOI was $1.5M.');
    await page.getByTestId('add-source').click();
    await page.locator('.source textarea').fill('The NOI was $1,200,000.');
    await page.reload();
    await page.locator('html.is-started').waitFor();
    assert.deepEqual(await highlights(page), [['$1.5M', 'contradicted']]);
    await page.getByTestId('clear').click();
    await page.locator('.welcome').waitFor();
    await page.reload();
    await page.locator('.welcome').waitFor();
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    assert.doesNotMatch(kept, /NOI/);
  });
});

test('the first visit begins with an example', async () => {
  await open({}, async (page) => {
    assert.ok((await highlights(page)).length >= 4);
    assert.equal(await page.locator('.welcome').count(), 0);
  });
});

test('settings take effect at once, are kept, exported, reset and imported', async () => {
  await open(typed('The NOI was $1.25M.', NOI), async (page) => {
    await page.getByTestId('settings').click();
    const tolerance = page.locator('#currency_tolerance_ratio');
    assert.equal(await tolerance.inputValue(), '5');
    await tolerance.fill('1');
    assert.deepEqual(await highlights(page), [['$1.25M', 'contradicted']]);
    await tolerance.fill('101');
    const error = page.locator('[data-setting=currency_tolerance_ratio] .error-note');
    assert.match(await error.textContent(), /currency_tolerance_ratio.*from 0 to 100/);
    await tolerance.fill('1');
    await page.reload();
    await page.locator('html.is-started').waitFor();
    assert.deepEqual(await highlights(page), [['$1.25M', 'contradicted']]);

    await page.getByTestId('settings').click();
    await page.locator('#locale').selectOption('he');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('export').click()]);
    const exported = await readFile(await download.path(), 'utf8');
    assert.deepEqual(JSON.parse(exported), { policy: { currency_tolerance_ratio: 0.01 }, locale: 'he' });
    await page.getByTestId('reset-all').click();
    assert.equal(await tolerance.inputValue(), '5');
    assert.equal(await page.locator('#locale').inputValue(), '');
    assert.deepEqual(await highlights(page), [['$1.25M', 'near']]);
    // The drawer is modal, so the notice behind it is reached once it is closed.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.claim-run.is-contradicted').waitFor();
    await page.getByTestId('settings').click();
    assert.equal(await page.locator('#locale').inputValue(), 'he');
    await page.getByTestId('reset-all').click();
    await page.getByTestId('import').setInputFiles([text('policy.json', exported)]);
    await page.locator('.claim-run.is-contradicted').waitFor();
    assert.equal(await tolerance.inputValue(), '1');
    assert.equal(await page.locator('#locale').inputValue(), 'he');
    await page.getByTestId('import').setInputFiles([text('bare.json', '{"currency_tolerance_ratio": 0.02}')]);
    await page.waitForFunction(() => document.querySelector('#currency_tolerance_ratio').value === '2');
    assert.equal(await page.locator('#locale').inputValue(), 'he');
    await page.getByTestId('import').setInputFiles([text('policy.json', exported)]);
    await page.waitForFunction(() => document.querySelector('#currency_tolerance_ratio').value === '1');

    await page.getByTestId('import').setInputFiles([text('bad.json', '{"currency_tolerance": 1}')]);
    const bad = page.locator('.sheet-foot .error-note');
    await bad.waitFor();
    assert.match(await bad.textContent(), /currency_tolerance is not a known field/);
    assert.equal(await tolerance.inputValue(), '1');
  });
});

test('a switch turns a check off, and its claims say so', async () => {
  await open(typed('The NOI was $1.5M.', NOI), async (page) => {
    await page.getByTestId('settings').click();
    await page.locator('#verify_currency').uncheck();
    assert.deepEqual(await highlights(page), [['$1.5M', 'unverifiable']]);
    assert.equal(await page.getByTestId('verdict').textContent(), 'Unverified');
  });
});

test('broken storage does not break the page', async () => {
  const storage = {
    'groundcheck.answer': '"The NOI was $1.5M."',
    'groundcheck.sources': '{"not": "a list"',
    'groundcheck.facts': '7',
    'groundcheck.context': '[]',
    'groundcheck.settings': '{"policy": {"currency_tolerance_ratio": 99}}',
    'groundcheck.look': 'null',
  };
  await open(storage, async (page) => {
    assert.deepEqual(await highlights(page), [['$1.5M', 'unverifiable']]);
    const dropped = page.getByRole('alert').filter({ hasText: 'could not be used; the defaults apply' });
    await dropped.waitFor();
    await page.reload();
    await dropped.waitFor();
    await dropped.getByRole('button', { name: 'Dismiss' }).click();
    await dropped.waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('html.is-started').waitFor();
    assert.equal(await dropped.count(), 0);
  });
  for (const kept of ['null', '{"policy"']) {
    await open({ ...EMPTY, 'groundcheck.settings': kept }, async (page) => {
      await page.getByTestId('settings-dropped').waitFor();
      await page.getByTestId('settings').click();
      await page.locator('#currency_tolerance_ratio').fill('1');
      await page.getByTestId('settings-dropped').waitFor({ state: 'detached' });
    });
  }
});

test('settings that cannot be kept say so', async () => {
  await open(typed('The NOI was $1.25M.', NOI), async (page) => {
    assert.equal(await page.getByTestId('settings-dropped').count(), 0);
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await page.getByTestId('settings').click();
    await page.locator('#currency_tolerance_ratio').fill('1');
    await page.locator('.sheet-foot').getByText('could not be kept in this browser').waitFor();
    await page.getByTestId('settings-not-kept').waitFor();
    assert.deepEqual(await highlights(page), [['$1.25M', 'contradicted']]);
  });
});

test('undo is offered only until something is typed', async () => {
  await open(typed('The NOI was $1.5M.', NOI), async (page) => {
    const undo = page.getByRole('button', { name: 'Undo' });
    await page.getByTestId('clear').click();
    await undo.waitFor();
    await page.locator('#answer').fill('The NOI was $2M.');
    await undo.waitFor({ state: 'detached' });
    await page.locator('#answer').fill('');
    await undo.click();
    assert.equal(await page.locator('#answer').inputValue(), 'The NOI was $1.5M.');
  });
});
