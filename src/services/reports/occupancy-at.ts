import { findAreaIds } from '../../db/definitions';
import { pause } from '../../concurrency/pause';
import { exactAnswer, slotAnswer } from '../../reports/answer/occupancy-at';
import { DayBuilder } from '../../reports/days/build-days';
import type { DayFigures } from '../../reports/figures';
import type { MomentPlan } from '../../reports/plan';
import type { RoomCallContext } from '../../rpc/identity';
import { AppError } from '../../shared/errors';
import { ARRIVES_WITHIN_MS } from '../../shared/protocol/limits';
import { REPORT_ROWS_MAX } from '../../shared/reports/limits';
import { message } from '../../shared/messages/message';
import { momentTexts } from '../../shared/rules/report-query';
import type { OccupancyAt } from '../../shared/schemas/report';
import { isoTime } from '../../time/iso-time';
import type { ReviewAccess } from '../access/event';
import { type OpenedInspection, requireDay } from '../access/links';
import { callRoom, valueOrThrow } from '../call-room';
import type { ServiceContext } from '../context';
import { withSteps } from './journal-pages';
import { ledgerPages, unfinished } from './ledger-pages';
import { readFigures } from './plan';

type Answer = ReturnType<typeof exactAnswer>;

const planMoment = async (ctx: ServiceContext, roomContext: RoomCallContext, given: string): Promise<MomentPlan> =>
  valueOrThrow(await callRoom(ctx, 'plan moment', roomContext, (room) => room.planMoment(roomContext, given)));

/** Whether all single taps of the plan's days are kept. */
const areTapsKept = ({ at, build }: MomentPlan, { ledgerFrom }: Pick<MomentPlan, 'ledgerFrom'>): boolean =>
  (build.days[0]?.startsAt ?? at) >= ledgerFrom;

/** Counts the taps made by the moment; null if they are not kept, or more than fit into memory. */
async function fromTaps(ctx: ServiceContext, roomContext: RoomCallContext, plan: MomentPlan): Promise<Answer | null> {
  const { at } = plan;
  if (!areTapsKept(plan, plan)) return null;
  const build = await withSteps(ctx, roomContext, plan.build);
  const builder = new DayBuilder(build);
  for await (const { rows } of ledgerPages(ctx, roomContext, build)) {
    // An undo that was made after the moment can count before it, on the day of the tap that it takes back.
    builder.add({ rows: rows.filter(({ occurredAt, undoes }) => occurredAt <= at || undoes !== null), clients: [] });
    if (builder.rowCount > REPORT_ROWS_MAX) return null;
  }
  // Retention may have deleted taps meanwhile.
  const since = await planMoment(ctx, roomContext, isoTime(at));
  if (!areTapsKept(plan, since)) return null;
  let last: DayFigures | undefined;
  for (const figures of builder.steps()) {
    last = figures ?? last;
    await pause();
  }
  if (last === undefined) throw new Error(`No figures of ${plan.day.day}`);
  return exactAnswer(last, at - ARRIVES_WITHIN_MS >= since.ledgerFrom ? builder.lateChanges() : null);
}

/** @throws {AppError} invalid_input: nothing is kept that says it */
async function fromSlots(ctx: ServiceContext, roomContext: RoomCallContext, plan: MomentPlan): Promise<Answer> {
  if (plan.stored !== null) {
    for await (const figures of readFigures(ctx, roomContext, { days: [plan.stored], isByDay: false })) {
      return slotAnswer(figures, plan.at);
    }
  }
  if (areTapsKept(plan, plan)) throw unfinished();
  throw new AppError('invalid_input', message(momentTexts, 'moment_uncounted'));
}

/**
 * Returns how many people were inside each area and the venue at a moment of the past (docs/product.md, D14), by the
 * same arithmetic as a report. Throws unavailable while the room has not stored enough closed days, and a 403 for a day
 * that an inspector's link does not show.
 * @param given ISO 8601, or a local time of the event's time zone
 */
export async function readOccupancyAt(
  ctx: ServiceContext,
  access: ReviewAccess | OpenedInspection,
  given = '',
): Promise<OccupancyAt> {
  const { roomContext } = access;
  const { eventId } = roomContext;
  const plan = await planMoment(ctx, roomContext, given);
  requireDay(access, plan.day);
  const { areas, ...answer } = (await fromTaps(ctx, roomContext, plan)) ?? (await fromSlots(ctx, roomContext, plan));
  const order = new Map((await findAreaIds(ctx.db, eventId)).map((areaId, place) => [areaId, place]));
  const placeOf = ({ areaId }: { areaId: string }): number => order.get(areaId) ?? order.size;
  return {
    eventId,
    at: isoTime(plan.at),
    timeZone: plan.timeZone,
    day: plan.day.day,
    knownAt: isoTime(plan.now),
    ...answer,
    areas: areas.toSorted((a, b) => placeOf(a) - placeOf(b)),
  };
}
