import type { Alert } from '../../../../src/shared/schemas/alert';
import type { Area } from '../../../../src/shared/schemas/area';
import { formatPercent, formatRecent } from '../../texts/format';
import { dialogTexts } from '../../texts/dialog-texts';
import { Badge } from '../../ui/badge';
import { BellRing } from '../../ui/icons/alerts';
import { Check } from '../../ui/icons/checks';
import { AcknowledgeButton } from '../alerts/acknowledge-button';
import { areaNameOf } from '../counting/areas/area-name';

function acknowledgement({ acknowledgedAt, acknowledgedBy }: Alert): string {
  if (acknowledgedAt === null) return dialogTexts.overview.notAcknowledged;
  return acknowledgedBy === null
    ? dialogTexts.overview.acknowledged
    : dialogTexts.overview.acknowledgedBy(acknowledgedBy);
}

/** Sorts unacknowledged alerts first, then by threshold, highest first. */
const inOrder = (alerts: readonly Alert[]): Alert[] =>
  alerts.toSorted(
    (a, b) => Number(a.acknowledgedAt !== null) - Number(b.acknowledgedAt !== null) || b.threshold - a.threshold,
  );

export interface AlertLinesProps {
  eventId: string;
  alerts: readonly Alert[];
  areas: readonly Area[];
}

/** Lists the alerts of an event, and whether somebody has acknowledged them. */
export function AlertLines({ eventId, alerts, areas }: AlertLinesProps) {
  if (alerts.length === 0) return null;
  const nameOf = ({ areaId }: Alert): string =>
    areaId === null ? dialogTexts.overview.wholeVenue : areaNameOf(areas, areaId);
  return (
    <ul aria-label={dialogTexts.overview.alerts} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {inOrder(alerts).map((alert) => {
        const seen = alert.acknowledgedAt !== null;
        const Icon = seen ? Check : BellRing;
        const time = formatRecent(Date.parse(alert.raisedAt));
        return (
          <li key={alert.alertId} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm">
            <span id={alert.alertId} className="min-w-0 flex-1 basis-48 font-medium">
              {dialogTexts.overview.alert(nameOf(alert), formatPercent(alert.threshold), time)}
            </span>
            <Badge
              tone={seen ? 'neutral' : 'bad'}
              icon={<Icon size={14} className="shrink-0" />}
              className="whitespace-normal!"
            >
              {acknowledgement(alert)}
            </Badge>
            {!seen && <AcknowledgeButton eventId={eventId} alertIds={[alert.alertId]} describedBy={alert.alertId} />}
          </li>
        );
      })}
    </ul>
  );
}
