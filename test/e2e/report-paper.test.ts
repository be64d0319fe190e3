import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import readXlsxFile from 'read-excel-file/node';
import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { expect, test } from 'vitest';
import { closedReport } from '../web/support/report';
import { addArea, button, createEvent, enterAsAdmin, inspect, shownCount, tapIn } from './steps';
import { DESKTOP, withBrowser } from './support';

const { openDevice, pageErrors } = withBrowser();

/** In points, as PDF has them. */
const SIZES = { a4: [595, 842], letter: [612, 792] } as const;
type Paper = keyof typeof SIZES;

/** As the browser's own "Save as PDF" makes it: what the page's CSS says of paper is what counts. */
async function printed(page: Page, name: string): Promise<Uint8Array> {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  if (process.env.SCREENSHOTS) {
    mkdirSync(resolve('.tmp/screenshots'), { recursive: true });
    writeFileSync(resolve(`.tmp/screenshots/${name}.pdf`), pdf);
  }
  return new Uint8Array(pdf);
}

interface PrintedPage {
  size: number[];
  text: string;
  hasImages: boolean;
  hasPaths: boolean;
}

/** What another program reads from it. */
async function readPages(pdf: Uint8Array): Promise<PrintedPage[]> {
  const { OPS } = await getResolvedPDFJS();
  const document = await getDocumentProxy(pdf);
  const { text: texts } = await extractText(document, { mergePages: false });
  return Promise.all(
    texts.map(async (text, i) => {
      const page = await document.getPage(i + 1);
      const { fnArray } = await page.getOperatorList();
      const images = new Set([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject]);
      const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
      return {
        size: [Math.round(right - left), Math.round(top - bottom)],
        text: text.normalize('NFKC').replaceAll(/\s+/g, ' '),
        hasImages: fnArray.some((it) => images.has(it)),
        hasPaths: fnArray.includes(OPS.constructPath),
      };
    }),
  );
}

/** The sample's two nights, whoever asks. */
async function openPaper(page: Page, paper: Paper): Promise<void> {
  await page.route('**/api/events/e1/report?*', (route) => route.fulfill({ json: closedReport }));
  await page.goto(`/app/reports/print?event=e1&paper=${paper}`);
  await page.getByRole('heading', { level: 1, name: 'Warehouse Friday' }).waitFor();
}

const INTERVAL_HEAD = 'Interval In Out Lowest Highest At end Capacity % of capacity';

test('a report is printed on A4 and on Letter, with numbered pages, heads on each, and charts as lines', async () => {
  const page = await openDevice(DESKTOP);
  await enterAsAdmin(page);
  for (const paper of ['a4', 'letter'] as const) {
    await openPaper(page, paper);
    expect(await page.title()).toBe('Warehouse Friday 2026-11-20 to 2026-11-21 report');
    const pages = await readPages(await printed(page, `report-${paper}`));

    expect(pages.length).toBeGreaterThan(4);
    for (const [i, { size, text, hasImages }] of pages.entries()) {
      expect(size).toEqual(SIZES[paper]);
      expect(text).toContain(`Page ${i + 1} of ${pages.length}`);
      expect(text).toContain('Warehouse Friday · Fri, Nov 20 – Sat, Nov 21, 2026');
      expect(hasImages).toBe(false);
    }
    const [first] = pages;
    expect(first?.text).toMatch(/occupancy report Warehouse Friday/i);
    expect(first?.text).toContain('All times are local times of Europe/Berlin (GMT+1).');
    expect(pages.some(({ text, hasPaths }) => hasPaths && text.includes('Dashed red: the capacity'))).toBe(true);

    // The venue's table goes over pages: each begins with what its columns are.
    const venuePages = pages.filter(({ text }) => text.includes(`Whole venue ${INTERVAL_HEAD}`));
    expect(venuePages.length).toBeGreaterThan(1);
    const intervals = pages.slice(pages.findIndex(({ text }) => text.includes('Steps of 15 minutes')));
    for (const { text } of intervals) expect(text).toContain(INTERVAL_HEAD);
    for (const name of ['東京 Lounge', 'Ελλάδα']) {
      expect(intervals.some(({ text }) => text.includes(`${name} ${INTERVAL_HEAD}`))).toBe(true);
    }
  }
  expect(pageErrors).toEqual([]);
});

