import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PocketLock } from '../../../../web/src/features/counting/pocket-lock';
import { changeDevice } from '../../../../web/src/lib/device';
import { area, sync } from '../../support/areas';
import { AS_NEW, BAR, CODE_API } from '../../support/counting-screen';
import { stubSockets } from '../../support/fake-sockets';
import { openOnBar } from '../../support/open-on-bar';
import { renderApp } from '../../support/render-app';
import { stubApi } from '../../support/stub-api';

const onClose = vi.fn<() => void>();
const unlock = () => screen.getByRole('button', { name: 'Hold to unlock' });
const progress = () => screen.getByTestId('unlock-progress').style.width;
const finger = { pointerId: 1, isPrimary: true, clientX: 100, clientY: 100 };
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

beforeEach(() => {
  onClose.mockClear();
  changeDevice(AS_NEW);
});
afterEach(() => {
  vi.useRealTimers();
});

function show() {
  vi.useFakeTimers();
  render(<PocketLock onClose={onClose} />);
}

test('a second of holding still unlocks, and shows how far it is', () => {
  show();
  fireEvent.pointerDown(unlock(), finger);
  pass(500);
  expect(progress()).toBe('50%');
  pass(499);
  expect(onClose).not.toHaveBeenCalled();
  pass(1);
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  ['a short touch', () => fireEvent.pointerUp(unlock(), finger)],
  ['a finger that slides', () => fireEvent.pointerMove(unlock(), { ...finger, clientY: 130 })],
  ['a finger that leaves', () => fireEvent.pointerLeave(unlock(), finger)],
  ['a touch that the system takes', () => fireEvent.pointerCancel(unlock(), finger)],
  [
    'a second finger, wherever',
    () => fireEvent.pointerDown(document.body, { ...finger, pointerId: 2, isPrimary: false }),
  ],
])('%s does not', (_what, spoil) => {
  show();
  fireEvent.pointerDown(unlock(), finger);
  pass(900);
  spoil();
  pass(5_000);
  expect(onClose).not.toHaveBeenCalled();
  expect(progress()).toBe('0%');
});

test('the click that ends a short touch does not, nor does Escape', () => {
  show();
  fireEvent.pointerDown(unlock(), finger);
  fireEvent.pointerUp(unlock(), finger);
  fireEvent.click(unlock(), { detail: 1 });
  fireEvent.keyDown(unlock(), { key: 'Escape' });
  expect(onClose).not.toHaveBeenCalled();
});

test('the keyboard need not hold', () => {
  show();
  fireEvent.click(unlock(), { detail: 0 });
  expect(onClose).toHaveBeenCalledOnce();
});

test('locked, nothing counts by key, and the numbers stay live; unlocked, all is as before', async () => {
  stubSockets();
  const { user, count, room } = await openOnBar();
  await user.click(screen.getByRole('button', { name: 'Lock the screen' }));
  await screen.findByRole('dialog', { name: 'Screen locked' });
  for (const target of [unlock(), document.body]) fireEvent.keyDown(target, { key: '+' });
  expect(count.textContent).toBe('4');
  await room.receive(sync({ version: 1, areas: [area(), { ...BAR, currentOccupancy: 9, version: 1 }] }));
  expect(count.textContent).toBe('9');
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.keyDown(document.body, { key: '+' });
  expect(count.textContent).toBe('10');
});

test('a reload keeps the lock; opened, the next one finds it open', async () => {
  stubSockets();
  stubApi(CODE_API);
  const { user } = renderApp('/app');
  await user.click(await screen.findByRole('button', { name: 'Lock the screen' }));
  await screen.findByRole('dialog', { name: 'Screen locked' });
  cleanup();
  renderApp('/app');
  await screen.findByRole('dialog', { name: 'Screen locked' });
  fireEvent.click(unlock(), { detail: 0 });
  expect(screen.queryByRole('dialog')).toBeNull();
  cleanup();
  renderApp('/app');
  await screen.findByRole('button', { name: 'Lock the screen' });
  expect(screen.queryByRole('dialog')).toBeNull();
});
