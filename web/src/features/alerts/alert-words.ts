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

/** Says what happened and where. */
export const titleOf = (alert: Alert, areas: Names): string =>
  texts.alert.reached(placeOf(alert, areas), formatPercent(alert.threshold));

/** Says how many people there were when the alert was raised, and at what time. */
export const detailOf = ({ occupancy, capacity, raisedAt }: Alert): string =>
  texts.alert.detail(formatCount(occupancy), formatCount(capacity), formatRecent(Date.parse(raisedAt)));
