import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { changeDevice, readDevice } from '../../../../web/src/lib/device';
import { area } from '../../support/areas';
import { AS_NEW, CODE_API, showAreas } from '../../support/counting-screen';
import { stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { stubApi } from '../../support/stub-api';

const pad = (name: string) => screen.getByRole('button', { name });
const groupPads = () =>
  screen
    .getAllByRole('button', { name: /^(Add|Take) (5|10) / })
    .map((button) => button.textContent.replace('−', '-'))
    .map(Number);

beforeEach(() => {
  stubSockets();
  changeDevice(AS_NEW);
});

test('a group is one tap of its size, and the next tap on + is one person', async () => {
  const { onTap } = showAreas([area({ currentOccupancy: 20 })]);
  const user = userEvent.setup();
  await user.click(pad('Add 10 to Main Stage'));
  await user.click(pad('Add one to Main Stage'));
  await user.click(pad('Add 5 to Main Stage'));
  await user.click(pad('Take 5 from Main Stage'));
  await user.click(pad('Take 10 from Main Stage'));
  await user.click(pad('Take one from Main Stage'));
  expect(onTap.mock.calls.map(([, change]) => change)).toEqual([10, 1, 5, -5, -10, -1]);
});

test('the sizes are those of the direction', () => {
  showAreas([area({ currentOccupancy: 20 })]);
  expect(groupPads()).toEqual([-10, -5, 5, 10]);
  act(() => changeDevice({ direction: 'in' }));
  expect(groupPads()).toEqual([5, 10]);
  act(() => changeDevice({ direction: 'out' }));
  expect(groupPads()).toEqual([-10, -5]);
});

test('nothing is taken at 0, and nothing counted where counting is locked', () => {
  showAreas([area()]);
  expect(pad('Take 5 from Main Stage')).toHaveProperty('disabled', true);
  expect(pad('Add 5 to Main Stage')).toHaveProperty('disabled', false);
});

test('nothing is counted where counting is locked', async () => {
  const { onTap } = showAreas([area({ currentOccupancy: 20 })], true);
  for (const name of ['Take 5 from Main Stage', 'Add 10 to Main Stage']) await userEvent.click(pad(name));
  expect(onTap).not.toHaveBeenCalled();
});

test('the cards are as ever until somebody wants these pads, which the device remembers', async () => {
  stubApi(CODE_API);
  const { user } = renderApp('/app');
  const more = await screen.findByRole('button', { name: /±5 ±10/ });
  expect(screen.queryByRole('button', { name: 'Add 5 to Bar' })).toBeNull();
  await user.click(more);
  await screen.findByRole('button', { name: 'Add 5 to Bar' });
  expect([more.getAttribute('aria-pressed'), readDevice().morePads]).toEqual(['true', true]);
  await user.click(more);
  expect(screen.queryByRole('button', { name: 'Add 5 to Bar' })).toBeNull();
});
