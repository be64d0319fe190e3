import type { Alert } from '../../../../src/shared/schemas/alert';
import type { Area } from '../../../../src/shared/schemas/area';
import { texts } from '../../texts/app-texts';
import { formatCount, formatPercent, formatRecent } from '../../texts/format';
import { areaNameOf } from '../counting/areas/area-name';

type Names = readonly Pick<Area, 'areaId' | 'areaName'>[];

/** Unacknowledged alerts, the worst first. */
export const unseenOf = (alerts: readonly Alert[]): Alert[] =>
  alerts.filter(({ acknowledgedAt }) => acknowledgedAt === null).toSorted((a, b) => b.threshold - a.threshold);

const placeOf = ({ areaId }: Alert, areas: Names): string =>
  areaId === null ? texts.venueTotal.label : areaNameOf(areas, areaId);

/** What has happened, and where. */
export const titleOf = (alert: Alert, areas: Names): string =>
  texts.alert.reached(placeOf(alert, areas), formatPercent(alert.threshold));

/** How many people there were, and when. */
export const detailOf = ({ occupancy, capacity, raisedAt }: Alert): string =>
  texts.alert.detail(formatCount(occupancy), formatCount(capacity), formatRecent(Date.parse(raisedAt)));
