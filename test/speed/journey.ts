import type { Page } from 'playwright-core';
import { openPhone, SLOW_CPU, type Traffic } from './phone.ts';

/** As people type a code that they read: 4 keys a second. */
const KEY_EVERY_MS = 250;
const SLOW = { line: true, cpu: SLOW_CPU };
const PADS_WITHIN_MS = 30_000;

export interface Journey {
  fieldMs: number;
  fieldTraffic: Traffic;
  padsMs: number;
  secondVisitMs: number;
  /** The longest task of the first visit, with a fourth of the CPU. */
  longestTaskMs: number;
}

declare global {
  interface Window {
    speed: { field: number | null; pads: number | null; submitted: number | null; longest: number };
    speedField: () => void;
  }
}

/**
 * Runs in the browser before anything of the page: nothing outside of it is there. It notes in ms of the page's own clock.
 */
function watchPage(): void {
  const speed: Window['speed'] = { field: null, pads: null, submitted: null, longest: 0 };
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
  // The button is disabled by whatever makes the form work: then the field can be typed in.
  const isField = () => {
    const field = document.querySelector('input[name="username"]');
    const button = document.querySelector<HTMLButtonElement>('button[type="submit"]');
    return button?.disabled === true && field?.checkVisibility({ visibilityProperty: true }) === true;
  };
  const isPads = () => {
    const pads = document.querySelectorAll<HTMLButtonElement>('button[aria-label^="Add one to"]');
    return [...pads].some((pad) => !pad.disabled);
  };
  const look = () => {
    if (speed.field === null && isField()) {
      speed.field = performance.now();
      window.speedField();
    }
    if (speed.pads === null && isPads()) speed.pads = performance.now();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function watched(page: Page, traffic: Traffic): Promise<{ atField: Promise<Traffic> }> {
  const atField = Promise.withResolvers<Traffic>();
  await page.exposeFunction('speedField', () => atField.resolve({ ...traffic }));
  await page.addInitScript(watchPage);
  return { atField: atField.promise };
}

const untilPads = (page: Page) =>
  page.waitForFunction(() => window.speed.pads !== null, undefined, { timeout: PADS_WITHIN_MS });

/** A phone that has never been here: login, code, pads; then once more, as it has been here. */
export async function walk(url: string, accessCode: string): Promise<Journey> {
  const phone = await openPhone(url);
  try {
    const { page, traffic } = await phone.openPage(SLOW);
    const { atField } = await watched(page, traffic);
    await page.goto('/login', { waitUntil: 'commit' });
    const fieldTraffic = await atField;
    await page.focus('input[name="username"]');
    await page.keyboard.type(accessCode, { delay: KEY_EVERY_MS });
    await page.keyboard.press('Enter');
    await untilPads(page);
    const first = await page.evaluate(() => window.speed);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.close();

    const second = await phone.openPage(SLOW);
    await watched(second.page, second.traffic);
    await second.page.goto('/app', { waitUntil: 'commit' });
    await untilPads(second.page);
    const again = await second.page.evaluate(() => window.speed);
    return {
      fieldMs: first.field ?? Number.NaN,
      fieldTraffic,
      padsMs: (first.pads ?? Number.NaN) - (first.submitted ?? Number.NaN),
      secondVisitMs: again.pads ?? Number.NaN,
      longestTaskMs: first.longest,
    };
  } finally {
    await phone.close();
  }
}
