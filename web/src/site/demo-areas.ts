import type { Area } from '../../../src/shared/schemas/area';

const START = { totalExits: 0, version: 1, lastUpdatedAt: '2026-11-20T22:47:00' };

/** The evening that the landing page shows. The first area is the one on the phone. */
export const demoAreas: readonly [Area, Area] = [
  { ...START, areaId: 'main', areaName: 'Main Stage', capacity: 500, currentOccupancy: 374, totalEntries: 418 },
  { ...START, areaId: 'terrace', areaName: 'Terrace', capacity: 120, currentOccupancy: 67, totalEntries: 103 },
];

export const demoTotal = (areas: readonly Area[]): number =>
  areas.reduce((sum, { currentOccupancy }) => sum + currentOccupancy, 0);

export const demoCapacity = (areas: readonly Area[]): number => areas.reduce((sum, { capacity }) => sum + capacity, 0);
