import { clsx } from 'clsx';
import { useSyncExternalStore } from 'react';
import { useRealtime } from '../../realtime/hooks';
import { keepSelectedEventId } from '../../session/storage';
import { eventPagesTexts } from '../../texts/event-pages-texts';
import { formatCount } from '../../texts/format';
import { alertListPath, countingPath, doorsPath, eventSettingsPath, reportsPath } from '../../urls/paths';
import { Link } from '../../ui/link';
import { useOpenAlerts } from '../alerts/open-alerts';
import { appearanceOf } from '../evacuation/evacuation-appearance';
import { EventWatch } from './event-watch';

export type EventTab = 'count' | 'alerts' | 'doors' | 'reports' | 'settings';

/** The tabs of an event, with their addresses. A further page of the event becomes a tab by its line here. */
const TABS = [
  ['count', countingPath],
  ['alerts', alertListPath],
  ['doors', doorsPath],
  ['reports', reportsPath],
  ['settings', eventSettingsPath],
] as const satisfies readonly [EventTab, (eventId: string) => string][];

export interface EventTabsProps {
  eventId: string;
  /** The page that is shown. */
  tab: EventTab;
}

/** Links to the pages of an event, the present one marked. The number is how many alerts are open. */
export function EventTabs({ eventId, tab }: EventTabsProps) {
  const realtime = useRealtime();
  const room = useSyncExternalStore(realtime.subscribe, () => realtime.snapshotOf(eventId));
  const alerts = useOpenAlerts(eventId, tab === 'alerts');
  return (
    <nav
      aria-label={eventPagesTexts.tabs.label}
      className="-mx-1 flex min-w-0 flex-wrap @max-[75rem]:order-last @max-[75rem]:basis-full"
    >
      {tab !== 'count' && <EventWatch eventId={eventId} hasAlarm={tab !== 'alerts'} />}
      {TABS.map(([name, pathOf]) => (
        <Link
          key={name}
          to={pathOf(eventId)}
          onClick={() => keepSelectedEventId(eventId)}
          aria-current={name === tab ? 'page' : undefined}
          className="group/tab touch-pad flex min-h-11 items-center gap-1.5 rounded-field px-2.5 text-sm font-semibold text-muted hover:bg-sunken aria-[current]:text-ink max-sm:px-1"
        >
          <span className="decoration-2 underline-offset-8 group-aria-[current]/tab:underline">
            {eventPagesTexts.tabs[name]}
          </span>
          {name === 'doors' && room.evacuation !== null && (
            <span className={clsx('rounded-full px-1.5 text-xs leading-5', appearanceOf(room.evacuation.isDrill).band)}>
              {appearanceOf(room.evacuation.isDrill).title}
            </span>
          )}
          {name === 'alerts' && alerts > 0 && (
            <span className="rounded-full bg-bad-soft px-1.5 text-xs leading-5 text-bad tabular-nums">
              {formatCount(alerts)}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
