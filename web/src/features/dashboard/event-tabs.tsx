import { clsx } from 'clsx';
import { useSyncExternalStore } from 'react';
import { useRealtime } from '../../realtime/hooks';
import { useSession } from '../../session/session';
import { keepSelectedEventId } from '../../session/storage';
import { texts } from '../../texts/app-texts';
import { formatCount } from '../../texts/format';
import { Link } from '../../ui/link';
import { useOpenAlerts } from '../alerts/open-alerts';
import { appearanceOf } from '../evacuation/evacuation-appearance';
import { type EventPage, eventPagesOf } from './event-pages';

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

/** What is heard after the links stand. It lies at the edge of its link, so that it moves none of them. */
const markClass = 'pointer-events-none absolute rounded-full px-1.5 text-[0.6875rem] leading-3.5 font-bold';

/** Links to the pages of an event that the user may see, the present one marked. The number is how many alerts are open. */
export function EventTabs({ eventId, tab }: EventTabsProps) {
  const { user } = useSession();
  const realtime = useRealtime();
  const evacuation = useSyncExternalStore(realtime.subscribe, () => realtime.snapshotOf(eventId).evacuation);
  const alerts = useOpenAlerts(eventId, tab === 'alerts');
  return (
    <nav
      aria-label={texts.tabs.label}
      className="-mx-1 flex min-w-0 [scrollbar-width:none] @max-[75rem]:order-last @max-[75rem]:basis-full @max-[75rem]:overflow-x-auto"
    >
      {(user ? eventPagesOf(user, eventId) : []).map(({ page, name, to }) => (
        <Link
          key={page}
          ref={page === tab ? showInRow : undefined}
          to={to}
          onClick={() => keepSelectedEventId(eventId)}
          aria-current={page === tab ? 'page' : undefined}
          className="group/tab touch-pad relative flex min-h-11 shrink-0 items-center rounded-field px-2.5 text-sm font-semibold whitespace-nowrap text-muted hover:bg-sunken focus-visible:-outline-offset-3 aria-[current]:text-ink max-sm:px-1"
        >
          <span className="decoration-2 underline-offset-8 group-aria-[current]/tab:underline">{name}</span>
          {page === 'doors' && evacuation !== null && (
            <span
              className={clsx(
                markClass,
                'start-1/2 bottom-0 z-1 -translate-x-1/2 rtl:translate-x-1/2',
                appearanceOf(evacuation.isDrill).band,
              )}
            >
              {appearanceOf(evacuation.isDrill).title}
            </span>
          )}
          {page === 'alerts' && alerts > 0 && (
            <span className={clsx(markClass, '-end-0.5 top-0 bg-bad-soft text-bad tabular-nums')}>
              {formatCount(alerts)}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
