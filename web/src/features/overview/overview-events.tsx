import { useMemo } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import { dialogTexts } from '../../texts/dialog-texts';
import { useSearch, withParam } from '../../urls/search';
import { Button } from '../../ui/button';
import { RadioOption } from '../../ui/forms/radio-option';
import { unseenOf } from '../alerts/alert-words';
import { useAlarm } from '../alerts/use-alarm';
import { EventPanel } from './event-panel';
import { type Sort, sortedSummaries, SORTS, sumOf } from './event-summary';
import { SumStrip } from './sum-strip';
import { useEventSummaries } from './use-event-summaries';

/** The number of events on one page. Each event needs a socket and a call every ten seconds. */
const EVENTS_AT_ONCE = 12;

const SORT_PARAM = 'sort';
const PAGE_PARAM = 'page';

/** Keeps the page and the order of the events in the address, so that a wall screen shows the same after a restart. */
function usePlace(events: number) {
  const [search, changeSearch] = useSearch();
  const lastPage = Math.max(1, Math.ceil(events / EVENTS_AT_ONCE));
  const asked = Number(search.get(PAGE_PARAM) ?? 1);
  const page = Number.isInteger(asked) ? Math.min(lastPage, Math.max(1, asked)) : 1;
  const sort = SORTS.find((known) => known === search.get(SORT_PARAM)) ?? 'name';
  const put = (name: string, value: string | null) =>
    changeSearch((now) => withParam(now, name, value), { replace: true });
  return {
    page,
    lastPage,
    sort,
    toPage: (to: number) => put(PAGE_PARAM, to === 1 ? null : String(to)),
    sortBy: (by: Sort) => put(SORT_PARAM, by === 'name' ? null : by),
  };
}

/** @param events the events of the account, oldest first, as the server lists them */
export function OverviewEvents({ events }: { events: readonly Event[] }) {
  const { page, lastPage, sort, toPage, sortBy } = usePlace(events.length);
  const first = (page - 1) * EVENTS_AT_ONCE;
  const shown = useMemo(() => events.toReversed().slice(first, first + EVENTS_AT_ONCE), [events, first]);
  const standings = useEventSummaries(shown);
  useAlarm(unseenOf(standings.flatMap(({ room }) => room.alerts)));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <SumStrip sum={sumOf(standings)} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SortSwitch sort={sort} onSort={sortBy} />
        {lastPage > 1 && (
          <p className="text-sm text-muted">
            {dialogTexts.overview.range(first + 1, first + shown.length, events.length)}
          </p>
        )}
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,28rem),1fr))] items-start gap-4">
        {sortedSummaries(standings, sort).map((standing) => (
          <EventPanel key={standing.event.eventId} standing={standing} />
        ))}
      </div>
      <div className="flex flex-wrap justify-center gap-3 empty:hidden">
        {page > 1 && (
          <Button variant="quiet" onClick={() => toPage(page - 1)}>
            {dialogTexts.overview.newer}
          </Button>
        )}
        {page < lastPage && (
          <Button variant="quiet" onClick={() => toPage(page + 1)}>
            {dialogTexts.overview.older}
          </Button>
        )}
      </div>
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
