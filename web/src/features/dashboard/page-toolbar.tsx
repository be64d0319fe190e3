import { Suspense } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import { withUrgentTexts } from '../../texts/later-texts';
import { lazyComponent } from '../../ui/overlays/lazy-component';
import { Link } from '../../ui/link';
import { countingPath } from '../../urls/paths';
import type { EventPage } from './event-pages';
import type { EventTabsProps } from './event-tabs';
import type { EventWatchProps } from './event-watch';

const LateTabs = lazyComponent<EventTabsProps>(
  async () => (await withUrgentTexts(import('./event-tabs'), 'eventPages')).EventTabs,
  () => null,
);

/** It is apart from the tabs, so that it works without their code and texts. */
const LateWatch = lazyComponent<EventWatchProps>(
  async () => (await import('./event-watch')).EventWatch,
  () => null,
);

/** The tabs of an event, and what watches over it on pages without pads. Their code loads after the pads, and their place is kept free. */
export const eventTabs = (eventId: string, tab: EventPage | null) => (
  <>
    <Suspense fallback={<div className="h-11 @max-[75rem]:order-last @max-[75rem]:basis-full" />}>
      <LateTabs eventId={eventId} tab={tab} />
    </Suspense>
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
