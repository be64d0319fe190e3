import { isoTime } from '../../time/iso-time';
import type { ServiceContext } from '../context';
import type { RoomCallContext } from '../../rpc/contract';
import type { StoredReport } from '../../reports/plan';
import type { StoredReportList } from '../../shared/schemas/report';
import { requireOwnEvent } from '../access';
import { callRoom, valueOrThrow } from '../call-room';

/** The room's stored daily reports, newest day and revision first. */
export async function storedReports(ctx: ServiceContext, roomContext: RoomCallContext): Promise<StoredReport[]> {
  return valueOrThrow(await callRoom(ctx, 'list reports', () => ctx.room(roomContext).listReports(roomContext)));
}

/** The event's stored daily reports, newest day and revision first. Owner only. */
export async function listReports(ctx: ServiceContext, eventId: string): Promise<StoredReportList> {
  const { roomContext } = await requireOwnEvent(ctx, eventId);
  const stored = await storedReports(ctx, roomContext);
  return {
    reports: stored.map(({ day, revision, closedAt, startsAt, endsAt }) => ({
      day,
      revision,
      closedAt: isoTime(closedAt),
      startsAt: isoTime(startsAt),
      endsAt: isoTime(endsAt),
    })),
  };
}
