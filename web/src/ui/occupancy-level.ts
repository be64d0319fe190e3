import { DANGER_ABOVE_PERCENT, WARNING_ABOVE_PERCENT } from '../../../src/shared/limits';

export type OccupancyLevel = 'normal' | 'warning' | 'danger';

/** Occupancy in percent of capacity, not rounded and not capped; 0 when the capacity is 0 (docs/product.md, C13). */
export const occupancyPercent = (occupancy: number, capacity: number): number =>
  capacity === 0 ? 0 : (occupancy * 100) / capacity;

/** Above 90 % danger, above 75 % warning (docs/product.md, C13). */
export function occupancyLevel(occupancy: number, capacity: number): OccupancyLevel {
  const percent = occupancyPercent(occupancy, capacity);
  if (percent > DANGER_ABOVE_PERCENT) return 'danger';
  return percent > WARNING_ABOVE_PERCENT ? 'warning' : 'normal';
}
