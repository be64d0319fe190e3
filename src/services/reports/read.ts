import { findAreaIds, findLetterhead } from '../../db/definitions';
import { orInvalidInput } from '../../http/input';
import type { RoomCallContext } from '../../rpc/identity';
import { pause } from '../../concurrency/pause';
import { AppError } from '../../shared/errors';
import { IDS_PER_MS, RECOUNTS_WITHIN_MS, REPORT_ROWS_MAX } from '../../shared/reports/limits';
import { buildDays } from '../../reports/days/build-days';
import type { DayFigures } from '../../reports/figures';
import { RecountHistory } from '../../reports/answer/recount-history';
import { hasNamed, NO_NAMES } from '../../reports/answer/report-journal';
import { ReportBuilder } from '../../reports/answer/report-builder';
import type { ReportPlan } from '../../reports/plan';
import { checkReportQuery, type ReportParameters, type ReportQuery } from '../../shared/rules/report-query';
import { DEFAULT_REPORT_INTERVAL, NO_LETTERHEAD, type Report, type ReportInterval } from '../../shared/schemas/report';
import { callRoom, valueOrThrow } from '../call-room';
import type { EvacuationRecord } from '../../shared/evacuation/schemas';
import type { ServiceContext } from '../context';
import type { ReviewAccess } from '../access/event';
import type { OpenedInspection } from '../access/links';
import { loadActorNames } from './actor-names';
import { readRecord, readRecounts, withSteps } from './journal-pages';
import { atMost, ledgerPages } from './ledger-pages';
import { storedRevision } from './list';
import { planReport, readFigures } from './plan';

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

/**
 * Yields the figures of all planned days in order: stored ones from the room, then those built from its ledger, because
 * a day that is not stored is followed by no stored one.
 */
async function* figuresOf(
  ctx: ServiceContext,
  roomContext: RoomCallContext,
  { days, build }: ReportPlan,
  isByDay: boolean,
): AsyncGenerator<DayFigures, void> {
  const stored = days.flatMap(({ day, stored: report }) =>
    report === null ? [] : [{ day, revision: report.revision }],
  );
  yield* readFigures(ctx, roomContext, { days: stored, isByDay });
  if (build === null) return;
  yield* await buildDays(
    await withSteps(ctx, roomContext, build),
    atMost(REPORT_ROWS_MAX, ledgerPages(ctx, roomContext, build)),
    pause,
  );
}

/** Returns the recounts of the report's days, and at least those of the time RECOUNTS_WITHIN_MS before their end. */
async function recountsOf(
  ctx: ServiceContext,
  roomContext: RoomCallContext,
  { journal, now }: ReportPlan,
): Promise<RecountHistory> {
  const history = new RecountHistory();
  if (journal === null) return history;
  const since = Math.min(journal.before, now) - RECOUNTS_WITHIN_MS;
  const after = Math.min(journal.after, since * IDS_PER_MS);
  await readRecounts(ctx, roomContext, { ...journal, after }, history);
  return history;
}

/** Returns the evacuations and drills that began on the report's days, newest first. */
async function evacuationsOf(
  ctx: ServiceContext,
  roomContext: RoomCallContext,
  { journal }: ReportPlan,
): Promise<EvacuationRecord[]> {
  if (journal === null) return [];
  const span = { from: Math.floor((journal.after + 1) / IDS_PER_MS), before: journal.before };
  const listed = await callRoom(ctx, 'list evacuations', roomContext, (room) =>
    room.listEvacuations(roomContext, span),
  );
  return valueOrThrow(listed).evacuations;
}

/**
 * Returns the report over these days, and its format. Throws unavailable while the room has not stored enough of them.
 */
export async function readReport(
  ctx: ServiceContext,
  { roomContext, principal }: ReviewAccess,
  parameters: ReportParameters,
): Promise<{ report: Report } & Pick<ReportQuery, 'format' | 'revision'>> {
  const { range, interval, revision, format } = orInvalidInput(checkReportQuery(parameters));
  const current = await planReport(ctx, roomContext, range);
  const plan = revision === null ? current : await withRevision(ctx, roomContext, current, revision);
  return {
    report: await reportOf(ctx, roomContext, plan, { interval, namesPeople: !principal.startsWith('key:') }),
    format,
    revision,
  };
}

/** How a report is asked for. */
interface Asked {
  interval: ReportInterval;
  /** Whether it names the account's members (docs/product.md, U9). */
  namesPeople: boolean;
}

const FOR_INSPECTORS: Asked = { interval: DEFAULT_REPORT_INTERVAL, namesPeople: false };

/** A report of one day, and when that day ends; epoch ms. */
export interface ReportOfDay {
  report: Report;
  endsAt: number;
}

/** Returns the report of the newest business day on which anybody has counted; before that, of the running one. */
export async function readNewestReport(ctx: ServiceContext, { roomContext }: OpenedInspection): Promise<ReportOfDay> {
  const plan = await planReport(ctx, roomContext, null);
  const report = await reportOf(ctx, roomContext, plan, FOR_INSPECTORS);
  return { report, endsAt: plan.days.at(-1)?.endsAt ?? Infinity };
}

/** Returns the report of the running business day, on which nobody may have counted yet. */
export async function readTodaysReport(ctx: ServiceContext, { roomContext }: OpenedInspection): Promise<Report> {
  const { today } = await planReport(ctx, roomContext, null);
  const plan = await planReport(ctx, roomContext, { from: today, to: today });
  return await reportOf(ctx, roomContext, plan, FOR_INSPECTORS);
}

async function reportOf(
  ctx: ServiceContext,
  roomContext: RoomCallContext,
  plan: ReportPlan,
  { interval, namesPeople }: Asked,
): Promise<Report> {
  const { eventId } = roomContext;
  const builder = new ReportBuilder({ eventId, plan, interval });
  for await (const figures of figuresOf(ctx, roomContext, plan, interval === 'day')) builder.add(figures);
  const [journal, recounts, areaIds, letterhead = NO_LETTERHEAD, evacuations] = await Promise.all([
    readRecord(ctx, roomContext, plan.journal),
    recountsOf(ctx, roomContext, plan),
    findAreaIds(ctx.db, eventId),
    findLetterhead(ctx.db, eventId),
    evacuationsOf(ctx, roomContext, plan),
  ]);
  const named = hasNamed(journal) ? await loadActorNames(ctx.db, roomContext.ownerId) : NO_NAMES;
  const actorNames = namesPeople ? named : { ...named, people: NO_NAMES.people };
  return builder.finish({ journal, recounts, areaIds, letterhead, evacuations, actorNames });
}
