import type { Area } from '../../../../../src/shared/schemas/area';

/** Whether an event has had its first tap, also one that is not sent yet: only then somebody may have to leave. */
export const hasCounted = (areas: readonly Area[]): boolean =>
  areas.some(({ lastUpdatedAt, currentOccupancy }) => lastUpdatedAt !== null || currentOccupancy > 0);
