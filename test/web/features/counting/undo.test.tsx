import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { changeDevice } from '../../../../web/src/device/device';
import { area } from '../../support/areas';
import { pad, plus } from '../../support/counting-list';
import { asNew, BAR, counts, joinRoom, MAIN, openDoor, press } from '../../support/dashboard';

const MOVE = { name: 'Move 1 → Bar, from Main Stage' };
/** Taps by the keyboard, which holds no finger down. */
const tapOn = (element: Element) => fireEvent.click(element, { detail: 0 });
/** The undo button, once it offers this action. */
const undo = (offer: RegExp) => screen.findByRole('button', { name: offer });
const areCounts = (...numbers: readonly string[]) => waitFor(() => expect(counts()).toEqual(numbers));

async function open(path?: string) {
  const opened = await openDoor(path);
  await undo(/^Undo$/);
  return opened;
}

beforeEach(() => {
  asNew();
  changeDevice({ morePads: true });
});

test('undo takes back the last taps one by one, stays in one place, and says what it did', async () => {
  await open();
  const button = await undo(/^Undo$/);
  tapOn(plus());
  expect(await undo(/^Undo \+1 Main Stage$/)).toBe(button);
  tapOn(pad('Remove one from Bar'));
  expect(await undo(/^Undo −1 Bar$/)).toBe(button);
  // Undo takes back a whole group.
  tapOn(await screen.findByRole('button', { name: 'Add 10 to Bar' }));
  tapOn(await undo(/^Undo \+10 Bar/));
  await areCounts('4', '3');
  tapOn(await undo(/^Undo −1 Bar/));
  await areCounts('4', '4');
  screen.getByText('Undone: −1 Bar');
  tapOn(await undo(/^Undo \+1 Main Stage/));
  await areCounts('3', '4');
  expect(await undo(/^Undo$/)).toBe(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  tapOn(button);
  expect(counts()).toEqual(['3', '4']);
  expect(button.isConnected).toBe(true);
});

test('a counting thumb that slips onto undo takes nothing back', async () => {
  await open();
  /** Sends an event as a finger does, that many ms after the page load. */
  const send = (target: HTMLElement, event: Event, timeStamp: number) =>
    fireEvent(target, Object.defineProperty(event, 'timeStamp', { value: timeStamp }));
  const touch = { bubbles: true, pointerId: 1, isPrimary: true };
  send(plus('Bar'), new PointerEvent('pointerdown', touch), 1_000);
  send(plus('Bar'), new PointerEvent('pointerup', touch), 1_080);
  await areCounts('3', '5');
  const button = await undo(/^Undo \+1 Bar/);
  send(button, new MouseEvent('click', { bubbles: true, detail: 1 }), 1_300);
  expect(counts()).toEqual(['3', '5']);
  send(button, new MouseEvent('click', { bubbles: true, detail: 1 }), 1_600);
  await areCounts('3', '4');
});

test('a transfer moves one person to another area, and one undo moves that person back', async () => {
  await open();
  tapOn(await screen.findByRole('button', MOVE));
  await areCounts('2', '5');
  tapOn(await undo(/^Undo move 1 Main Stage → Bar/));
  await areCounts('3', '4');
  expect(await undo(/^Undo$/)).toBeTruthy();
});

test('an empty area and a device that counts in one direction offer no transfer', async () => {
  await open('/app?area=a1');
  tapOn(await screen.findByRole('button', MOVE));
  // For screen readers only, because the other area is not visible.
  await screen.findByText('Bar 5');
  await joinRoom({ version: 1, areas: [{ ...MAIN, currentOccupancy: 0, version: 1 }, BAR] });
  expect(screen.getByRole('button', MOVE)).toHaveProperty('disabled', true);
  changeDevice({ direction: 'out' });
  await waitFor(() => expect(screen.queryByRole('button', MOVE)).toBeNull());
});

test('a transfer with several possible areas asks for the target', async () => {
  const { user } = await open();
  const more = [3, 4, 5].map((i) => area({ areaId: `a${i}`, areaName: `Area ${i}` }));
  await joinRoom({ version: 1, areas: [MAIN, BAR, ...more] });
  await press(user, 'Move 1 from Main Stage');
  await user.click(await screen.findByRole('menuitem', { name: 'Move 1 → Area 4' }));
  await areCounts('2', '4', '0', '1', '0');
  await joinRoom({ version: 2, areas: [area({ version: 2 }), { ...BAR, version: 2 }, ...more] });
  await areCounts('0', '4', '0', '1', '0');
  await press(user, 'Move 1 from Main Stage');
  const item = screen.getByRole('menuitem', { name: 'Move 1 → Area 4' });
  expect(item.getAttribute('aria-disabled')).toBe('true');
  await user.click(item);
  expect(counts()).toEqual(['0', '4', '0', '1', '0']);
});
