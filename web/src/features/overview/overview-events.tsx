import { useMemo } from 'react';
import { createPortal } from 'react-dom';
import type { Event } from '../../../../src/shared/schemas/event';
import { formatCount } from '../../texts/format';
import { dialogTexts } from '../../texts/dialog-texts';
import { useSearch, withParam } from '../../urls/search';
import { Button } from '../../ui/button';
import { RadioOption } from '../../ui/forms/radio-option';
import { unseenOf } from '../alerts/alert-words';
import { useAlarm } from '../alerts/use-alarm';
import { inForce } from '../in-force/in-force';
import { EventPanel } from './event-panel';
import { RunningAnnouncement, RunningBars, runningEvents } from './running-events';
import { type Sort, sortedSummaries, SORTS, sumOf } from './event-summary';
import { SumStrip } from './sum-strip';
import { useLiveEvents } from './use-live-events';
import { useEventSummaries } from './use-event-summaries';

/** How many events are shown at first, and how many more with each step. */
const EVENTS_AT_ONCE = 24;

const SORT_PARAM = 'sort';
const SHOWN_PARAM = 'shown';

/** Keeps the number and the order of the events in the address, so that a wall screen shows the same after a restart. */
function usePlace() {
  const [search, changeSearch] = useSearch();
  const asked = Number(search.get(SHOWN_PARAM) ?? EVENTS_AT_ONCE);
  const shown = Number.isInteger(asked) ? Math.max(EVENTS_AT_ONCE, asked) : EVENTS_AT_ONCE;
  const sort = SORTS.find((known) => known === search.get(SORT_PARAM)) ?? SORTS[0];
  const put = (name: string, value: string | null) =>
    changeSearch((now) => withParam(now, name, value), { replace: true });
  return {
    shown,
    sort,
    showMore: () => put(SHOWN_PARAM, String(shown + EVENTS_AT_ONCE)),
    sortBy: (by: Sort) => put(SORT_PARAM, by === SORTS[0] ? null : by),
  };
}

/**
 * @param events all events of the account
 * @param top where the bars of evacuations and drills go: under the header
 */
export function OverviewEvents({ events, top }: { events: readonly Event[]; top: HTMLElement | null }) {
  const { shown, sort, showMore, sortBy } = usePlace();
  const { live, onScreen } = useLiveEvents(useMemo(() => events.map(({ eventId }) => eventId), [events]));
  const summaries = useEventSummaries(events, live);
  useAlarm(unseenOf(summaries.flatMap(({ room }) => inForce(room).alerts)));
  const running = runningEvents(summaries);
  const panels = sortedSummaries(summaries, sort).slice(0, shown);
  const isMore = panels.length < summaries.length;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <RunningAnnouncement running={running} />
      {top && createPortal(<RunningBars running={running} />, top)}
      <SumStrip sum={sumOf(summaries)} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SortSwitch sort={sort} onSort={sortBy} />
        {isMore && (
          <p className="text-sm text-muted">
            {dialogTexts.overview.part(formatCount(panels.length), formatCount(summaries.length))}
          </p>
        )}
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,28rem),1fr))] items-start gap-4">
        {panels.map((summary) => (
          <EventPanel key={summary.event.eventId} summary={summary} onScreen={onScreen} />
        ))}
      </div>
      {isMore && (
        <Button variant="quiet" onClick={showMore} className="justify-self-center">
          {dialogTexts.overview.more}
        </Button>
      )}
    </div>
  );
}

function SortSwitch({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span id="sort-by" className="text-sm text-muted">
        {dialogTexts.overview.sortBy}
      </span>
      <div role="radiogroup" aria-labelledby="sort-by" className="flex w-fit flex-wrap rounded-card bg-sunken p-1">
        {SORTS.map((by) => (
          <RadioOption
            key={by}
            name="sort"
            value={by}
            checked={by === sort}
            onChoose={() => onSort(by)}
            className="touch-pad min-h-11 rounded-full px-4 text-sm font-semibold whitespace-nowrap"
          >
            {dialogTexts.overview.sorts[by]}
          </RadioOption>
        ))}
      </div>
    </div>
  );
}
