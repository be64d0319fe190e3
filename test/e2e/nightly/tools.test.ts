import { expect, test } from 'vitest';
import { DESKTOP, withBrowser } from '../support/browser';
import {
  area,
  boxOf,
  button,
  connected,
  enterWithCode,
  enterWithEvent,
  press,
  shownCount,
  tapIn,
} from '../support/steps';

const { openDevice } = withBrowser();

/** For this long after a tap on a pad, the app takes a press elsewhere for the thumb's next tap and ignores it. */
const THUMB_RESTS_MS = 500;

test('a door takes back, counts groups and moves people, fills its screen for either hand, and counts no touch while locked', async () => {
  const admin = await openDevice(DESKTOP);
  const { code } = await enterWithEvent(admin, 'Tools', { 'Main Stage': 100, Bar: 40 });
  const door = await openDevice();
  await enterWithCode(door, code);
  await connected(door);
  const expectCounts = async (counts: readonly string[]) => {
    const shown = async () => [await shownCount(admin, 'Main Stage'), await shownCount(admin, 'Bar')];
    await expect.poll(shown).toEqual(counts);
  };
  const add = button(door, 'Add one to Main Stage');
  const undo = door.getByRole('button', { name: /^Undo/ });
  const takeBack = async (what: string) => {
    await door.waitForTimeout(THUMB_RESTS_MS);
    await undo.filter({ hasText: what }).click();
  };

  const pad = await boxOf(add);
  await tapIn(door, 'Main Stage', 2);
  await takeBack('Undo +1');
  await expectCounts(['1', '0']);
  expect(await boxOf(add)).toEqual(pad);

  await door.waitForTimeout(THUMB_RESTS_MS);
  await button(door, 'Main Stage on the whole screen').click();
  await expect.poll(() => area(door, 'Bar').count()).toBe(0);
  await door.getByRole('button', { name: /^±5 ±10/ }).click();
  await button(door, 'Add 10 to Main Stage').click();
  await button(door, 'Move 1 → Bar, from Main Stage').click();
  await expectCounts(['10', '1']);
  await expect.poll(() => admin.getByTestId('venue-total').textContent()).toBe('11');
  await takeBack('Undo move 1');
  await expectCounts(['11', '0']);

  await door.reload();
  const right = await boxOf(add);
  expect(right.x).toBeGreaterThan((await boxOf(button(door, 'Take one from Main Stage'))).x);
  expect(await area(door, 'Bar').count()).toBe(0);
  await press(door, 'This device');
  await door.getByText('Left', { exact: true }).click();
  await button(door, 'Save').click();
  expect((await boxOf(add)).x).toBeLessThan(right.x);
  await door.keyboard.press('Escape');
  await area(door, 'Bar').waitFor();
  expect(new URL(door.url()).search).toBe('');
  await button(door, 'Bar on the whole screen').click();
  await button(door, 'Leave the whole screen').waitFor();
  await door.goBack();
  await area(door, 'Main Stage').waitFor();

  const { x, y } = await boxOf(add);
  const touch = () => door.touchscreen.tap(x + 60, y + 30);
  await button(door, 'Lock the screen').click();
  const unlock = door.getByRole('button', { name: 'Hold to unlock' });
  await unlock.waitFor();
  for (let times = 0; times < 5; times += 1) await touch();
  await door.keyboard.press('Escape');
  await tapIn(admin, 'Main Stage', 3);
  await expect.poll(() => door.getByTestId('occupancy').first().textContent()).toBe('14');
  await unlock.tap();
  const held = await boxOf(unlock);
  await door.mouse.move(held.x + 50, held.y + 20);
  await door.mouse.down();
  await unlock.waitFor({ state: 'detached' });
  await door.mouse.up();
  await touch();
  await expectCounts(['15', '0']);
}, 120_000);
