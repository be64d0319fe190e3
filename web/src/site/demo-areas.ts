import type { Area } from '../../../src/shared/schemas/area';

const START = { totalExits: 0, version: 1, lastUpdatedAt: '2026-11-20T22:47:00' };

/** The evening that the landing page shows: the area on the phone, one with a door of its own, and two fuller ones. */
export const demoAreas: readonly [Area, Area, ...Area[]] = [
  { ...START, areaId: 'main', areaName: 'Main Stage', capacity: 500, currentOccupancy: 374, totalEntries: 418 },
  { ...START, areaId: 'terrace', areaName: 'Terrace', capacity: 120, currentOccupancy: 67, totalEntries: 103 },
  { ...START, areaId: 'bar', areaName: 'Bar', capacity: 95, currentOccupancy: 76, totalEntries: 141 },
  { ...START, areaId: 'roof', areaName: 'Roof', capacity: 40, currentOccupancy: 37, totalEntries: 52 },
];

export const demoTotal = (areas: readonly Area[]): number =>
  areas.reduce((sum, { currentOccupancy }) => sum + currentOccupancy, 0);

export const demoCapacity = (areas: readonly Area[]): number => areas.reduce((sum, { capacity }) => sum + capacity, 0);
