import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { changeDevice } from '../../../../web/src/lib/device';
import { area, sync } from '../../support/areas';
import { AS_NEW, BAR, CODE_API } from '../../support/counting-screen';
import { socketTo, stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { stubApi } from '../../support/stub-api';

const MAIN = area({ currentOccupancy: 3 });
const count = (name: string) =>
  screen.getByRole('article', { name, hidden: true }).querySelector('[data-testid=occupancy]')?.textContent;
const tapOn = (name: string) => fireEvent.click(screen.getByRole('button', { name }), { detail: 0 });
const undo = (name: RegExp) => screen.findByRole('button', { name });

async function open(path = '/app') {
  stubApi(CODE_API);
  const { user } = renderApp(path);
  await screen.findByRole('button', { name: 'Add one to Main Stage' });
  await screen.findByRole('button', { name: 'Undo' });
  const room = await socketTo('/api/events/e1/socket');
  await room.open();
  await room.receive(sync({ areas: [MAIN, BAR] }));
  return { user, room };
}

beforeEach(() => {
  stubSockets();
  changeDevice({ ...AS_NEW, morePads: true });
});

test('takes back the last taps one by one, in one place, and says what it did', async () => {
  await open();
  const button = await undo(/^Undo$/);
  tapOn('Add one to Main Stage');
  await waitFor(() => expect(button.textContent).toMatch(/^Undo \+1 Main Stage$/));
  tapOn('Take one from Bar');
  await waitFor(() => expect(button.textContent).toMatch(/^Undo −1 Bar$/));
  fireEvent.click(button);
  await waitFor(() => expect(count('Bar')).toBe('4'));
  screen.getByText('Undone: −1 Bar');
  expect([count('Main Stage'), button.textContent]).toEqual(['4', expect.stringMatching(/^Undo \+1 Main Stage/)]);
  fireEvent.click(button);
  await waitFor(() => expect(count('Main Stage')).toBe('3'));
  expect(await undo(/^Undo$/)).toBe(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(button);
  expect([count('Main Stage'), count('Bar')]).toEqual(['3', '4']);
  expect(button.isConnected).toBe(true);
});

test('a group is taken back whole', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Add 10 to Bar' }), { detail: 0 });
  await waitFor(() => expect(count('Bar')).toBe('14'));
  fireEvent.click(await undo(/^Undo \+10 Bar/));
  await waitFor(() => expect(count('Bar')).toBe('4'));
});

test('Ctrl+Z and Cmd+Z do the same, but not in a field or a dialog', async () => {
  const { user } = await open();
  for (let tap = 0; tap < 3; tap += 1) tapOn('Add one to Bar');
  await waitFor(() => expect(count('Bar')).toBe('7'));
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  fireEvent.keyDown(document.body, { key: 'z', metaKey: true });
  await waitFor(() => expect(count('Bar')).toBe('5'));
  fireEvent.keyDown(document.body, { key: 'z' });
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true, shiftKey: true });
  await user.click(screen.getByRole('button', { name: 'This device' }));
  fireEvent.keyDown(await screen.findByLabelText('Name'), { key: 'z', ctrlKey: true });
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  expect(count('Bar')).toBe('5');
});

test('a key held down takes back one', async () => {
  await open();
  for (let tap = 0; tap < 3; tap += 1) tapOn('Add one to Bar');
  await waitFor(() => expect(count('Bar')).toBe('7'));
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  for (let repeats = 0; repeats < 3; repeats += 1) {
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true, repeat: true });
  }
  await waitFor(() => expect(count('Bar')).toBe('6'));
});

test('a thumb that counts and slips onto it takes nothing back', async () => {
  await open();
  /** As a finger does, that many ms into the page. */
  const send = (target: HTMLElement, event: Event, timeStamp: number) =>
    fireEvent(target, Object.defineProperty(event, 'timeStamp', { value: timeStamp }));
  const pad = screen.getByRole('button', { name: 'Add one to Bar' });
  const touch = { bubbles: true, pointerId: 1, isPrimary: true };
  send(pad, new PointerEvent('pointerdown', touch), 1_000);
  send(pad, new PointerEvent('pointerup', touch), 1_080);
  await waitFor(() => expect(count('Bar')).toBe('5'));
  const button = await undo(/^Undo \+1 Bar/);
  send(button, new MouseEvent('click', { bubbles: true, detail: 1 }), 1_300);
  expect(count('Bar')).toBe('5');
  send(button, new MouseEvent('click', { bubbles: true, detail: 1 }), 1_600);
  await waitFor(() => expect(count('Bar')).toBe('4'));
});

test('one tap moves one person to another area, and one undo brings them back', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Move 1 → Bar, from Main Stage' }), { detail: 0 });
  await waitFor(() => expect([count('Main Stage'), count('Bar')]).toEqual(['2', '5']));
  fireEvent.click(await undo(/^Undo move 1 Main Stage → Bar/));
  await waitFor(() => expect([count('Main Stage'), count('Bar')]).toEqual(['3', '4']));
});

test('a move on the whole screen is told to screen readers, too', async () => {
  await open('/app?area=a1');
  fireEvent.click(await screen.findByRole('button', { name: 'Move 1 → Bar, from Main Stage' }), { detail: 0 });
  expect(await screen.findByText('Bar 5')).toBeTruthy();
});

test('nobody moves out of an empty area, nor on a device that counts one way', async () => {
  const { room } = await open('/app?area=a1');
  const move = { name: 'Move 1 → Bar, from Main Stage' };
  expect(await screen.findByRole('button', move)).toHaveProperty('disabled', false);
  await room.receive(sync({ version: 1, areas: [{ ...MAIN, currentOccupancy: 0, version: 1 }, BAR] }));
  expect(screen.getByRole('button', move)).toHaveProperty('disabled', true);
  changeDevice({ direction: 'out' });
  await waitFor(() => expect(screen.queryByRole('button', move)).toBeNull());
});

test('of many areas one is chosen first', async () => {
  const { user, room } = await open();
  const more = [3, 4, 5].map((i) => area({ areaId: `a${i}`, areaName: `Area ${i}` }));
  await room.receive(sync({ version: 1, areas: [MAIN, BAR, ...more] }));
  await user.click(await screen.findByRole('button', { name: 'Move 1 from Main Stage' }));
  await user.click(screen.getByRole('menuitem', { name: 'Move 1 → Area 4' }));
  await waitFor(() => expect([count('Main Stage'), count('Area 4')]).toEqual(['2', '1']));
  await room.receive(
    sync({ version: 2, areas: [{ ...MAIN, currentOccupancy: 0, version: 2 }, { ...BAR, version: 2 }, ...more] }),
  );
  await waitFor(() => expect(count('Main Stage')).toBe('0'));
  await user.click(screen.getByRole('button', { name: 'Move 1 from Main Stage' }));
  const item = screen.getByRole('menuitem', { name: 'Move 1 → Area 4' });
  expect(item.getAttribute('aria-disabled')).toBe('true');
  await user.click(item);
  expect(count('Area 4')).toBe('1');
});
