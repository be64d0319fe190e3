import process from 'node:process';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';

export const PASSWORD = 'Aa345678!';

/** Nothing of Chromium's own goes out: the machine may have no network. */
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

function launchOptions() {
  const executablePath = process.env.CHROMIUM_PATH;
  if (!executablePath) throw new Error('CHROMIUM_PATH is not set: run the tests with `npm test`');
  return { executablePath, args: FLAGS };
}

const launch = (): Promise<Browser> => chromium.launch(launchOptions());

/** A browser whose windows are no private ones: nothing can be installed from these. Its profile is kept in `folder`. */
export const launchWithProfile = (folder: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, launchOptions());

/** A page that does not answer must not hide why its test failed. */
const TELL_WITHIN_MS = 2_000;

type Viewport = { readonly width: number; readonly height: number };
const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

/** A device of its own: cookies, storage and window are shared with no other. Page errors go into `errors`. */
async function openDevice(
  browser: Browser,
  errors: string[],
  viewport: Viewport,
  baseURL: string,
  locale: string,
  serviceWorkers: ServiceWorkers,
  hasTouch: boolean,
): Promise<Page> {
  const context = await browser.newContext({
    viewport,
    baseURL,
    locale,
    hasTouch,
    // Animations would only make each click wait for its target to stand still.
    reducedMotion: 'reduce',
    serviceWorkers,
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) errors.push(message.text());
  });
  return page;
}

/** Prints what the open pages show: some failures come once in a hundred runs, and CI keeps its output alone. */
async function tellPages(browser: Browser, errors: readonly string[]): Promise<void> {
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    const shown = await page.locator('body').ariaSnapshot({ timeout: TELL_WITHIN_MS }).catch(String);
    process.stdout.write(`${page.url()}\n${shown}\n`);
  }
  if (errors.length > 0) process.stdout.write(`Errors of pages:\n${errors.join('\n')}\n`);
}

type ServiceWorkers = 'allow' | 'block';

/**
 * One browser for a file's journeys; what goes wrong in the pages of a journey is in `pageErrors`. A service worker fetches
 * the whole app for every new device, so only the journeys that need it allow it.
 */
export function withBrowser({ serviceWorkers = 'block' }: { serviceWorkers?: ServiceWorkers } = {}) {
  let browser: Browser;
  const pageErrors: string[] = [];
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());
  beforeEach(({ onTestFailed }) => {
    pageErrors.length = 0;
    onTestFailed(() => tellPages(browser, pageErrors));
  });
  return {
    pageErrors,
    /** `locale`: the language that its browser prefers, BCP 47. */
    openDevice: (
      viewport: Viewport = PHONE,
      baseURL = inject('baseUrl'),
      locale = 'en-US',
      hasTouch = viewport.width < 500,
    ) => openDevice(browser, pageErrors, viewport, baseURL, locale, serviceWorkers, hasTouch),
  };
}
