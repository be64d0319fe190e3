import type { Alert } from '../../../../src/shared/schemas/alert';
import type { Area } from '../../../../src/shared/schemas/area';
import { formatRecent } from '../../texts/format';
import { dialogTexts } from '../../texts/dialog-texts';
import { useWhenNoRecentTaps } from '../counting/press/use-no-recent-taps';
import { AlertIcon } from './alert-icon';
import { titleOf } from './alert-words';

/** Says when an alert was acknowledged and by whom; null for an unacknowledged alert. */
function seenOf({ acknowledgedAt, acknowledgedBy }: Alert): string | null {
  if (acknowledgedAt === null) return null;
  const time = formatRecent(Date.parse(acknowledgedAt));
  return acknowledgedBy === null ? dialogTexts.alert.seen(time) : dialogTexts.alert.seenBy(acknowledgedBy, time);
}

export interface SeenAlertsProps {
  /** The alerts as the room last sent them, or those of an earlier time if their places are to stay. */
  alerts: readonly Alert[];
  /** The alerts that still hold; the places of others are empty. */
  holding?: readonly Alert[];
  areas: readonly Area[];
}

/**
 * Lists acknowledged alerts that are still open, one line each. Lines come and go only when nobody has tapped recently, so
 * that no pad moves under a thumb: until then the place of an alert that no longer holds is empty.
 */
export function SeenAlerts({ alerts, holding = alerts, areas }: SeenAlertsProps) {
  const seen = useWhenNoRecentTaps(alerts).filter(({ acknowledgedAt }) => acknowledgedAt !== null);
  if (seen.length === 0) return null;
  const holds = ({ alertId }: Alert) => holding.some((alert) => alert.alertId === alertId);
  return (
    <ul className="mb-3 grid gap-1 text-sm text-muted">
      {seen.map((alert) => (
        <li
          key={alert.alertId}
          className="flex items-center gap-2"
          style={{ visibility: holds(alert) ? 'inherit' : 'hidden' }}
        >
          <AlertIcon threshold={alert.threshold} size={16} />
          <span className="min-w-0">
            <span className="font-semibold">{titleOf(alert, areas)}</span> · {seenOf(alert)}
          </span>
        </li>
      ))}
    </ul>
  );
}
