import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE, noonZone, withBrowser } from './support/browser';
import {
  area,
  boxOf,
  button,
  connected,
  dialog,
  enterWithCode,
  enterWithEvent,
  firstPad,
  tapBy,
} from './support/steps';

const { openDevice } = withBrowser({ timezoneId: noonZone() });

const CONTROL_ROOM = { width: 1280, height: 800 };
const WALL = { width: 1920, height: 1080 };
const SMALL = { width: 360, height: 640 };
const HALL = { Hall: 400 };

/** The pads change only when the page has rested after the last tap (web/src/features/counting/press/use-no-recent-taps.ts). */
const SHOWN_WITHIN = { timeout: 15_000 };

/** Opens a counting device with this name at its door. */
async function openDoor(viewport: typeof PHONE, code: string, deviceName: string): Promise<Page> {
  const door = await openDevice(viewport);
  const device = { deviceId: `device-${deviceName.toLowerCase()}-0001`, deviceName, direction: 'both', hand: 'right' };
  await door.addInitScript((stored) => localStorage.setItem('headroom.device', stored), JSON.stringify(device));
  await enterWithCode(door, code);
  await connected(door);
  return door;
}

/** Expects a pad to be wholly in sight, with nothing over it. */
async function expectAboveFold(door: Page, name: string): Promise<void> {
  const pad = button(door, name);
  const { x, y, width, height } = await boxOf(pad);
  const screen = door.viewportSize();
  expect(y, name).toBeGreaterThanOrEqual(0);
  expect(y + height, name).toBeLessThanOrEqual(screen?.height ?? 0);
  const label = await door.evaluate(
    ([across, down]) => document.elementFromPoint(across, down)?.closest('button')?.getAttribute('aria-label'),
    [x + width / 2, y + height / 2] as const,
  );
  expect(label).toBe(name);
}

test('an order and a drill reach two doors and the wall: doors confirm and count, and the day keeps its numbers', async () => {
  const control = await openDevice(CONTROL_ROOM);
  const { code } = await enterWithEvent(control, 'Harbor Night', HALL);
  const wall = await control.context().newPage();
  await wall.setViewportSize(WALL);
  await wall.goto('/app/overview?wall');
  await control.goto('/app/overview');
  const east = await openDoor(PHONE, code, 'East');
  const west = await openDoor(SMALL, code, 'West');
  const doors = [east, west];
  for (const door of doors) await tapBy(door, firstPad(door));
  const day = wall.getByTestId('crowd').first();
  await expect.poll(() => day.textContent()).toBe('2');

  await button(control, 'Orders to the doors of Harbor Night').click();
  await button(control, 'Give an Order').click();
  await control.getByLabel('Note (optional)').fill('Until the support act is over');
  await button(control, 'Give order').click();
  for (const door of doors) await door.locator('[data-kind="hold"]').waitFor();
  await expectAboveFold(west, 'Add one to Hall');
  // Nobody may come in, and still whoever does is counted.
  await tapBy(west, firstPad(west));
  await expect.poll(() => day.textContent()).toBe('3');
  await button(east, 'Got it').click();
  const orders = dialog(control, 'Door Orders');
  await orders.getByText('Confirmed by 1 of 2').waitFor();
  await orders.getByText(/Not confirmed by: West, \d+ s$/).waitFor();
  const order = wall.getByTestId('order');
  const waits = wall.getByTestId('order-waits');
  await expect.poll(() => order.textContent(), SHOWN_WITHIN).toBe('Hold1 of 2 confirmed');
  await expect.poll(() => waits.textContent(), SHOWN_WITHIN).toMatch(/^waits for West, \d+ s$/);
  await button(west, 'Got it').click();
  await expect.poll(() => order.textContent(), SHOWN_WITHIN).toBe('Hold2 of 2 confirmed');
  await button(orders, 'End: Hold, All doors').click();
  for (const door of doors) await door.locator('[data-kind="hold"]').waitFor({ state: 'detached' });
  await order.waitFor({ state: 'detached' });
  await control.keyboard.press('Escape');

  await button(control, 'Evacuation or Drill').click();
  await control.getByText('Drill', { exact: true }).click();
  await button(control, 'Start drill').click();
  const running = wall.getByTestId('running');
  await expect.poll(() => running.textContent()).toMatch(/^DRILL3 still inside/);
  for (const door of doors) await area(door, 'DRILL · Hall').waitFor(SHOWN_WITHIN);
  for (const name of ['Remove one from DRILL · Hall', 'Add one to DRILL · Hall']) await expectAboveFold(west, name);
  for (const door of doors) await tapBy(door, button(door, 'Remove one from DRILL · Hall'));
  await expect.poll(() => running.textContent()).toMatch(/^DRILL1 still inside/);
  for (const door of doors) await expect.poll(() => door.getByTestId('remaining').textContent()).toBe('1');
  expect(await day.textContent()).toBe('3');

  await button(control, 'End drill').click();
  await button(dialog(control, 'End drill'), 'End drill').click();
  await dialog(control, 'Drill ended').waitFor();
  await running.waitFor({ state: 'detached' });
  for (const door of doors) await door.locator('[data-evacuation]').waitFor({ state: 'detached', ...SHOWN_WITHIN });
  await tapBy(east, button(east, 'Add one to Hall'));
  await expect.poll(() => day.textContent()).toBe('4');
});
