import { openPhone } from './phone.ts';

/** Enough for a 98th percentile. */
const TAPS = 300;
/** As somebody at a busy door taps. */
const TAP_EVERY_MS = 120;

/** A page with a number and a button that counts: what this machine needs for any tap. */
const BARE = `<!doctype html><meta name="viewport" content="width=device-width"><title>Bare</title>
<button id="tap" style="width:300px;height:200px">Tap</button><output id="count">0</output>`;

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export interface TapTimes {
  bareP98Ms: number;
  padP98Ms: number;
}

/** Taps the button at `selector`: from each pointerdown until two frames later, when what it changed is on the screen. */
async function measure(url: string, cpu: number, path: string | null, selector: string, code: string): Promise<number> {
  const phone = await openPhone(url);
  try {
    if (path !== null)
      await phone.context.request.post('/api/auth/login', { data: { username: code, password: null } });
    const { page } = await phone.openPage({ line: false, cpu });
    if (path === null) {
      await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: BARE }));
      await page.goto('/bare');
      await page.evaluate(() => {
        const count = document.querySelector('#count');
        document.querySelector('#tap')?.addEventListener('click', () => {
          if (count) count.textContent = String(Number(count.textContent) + 1);
        });
      });
    } else {
      await page.goto(path);
    }
    const pad = page.locator(selector).first();
    await pad.waitFor();
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
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    for (let tap = 0; tap < TAPS; tap += 1) {
      await page.touchscreen.tap(x, y);
      await page.waitForTimeout(TAP_EVERY_MS);
    }
    const times = await page.evaluate(() => ('times' in window && Array.isArray(window.times) ? window.times : []));
    if (times.length < TAPS) throw new Error(`Of ${TAPS} taps ${times.length} were seen at ${selector}`);
    return percentile(
      times.map(Number).toSorted((a, b) => a - b),
      0.98,
    );
  } finally {
    await phone.close();
  }
}

/** The pads of an event that others count in, beside a bare button under the same load. */
export async function measureTaps(url: string, code: string, cpu: number): Promise<TapTimes> {
  return {
    bareP98Ms: await measure(url, cpu, null, '#tap', code),
    padP98Ms: await measure(url, cpu, '/app', 'button[aria-label^="Add one to"]', code),
  };
}
