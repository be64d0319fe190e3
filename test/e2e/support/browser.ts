import process from 'node:process';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';

export const PASSWORD = 'Aa345678!';

/** Keeps Chromium's own services off the network, which the machine may not have. */
export const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function launchOptions() {
  const executablePath = process.env.CHROMIUM_PATH;
  if (!executablePath) throw new Error('CHROMIUM_PATH is not set: run the tests with `npm test`');
  return { executablePath, args: FLAGS };
}

/**
 * A zone in which it is about noon: in an event of this zone no business day, and no date, ends during a journey.
 * Zones of this form name the hours that they are behind UTC.
 */
export function noonZone(now = new Date()): string {
  const behind = now.getUTCHours() - 12;
  return `Etc/GMT${behind < 0 ? '-' : '+'}${Math.abs(behind)}`;
}

export const PHONE = { width: 390, height: 844 };
/** The smallest phone that the layout is made for. */
export const SMALL = { width: 360, height: 640 };
export const DESKTOP = { width: 1280, height: 800 };

/** What a page shows when its journey fails, for the one who reads the run. */
const shownText = async (page: Page): Promise<string> =>
  page.isClosed() ? '' : `${page.url()}\n${await page.evaluate(() => document.body.innerText)}`;

/**
 * Makes all text twice as large in the browser's settings, as somebody may who sees badly (WCAG 1.4.4). Media queries in
 * rem follow it, as on a device.
 */
export async function enlargeText(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
}

/**
 * Starts one browser for the journeys of a file. A journey fails when a page throws or violates its Content Security
 * Policy. A service worker fetches the whole app for every new device, so only the journeys that need it allow it.
 * Devices are in the zone of the tests unless a file names one.
 */
export function withBrowser({
  serviceWorkers = 'block',
  timezoneId,
}: { serviceWorkers?: 'allow' | 'block'; timezoneId?: string } = {}) {
  let browser: Browser;
  const pageErrors: string[] = [];
  let pages: Page[] = [];
  beforeAll(async () => {
    browser = await chromium.launch(launchOptions());
  });
  afterAll(() => browser.close());
  beforeEach(() => {
    pageErrors.length = 0;
    pages = [];
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') for (const page of pages) console.error(await shownText(page));
    expect(pageErrors).toEqual([]);
  });

  /** Opens a device that shares no cookies, storage or window with others, in this language and mode. */
  async function openDevice(
    viewport = PHONE,
    baseURL = inject('baseUrl'),
    locale = 'en-US',
    hasTouch = viewport.width < 500,
    colorScheme: 'light' | 'dark' = 'light',
  ): Promise<Page> {
    // With animations, each click would wait for its target to stand still.
    const context = await browser.newContext({
      viewport,
      baseURL,
      locale,
      hasTouch,
      colorScheme,
      reducedMotion: 'reduce',
      serviceWorkers,
      ...(timezoneId !== undefined && { timezoneId }),
    });
    await context.addInitScript(() => {
      addEventListener('pointerup', ({ target }) => {
        if (target instanceof Element && target.closest('[data-area-id]')) window.lastPadAt = performance.now();
      });
    });
    context.on('page', (page) => pages.push(page));
    const page = await context.newPage();
    page.on('pageerror', (error) => pageErrors.push(error.message));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) pageErrors.push(message.text());
    });
    return page;
  }
  return { pageErrors, openDevice };
}
