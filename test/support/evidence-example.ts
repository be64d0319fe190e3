import { FileHash } from '../../src/crypto/file-hash';
import { newContents } from '../../src/reports/sealed/contents';
import { DayEvents } from '../../src/reports/sealed/day-events';
import type { SealedDay } from '../../src/reports/sealed/sealed-day';
import type { DayFigures, SubjectFigures } from '../../src/reports/figures';
import { HOUR_MS, MINUTE_MS } from '../../src/shared/durations';

/** A sealed night as an example: its files never change (test/unit/reports/evidence.test.ts). */

const STARTS_AT = Date.parse('2026-11-20T05:00:00Z');
const DOORS = STARTS_AT + 17 * HOUR_MS;
const PEAK_AT = DOORS + 42 * MINUTE_MS + 7_000;

/** The example's day without an entry in its journal. */
export const noEvents = (): DayEvents =>
  new DayEvents({ startsAt: STARTS_AT, endsAt: STARTS_AT + 24 * HOUR_MS }, { after: 0, upTo: 0 });

export const EXAMPLE_DAY: SealedDay = {
  eventId: 'e1',
  eventName: 'Harbor <Night> & "Friends"',
  timeZone: 'Europe/Berlin',
  day: '2026-11-20',
  revision: 1,
  startsAt: STARTS_AT,
  endsAt: STARTS_AT + 24 * HOUR_MS,
  closedAt: STARTS_AT + 24 * HOUR_MS + MINUTE_MS,
  contents: { ...newContents(noEvents()), actors: { admin: 'admin', system: 'system' }, kinds: ['capacity_changed'] },
};

const subject: SubjectFigures = {
  ins: 130,
  outs: 30,
  movedIn: 0,
  movedOut: 0,
  floored: 1,
  opening: 0,
  closing: 101,
  peak: 122,
  peakAt: PEAK_AT,
  secondsAbove: [9_000, 8_400, 7_860],
  secondsBelowZero: 0,
  capacities: [
    { at: STARTS_AT, capacity: null },
    { at: DOORS, capacity: 100 },
  ],
  over: [
    { from: DOORS + 30 * MINUTE_MS, to: DOORS + 180 * MINUTE_MS, aboveMs: 7_860_000, peak: 122, capacity: 100 },
    { from: DOORS + 200 * MINUTE_MS, to: DOORS + 200 * MINUTE_MS + 12_000, aboveMs: 12_000, peak: 101, capacity: 100 },
  ],
  limits: [
    {
      kind: 'license',
      history: [
        {
          at: STARTS_AT,
          capacity: 110,
          staff: 5,
          condition: 'License condition 12: no more than <110> persons',
          peak: 122,
          peakAt: PEAK_AT,
          aboveMs: 3_660_000,
        },
      ],
      secondsAbove: 3_660,
      over: [
        { from: DOORS + 40 * MINUTE_MS, to: DOORS + 101 * MINUTE_MS, aboveMs: 3_660_000, peak: 122, capacity: 105 },
      ],
    },
    {
      kind: 'fire',
      history: [
        { at: DOORS, capacity: 200, staff: 5, condition: 'Certificate 7', peak: 122, peakAt: PEAK_AT, aboveMs: 0 },
        {
          at: DOORS + 6 * HOUR_MS,
          capacity: 120,
          staff: 9,
          condition: 'Certificate 8',
          peak: 101,
          peakAt: DOORS + 6 * HOUR_MS,
          aboveMs: 0,
        },
      ],
      secondsAbove: 0,
      over: [],
    },
  ],
  categories: {
    list: [
      { categoryId: 'k2', ins: 30, outs: 4, floored: 0, opening: 0, closing: null, slots: [[204, 30, 4, null]] },
      { categoryId: 'k1', ins: 90, outs: 20, floored: 1, opening: 0, closing: 70, slots: [[204, 90, 20, 70]] },
    ],
    others: { opening: 0, closing: null, slots: [] },
  },
  slots: [
    [204, 60, 0, 0, 60, 60],
    [210, 70, 8, 60, 122, 122],
    [240, 0, 22, 101, 122, 101],
  ],
};

export const EXAMPLE_FIGURES: DayFigures = {
  day: EXAMPLE_DAY.day,
  startsAt: EXAMPLE_DAY.startsAt,
  endsAt: EXAMPLE_DAY.endsAt,
  until: EXAMPLE_DAY.endsAt,
  venue: {
    ...subject,
    categoryLimits: [
      {
        categoryId: 'k2',
        capacities: [{ at: DOORS, capacity: 20 }],
        secondsAbove: 640,
        secondsUnknown: 90,
        over: [{ from: DOORS, to: DOORS + 640_000, aboveMs: 640_000, peak: 25, capacity: 20 }],
      },
    ],
  },
  areas: [{ ...subject, areaId: 'bar', areaName: 'Bar', deletedAt: EXAMPLE_DAY.endsAt - HOUR_MS }],
  devices: [
    {
      deviceId: 'device-0000000001',
      deviceName: null,
      isAdmin: false,
      ins: 130,
      outs: 30,
      moves: 0,
      taps: 160,
      undone: 2,
      firstTapAt: DOORS,
      lastTapAt: DOORS + 3 * HOUR_MS,
      lateTaps: 3,
      latestMs: 3_725_000,
      quietTimes: [],
    },
  ],
  quality: { taps: 160, rows: 90, late: [3, 1, 1], latestMs: 3_725_000 },
  closing: {
    at: EXAMPLE_DAY.endsAt,
    areas: [{ areaId: 'bar', areaName: 'Bar', capacity: 100, occupancy: 101, countsFrom: 0, deletedAt: null }],
    venue: null,
    categories: [
      { categoryId: 'k1', name: 'Adults', capacity: null },
      { categoryId: 'k2', name: 'Under <18>', capacity: 20 },
    ],
  },
};

/**
 * Sealed files must be made again byte for byte, years later. If this test fails, old packs are no longer intact. What
 * is new needs a column, table or language of its own, which the seal of its day lists (SealContents).
 */
export function hashesOf(files: Iterable<readonly [name: string, text: string]>) {
  const hashes = [...files].map(([name, text]) => {
    const hash = new FileHash(name);
    hash.add(text);
    return [name, hash.finish().sha256] as const;
  });
  return Object.fromEntries(hashes);
}
