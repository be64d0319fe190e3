import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, withBrowser } from '../support/browser';
import { area, button, connected, enterWithCode, enterWithEvent, press, shownCount, tapIn } from '../support/steps';

const { openDevice } = withBrowser();

/** Right after a tap on a pad another press is taken for a thumb's next tap, and does nothing. */
const THUMB_RESTS_MS = 500;

async function enterTwoAreas(name: string) {
  const admin = await openDevice(DESKTOP);
  const { code } = await enterWithEvent(admin, name, { 'Main Stage': 100, Bar: 40 });
  const door = await openDevice();
  await enterWithCode(door, code);
  await connected(door);
  return { admin, door };
}

const counts = async (page: Page) => [await shownCount(page, 'Main Stage'), await shownCount(page, 'Bar')];

async function takeBack(page: Page, what: string) {
  await page.waitForTimeout(THUMB_RESTS_MS);
  await page.getByRole('button', { name: /^Undo/ }).filter({ hasText: what }).click();
}

/** Opens an area on a door's whole screen, from the list or from another area. */
async function openArea(door: Page, name: string): Promise<void> {
  const leave = button(door, 'Leave the whole screen');
  if ((await leave.count()) > 0) await door.goBack();
  await door.waitForTimeout(THUMB_RESTS_MS);
  await button(door, `${name} on the whole screen`).click();
  await leave.waitFor();
}

const boxOf = async (page: Page, name: string | RegExp) => {
  const box = await page.getByRole('button', { name, exact: true }).boundingBox();
  if (!box) throw new Error(`${name} is not on the screen`);
  return box;
};

test('a door counts groups, moves people and takes back what was too much, and no pad moves; the other device follows', async () => {
  const { admin, door } = await enterTwoAreas('Tools');
  const places = async () => [await boxOf(door, /^Undo/), await boxOf(door, 'Add one to Main Stage')];
  const before = await places();
  await tapIn(door, 'Main Stage', 2);
  await takeBack(door, 'Undo +1');
  await expect.poll(() => counts(admin)).toEqual(['1', '0']);
  expect((await places()).map(({ x, y }) => [x, y])).toEqual(before.map(({ x, y }) => [x, y]));

  await openArea(door, 'Main Stage');
  await door.getByRole('button', { name: /^±5 ±10/ }).click();
  await button(door, 'Add 10 to Main Stage').click();
  await openArea(door, 'Bar');
  await button(door, 'Add 5 to Bar').click();
  await openArea(door, 'Main Stage');
  await button(door, 'Move 1 → Bar, from Main Stage').click();
  await expect.poll(() => counts(admin)).toEqual(['10', '6']);
  await expect.poll(() => admin.getByTestId('venue-total').textContent()).toBe('16');
  await takeBack(door, 'Undo move 1');
  await expect.poll(() => counts(admin)).toEqual(['11', '5']);
  await door.keyboard.press('Control+z');
  await expect.poll(() => counts(admin)).toEqual(['11', '0']);
});

test('one area on the whole screen, there again after a reload, left by Escape and by back; one way, left hand', async () => {
  const { door } = await enterTwoAreas('Whole');
  await openArea(door, 'Bar');
  expect(await area(door, 'Main Stage').count()).toBe(0);
  await door.reload();
  await tapIn(door, 'Bar', 2);
  expect(await shownCount(door, 'Bar')).toBe('2');
  const right = await boxOf(door, 'Add one to Bar');
  expect(right.x).toBeGreaterThan((await boxOf(door, 'Take one from Bar')).x);

  await press(door, 'This device');
  await door.getByText('Left', { exact: true }).click();
  await button(door, 'Save').click();
  expect((await boxOf(door, 'Add one to Bar')).x).toBeLessThan(right.x);
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
});

test('a locked screen counts no touch, shows what others count, and opens for a held thumb', async () => {
  const { admin, door } = await enterTwoAreas('Pocket');
  const pad = await boxOf(door, 'Add one to Main Stage');
  const touch = () => door.touchscreen.tap(pad.x + 60, pad.y + 30);
  await button(door, 'Lock the screen').click();
  const unlock = door.getByRole('button', { name: 'Hold to unlock' });
  await unlock.waitFor();
  for (let times = 0; times < 5; times += 1) await touch();
  await door.keyboard.press('Escape');
  await tapIn(admin, 'Main Stage', 3);
  await expect.poll(() => door.getByTestId('occupancy').first().textContent()).toBe('3');
  await unlock.tap();
  await unlock.waitFor();

  const box = await boxOf(door, 'Hold to unlock');
  await door.mouse.move(box.x + 50, box.y + 20);
  await door.mouse.down();
  await unlock.waitFor({ state: 'detached' });
  await door.mouse.up();
  expect(await shownCount(door, 'Main Stage')).toBe('3');
  await touch();
  await expect.poll(() => shownCount(admin, 'Main Stage')).toBe('4');
});
