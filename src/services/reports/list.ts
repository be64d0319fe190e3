import { isoTime } from '../../time/iso-time';
import type { ServiceContext } from '../context';
import type { RoomCallContext } from '../../rpc/contract';
import type { StoredReport } from '../../reports/plan';
import type { StoredReportList } from '../../shared/schemas/report';
import type { EventAdminAccess } from '../access';
import { callRoom, valueOrThrow } from '../call-room';

/** Reads the room's stored daily reports: newest day first, and newest revision of a day first. */
export async function storedReports(ctx: ServiceContext, roomContext: RoomCallContext): Promise<StoredReport[]> {
  return valueOrThrow(await callRoom(ctx, 'list reports', roomContext, (room) => room.listReports(roomContext)));
}

/**
 * Returns the event's stored daily reports: newest day first, and newest revision of a day first.
 */
export async function listReports(ctx: ServiceContext, { roomContext }: EventAdminAccess): Promise<StoredReportList> {
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
