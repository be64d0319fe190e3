import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { noonZone, SMALL, withBrowser } from './support/browser';
import {
  area,
  boxOf,
  button,
  connected,
  dialog,
  enterWithCode,
  enterWithEvent,
  firstPad,
  shownCount,
  tapBy,
} from './support/steps';

const { openDevice } = withBrowser({ timezoneId: noonZone() });

const CONTROL_ROOM = { width: 1280, height: 800 };

/** The pads change only when the page has rested after the last tap (web/src/features/counting/press/use-no-recent-taps.ts). */
const SHOWN_WITHIN = { timeout: 15_000 };

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

test('an order and a drill reach a small door: its pads stay in sight, and the day keeps its numbers', async () => {
  const control = await openDevice(CONTROL_ROOM);
  const { code } = await enterWithEvent(control, 'Harbor Night', { Hall: 400 });
  const door = await openDevice(SMALL);
  await enterWithCode(door, code);
  await connected(door);
  await control.goto('/app/overview');
  await tapBy(door, firstPad(door));

  await button(control, 'Orders to the doors of Harbor Night').click();
  await button(control, 'Give an Order').click();
  await control.getByLabel('Note (optional)').fill('Until the support act is over');
  await button(control, 'Give order').click();
  await door.locator('[data-kind="hold"]').waitFor();
  await expectAboveFold(door, 'Add one to Hall');
  // Nobody may come in, and still whoever does is counted.
  await tapBy(door, firstPad(door));
  await button(door, 'Got it').click();
  const orders = dialog(control, 'Door Orders');
  await orders.getByText('Confirmed by 1 of 1').waitFor();
  await button(orders, 'End: Hold, All doors').click();
  // The end can be undone until the dialog closes.
  await control.keyboard.press('Escape');
  await door.locator('[data-kind="hold"]').waitFor({ state: 'detached' });

  await button(control, 'Evacuation or Drill').click();
  await control.getByRole('button', { name: 'Start drill' }).click();
  await area(door, 'DRILL · Hall').waitFor(SHOWN_WITHIN);
  for (const name of ['Remove one from DRILL · Hall', 'Add one to DRILL · Hall']) await expectAboveFold(door, name);
  await tapBy(door, button(door, 'Remove one from DRILL · Hall'));
  await expect.poll(() => door.getByTestId('remaining').textContent()).toBe('1');

  await button(control, 'End drill').click();
  await button(dialog(control, 'End drill'), 'End drill').click();
  await button(control, 'End with 1 still inside').click();
  await dialog(control, 'Drill ended').waitFor();
  await area(door, 'Hall').waitFor(SHOWN_WITHIN);
  await expect.poll(() => shownCount(door, 'Hall')).toBe('2');
});
