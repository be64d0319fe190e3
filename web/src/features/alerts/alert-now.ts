import { venueOccupancy } from '../../../../src/shared/rules/venue-capacity';
import type { Alert } from '../../../../src/shared/schemas/alert';
import type { Area } from '../../../../src/shared/schemas/area';
import { formatCount } from '../../texts/format';
import { dialogTexts } from '../../texts/dialog-texts';

/** Returns the current occupancy and the capacity as text; null if the area was deleted. */
export function nowOf({ areaId, capacity }: Alert, areas: readonly Area[]): string | null {
  const people =
    areaId === null ? venueOccupancy(areas) : areas.find((area) => area.areaId === areaId)?.currentOccupancy;
  return people === undefined ? null : dialogTexts.alert.now(formatCount(people), formatCount(capacity));
}

/** Sorts the alerts of the device's own area first, because the device can stop people there. */
export const ownFirst = (alerts: readonly Alert[], ownAreaId: string | null): Alert[] =>
  ownAreaId === null
    ? [...alerts]
    : alerts.toSorted((a, b) => Number(b.areaId === ownAreaId) - Number(a.areaId === ownAreaId));
