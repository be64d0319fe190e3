import axe from 'axe-core';
import jsQR from 'jsqr';
import type { BrowserContext, Locator, Page, WebSocketRoute } from 'playwright-core';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { formatAccessCode } from '../../../src/shared/rules/access-code';
import { AreaListSchema } from '../../../src/shared/schemas/area';
import { EventSchema } from '../../../src/shared/schemas/event';
import { DESKTOP, PASSWORD, PHONE, SMALL } from './browser';
import { findFlaws } from './measure';
import { takePicture } from './picture';

declare global {
  interface Window {
    axe: typeof axe;
    /** When a pad was last pressed (support/browser.ts). */
    lastPadAt?: number;
  }
}

/** Actions of people, named in their words. Every journey is made of these steps. */

export const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });
export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });
export const area = (page: Page, name: string): Locator => page.getByRole('article', { name });

export async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error('It is not on the screen');
  return box;
}

/** Taps a pad as a thumb does. */
export async function tapBy(page: Page, pad: Locator): Promise<void> {
  const { x, y, width, height } = await boxOf(pad);
  await page.touchscreen.tap(x + width / 2, y + Math.min(height / 2, 40));
}

/** The + of the first area. */
export const firstPad = (door: Page): Locator => door.locator('.pads').first().locator('button').last();

/** Whether the page shows its pads first and everything else in a sheet (web/src/device/door-screen.ts). */
const isDoor = (page: Page): boolean => {
  const { width, height } = page.viewportSize() ?? DESKTOP;
  return width < 820 || (width > height && height <= 480);
};

/** For this long after a tap on a pad, the app takes a press elsewhere for the thumb's next tap and ignores it. */
const THUMB_RESTS_MS = 500;

/** Waits, if the page has just been tapped, until it takes a press beside the pads for what it is. */
export const restThumb = (page: Page) =>
  page.waitForFunction((restMs) => performance.now() > (window.lastPadAt ?? -restMs) + restMs, THUMB_RESTS_MS);

/** Opens the sheet of a counting screen, in any language. A large screen has no sheet because it shows everything. */
export async function openSheet(page: Page): Promise<void> {
  if (!isDoor(page)) return;
  await restThumb(page);
  await page.locator('button[aria-haspopup="dialog"]').click();
  await page.getByRole('dialog').waitFor();
}

