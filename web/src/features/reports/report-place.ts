import { useCallback } from 'react';
import { type DayRange, defaultIntervalFor, intervalsFor, readDays } from '../../../../src/shared/rules/report-query';
import type { ReportInterval } from '../../../../src/shared/schemas/report';
import { useSelectedEventId } from '../events/use-selected-event';
import { EVENT_PARAM } from '../../urls/paths';
import { useSearch } from '../../urls/search';

/** The contents of a report's address: event, days, interval, revision and area. */
export interface ReportPlace {
  readonly eventId: string;
  /** Both days (YYYY-MM-DD) are given, or neither. Without them the report covers the newest active day. */
  readonly from: string | null;
  readonly to: string | null;
  readonly interval: ReportInterval;
  /** The revision of the only day; null for the newest. */
  readonly revision: number | null;
  /** The area whose chart is shown; null for the venue. */
  readonly areaId: string | null;
}

const daysOf = (search: URLSearchParams) =>
  readDays({ from: search.get('from') ?? undefined, to: search.get('to') ?? undefined });

/**
 * Whether the requested days do not exist, are reversed or are too many. The screen then says so and shows the newest
 * day.
 */
export const isMisread = (search: URLSearchParams): boolean => typeof daysOf(search) === 'string';

/** @param ownEventId the event if the address contains none */
export function readReportPlace(search: URLSearchParams, ownEventId: string): ReportPlace {
  const found = daysOf(search);
  const days = typeof found === 'string' ? null : found;
  const revision = Number(search.get('revision'));
  return {
    eventId: search.get(EVENT_PARAM) ?? ownEventId,
    from: days?.from ?? null,
    to: days?.to ?? null,
    interval: intervalsFor(days).find((known) => String(known) === search.get('interval')) ?? defaultIntervalFor(days),
    revision: days && days.from === days.to && Number.isInteger(revision) && revision > 0 ? revision : null,
    areaId: search.get('area'),
  };
}

/** The days of a place; null for the newest active day. */
export const rangeOf = ({ from, to }: Pick<ReportPlace, 'from' | 'to'>): DayRange | null =>
  from === null || to === null ? null : { from, to };

/** Returns the query of a report's address, without default values. */
export function writeReportPlace(place: ReportPlace): string {
  const search = new URLSearchParams({ [EVENT_PARAM]: place.eventId });
  if (place.from !== null && place.to !== null) {
    search.set('from', place.from);
    search.set('to', place.to);
  }
  if (place.interval !== defaultIntervalFor(rangeOf(place))) search.set('interval', String(place.interval));
  if (place.revision !== null) search.set('revision', String(place.revision));
  if (place.areaId !== null) search.set('area', place.areaId);
  return search.toString();
}

/**
 * Returns the report's place from the address, and a function that changes it. Without an event in the address, the
 * selected event is used.
 */
export function useReportPlace() {
  const [search, changeSearch] = useSearch();
  const [selectedId] = useSelectedEventId();
  const ownId = selectedId ?? '';
  const go = useCallback(
    (change: Partial<ReportPlace>) => {
      // A change of the days adds a history entry. A change of area or interval replaces the current entry.
      const replace = change.from === undefined;
      changeSearch((now) => new URLSearchParams(writeReportPlace({ ...readReportPlace(now, ownId), ...change })), {
        replace,
      });
    },
    [changeSearch, ownId],
  );
  return { place: readReportPlace(search, ownId), isMisread: isMisread(search), go };
}
