import type { Alert } from '../../../../src/shared/schemas/alert';
import type { Area } from '../../../../src/shared/schemas/area';
import { texts } from '../../lib/app-texts';
import { formatCount, formatPercent, formatRecent } from '../../lib/format';
import { lateTexts } from '../../lib/late-texts';

type Names = readonly Pick<Area, 'areaId' | 'areaName'>[];

const placeOf = ({ areaId }: Alert, areas: Names): string =>
  areaId === null
    ? texts.venueTotal.label
    : (areas.find((area) => area.areaId === areaId)?.areaName ?? texts.realtime.unknownArea);

/** What has happened, and where. */
export const titleOf = (alert: Alert, areas: Names): string =>
  lateTexts.alert.reached(placeOf(alert, areas), formatPercent(alert.threshold));

/** How many there were, and when. */
export const detailOf = ({ occupancy, capacity, raisedAt }: Alert): string =>
  lateTexts.alert.detail(formatCount(occupancy), formatCount(capacity), formatRecent(Date.parse(raisedAt)));

/** Who has seen it; null for nobody yet. */
export function seenOf({ acknowledgedAt, acknowledgedBy }: Alert): string | null {
  if (acknowledgedAt === null) return null;
  const time = formatRecent(Date.parse(acknowledgedAt));
  return acknowledgedBy === null ? lateTexts.alert.seen(time) : lateTexts.alert.seenBy(acknowledgedBy, time);
}
