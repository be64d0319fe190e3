import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import readXlsxFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { DESKTOP, noonZone, withBrowser } from './support/browser';
import { readPrinted } from './support/paper';
import { addArea, button, countsOnServer, createEvent, enterAsAdmin, tapIn } from './support/steps';

const { openDevice } = withBrowser({ timezoneId: noonZone() });

/**
 * Saves a file. Returns the name that the page gives it: on a busy machine the browser under test has reported the
 * file's own name as "download".
 */
async function download(page: Page, name: string, fileName: RegExp): Promise<{ name: string; bytes: Buffer }> {
  const saving = page.waitForEvent('download');
  await button(page, name).click();
  const saved = await saving;
  const said = await page.getByText(new RegExp(`${fileName.source} is saved\\.$`)).textContent();
  return { name: said?.replace(' is saved.', '') ?? '', bytes: readFileSync(await saved.path()) };
}

const figure = (page: Page, name: string) =>
  page
    .locator('dl > div', { has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .first()
    .textContent();

test('taps appear on the open report, in the workbook, in both files and on paper', async () => {
  const desk = await openDevice(DESKTOP);
  await enterAsAdmin(desk);
  // The event is created on its screen, which also sends the time zone.
  await createEvent(desk, '東京 Night');
  await addArea(desk, 'Ελλάδα', '4');
  const page = await desk.context().newPage();
  await page.goto('/app/reports');
  await page.getByText(/^Nothing was counted on /).waitFor();
  await desk.bringToFront();
  await tapIn(desk, 'Ελλάδα', 5);
  await button(desk, 'Remove one from Ελλάδα').click();
  // The count appears before the server has it. A report requested before it is sent would lack the last tap.
  await expect.poll(() => countsOnServer(desk)).toEqual({ Ελλάδα: 4 });
  // The page requests the report every 15 seconds.
  await page.bringToFront();
  await expect.poll(() => figure(page, 'Inside now'), { timeout: 40_000 }).toBe('4');
  expect([await figure(page, 'People in'), await figure(page, 'Peak occupancy')]).toEqual(['5', '5']);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('group', { name: 'Above capacity', exact: true }).getByText('5 of 4').waitFor();
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
  const taps = await download(page, 'All taps (CSV)', /taps\.csv/);
  expect(taps.name).toMatch(/^東京 Night \d{4}-\d{2}-\d{2} taps\.csv$/);
  const [head = '', ...lines] = taps.bytes.toString().trim().split('\r\n');
  const column = (line: string, name: string) => Number(line.split(',')[head.split(',').indexOf(name)]);
  expect(lines.reduce((sum, line) => sum + column(line, 'in') - column(line, 'out'), 0)).toBe(4);

  await page.getByRole('link', { name: 'Print or save as PDF' }).click();
  await page.getByRole('region', { name: 'Occupancy report' }).waitFor();
  const [first] = await readPrinted(page);
  expect(first?.text).toContain('Preliminary');
  expect(first?.text).toMatch(/Ελλάδα 4 0 5 1 0 0 4 5 /);
});
