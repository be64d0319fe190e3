import { pointIdOf, twinOf } from '../../../src/shared/evacuation/side-areas';
import type { Evacuation, EvacuationRecord } from '../../../src/shared/evacuation/schemas';
import { area } from './areas';

const START = { evacuationId: 'v1', startedAt: '2026-11-20T22:41:00.000Z', startedOn: null };
export const CAR_PARK = area({ areaId: pointIdOf('p1'), areaName: 'Car park', capacity: 0 });

/** An evacuation of the areas of `dashboard.ts`, with one assembly point. */
export const EVACUATION: Evacuation = {
  ...START,
  isDrill: false,
  areas: [
    { areaId: 'a1', countedAs: 'a1', atStart: 3 },
    { areaId: 'a2', countedAs: 'a2', atStart: 4 },
  ],
  sideAreas: [CAR_PARK],
};

/** A drill there. */
export const DRILL: Evacuation = {
  ...EVACUATION,
  isDrill: true,
  areas: EVACUATION.areas.map((each) => ({ ...each, countedAs: twinOf(each.areaId) })),
  sideAreas: [
    area({ areaId: twinOf('a1'), areaName: 'Main Stage', capacity: 0, currentOccupancy: 3 }),
    area({ areaId: twinOf('a2'), areaName: 'Bar', capacity: 0, currentOccupancy: 4 }),
    CAR_PARK,
  ],
};

/** What the server says of it after its end. */
export const RECORD: EvacuationRecord = {
  ...START,
  isDrill: false,
  endedAt: '2026-11-20T22:53:05.000Z',
  progress: { unaccounted: 0, outsPerMinute: 3.5, emptyInMinutes: 0 },
  timeline: {
    stepSeconds: 10,
    remaining: [7, 4, 0],
    areas: [
      { areaId: 'a1', areaName: 'Main Stage', atStart: 3, remaining: 0, emptyAt: '2026-11-20T22:50:00.000Z' },
      { areaId: 'a2', areaName: 'Bar', atStart: 4, remaining: 1, emptyAt: null },
    ],
    lastOutAt: '2026-11-20T22:52:00.000Z',
    assembled: [{ name: 'Car park', people: 6 }],
  },
};
