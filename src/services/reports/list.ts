import { isoTime } from '../../time/iso-time';
import type { ServiceContext } from '../context';
import type { RoomCallContext } from '../../rpc/identity';
import type { ReportDays, StoredReport } from '../../reports/plan';
import { AppError } from '../../shared/errors';
import { isCalendarDay } from '../../shared/rules/business-day';
import type { StoredReportList } from '../../shared/schemas/report';
import type { ReviewAccess } from '../access/event';
import { callRoom, valueOrThrow } from '../call-room';
import type { PageQuery } from '../page';

/** A text that sorts behind each day, YYYY-MM-DD. */
const BEHIND_ALL_DAYS = 'all';

/** Reads the room's stored daily reports: newest day first, and newest revision of a day first. */
const storedReports = async (
  ctx: ServiceContext,
  roomContext: RoomCallContext,
  part: ReportDays,
): Promise<StoredReport[]> =>
  valueOrThrow(await callRoom(ctx, 'list reports', roomContext, (room) => room.listReports(roomContext, part)));

/** Reads one revision of a day's stored report; undefined if it does not exist. */
export async function storedRevision(
  ctx: ServiceContext,
  roomContext: RoomCallContext,
  day: string,
  revision: number,
): Promise<StoredReport | undefined> {
  // This text sorts directly behind the day.
  const stored = await storedReports(ctx, roomContext, { before: `${day} `, limit: 1 });
  return stored.find((report) => report.day === day && report.revision === revision);
}

/**
 * Returns the event's stored daily reports: newest day first, and newest revision of a day first. A page has whole days,
 * of which its limit is the number; its cursor is the last of them.
 */
export async function listReports(
  ctx: ServiceContext,
  { roomContext }: ReviewAccess,
  { limit, after }: PageQuery,
): Promise<StoredReportList> {
  if (after !== null && !isCalendarDay(after)) throw new AppError('invalid_input');
  const part = { before: after ?? BEHIND_ALL_DAYS, limit: limit === null ? -1 : limit + 1 };
  const stored = await storedReports(ctx, roomContext, part);
  const days = [...new Set(stored.map(({ day }) => day))];
  const last = limit === null || days.length <= limit ? undefined : days[limit - 1];
  return {
    reports: stored
      .filter(({ day }) => last === undefined || day >= last)
      .map(({ day, revision, closedAt, startsAt, endsAt }) => ({
        day,
        revision,
        closedAt: isoTime(closedAt),
        startsAt: isoTime(startsAt),
        endsAt: isoTime(endsAt),
      })),
    ...(last !== undefined && { next: last }),
  };
}
