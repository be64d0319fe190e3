import { cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
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

const unlock = () => screen.getByRole('button', { name: 'Hold to unlock' });

beforeEach(asNew);

test('a locked device ignores keys and shows live numbers; unlocking restores everything', async () => {
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

test('a reload keeps the lock; once it is opened, the next reload finds it open', async () => {
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
