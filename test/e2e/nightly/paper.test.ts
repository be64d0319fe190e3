import type { Page } from 'playwright-core';
import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { closedReport } from '../../web/support/report';
import { DESKTOP, withBrowser } from '../support/browser';
import { readPrinted } from '../support/paper';
import { dialog, enterAsAdmin, enterWithEvent, press } from '../support/steps';

const { openDevice } = withBrowser();

/** In points, the unit of PDF. */
const SIZES = { a4: [595, 842], letter: [612, 792] } as const;
const INTERVAL_HEAD = 'Interval In Out Lowest Highest At end Capacity % of capacity';

test('a report prints on A4 and on Letter with numbered pages, table heads on each page, and charts as vector lines', async () => {
  const page = await openDevice(DESKTOP);
  await enterAsAdmin(page);
  // Every report call is answered with the sample's two nights.
  await page.route('**/api/events/e1/report?*', (route) => route.fulfill({ json: closedReport }));
  await page.goto('/app/reports/print?event=e1&paper=a4&with=intervals');
  for (const paper of ['a4', 'letter'] as const) {
    await page.getByRole('heading', { level: 1, name: 'Warehouse Friday' }).waitFor();
    expect(await page.title()).toBe('Warehouse Friday 2026-11-20 to 2026-11-21 report');
    const pages = await readPrinted(page);

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

    // The venue's table spans several pages, and each page repeats its column heads.
    const venuePages = pages.filter(({ text }) => text.includes(`Venue ${INTERVAL_HEAD}`));
    expect(venuePages.length).toBeGreaterThan(1);
    const intervals = pages.slice(pages.findIndex(({ text }) => text.includes('Steps of 15 minutes')));
    for (const { text } of intervals) expect(text).toContain(INTERVAL_HEAD);
    for (const name of ['東京 Lounge', 'Ελλάδα']) {
      expect(intervals.some(({ text }) => text.includes(`${name} ${INTERVAL_HEAD}`))).toBe(true);
    }
    await page.getByRole('combobox', { name: 'Paper' }).selectOption('Letter');
    await page.waitForURL('**/app/reports/print?event=e1&paper=letter&with=intervals');
    // The style of the page changes after the address.
    const isLetter = () => document.adoptedStyleSheets.some(({ cssRules }) => cssRules[0]?.cssText.includes('letter'));
    await page.waitForFunction(isLetter);
  }
});

/** Longer than the three lines that the card has for a name. */
const LONG_NAME = 'Summer Open Air at the Old Harbor, with the Orchestra of the City and Friends from Everywhere';
/** In px of print: 96 px are one inch. */
const CARDS = { A4: [794, 1123], A5: [559, 794], A6: [397, 559], Letter: [816, 1054] } as const;

/** Lists parts of the card that are cut off or lie outside the paper. */
const cutParts = (page: Page): Promise<string[]> =>
  page.locator('.door-card').evaluate((card) => {
    const parts = [...card.querySelectorAll<HTMLElement | SVGElement>('h1, svg, p, li')];
    const cut = parts.filter((part) => {
      const { left, top, right, bottom } = part.getBoundingClientRect();
      const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      return !isInside || (part instanceof HTMLElement && part.scrollWidth > part.clientWidth + 1);
    });
    return cut.map((part) => part.textContent || part.tagName);
  });

test('the door card fits on one page of any size and cuts off neither name, code nor instructions', async () => {
  const admin = await openDevice(DESKTOP);
  const { code } = await enterWithEvent(admin, LONG_NAME, { 'Main Stage': 100 });
  await press(admin, 'Share');
  await dialog(admin, 'Share Event')
    .getByRole('img', { name: /QR code/ })
    .waitFor();
  for (const format of ['A4', 'A5', 'A6', 'Letter'] as const) {
    for (const landscape of [false, true]) {
      const [short, long] = CARDS[format];
      await admin.emulateMedia({ media: 'print' });
      await admin.setViewportSize(landscape ? { width: long, height: short } : { width: short, height: long });
      // The page is laid out for the new size a frame later.
      await expect.poll(() => cutParts(admin), { message: `${format}, ${landscape}` }).toEqual([]);
      await admin.emulateMedia({ media: null });
      await admin.setViewportSize(DESKTOP);
      const { totalPages, text } = await extractText(new Uint8Array(await admin.pdf({ format, landscape })));
      expect(totalPages, format).toBe(1);
      const page = text.join(' ').replaceAll(/\s+/g, ' ');
      for (const said of ['Summer Open Air', code, '/login', 'Scan the square', 'Tap “Log in”']) {
        expect(page, format).toContain(said);
      }
      expect(page).not.toContain('Main Stage');
    }
  }
});
