import { orInvalidInput } from '../../http/input';
import type { RoomCallContext } from '../../rpc/identity';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import { ARRIVES_WITHIN_MS } from '../../shared/protocol/limits';
import { IDS_PER_MS } from '../../shared/reports/limits';
import { LEDGER_CSV_HEAD, ledgerCsv } from '../../reports/files/ledger-csv';
import { RowDayFinder } from '../../reports/sealed/ledger-days';
import type { ReportPlan } from '../../reports/plan';
import type { Unchecked } from '../../shared/rules/checked';
import { checkTapDays, type DayRange } from '../../shared/rules/report-query';
import { zonedTimes } from '../../shared/sealed/zoned-time';
import type { ServiceContext } from '../context';
import type { ReviewAccess } from '../access/event';
import { withSteps } from './journal-pages';
import { ledgerPages } from './ledger-pages';
import { planReport, readFigures } from './plan';

const GONE = message(serviceTexts, 'taps_deleted');

/** Returns the areas' latest names: from the newest stored day, and from later changes. */
async function namesOf(
  ctx: ServiceContext,
  roomContext: RoomCallContext,
  { days: planned, build }: ReportPlan,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const newest = planned.findLast(({ stored }) => stored !== null);
  if (newest?.stored) {
    const days = [{ day: newest.day, revision: newest.stored.revision }];
    for await (const { closing } of readFigures(ctx, roomContext, { days, isByDay: true })) {
      for (const { areaId, areaName } of closing.areas) names.set(areaId, areaName);
    }
  }
  if (build === null) return names;
  for (const { areaId, areaName } of build.opening.areas) names.set(areaId, areaName);
  for (const { kind, areaId, after } of (await withSteps(ctx, roomContext, build)).journal) {
    const isNamed = kind === 'area_added' || kind === 'area_renamed';
    if (isNamed && areaId !== null && typeof after === 'string') names.set(areaId, after);
  }
  return names;
}

async function* lines(
  ctx: ServiceContext,
  roomContext: RoomCallContext,
  plan: ReportPlan,
): AsyncGenerator<string, void> {
  yield LEDGER_CSV_HEAD;
  const [first, last] = [plan.days[0], plan.days.at(-1)];
  if (first === undefined || last === undefined) return;
  const days = new RowDayFinder(plan.days);
  const areaNames = await namesOf(ctx, roomContext, plan);
  const context = { dayOf: days.dayOf.bind(days), areaNames, time: zonedTimes(plan.timeZone) };
  const range = {
    after: first.startsAt * IDS_PER_MS - 1,
    upTo: (Math.min(plan.now, last.endsAt + ARRIVES_WITHIN_MS) + 1) * IDS_PER_MS - 1,
  };
  for await (const page of ledgerPages(ctx, roomContext, range)) yield ledgerCsv(page, context);
  // Retention may have deleted taps meanwhile. They must not be missing from a file that looks complete.
  requireKeptTaps(await planReport(ctx, roomContext, plan));
}

/**
 * Checks that the taps of all planned days still exist.
 * @throws {AppError} invalid_input: some of them are deleted
 */
function requireKeptTaps({ days, ledgerFrom }: ReportPlan): void {
  if (days.some(({ startsAt }) => startsAt < ledgerFrom)) throw new AppError('invalid_input', GONE);
}

/**
 * Returns the single taps of these days as CSV, in pieces. Throws invalid_input if taps of these days are deleted. Only
 * the event's admin is allowed to do this.
 */
export async function readLedger(
  ctx: ServiceContext,
  { roomContext }: ReviewAccess,
  parameters: Unchecked<DayRange>,
): Promise<{ plan: ReportPlan; pieces: AsyncIterator<string> }> {
  const plan = await planReport(ctx, roomContext, orInvalidInput(checkTapDays(parameters)));
  requireKeptTaps(plan);
  return { plan, pieces: lines(ctx, roomContext, plan) };
}
