import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  addArea,
  area,
  button,
  closeSheet,
  createEvent,
  enterAsAdmin,
  enterWithCode,
  inspect,
  openSheet,
  press,
  shownCount,
  tapIn,
} from '../support/steps';
import { DESKTOP, withBrowser } from '../support/browser';

const { openDevice, pageErrors } = withBrowser();

const THUMB_RESTS_MS = 500;

async function enterTwoAreas(name: string) {
  const admin = await openDevice(DESKTOP);
  await enterAsAdmin(admin);
  const code = await createEvent(admin, name);
  await addArea(admin, 'Main Stage', '100');
  await addArea(admin, 'Bar', '40');
  const door = await openDevice();
  await enterWithCode(door, code);
  await door.getByText('Connected', { exact: true }).waitFor();
  await area(door, 'Bar').waitFor();
  return { admin, door };
}

/** Right after a tap on a pad a press on Undo is taken for a thumb's next tap, and does nothing. */
async function takeBack(page: Page, what: string) {
  await page.waitForTimeout(THUMB_RESTS_MS);
  await page.getByRole('button', { name: /^Undo/ }).filter({ hasText: what }).click();
}

const total = (page: Page) => page.getByTestId('venue-total').textContent();
const counts = async (page: Page) => [await shownCount(page, 'Main Stage'), await shownCount(page, 'Bar')];
/** On the page, wherever that is scrolled to. */
const topOf = async (page: Page, name: string) =>
  ((await button(page, name).boundingBox())?.y ?? Number.NaN) + (await page.evaluate(() => scrollY));

/** An area on a door's whole screen, from the list or from another one; a press too soon after a tap is none. */
async function openArea(door: Page, name: string): Promise<void> {
  const leave = button(door, 'Leave the whole screen');
  if ((await leave.count()) > 0) await door.goBack();
  // Longer than a thumb that counts fast takes to its next pad.
  await door.waitForTimeout(500);
  const opener = button(door, `${name} on the whole screen`);
  await opener.click();
  await leave.waitFor();
}

test('a door sets up its device, counts groups, moves people and takes back what was too much; the other device follows', async () => {
  const { admin, door } = await enterTwoAreas('Tools');
  await press(door, 'This device');
  await door.getByRole('textbox', { name: 'Name' }).fill('North gate');
  await inspect(door, 'device-dialog');
  await button(door, 'Save').click();
  await openSheet(door);
  await door.getByRole('dialog').getByText('North gate').waitFor();
  await closeSheet(door);

  const undo = door.getByRole('button', { name: /^Undo/ });
  const place = await undo.boundingBox();
  const pad = await topOf(door, 'Add one to Main Stage');
  await tapIn(door, 'Main Stage', 2);
  await takeBack(door, 'Undo +1');
  await expect.poll(() => counts(admin)).toEqual(['1', '0']);
  expect([await undo.boundingBox(), await topOf(door, 'Add one to Main Stage')]).toEqual([place, pad]);

  await openArea(door, 'Main Stage');
  await door.getByRole('button', { name: /^±5 ±10/ }).click();
  await button(door, 'Add 10 to Main Stage').click();
  await openArea(door, 'Bar');
  await button(door, 'Add 5 to Bar').click();
  await openArea(door, 'Main Stage');
  await button(door, 'Move 1 → Bar, from Main Stage').click();
  await expect.poll(() => counts(admin)).toEqual(['10', '6']);
  await expect.poll(() => total(admin)).toBe('16');
  await takeBack(door, 'Undo move 1');
  await expect.poll(() => counts(admin)).toEqual(['11', '5']);
  await door.keyboard.press('Control+z');
  await expect.poll(() => counts(admin)).toEqual(['11', '0']);
  await inspect(door, 'counting-tools');
  expect(pageErrors).toEqual([]);
});

test('one area on the whole screen, there again after a reload, left by Escape and by back; one way, left hand', async () => {
  const { door } = await enterTwoAreas('Whole');
  await openArea(door, 'Bar');
  expect(await area(door, 'Main Stage').count()).toBe(0);
  await door.reload();
  await tapIn(door, 'Bar', 2);
  expect(await shownCount(door, 'Bar')).toBe('2');
  await inspect(door, 'whole-screen');
  const [add, take] = [
    await button(door, 'Add one to Bar').boundingBox(),
    await button(door, 'Take one from Bar').boundingBox(),
  ];
  expect(add?.x).toBeGreaterThan(take?.x ?? Number.POSITIVE_INFINITY);

  await press(door, 'This device');
  await door.getByText('Left', { exact: true }).click();
  await button(door, 'Save').click();
  const mirrored = await button(door, 'Add one to Bar').boundingBox();
  expect(mirrored?.x).toBeLessThan(add?.x ?? 0);
  await press(door, 'This device');
  await door.getByText('In only', { exact: true }).click();
  await button(door, 'Save').click();
  expect(await button(door, 'Take one from Bar').count()).toBe(0);

  await door.keyboard.press('Escape');
  await area(door, 'Main Stage').waitFor();
  expect(new URL(door.url()).search).toBe('');
  await openArea(door, 'Main Stage');
  await door.goBack();
  await area(door, 'Bar').waitFor();
  expect(pageErrors).toEqual([]);
});

test('a locked screen counts no touch, shows what others count, and opens for a held thumb', async () => {
  const { admin, door } = await enterTwoAreas('Pocket');
  const pad = await button(door, 'Add one to Main Stage').boundingBox();
  const plus = { x: (pad?.x ?? 0) + 60, y: (pad?.y ?? 0) + 30 };
  await button(door, 'Lock the screen').click();
  const unlock = door.getByRole('button', { name: 'Hold to unlock' });
  await unlock.waitFor();
  for (let touch = 0; touch < 5; touch += 1) await door.touchscreen.tap(plus.x, plus.y);
  await door.keyboard.press('Escape');
  await tapIn(admin, 'Main Stage', 3);
  await expect.poll(() => door.getByTestId('occupancy').first().textContent()).toBe('3');
  await inspect(door, 'pocket-lock');
  await unlock.tap();
  await unlock.waitFor();

  const box = await unlock.boundingBox();
  await door.mouse.move((box?.x ?? 0) + 50, (box?.y ?? 0) + 20);
  await door.mouse.down();
  await unlock.waitFor({ state: 'detached' });
  await door.mouse.up();
  expect(await shownCount(door, 'Main Stage')).toBe('3');
  await door.touchscreen.tap(plus.x, plus.y);
  await expect.poll(() => shownCount(admin, 'Main Stage')).toBe('4');
  expect(pageErrors).toEqual([]);
});
