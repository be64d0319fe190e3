import { checkDayRange } from '../../../../src/shared/rules/report-query';
import { DEFAULT_REPORT_INTERVAL, REPORT_INTERVALS, type ReportInterval } from '../../../../src/shared/schemas/report';

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