/** Closes whatever is open over the page. */
export async function closeSheet(page: Page): Promise<void> {
  if (!isDoor(page)) return;
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Presses a button beside the event, or in the sheet of a counting screen. */
export async function press(page: Page, name: string): Promise<void> {
  await openSheet(page);
  await button(page, name).click();
}

/** Chooses a menu item by name. On a counting screen the event's options are in its sheet. */
export async function choose(page: Page, menu: string, item: string): Promise<void> {
  if (menu === 'Event options' && isDoor(page)) {
    await press(page, item);
    return;
  }
  await button(page, menu).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Opens the settings of the event on the screen, and returns one of their sections. */
export async function openSettings(page: Page, section: string): Promise<Locator> {
  if (isDoor(page)) {
    await openSheet(page);
    await page.getByRole('dialog').getByRole('link', { name: 'Settings', exact: true }).click();
  } else await choose(page, 'Event options', 'Settings');
  await page.getByRole('link', { name: section, exact: true }).click();
  return page.getByRole('region', { name: section, exact: true });
}

let accounts = 0;
export const newEmail = (): string => `journey-${Date.now()}-${(accounts += 1)}@headroom.test`;

export async function logIn(page: Page, identifier: string, password?: string): Promise<void> {
  await page.getByLabel('Email or Access Code').fill(identifier);
  if (password !== undefined) await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Log in').click();
}

/** Makes an API call with the page's own cookies, without its screens. */
export async function call(
  page: Page,
  method: 'POST' | 'PUT',
  path: string,
  data: object,
  headers = {},
): Promise<unknown> {
  const answer = await page.request.fetch(path, { method, data, headers });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
  return await answer.json();
}

/** Logs in a new account without using the sign-up screens, which evening.test.ts covers. Returns its email. */
async function enter(page: Page): Promise<string> {
  const email = newEmail();
  await call(page, 'POST', '/api/auth/signup', { email, password: PASSWORD });
  await call(page, 'POST', '/api/auth/login', { username: email, password: PASSWORD });
  return email;
}

/** Logs in a new account and waits for its empty screen. Returns its email. */
export async function enterAsAdmin(page: Page): Promise<string> {
  const email = await enter(page);
  await page.goto('/app');
  return email;
}

/**
 * Creates an account with one event in the page's time zone, which opens by itself; returns its shown code.
 * @param areas capacities by name
 */
export async function enterWithEvent(
  page: Page,
  eventName: string,
  areas: Readonly<Record<string, number>> = {},
): Promise<{ email: string; code: string }> {
  const email = await enter(page);
  const zone = { 'Time-Zone': await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone) };
  const created = await call(page, 'POST', '/api/events', { eventName }, zone);
  const { eventId, accessCode } = z.parse(EventSchema, created);
  for (const [areaName, capacity] of Object.entries(areas)) {
    await call(page, 'POST', `/api/events/${eventId}/areas`, { areaName, capacity });
  }
  await page.goto('/app');
  await page.getByRole('heading', { name: eventName }).waitFor();
  return { email, code: formatAccessCode(accessCode) };
}

/** Logs in a counting device with the event's access code. */
export async function enterWithCode(page: Page, code: string): Promise<void> {
  await call(page, 'POST', '/api/auth/login', { username: code, password: null });
  await page.goto('/app');
}

export const connected = (page: Page): Promise<void> => page.getByText('Connected', { exact: true }).waitFor();

/** Creates an event on the empty screen of an account. Returns its access code as the screen shows it. */
export async function createEvent(page: Page, name: string): Promise<string> {
  await button(page, 'Select Event').click();
  await button(page, '+ Create New Event').click();
  const form = dialog(page, 'Create Event');
  await form.getByLabel('Event Name').fill(name);
  await button(form, 'Create Event').click();
  await page.getByRole('heading', { name }).waitFor();
  await openSheet(page);
  const code = await page.getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/).textContent();
  await closeSheet(page);
  return code ?? '';
}

export async function addArea(page: Page, name: string, capacity: string): Promise<void> {
  const add = button(page, '+ Add New Area');
  await add.or(page.getByRole('article').first()).first().waitFor();
  if (!(await add.isVisible())) await openSheet(page);
  // An empty event has the same fields on its screen.
  const form = dialog(page, 'Add New Area');
  await add.click();
  await form.getByLabel('Area Name').fill(name);
  await form.getByLabel('Capacity').fill(capacity);
  await button(form, 'Create Area').click();
  await area(page, name).waitFor();
}

export const shownCount = (page: Page, areaName: string): Promise<string | null> =>
  area(page, areaName).getByTestId('occupancy').textContent();

export async function tapIn(page: Page, areaName: string, times = 1): Promise<void> {
  for (let i = 0; i < times; i++) await button(page, `Add one to ${areaName}`).click();
}

/** How long Chromium may take to repaint after the color scheme changes. */
const REPAINT_MS = 150;

/** Whether every finite animation and transition has ended: axe reads colors from a page at rest. */
const nothingMoves = (): boolean =>
  document
    .getAnimations()
    .every((it) => it.playState !== 'running' || it.effect?.getComputedTiming().endTime === Infinity);

