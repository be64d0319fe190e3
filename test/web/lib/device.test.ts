import { beforeEach, expect, test } from 'vitest';
import { readDevice, subscribeDevice } from '../../../web/src/lib/device';
import { asNew } from '../support/dashboard';

const OLD = { deviceId: 'device-000000000001', deviceName: 'Old', direction: 'out', hand: 'left' } as const;
const AS_BEFORE = { doors: [], morePads: false, sound: true };

/** What another tab has stored, as this one reads it. */
function store(value: object) {
  const stop = subscribeDevice(() => undefined);
  localStorage.setItem('headroom.device', JSON.stringify(value));
  window.dispatchEvent(new StorageEvent('storage', { key: 'headroom.device' }));
  stop();
  return readDevice();
}

beforeEach(asNew);

test('settings of an earlier version are kept, those of this one come back', () => {
  expect(store(OLD)).toEqual({ ...OLD, ...AS_BEFORE });
  const full = { ...OLD, ...AS_BEFORE, feedback: 'off', sayCount: true, remote: { plus: 'KeyA', minus: null } };
  expect(store(full)).toEqual(full);
});

test.each(['', 'short', 'with spaces and ünlauts', 'x'.repeat(65)])('a damaged id is a new one: %j', (deviceId) => {
  expect(store({ ...OLD, deviceId }).deviceId).toMatch(/^[\w-]{22}$/);
});
