import { Suspense } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import { lazyComponent } from '../../ui/overlays/lazy-component';
import { Link } from '../../ui/link';
import { countingPath } from '../../urls/paths';
import type { EventPage } from './event-pages';
import { EventTabs } from './event-tabs';
import type { EventWatchProps } from './event-watch';

const LateWatch = lazyComponent<EventWatchProps>(
  async () => (await import('./event-watch')).EventWatch,
  () => null,
);

/** The tabs of an event, which stand with its name, and what watches over it on pages without pads. */
export const eventTabs = (eventId: string, tab: EventPage | null) => (
  <>
    <EventTabs eventId={eventId} tab={tab} />
    {tab !== 'count' && (
      <Suspense>
        <LateWatch eventId={eventId} hasAlarm={tab !== 'alerts'} />
      </Suspense>
    )}
  </>
);

/**
 * Returns what the top bar has of an event on pages without pads: its name, which leads back to the pads, and the tabs. A
 * page without a tab is the account's.
 */
export const pageToolbar = ({ eventId, eventName }: Event, tab: EventPage | null) => ({
  title: (
    <Link to={countingPath(eventId)} title={eventName} className="touch-pad flex min-h-11 min-w-0 items-center">
      <span dir="auto" className="truncate">
        {eventName}
      </span>
    </Link>
  ),
  tabs: eventTabs(eventId, tab),
  keepsLogOut: tab === null,
});
