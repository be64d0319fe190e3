import { expect, test } from 'vitest';
import { checkSchedule } from '../../../../src/shared/rules/schedule';

const SCHEDULE = { timeZone: 'Europe/Berlin', reportTime: '06:00', startDate: '2026-07-31', endDate: '2026-08-02' };

test.each([
  SCHEDULE,
  { ...SCHEDULE, startDate: null, endDate: null },
  { ...SCHEDULE, endDate: '2026-07-31' },
  { ...SCHEDULE, startDate: '2028-02-29', endDate: '2028-03-01' },
  { ...SCHEDULE, timeZone: 'UTC', reportTime: '00:00' },
  { ...SCHEDULE, reportTime: '23:59' },
])('%j may be set', (schedule) => {
  const given = { ...schedule, eventId: 'x' };
  expect(checkSchedule(given)).toEqual({ ok: true, value: schedule });
});

test('a zone is stored under its usual name', () => {
  expect(checkSchedule({ ...SCHEDULE, timeZone: 'europe/berlin' })).toEqual({ ok: true, value: SCHEDULE });
});

const ZONE = 'Please choose a time zone, such as Europe/Berlin.';
const TIME = 'Please enter the report time as hours and minutes, such as 06:00.';
const DATES = 'Please enter the first and the last day, or neither of them.';
const CALENDAR = 'Please enter days that are in the calendar, such as 2026-07-31.';
const BACKWARDS = 'The last day must not be before the first.';

test.each([
  [{ timeZone: undefined }, ZONE],
  [{ timeZone: null }, ZONE],
  [{ timeZone: '+02:00' }, ZONE],
  [{ timeZone: 'Nowhere/City' }, ZONE],
  [{ reportTime: undefined }, TIME],
  [{ reportTime: '24:00' }, TIME],
  [{ reportTime: '6:00' }, TIME],
  [{ reportTime: '06:00:00' }, TIME],
  [{ reportTime: 360 }, TIME],
  [{ startDate: null }, DATES],
  [{ endDate: null }, DATES],
  [{ startDate: undefined, endDate: undefined }, CALENDAR],
  [{ startDate: '' }, CALENDAR],
  [{ startDate: '2026-02-30' }, CALENDAR],
  [{ endDate: '2027-02-29' }, CALENDAR],
  [{ endDate: '2026-8-2' }, CALENDAR],
  [{ endDate: '2026-13-01' }, CALENDAR],
  [{ endDate: 20_260_802 }, CALENDAR],
  [{ endDate: '2026-08-02T00:00' }, CALENDAR],
  [{ endDate: '2026-07-30' }, BACKWARDS],
])('%j may not', (wrong, error) => {
  expect(checkSchedule({ ...SCHEDULE, ...wrong })).toEqual({ ok: false, error });
});
