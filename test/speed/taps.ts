import type { Page } from 'playwright-core';
import { percentile } from '../bench/statistics';
import { openPhone, type Phone } from './phone.ts';

/** Enough for a 98th percentile. */
const TAPS = 300;
/** As somebody at a busy door taps. */
const TAP_EVERY_MS = 120;
const ROUNDS = 10;
const SETTLES_WITHIN_MS = 2_000;

/** A page with a number and a button that counts: what this machine needs for any tap. */
const BARE = `<!doctype html><meta name="viewport" content="width=device-width"><title>Bare</title>
<button id="tap" style="width:300px;height:200px">Tap</button><output id="count">0</output>`;

interface Tapper {
  /** Taps so often, and waits until each is on the screen. */
  tap(times: number): Promise<void>;
  /** ms, from each pointerdown until two frames later: what it changed is on the screen by then. */
  times(): Promise<number[]>;
  close(): Promise<void>;
}

async function openBare(phone: Phone, cpu: number): Promise<Page> {
  const { page } = await phone.openPage({ line: false, cpu });
  await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: BARE }));
  await page.goto('/bare');
  await page.evaluate(() => {
    const count = document.querySelector('#count');
    document.querySelector('#tap')?.addEventListener('click', () => {
      if (count) count.textContent = String(Number(count.textContent) + 1);
    });
  });
  return page;
}

async function openPads(phone: Phone, cpu: number, code: string): Promise<Page> {
  await phone.context.request.post('/api/auth/login', { data: { username: code, password: null } });
  const { page } = await phone.openPage({ line: false, cpu });
  await page.goto('/app');
  return page;
}

async function openTapper(url: string, selector: string, open: (phone: Phone) => Promise<Page>): Promise<Tapper> {
  const phone = await openPhone(url);
  const page = await open(phone);
  const pad = page.locator(selector).first();
  await pad.waitFor();
  // What loads once the pads are there moves them no more.
  await page.waitForTimeout(SETTLES_WITHIN_MS);
  const box = await pad.boundingBox();
  if (!box) throw new Error(`${selector} is not on the screen`);
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    window.addEventListener(
      'pointerdown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => requestAnimationFrame(() => times.push(performance.now() - timeStamp))),
      true,
    );
  });
  return {
    async tap(times) {
      for (let tap = 0; tap < times; tap += 1) {
        await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
        await page.waitForTimeout(TAP_EVERY_MS);
      }
    },
    async times() {
      const times = await page.evaluate(() => ('times' in window && Array.isArray(window.times) ? window.times : []));
      return times.map(Number);
    },
    close: () => phone.close(),
  };
}

async function p98Of(tapper: Tapper): Promise<number> {
  const times = await tapper.times();
  if (times.length < TAPS) throw new Error(`Of ${TAPS} taps ${times.length} were seen`);
  return percentile(times, 98);
}

/** The pads of an event that others count in, and a bare button, by turns: what else this machine does meets both alike. */
export async function measureTaps(url: string, code: string, cpu: number) {
  const bare = await openTapper(url, '#tap', (phone) => openBare(phone, cpu));
  const pad = await openTapper(url, 'button[aria-label^="Add one to"]', (phone) => openPads(phone, cpu, code));
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      await bare.tap(TAPS / ROUNDS);
      await pad.tap(TAPS / ROUNDS);
    }
    return { bareP98Ms: await p98Of(bare), padP98Ms: await p98Of(pad) };
  } finally {
    await bare.close();
    await pad.close();
  }
}
