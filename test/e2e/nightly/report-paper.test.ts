import { expect, test } from 'vitest';
import { SIZES, printed, readPages, openPaper, INTERVAL_HEAD } from '../support/paper';
import { enterAsAdmin, inspect } from '../support/steps';
import { DESKTOP, withBrowser } from '../support/browser';

const { openDevice, pageErrors } = withBrowser();

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