test('paper and steps are chosen before printing, by whoever uses which device', { timeout: 120_000 }, async () => {
  const page = await openDevice();
  await enterAsAdmin(page);
  await openPaper(page, 'a4');
  await page.getByRole('combobox', { name: 'Paper' }).selectOption('Letter');
  await page.waitForURL('**/app/reports/print?event=e1&paper=letter');
  const asked = page.waitForRequest('**/api/events/e1/report?interval=60');
  await page.getByRole('combobox', { name: 'Interval' }).selectOption('60 min');
  await asked;
  await inspect(page, 'report-paper');
  expect((await readPages(await printed(page, 'report-chosen')))[0]?.size).toEqual(SIZES.letter);
});

/**
 * What a button saves, and under which name the page says that it did: on a busy machine the browser under test has told
 * the file's own name as "download".
 */
async function download(page: Page, name: string, fileName: RegExp): Promise<{ name: string; bytes: Buffer }> {
  const saving = page.waitForEvent('download');
  await button(page, name).click();
  const saved = await saving;
  const said = await page.getByText(new RegExp(`${fileName.source} is saved\\.$`)).textContent();
  return { name: said?.replace(' is saved.', '') ?? '', bytes: readFileSync(await saved.path()) };
}

test('what was tapped is in the workbook, in both files and on paper', { timeout: 120_000 }, async () => {
  const page = await openDevice(DESKTOP);
  await enterAsAdmin(page);
  await createEvent(page, '東京 Night');
  await addArea(page, 'Ελλάδα', '4');
  await tapIn(page, 'Ελλάδα', 5);
  await button(page, 'Take one from Ελλάδα').click();
  await expect.poll(() => shownCount(page, 'Ελλάδα')).toBe('4');
  await page.goto('/app/reports');
  await page.getByRole('link', { name: 'Print or save as PDF' }).waitFor();
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);

  const workbook = await download(page, 'Excel workbook', /report\.xlsx/);
  expect(workbook.name).toMatch(/^東京 Night \d{4}-\d{2}-\d{2} report\.xlsx$/);
  const sheets = await readXlsxFile(workbook.bytes);
  const rows = (name: string) => sheets.find(({ sheet }) => sheet === name)?.data ?? [];
  expect(rows('Summary').find(([label]) => label === 'Time zone')?.[1]).toBe(zone);
  expect(rows('Areas')[2]?.slice(0, 5)).toEqual(['Ελλάδα', 4, 0, 5, 1]);
  expect(rows('Intervals').filter(([name]) => name === 'Ελλάδα')).not.toEqual([]);
  expect(rows('Journal').some(([, by]) => by === 'Organizer')).toBe(true);

  const intervals = await download(page, 'Intervals (CSV)', /intervals\.csv/);
  expect(intervals.name).toMatch(/^東京 Night \d{4}-\d{2}-\d{2} intervals\.csv$/);
  expect(intervals.bytes.toString()).toContain('Ελλάδα');
  const taps = await download(page, 'Single taps (CSV)', /taps\.csv/);
  expect(taps.name).toMatch(/^東京 Night \d{4}-\d{2}-\d{2} taps\.csv$/);
  const [head = '', ...lines] = taps.bytes.toString().trim().split('\r\n');
  const column = (line: string, name: string) => Number(line.split(',')[head.split(',').indexOf(name)]);
  expect(lines.reduce((sum, line) => sum + column(line, 'in') - column(line, 'out'), 0)).toBe(4);

  await page.getByRole('link', { name: 'Print or save as PDF' }).click();
  await page.getByRole('region', { name: 'Occupancy report' }).waitFor();
  const [first] = await readPages(await printed(page, 'report-counted'));
  expect(first?.text).toContain('Preliminary');
  expect(first?.text).toMatch(/Ελλάδα 4 0 5 1 0 0 4 5 /);
  expect(pageErrors).toEqual([]);
});
