import { expect, test } from 'vitest';
import {
  addArea,
  area,
  button,
  enterWithCode,
  enterWithEvent,
  expectAccessible,
  expectEdges,
  logIn,
  shownCount,
  tapIn,
} from './support/steps';
import { DESKTOP, withBrowser } from './support/browser';

const { openDevice, pageErrors } = withBrowser();

test('an admin and the door count together, each sees the other at once', async () => {
  const admin = await openDevice(DESKTOP);
  const { code } = await enterWithEvent(admin, 'Open Air', { 'Main Stage': 10 });

  const door = await openDevice();
  await door.goto('/app');
  await door.waitForURL('**/login');
  expect(await door.getByLabel('Password', { exact: true }).count()).toBe(0);
  await logIn(door, code.toLowerCase());
  await door.waitForURL('**/app');
  await area(door, 'Main Stage').waitFor();
  expect(await button(door, '+ Add New Area').count()).toBe(0);
  await door.getByText('Connected', { exact: true }).waitFor();
  await admin.getByText('Connected', { exact: true }).waitFor();

  await tapIn(door, 'Main Stage', 3);
  expect(await shownCount(door, 'Main Stage')).toBe('3');
  await expect.poll(() => shownCount(admin, 'Main Stage')).toBe('3');
  await tapIn(admin, 'Main Stage', 2);
  await expect.poll(() => shownCount(door, 'Main Stage')).toBe('5');
  await button(door, 'Take one from Main Stage').click();
  await expect.poll(() => shownCount(admin, 'Main Stage')).toBe('4');

  await addArea(admin, 'Bar', '80');
  await area(door, 'Bar').waitFor();
  expect(await button(door, 'Take one from Bar').isDisabled()).toBe(true);
  for (const page of [admin, door]) await expectAccessible(page);
  await expectEdges(door, [
    area(door, 'Main Stage'),
    button(door, 'Add one to Main Stage'),
    button(door, 'Event and device'),
  ]);

  await door.reload();
  await expect.poll(() => shownCount(door, 'Main Stage')).toBe('4');
  expect(pageErrors).toEqual([]);
});

test('taps made without a network arrive once it is back, and only once', async () => {
  const admin = await openDevice(DESKTOP);
  const { code } = await enterWithEvent(admin, 'Cellar', { Floor: 100 });
  const door = await openDevice();
  await enterWithCode(door, code);
  await door.getByText('Connected', { exact: true }).waitFor();
  await tapIn(door, 'Floor', 2);
  await expect.poll(() => shownCount(admin, 'Floor')).toBe('2');

  await door.context().setOffline(true);
  await tapIn(door, 'Floor', 4);
  expect(await shownCount(door, 'Floor')).toBe('6');
  await tapIn(admin, 'Floor', 1);
  expect(await shownCount(admin, 'Floor')).toBe('3');
  await door.context().setOffline(false);
  await expect.poll(() => shownCount(admin, 'Floor'), { timeout: 40_000 }).toBe('7');
  await expect.poll(() => shownCount(door, 'Floor'), { timeout: 40_000 }).toBe('7');
  expect(pageErrors).toEqual([]);
});

test('a wrong code says so; a deleted event sends its devices away with the reason', async () => {
  const stranger = await openDevice();
  await stranger.goto('/login');
  await logIn(stranger, 'ABCD-2346');
  await stranger.getByText('Login failed. Please check your credentials.').waitFor();
  await expectAccessible(stranger);

  const admin = await openDevice(DESKTOP);
  const { code } = await enterWithEvent(admin, 'One Night');
  await logIn(stranger, code);
  await stranger.getByRole('heading', { name: 'One Night' }).waitFor();
  await stranger.getByText('Connected', { exact: true }).waitFor();
  const deleted = await admin.evaluate(async () => {
    const [event] = await (await fetch('/api/events')).json();
    return (await fetch(`/api/events/${event.eventId}`, { method: 'DELETE' })).status;
  });
  expect(deleted).toBe(200);
  await stranger.getByText('The event you were viewing has been deleted or is no longer accessible.').waitFor();
  await stranger.waitForURL('**/login');
  await admin.getByText('Please select an event to begin.').waitFor();
  expect(pageErrors).toEqual([]);
});
