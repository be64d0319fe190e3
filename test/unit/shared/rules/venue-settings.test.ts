import { expect, test } from 'vitest';
import { checkVenueSettings } from '../../../../src/shared/rules/venue-settings';

const SETTINGS = { capacity: 1000, staffAllowance: 40, safetyMarginPercent: 5, alertThresholds: [75, 90, 100] };

test.each([
  SETTINGS,
  { capacity: null, staffAllowance: 1_000_000, safetyMarginPercent: 50, alertThresholds: [] },
  { capacity: 1, staffAllowance: 0, safetyMarginPercent: 0, alertThresholds: [1, 2, 50, 199, 200] },
  // One guest has a place: 1000 − 50 − 949.
  { ...SETTINGS, staffAllowance: 949 },
])('%j may be set', (settings) => {
  const given = { ...settings, eventId: 'x' };
  expect(checkVenueSettings(given)).toEqual({ ok: true, value: settings });
});

const CAPACITY = 'Venue capacity must be a whole number from 1 to 1,000,000.';
const STAFF = 'Staff allowance must be a whole number from 0 to 1,000,000.';
const MARGIN = 'Safety margin must be a whole number from 0 to 50 percent.';
const ALERTS = 'Alerts need at most 5 whole numbers from 1 to 200 percent.';
const RISING = 'Each alert must be at a higher percentage than the one before.';
const NO_PLACES = 'Staff allowance and safety margin leave no places for guests.';

test.each([
  [{ capacity: undefined }, CAPACITY],
  [{ capacity: 0 }, CAPACITY],
  [{ capacity: -1 }, CAPACITY],
  [{ capacity: 1.5 }, CAPACITY],
  [{ capacity: '500' }, CAPACITY],
  [{ capacity: 1_000_001 }, CAPACITY],
  [{ capacity: Number.NaN }, CAPACITY],
  [{ staffAllowance: undefined }, STAFF],
  [{ staffAllowance: null }, STAFF],
  [{ staffAllowance: -1 }, STAFF],
  [{ staffAllowance: 1_000_001 }, STAFF],
  [{ safetyMarginPercent: undefined }, MARGIN],
  [{ safetyMarginPercent: 51 }, MARGIN],
  [{ safetyMarginPercent: 2.5 }, MARGIN],
  [{ alertThresholds: undefined }, ALERTS],
  [{ alertThresholds: 75 }, ALERTS],
  [{ alertThresholds: [0] }, ALERTS],
  [{ alertThresholds: [201] }, ALERTS],
  [{ alertThresholds: ['75'] }, ALERTS],
  [{ alertThresholds: [1, 2, 3, 4, 5, 6] }, ALERTS],
  [{ alertThresholds: [90, 75] }, RISING],
  [{ alertThresholds: [75, 75] }, RISING],
  [{ staffAllowance: 950 }, NO_PLACES],
  [{ capacity: 1, safetyMarginPercent: 1, staffAllowance: 0 }, NO_PLACES],
])('%j may not', (wrong, error) => {
  expect(checkVenueSettings({ ...SETTINGS, ...wrong })).toEqual({ ok: false, error });
});
