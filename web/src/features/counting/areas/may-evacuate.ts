import type { Area } from '../../../../../src/shared/schemas/area';

/** Whether an event has had its first tap, also one that is not sent yet: only then somebody may have to leave. */
const hasCounted = (areas: readonly Area[]): boolean =>
  areas.some(({ lastUpdatedAt, currentOccupancy }) => lastUpdatedAt !== null || currentOccupancy > 0);

/** Whether an evacuation can be started: also while the areas are not known, because people may then be inside. */
export const mayEvacuate = (areas: readonly Area[] | null): boolean => areas === null || hasCounted(areas);
