import { clsx } from 'clsx';
import { useSyncExternalStore } from 'react';
import { useRealtime } from '../../realtime/hooks';
import { keepSelectedEventId } from '../../session/storage';
import { eventPagesTexts } from '../../texts/event-pages-texts';
import { formatCount } from '../../texts/format';
import { Link } from '../../ui/link';
import { useOpenAlerts } from '../alerts/open-alerts';
import { appearanceOf } from '../evacuation/evacuation-appearance';
import { EVENT_PAGES, type EventPage } from './event-pages';

export interface EventTabsProps {
  eventId: string;
  /** The page that is shown; null on a page that is not the event's. */
  tab: EventPage | null;
}

/** Scrolls the row of a link, which may be wider than the screen, until the link stands in its middle. */
function showInRow(link: HTMLElement | null): void {
  const row = link?.parentElement;
  if (!row) return;
  const [of, within] = [link.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += of.left + of.width / 2 - (within.left + within.width / 2);
}

/** Links to the pages of an event, the present one marked. The number is how many alerts are open. */
export function EventTabs({ eventId, tab }: EventTabsProps) {
  const realtime = useRealtime();
  const room = useSyncExternalStore(realtime.subscribe, () => realtime.snapshotOf(eventId));
  const alerts = useOpenAlerts(eventId, tab === 'alerts');
  return (
    <nav
      aria-label={eventPagesTexts.tabs.label}
      className="-mx-1 flex min-w-0 [scrollbar-width:none] @max-[75rem]:order-last @max-[75rem]:basis-full @max-[75rem]:overflow-x-auto"
    >
      {EVENT_PAGES.map(([name, pathOf]) => (
        <Link
          key={name}
          ref={name === tab ? showInRow : undefined}
          to={pathOf(eventId)}
          onClick={() => keepSelectedEventId(eventId)}
          aria-current={name === tab ? 'page' : undefined}
          className="group/tab touch-pad flex min-h-11 shrink-0 items-center gap-1.5 rounded-field px-2.5 text-sm font-semibold whitespace-nowrap text-muted hover:bg-sunken focus-visible:-outline-offset-3 aria-[current]:text-ink max-sm:px-1"
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
