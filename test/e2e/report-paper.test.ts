import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import readXlsxFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { AreaListSchema } from '../../src/shared/schemas/area';
import { EventSchema } from '../../src/shared/schemas/event';
import { printed, readPages } from './support/paper';
import { addArea, button, createEvent, enterAsAdmin, shownCount, tapIn } from './support/steps';
import { DESKTOP, withBrowser } from './support/browser';

const { openDevice, pageErrors } = withBrowser();

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

/** What the server has counted in the areas of the account's only event. */
async function countsOnServer(page: Page): Promise<number[]> {
  const read = async (path: string): Promise<unknown> => await (await page.request.get(path)).json();
  const [event] = z.parse(z.array(EventSchema), await read('/api/events'));
  const { areas } = z.parse(AreaListSchema, await read(`/api/events/${event?.eventId}/areas`));
  return areas.map(({ currentOccupancy }) => currentOccupancy);
}

test('what was tapped is in the workbook, in both files and on paper', { timeout: 120_000 }, async () => {
  const page = await openDevice(DESKTOP);
  await enterAsAdmin(page);
  // By its screen, which also says the time zone.
  await createEvent(page, '東京 Night');
  await addArea(page, 'Ελλάδα', '4');
  await tapIn(page, 'Ελλάδα', 5);
  await button(page, 'Take one from Ελλάδα').click();
  await expect.poll(() => shownCount(page, 'Ελλάδα')).toBe('4');
  // Shown at once, and on the server once it is sent: a report that is asked for before would lack the last tap.
  await expect.poll(() => countsOnServer(page)).toEqual([4]);
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
