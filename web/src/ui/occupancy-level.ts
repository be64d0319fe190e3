import { DANGER_ABOVE_PERCENT, WARNING_ABOVE_PERCENT } from '../../../src/shared/schemas/limits';

export type OccupancyLevel = 'normal' | 'warning' | 'danger';

/**
 * Returns the occupancy in percent of the capacity, neither rounded nor capped; 0 if the capacity is 0
 * (docs/product.md, C13).
 */
export const occupancyPercent = (occupancy: number, capacity: number): number =>
  capacity === 0 ? 0 : (occupancy * 100) / capacity;

/** Returns 'danger' above 90 % and 'warning' above 75 % (docs/product.md, C13). */
export function occupancyLevel(occupancy: number, capacity: number): OccupancyLevel {
  const percent = occupancyPercent(occupancy, capacity);
  if (percent > DANGER_ABOVE_PERCENT) return 'danger';
  return percent > WARNING_ABOVE_PERCENT ? 'warning' : 'normal';
}
