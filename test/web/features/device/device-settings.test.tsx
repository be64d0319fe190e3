import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { changeDevice, readDevice, subscribeDevice } from '../../../../web/src/lib/device';
import { area } from '../../support/areas';
import { AS_NEW, CODE_API, showAreas } from '../../support/counting-screen';
import { stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { stubApi } from '../../support/stub-api';

const pads = () =>
  [...document.querySelectorAll('.pads > button')].map((pad) => pad.getAttribute('aria-label')?.split(' ')[0]);

beforeEach(() => {
  stubSockets();
  changeDevice(AS_NEW);
});

test('the device gets a name, a direction and a hand, which stay on it', async () => {
  stubApi(CODE_API);
  const { user } = renderApp('/app');
  await user.click(await screen.findByRole('button', { name: 'This device' }));
  const dialog = await screen.findByRole('dialog', { name: 'This device' });
  await user.type(within(dialog).getByLabelText('Name'), ' North gate ');
  await user.click(within(dialog).getByRole('radio', { name: 'In only' }));
  await user.click(within(dialog).getByRole('radio', { name: 'Left' }));
  await user.click(within(dialog).getByRole('checkbox', { name: 'Sound for alerts' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  screen.getByRole('button', { name: 'North gate In only' });
  expect(readDevice()).toMatchObject({ deviceName: 'North gate', direction: 'in', hand: 'left', sound: false });
  const stored: unknown = JSON.parse(localStorage.getItem('headroom.device') ?? '');
  expect(stored).toEqual(readDevice());
});

test('Cancel changes nothing; an empty name is none', async () => {
  changeDevice({ deviceName: 'North gate' });
  stubApi(CODE_API);
  const { user } = renderApp('/app');
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'North gate' }));
    return screen.findByLabelText('Name');
  };
  await user.clear(await open());
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(readDevice().deviceName).toBe('North gate');
  await user.clear(await open());
  await user.type(screen.getByLabelText('Name'), '   {Enter}');
  expect(readDevice().deviceName).toBeNull();
});

test.each([
  ['both', 'right', ['Take', 'Add']],
  ['both', 'left', ['Add', 'Take']],
  ['in', 'right', ['Add']],
  ['out', 'right', ['Take']],
] as const)('%s, %s hand: the pads are %j', (direction, hand, expected) => {
  changeDevice({ direction, hand });
  showAreas([area({ currentOccupancy: 2 })]);
  expect(pads()).toEqual(expected);
});

test('the keys count the way that the device does', () => {
  changeDevice({ direction: 'in' });
  const { onTap } = showAreas([area({ currentOccupancy: 2 })]);
  fireEvent.keyDown(document.body, { key: '-' });
  fireEvent.keyDown(document.body, { key: '+' });
  expect(onTap.mock.calls).toEqual([['a1', 1]]);
  act(() => changeDevice({ direction: 'out' }));
  fireEvent.keyDown(document.body, { key: '+' });
  fireEvent.keyDown(document.body, { key: '-' });
  expect(onTap.mock.calls).toEqual([
    ['a1', 1],
    ['a1', -1],
  ]);
});

test('another tab of this device has its say', () => {
  let heard = 0;
  const stop = subscribeDevice(() => (heard += 1));
  localStorage.setItem('headroom.device', JSON.stringify({ ...readDevice(), deviceName: 'South gate' }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'headroom.device' }));
  stop();
  expect([readDevice().deviceName, heard]).toEqual(['South gate', 1]);
});

test('settings of an earlier version are kept', () => {
  const { deviceId } = readDevice();
  const old = { deviceId, deviceName: 'Old', direction: 'out', hand: 'left' };
  const stop = subscribeDevice(() => undefined);
  localStorage.setItem('headroom.device', JSON.stringify(old));
  window.dispatchEvent(new StorageEvent('storage', { key: 'headroom.device' }));
  stop();
  expect(readDevice()).toEqual({ ...old, doors: [], morePads: false, sound: true });
});

test.each(['', 'short', 'with spaces and ünlauts', 'x'.repeat(65)])('a damaged id is a new one: %j', (deviceId) => {
  const stop = subscribeDevice(() => undefined);
  localStorage.setItem('headroom.device', JSON.stringify({ ...readDevice(), deviceId }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'headroom.device' }));
  stop();
  expect(readDevice().deviceId).toMatch(/^[\w-]{22}$/);
});
