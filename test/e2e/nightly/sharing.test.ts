import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { scan } from '../support/scan';
import { NAME, openEvent, qrOf, shareDialog } from '../support/shared-event';
import {
  area,
  button,
  closeSheet,
  dialog,
  inspect,
  logIn,
  openSheet,
  press,
  shownCount,
  tapIn,
} from '../support/steps';
import { DESKTOP, withBrowser } from '../support/browser';

const { openDevice, pageErrors } = withBrowser();

/** In mm. */
const PAPER = { A4: [210, 297], A5: [148, 210], A6: [105, 148], Letter: [216, 279] } as const;
const PIXELS_PER_MM = 96 / 25.4;

/** Longer than its three lines. */
const LONG_NAME = 'Summer Open Air at the Old Harbor, with the Orchestra of the City and Friends from Everywhere';

/** What of the card is cut, or lies outside of the paper's margin. */
const cutParts = (page: Page): Promise<string[]> =>
  page.locator('.door-card').evaluate((card) => {
    const paper = card.getBoundingClientRect();
    const margin = Number.parseFloat(getComputedStyle(card).paddingTop) - 1;
    const cut: string[] = [];
    for (const part of card.querySelectorAll<HTMLElement | SVGElement>('h1, svg, p, li')) {
      const { left, top, right, bottom } = part.getBoundingClientRect();
      const isInside =
        left >= paper.left + margin &&
        top >= paper.top + margin &&
        right <= paper.right - margin &&
        bottom <= paper.bottom - margin;
      const isWhole = part instanceof SVGElement || part.scrollWidth <= part.clientWidth + 1;
      if (!isInside || !isWhole) cut.push(part.textContent || part.tagName);
    }
    const name = card.querySelector('h1');
    const lines = name ? name.clientHeight / Number.parseFloat(getComputedStyle(name).lineHeight) : 0;
    if (lines < 0.9 || Math.abs(lines - Math.round(lines)) > 0.1) cut.push(`the name, after ${lines} lines`);
    return cut;
  });

/** The card as a sheet of that paper shows it; as a picture, too, for people, who cannot look into a PDF here. */
async function expectWhole(page: Page, format: keyof typeof PAPER, landscape: boolean): Promise<void> {
  const [short, long] = PAPER[format];
  const viewport = page.viewportSize();
  const sheet = `${format}${landscape ? '-landscape' : ''}`;
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({
    width: Math.round((landscape ? long : short) * PIXELS_PER_MM),
    height: Math.round((landscape ? short : long) * PIXELS_PER_MM),
  });
  const heading = page.locator('.door-card h1');
  for (const name of [LONG_NAME, NAME]) {
    await heading.evaluate((element, text) => element.replaceChildren(text), name);
    if (process.env.SCREENSHOTS) {
      mkdirSync('.tmp/screenshots', { recursive: true });
      await page.screenshot({ path: `.tmp/screenshots/door-card-${sheet}-${name.length}.png` });
    }
    expect(await cutParts(page), `${sheet}: ${name}`).toEqual([]);
  }
  await page.emulateMedia({ media: null });
  if (viewport) await page.setViewportSize(viewport);
}

/** What the paper of a printer shows, page by page. */
async function print(page: Page, format: keyof typeof PAPER, landscape: boolean) {
  const pdf = await page.pdf({ format, landscape });
  return extractText(new Uint8Array(pdf));
}

test('the door card is one page of any size, nothing cut: with the name, the code and what to do', async () => {
  const { admin, code } = await openEvent(await openDevice(DESKTOP));
  await press(admin, 'Share');
  await qrOf(admin).waitFor();
  for (const format of ['A4', 'A5', 'A6', 'Letter'] as const) {
    for (const landscape of [false, true]) {
      await expectWhole(admin, format, landscape);
      const { totalPages, text } = await print(admin, format, landscape);
      expect(totalPages, format).toBe(1);
      const [page = ''] = text;
      expect(page.replaceAll(/\s+/g, ' ')).toContain(NAME);
      for (const said of [code, '/login', 'Scan the square', 'Tap “Log in”', 'Tap + for who comes in']) {
        expect(page, format).toContain(said);
      }
      expect(page).not.toContain('Main Stage');
    }
  }
  expect(pageErrors).toEqual([]);
});

test('replacing the code logs out who joined with the old one; the new one lets in', async () => {
  const { admin, code } = await openEvent(await openDevice(DESKTOP));
  const door = await openDevice();
  await door.goto(`/login?code=${code}`);
  await button(door, 'Log in').click();
  await area(door, 'Main Stage').waitFor();
  await tapIn(door, 'Main Stage', 2);
  await expect.poll(() => shownCount(admin, 'Main Stage')).toBe('2');

  await press(admin, 'Share');
  await button(shareDialog(admin), 'Replace code').click();
  await dialog(admin, 'Replace code')
    .getByText(/is logged out at once/)
    .waitFor();
  await inspect(admin, 'replace-code');
  await button(dialog(admin, 'Replace code'), 'Replace code').click();
  await shareDialog(admin).getByText('This is the new code.').waitFor();
  await inspect(admin, 'share-event-new-code');
  await door.waitForURL('**/login');
  const link = String(await scan(qrOf(admin)));
  expect(link).not.toContain(code);
  await admin.keyboard.press('Escape');
  await tapIn(admin, 'Main Stage');

  await logIn(door, code);
  await door.getByText('Login failed. Please check your credentials.').waitFor();
  await door.goto(link);
  await button(door, 'Log in').click();
  await area(door, 'Main Stage').waitFor();
  await expect.poll(() => shownCount(door, 'Main Stage')).toBe('3');
  expect(pageErrors).toEqual([]);
});

test('the link of another event asks who is logged in before it takes them there', async () => {
  const { admin: organizer, code } = await openEvent(await openDevice(DESKTOP));
  const other = await openEvent(await openDevice(DESKTOP));
  const door = await openDevice();
  await door.goto(`/login?code=${code}`);
  await button(door, 'Log in').click();
  await area(door, 'Main Stage').waitFor();
  await door.goto(`/login?code=${code}`);
  await area(door, 'Main Stage').waitFor();
  expect(await door.getByRole('dialog').count()).toBe(0);

  await door.goto(`/login?code=${other.code}`);
  await dialog(door, 'Join another event?').getByText(other.code).waitFor();
  expect(door.url()).not.toContain(other.code);
  await inspect(door, 'join-another-event');
  await button(door, 'Stay here').click();
  await tapIn(door, 'Main Stage');
  await expect.poll(() => shownCount(organizer, 'Main Stage')).toBe('1');

  await door.goto(`/login?code=${other.code}`);
  await button(dialog(door, 'Join another event?'), 'Join').click();
  await area(door, 'Main Stage').waitFor();
  await openSheet(door);
  await door.getByText(other.code).waitFor();
  await closeSheet(door);
  await tapIn(door, 'Main Stage', 2);
  await expect.poll(() => shownCount(other.admin, 'Main Stage')).toBe('2');
  expect(await shownCount(organizer, 'Main Stage')).toBe('1');

  await organizer.goto(`/login?code=${code}`);
  await organizer.getByRole('heading', { name: NAME }).waitFor();
  expect(await organizer.getByRole('dialog').count()).toBe(0);
  expect(pageErrors).toEqual([]);
});
