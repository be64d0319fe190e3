import { isoTime } from '../../time/iso-time';
import type { ServiceContext } from '../context';
import type { Visit } from '../../rpc/contract';
import type { StoredReport } from '../../reports/plan';
import type { StoredReportList } from '../../shared/schemas/report';
import { visitOwnEvent } from '../events/visit';
import { ask, unwrap } from '../notify';

/** The room's stored daily reports, newest day and revision first. */
export async function storedReports(ctx: ServiceContext, visit: Visit): Promise<StoredReport[]> {
  return unwrap(await ask(ctx, 'list reports', () => ctx.room(visit).listReports(visit)));
}

/** The event's stored daily reports, newest day and revision first. Owner only. */
export async function listReports(ctx: ServiceContext, eventId: string): Promise<StoredReportList> {
  const { visit } = await visitOwnEvent(ctx, eventId);
  const stored = await storedReports(ctx, visit);
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
