import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { percentile } from '../support/figures';

/** Lighthouse's slow 4G; the CPU is four times slower than this machine's. */
const SLOW_LINE = {
  offline: false,
  latency: 400,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 750e3 / 8,
};
export const SLOW_CPU = 4;

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
/** People type a code that they read at 4 keys a second. */
const KEY_EVERY_MS = 250;
const PADS_WITHIN_MS = 30_000;
/** Enough samples for a 98th percentile. */
const TAPS = 300;
/** The tapping rate of a person at a busy door. */
const TAP_EVERY_MS = 120;
const ROUNDS = 10;
const SETTLES_WITHIN_MS = 2_000;

/** Opens a new phone without stored data. Its windows are not private, so that a service worker can be installed. */
async function openPhone(baseURL: string): Promise<{ context: BrowserContext; close: () => Promise<void> }> {
  const { CHROMIUM_PATH: executablePath } = process.env;
  if (!executablePath) throw new Error('CHROMIUM_PATH is not set: run `npm run check:speed`');
  const profile = mkdtempSync(join(tmpdir(), 'headroom-phone-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: FLAGS,
    baseURL,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'en-US',
  });
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { context, close };
}

/** Opens a page on the slow line or on this machine's own; `traffic` grows as the page loads. */
async function openPage(context: BrowserContext, cpu: number, isSlowLine: boolean) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const traffic = { requests: 0, bytes: 0 };
  devtools.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith('data:')) traffic.requests += 1;
  });
  devtools.on('Network.dataReceived', ({ encodedDataLength }) => {
    traffic.bytes += encodedDataLength;
  });
  devtools.on('Network.responseReceived', ({ response }) => {
    traffic.bytes += response.encodedDataLength;
  });
  await devtools.send('Network.enable');
  if (isSlowLine) await devtools.send('Network.emulateNetworkConditions', SLOW_LINE);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  return { page, traffic };
}

declare global {
  interface Window {
    /** In ms of the page's own clock. */
    speed: { field: number | null; pads: number | null; submitted: number; longest: number };
    speedField: () => void;
    /** ms from each pointerdown until two frames later, when its effect is on the screen. */
    times: number[];
  }
}

/** Runs in the browser before the page's scripts, so it can use nothing from outside its body. */
function watchPage(): void {
  const speed: Window['speed'] = { field: null, pads: null, submitted: Number.NaN, longest: 0 };
  window.speed = speed;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) speed.longest = Math.max(speed.longest, duration);
  }).observe({ type: 'longtask', buffered: true });
  window.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Enter') speed.submitted = performance.now();
    },
    true,
  );
  // The script that makes the form work disables the button; from then on the field accepts text.
  const isField = () => {
    const field = document.querySelector('input[name="username"]');
    const button = document.querySelector<HTMLButtonElement>('button[type="submit"]');
    return button?.disabled === true && field?.checkVisibility({ visibilityProperty: true }) === true;
  };
  const look = () => {
    if (speed.field === null && isField()) {
      speed.field = performance.now();
      window.speedField();
    }
    if (document.querySelector('button[aria-label^="Add one to"]:enabled')) speed.pads ??= performance.now();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

export interface Journey {
  requests: number;
  bytes: number;
  fieldMs: number;
  padsMs: number;
  secondVisitMs: number;
  /** The longest task of the first visit, at a fourth of the CPU. */
  longestTaskMs: number;
}

/** Walks through login, code and pads on a phone that has never opened the app, and once more as it returns. */
export async function walk(url: string, accessCode: string): Promise<Journey> {
  const { context, close } = await openPhone(url);
  try {
    const untilPads = async (page: Page): Promise<Window['speed']> => {
      await page.waitForFunction(() => window.speed.pads !== null, undefined, { timeout: PADS_WITHIN_MS });
      return await page.evaluate(() => window.speed);
    };
    const { page, traffic } = await openPage(context, SLOW_CPU, true);
    const atField = Promise.withResolvers<typeof traffic>();
    await context.exposeFunction('speedField', () => atField.resolve({ ...traffic }));
    await context.addInitScript(watchPage);
    await page.goto('/login', { waitUntil: 'commit' });
    const ofField = await atField.promise;
    await page.focus('input[name="username"]');
    await page.keyboard.type(accessCode, { delay: KEY_EVERY_MS });
    await page.keyboard.press('Enter');
    const first = await untilPads(page);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.close();

    const second = await openPage(context, SLOW_CPU, true);
    await second.page.goto('/app', { waitUntil: 'commit' });
    const again = await untilPads(second.page);
    return {
      ...ofField,
      fieldMs: first.field ?? Number.NaN,
      padsMs: (first.pads ?? Number.NaN) - first.submitted,
      secondVisitMs: again.pads ?? Number.NaN,
      longestTaskMs: first.longest,
    };
  } finally {
    await close();
  }
}

/** A page with a number and a button that counts: it shows what this machine needs for any tap. */
const BARE = `<!doctype html><meta name="viewport" content="width=device-width"><title>Bare</title>
<button style="width:300px;height:200px" onclick="it.textContent = Number(it.textContent) + 1">Tap</button>
<output id="it">0</output>`;

/** Opens a phone with a page and taps the first button that matches the selector. */
async function openTapper(url: string, path: string, selector: string, cpu: number, code: string) {
  const { context, close } = await openPhone(url);
  await context.request.post('/api/auth/login', { data: { username: code, password: null } });
  const { page } = await openPage(context, cpu, false);
  await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: BARE }));
  await page.goto(path);
  const pad = page.locator(selector).first();
  await pad.waitFor();
  // Waits because code that loads after the pads must not move them during the taps.
  await page.waitForTimeout(SETTLES_WITHIN_MS);
  const box = await pad.boundingBox();
  if (!box) throw new Error(`${selector} is not on the screen`);
  await page.evaluate(() => {
    window.times = [];
    const painted = (since: number) => window.times.push(performance.now() - since);
    const nextFrame = (run: () => void) => requestAnimationFrame(() => requestAnimationFrame(run));
    window.addEventListener('pointerdown', ({ timeStamp }) => nextFrame(() => painted(timeStamp)), true);
  });
  return {
    tap: async (times: number) => {
      for (let tap = 0; tap < times; tap += 1) {
        await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
        await page.waitForTimeout(TAP_EVERY_MS);
      }
    },
    p98: async () => {
      const times = await page.evaluate(() => window.times);
      if (times.length < TAPS) throw new Error(`Of ${TAPS} taps ${times.length} were seen`);
      return percentile(times, 98);
    },
    close,
  };
}

/** Measures an event's pads and a bare button alternately, because other load on the machine then affects both alike. */
export async function measureTaps(url: string, code: string, cpu: number) {
  const bare = await openTapper(url, '/bare', 'button', cpu, code);
  const pad = await openTapper(url, '/app', 'button[aria-label^="Add one to"]', cpu, code);
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      await bare.tap(TAPS / ROUNDS);
      await pad.tap(TAPS / ROUNDS);
    }
    return { bareP98Ms: await bare.p98(), padP98Ms: await pad.p98() };
  } finally {
    await bare.close();
    await pad.close();
  }
}
