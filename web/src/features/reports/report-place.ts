import { useCallback } from 'react';
import { checkDayRange } from '../../../../src/shared/rules/report-query';
import { DEFAULT_REPORT_INTERVAL, REPORT_INTERVALS, type ReportInterval } from '../../../../src/shared/schemas/report';
import { useSelectedEventId } from '../events/use-selected-event';
import { useSearch } from '../../urls/search';

/** What a report's address says: which event, which days, which steps. */
export interface ReportPlace {
  readonly eventId: string;
  /** YYYY-MM-DD, both or neither: without them the newest active day. */
  readonly from: string | null;
  readonly to: string | null;
  readonly interval: ReportInterval;
  /** Of the one day; null for the newest. */
  readonly revision: number | null;
  /** The area whose chart is shown; null for the venue. */
  readonly areaId: string | null;
}

/** The days in the address; null for none. Not ok when no report can cover them. */
const daysOf = (search: URLSearchParams) =>
  checkDayRange({ from: search.get('from') ?? undefined, to: search.get('to') ?? undefined });

/** The requested days do not exist, are reversed or too many: the person is told, and sees the newest day. */
export const isMisread = (search: URLSearchParams): boolean => !daysOf(search).ok;

/** @param ownEventId when the address names none */
export function readReportPlace(search: URLSearchParams, ownEventId: string): ReportPlace {
  const checked = daysOf(search);
  const days = checked.ok ? checked.value : null;
  const revision = Number(search.get('revision'));
  return {
    eventId: search.get('event') ?? ownEventId,
    from: days?.from ?? null,
    to: days?.to ?? null,
    interval: REPORT_INTERVALS.find((known) => String(known) === search.get('interval')) ?? DEFAULT_REPORT_INTERVAL,
    revision: days && days.from === days.to && Number.isInteger(revision) && revision > 0 ? revision : null,
    areaId: search.get('area'),
  };
}

/** The same as an address's query, without defaults. */
export function writeReportPlace(place: ReportPlace): string {
  const search = new URLSearchParams({ event: place.eventId });
  if (place.from !== null && place.to !== null) {
    search.set('from', place.from);
    search.set('to', place.to);
  }
  if (place.interval !== DEFAULT_REPORT_INTERVAL) search.set('interval', String(place.interval));
  if (place.revision !== null) search.set('revision', String(place.revision));
  if (place.areaId !== null) search.set('area', place.areaId);
  return search.toString();
}

/** The place in the address, and how to change it. Without an event in the address it is the selected one. */
export function useReportPlace() {
  const [search, changeSearch] = useSearch();
  const [selectedId] = useSelectedEventId();
  const ownId = selectedId ?? '';
  const go = useCallback(
    (change: Partial<ReportPlace>) => {
      // Other days are a new history entry; another area or step replaces the present one.
      const replace = change.from === undefined;
      changeSearch((now) => new URLSearchParams(writeReportPlace({ ...readReportPlace(now, ownId), ...change })), {
        replace,
      });
    },
    [changeSearch, ownId],
  );
  return { place: readReportPlace(search, ownId), isMisread: isMisread(search), go };
}
