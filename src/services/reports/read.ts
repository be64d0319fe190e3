import { findAreaIds } from '../../db/definitions';
import { orInvalidInput } from '../../http/input';
import type { RoomCallContext } from '../../rpc/contract';
import { pause } from '../../concurrency/pause';
import { createSemaphore } from '../../concurrency/semaphore';
import { AppError } from '../../shared/errors';
import { REPORT_ROWS_MAX } from '../../shared/limits';
import { buildDays } from '../../reports/days/build-days';
import type { DayFigures } from '../../reports/figures';
import { foldSlots } from '../../reports/answer/fold-slots';
import { makeReport } from '../../reports/answer/make-report';
import type { ReportPlan } from '../../reports/plan';
import { checkReportQuery, type ReportParameters, type ReportQuery } from '../../shared/rules/report-query';
import type { Report, ReportInterval } from '../../shared/schemas/report';
import type { ServiceContext } from '../context';
import type { EventAdminAccess } from '../access';
import { readRecord, withSteps } from './journal-pages';
import { atMost, ledgerPages } from './ledger-pages';
import { storedRevision } from './list';
import { planReport, readFigures } from './plan';

/** How many stored days are in memory with all their slots at once. Reading more at once saves waiting, not memory. */
const DAYS_AT_ONCE = 8;

/** Returns the plan with a stored revision of its day instead of the newest one. */
async function withRevision(
  ctx: ServiceContext,
  roomContext: RoomCallContext,
  plan: ReportPlan,
  revision: number,
): Promise<ReportPlan> {
  const found = await storedRevision(ctx, roomContext, plan.from, revision);
  if (found === undefined) throw new AppError('not_found');
  const { day, startsAt, endsAt, closedAt } = found;
  return { ...plan, days: [{ day, startsAt, endsAt, stored: { revision, closedAt } }], build: null };
}

/** Returns the figures of all planned days: stored ones from the room, the others built from its ledger. */
async function figuresOf(
  ctx: ServiceContext,
  roomContext: RoomCallContext,
  { days, build }: ReportPlan,
  interval: ReportInterval,
): Promise<DayFigures[]> {
  const built =
    build === null
      ? []
      : await buildDays(
          await withSteps(ctx, roomContext, build),
          atMost(REPORT_ROWS_MAX, ledgerPages(ctx, roomContext, build)),
          pause,
        );
  const inTurn = createSemaphore(DAYS_AT_ONCE);
  const stored = days.flatMap((planned) => {
    if (planned.stored === null) return [];
    const { revision } = planned.stored;
    return inTurn(async () => foldSlots(await readFigures(ctx, roomContext, planned.day, revision), interval));
  });
  return [...built, ...(await Promise.all(stored))];
}

/**
 * Returns the report over these days, and its format. Throws unavailable while a room that ran an older release has not
 * stored enough of them.
 */
export async function readReport(
  ctx: ServiceContext,
  { roomContext }: EventAdminAccess,
  parameters: ReportParameters,
): Promise<{ report: Report } & Pick<ReportQuery, 'format' | 'revision'>> {
  const { eventId } = roomContext;
  const { range, interval, revision, format } = orInvalidInput(checkReportQuery(parameters));
  const current = await planReport(ctx, roomContext, range);
  const plan = revision === null ? current : await withRevision(ctx, roomContext, current, revision);
  const figures = await figuresOf(ctx, roomContext, plan, interval);
  const [journal, areaIds] = await Promise.all([
    readRecord(ctx, roomContext, plan.journal),
    findAreaIds(ctx.db, eventId),
  ]);
  return { report: makeReport({ eventId, plan, figures, journal, interval, areaIds }), format, revision };
}
