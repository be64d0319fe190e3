import type { Area } from '../../../src/shared/schemas/area';
import { siteTexts } from './site-texts';

const START = { totalExits: 0, version: 1, lastUpdatedAt: '2026-11-20T22:47:00' };

/**
 * Returns the areas of the demo on the landing page: the area that is counted on the phone, an area with its own door,
 * and two fuller areas.
 */
export function demoAreas(): readonly [Area, Area, ...Area[]] {
  const { main, terrace, bar, roof } = siteTexts.demo.areas;
  return [
    { ...START, areaId: 'main', areaName: main, capacity: 500, currentOccupancy: 374, totalEntries: 418 },
    { ...START, areaId: 'terrace', areaName: terrace, capacity: 120, currentOccupancy: 67, totalEntries: 103 },
    { ...START, areaId: 'bar', areaName: bar, capacity: 95, currentOccupancy: 76, totalEntries: 141 },
    { ...START, areaId: 'roof', areaName: roof, capacity: 40, currentOccupancy: 37, totalEntries: 52 },
  ];
}

export const demoTotal = (areas: readonly Area[]): number =>
  areas.reduce((sum, { currentOccupancy }) => sum + currentOccupancy, 0);

export const demoCapacity = (areas: readonly Area[]): number => areas.reduce((sum, { capacity }) => sum + capacity, 0);
