import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PocketLock } from '../../../../web/src/features/counting/pocket-lock';
import {
  MAIN,
  asNew,
  BAR,
  CODE_API,
  counts,
  dialogOf,
  joinRoom,
  openApp,
  openDoor,
  press,
} from '../../support/dashboard';
import { renderApp } from '../../support/render-app';

const onClose = vi.fn<() => void>();
const unlock = () => screen.getByRole('button', { name: 'Hold to unlock' });
const progress = () => screen.getByTestId('unlock-progress').style.width;
const finger = { pointerId: 1, isPrimary: true, clientX: 100, clientY: 100 };
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

beforeEach(() => {
  onClose.mockClear();
  asNew();
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

test('the click that ends a short touch does not, nor does Escape; the keyboard need not hold', () => {
  show();
  fireEvent.pointerDown(unlock(), finger);
  fireEvent.pointerUp(unlock(), finger);
  fireEvent.click(unlock(), { detail: 1 });
  fireEvent.keyDown(unlock(), { key: 'Escape' });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(unlock(), { detail: 0 });
  expect(onClose).toHaveBeenCalledOnce();
});

test('locked, nothing counts by key, and the numbers stay live; unlocked, all is as before', async () => {
  const { user } = await openDoor('/app?area=a2');
  await press(user, 'Lock the screen');
  await dialogOf('Screen locked');
  for (const target of [unlock(), document.body]) fireEvent.keyDown(target, { key: '+' });
  expect(counts()).toEqual(['4']);
  await joinRoom({ version: 1, areas: [MAIN, { ...BAR, currentOccupancy: 9, version: 1 }] });
  expect(counts()).toEqual(['9']);
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.keyDown(document.body, { key: '+' });
  expect(counts()).toEqual(['10']);
});

test('a reload keeps the lock; opened, the next one finds it open', async () => {
  const { user } = openApp(CODE_API);
  await press(user, 'Lock the screen');
  await dialogOf('Screen locked');
  cleanup();
  renderApp('/app');
  await dialogOf('Screen locked');
  fireEvent.click(unlock(), { detail: 0 });
  expect(screen.queryByRole('dialog')).toBeNull();
  cleanup();
  renderApp('/app');
  await screen.findByRole('button', { name: 'Lock the screen' });
  expect(screen.queryByRole('dialog')).toBeNull();
});
