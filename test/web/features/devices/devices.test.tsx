import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Device } from '../../../../src/shared/schemas/device';
import { isMissed } from '../../../../web/src/features/devices/device-list';
import { openAdmin } from '../../support/dashboard';
import type { Answer } from '../../support/stub-api';

const DOORS = '/app/events/e1/doors';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOW = Date.parse('2026-06-20T23:30:00Z');
const at = (agoMs: number, now = NOW) => new Date(now - agoMs).toISOString();

const device = (fields: Partial<Device> = {}): Device => ({
  deviceId: 'device-0000-abcd',
  deviceName: 'North gate',
  direction: 'both',
  isAdmin: false,
  isOnline: true,
  offlineSince: null,
  lastTapAt: null,
  ins: 0,
  outs: 0,
  ...fields,
});
const gone = (fields: Partial<Device>): Device => device({ isOnline: false, offlineSince: at(0), ...fields });

test('a device is missing when it is offline and has counted recently', () => {
  expect(isMissed(gone({ lastTapAt: at(HOUR_MS) }), NOW)).toBe(true);
  expect(isMissed(gone({ lastTapAt: at(3 * HOUR_MS) }), NOW)).toBe(false);
  expect(isMissed(gone({ lastTapAt: null }), NOW)).toBe(false);
  expect(isMissed(device({ lastTapAt: at(HOUR_MS) }), NOW)).toBe(false);
});

test('a machine is missing as long as it is silent', () => {
  const source = { kind: 'camera', door: 'Gate', direction: 'in' } as const;
  expect(isMissed(gone({ source }), NOW)).toBe(true);
  expect(isMissed(device({ source }), NOW)).toBe(false);
});

test('a machine of which everything is refused says so, and why', async () => {
  const trouble = { kind: 'refused', code: 'time_too_old', clockOffsetMs: 600_000 } as const;
  const source = { kind: 'camera', door: 'Gate', direction: 'in', trouble } as const;
  openAdmin({ 'GET /api/events/e1/devices': [200, { devices: [gone({ source })] }] }, DOORS);
  const dialog = within(await screen.findByRole('region', { name: 'Devices' }));
  await dialog.findByText('its clock is 10 minutes slow');
  expect(dialog.getByRole('listitem').textContent).toMatch(/^North gate.*its clock is 10 minutes slow.*Refused since /);
});

describe('the device panel lists the devices', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });

  async function openDevices(answer: () => Answer) {
    const { user, made } = openAdmin({ 'GET /api/events/e1/devices': answer }, DOORS);
    const dialog = within(await screen.findByRole('region', { name: 'Devices' }));
    const asked = () => made('GET', '/devices').length;
    const wait = () => act(() => vi.advanceTimersByTimeAsync(5_000));
    return { user, dialog, asked, wait };
  }

  test('the panel shows each device’s name, place, taps and last time, and follows changes', async () => {
    const now = Date.now();
    let devices = [
      device({ ins: 1204, outs: 30, lastTapAt: at(5 * MINUTE_MS, now), direction: 'in' }),
      gone({
        deviceId: 'device-0000-beef',
        deviceName: null,
        isAdmin: true,
        offlineSince: at(MINUTE_MS, now),
        lastTapAt: at(2 * MINUTE_MS, now),
      }),
    ];
    const { dialog, wait } = await openDevices(() => [200, { devices }]);
    const [first, second] = await dialog.findAllByRole('listitem');
    expect(first?.textContent).toMatch(/^Device BEEFBoth ways · Admin.*Offline since \d\d:\d\d.*2 min\. ago/);
    expect(second?.textContent).toMatch(/^North gateIn only.*Online.*In today1,204Out today30Last count5 min\. ago/);
    devices = [device({ ins: 1205 })];
    await wait();
    await dialog.findByText('1,205');
    expect(dialog.getByRole('listitem').textContent).toMatch(/In today1,205.*Last countNone today/);
    devices = [];
    await wait();
    await dialog.findByText('No device has joined today.');
    expect(dialog.queryByRole('list')).toBeNull();
  });
});