/** Resolves when the page has drawn itself at its size, and no finite animation runs: axe reads colors from it at rest. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.waitForFunction(nothingMoves);
}

/** Expects that nothing on the page is cut, small or covered, besides what matches `accepted`. */
export async function measure(page: Page, name: string, accepted?: RegExp): Promise<void> {
  await settle(page);
  const { width } = page.viewportSize() ?? DESKTOP;
  const flaws = await page.evaluate(findFlaws);
  expect
    .soft(
      flaws.filter((flaw) => accepted?.test(flaw) !== true),
      `${name}, ${width} px`,
    )
    .toEqual([]);
}

/**
 * Measures the page in light and in dark mode, a phone's page in the second one at the smallest size: findFlaws looks for
 * what is cut, small or covered, and axe for its problems; in dark mode only colors differ. With SCREENSHOTS set,
 * .tmp/screenshots gets the screen in both modes, at two sizes. Axe's source is evaluated in the page, because a script
 * element would violate the page's policy. Frames are skipped: they are Stripe's, and axe cannot look into them.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  const own = page.viewportSize() ?? DESKTOP;
  const other = own.width === PHONE.width ? SMALL : own;
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  // A change of scheme costs as much as a search, so each screen begins with the last one's.
  const [first, second] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  for (const colorScheme of [first, second]) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(REPAINT_MS);
    if (process.env.SCREENSHOTS) {
      for (const size of [PHONE, DESKTOP]) {
        await page.setViewportSize(size);
        await settle(page);
        await takePicture(page, `${name}-${size.width}-${colorScheme}`);
      }
      await page.setViewportSize(colorScheme === first ? own : other);
    }
    await measure(page, name);
    const violations = await page.evaluate(async (colorsOnly) => {
      const options = colorsOnly ? { runOnly: ['color-contrast'] } : {};
      const found = await window.axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'], ...options });
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    }, colorScheme === 'dark');
    expect.soft(violations, `${name}, ${colorScheme}`).toEqual([]);
    await page.setViewportSize(colorScheme === first ? other : own);
  }
}

/** Reads the code in this part of the screen as a camera does: from its pixels, independently of how it was drawn. */
export async function scan(shown: Locator): Promise<string | undefined> {
  const png = await shown.screenshot();
  const camera = await shown.page().context().newPage();
  const { pixels, width, height } = await camera.evaluate(async (base64) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas');
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    return { pixels: [...data], width: picture.width, height: picture.height };
  }, png.toString('base64'));
  await camera.close();
  return jsQR(Uint8ClampedArray.from(pixels), width, height)?.data;
}

/** Reads from the server how many people are in each area of the page's only event, by area name. */
export async function countsOnServer(page: Page): Promise<Record<string, number>> {
  const read = async (path: string): Promise<unknown> => await (await page.request.get(path)).json();
  const [event] = z.parse(z.array(EventSchema), await read('/api/events'));
  const { areas } = z.parse(AreaListSchema, await read(`/api/events/${event?.eventId}/areas`));
  return Object.fromEntries(areas.map(({ areaName, currentOccupancy }) => [areaName, currentOccupancy]));
}

/** A close code without a reason: the page tries again. */
const NO_REASON = 4999;

/**
 * Gives the test control over the line to the API from the first socket on: it can be cut and restored. Pages still
 * load while it is cut, and calls still pass unless `withCalls` is set.
 */
export async function holdLine(device: Page | BrowserContext, withCalls = false) {
  const open = new Set<WebSocketRoute>();
  let cutWith: number | null = null;
  await device.routeWebSocket(/\/api\/.+\/socket/, async (socket) => {
    if (cutWith !== null) return await socket.close({ code: cutWith });
    socket.connectToServer();
    open.add(socket);
  });
  if (withCalls) await device.route('**/api/**', (route) => (cutWith === null ? route.continue() : route.abort()));
  return {
    /** Ends the open sockets, and all later ones, with that code. */
    cut: async (code = NO_REASON) => {
      cutWith = code;
      await Promise.all([...open].map((socket) => socket.close({ code })));
      open.clear();
    },
    restore: () => {
      cutWith = null;
    },
  };
}
