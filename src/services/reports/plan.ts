import type { ServiceContext } from '../context';
import type { RoomCallContext } from '../../rpc/contract';
import { DayFiguresSchema, type DayFigures } from '../../reports/figures';
import type { ReportPlan } from '../../reports/plan';
import type { DayRange } from '../../shared/rules/report-query';
import { parse } from '../../http/input';
import { callRoom, valueOrThrow } from '../call-room';

/** Returns what the report over these days is made of. A null range means the newest active day. */
export async function planReport(
  ctx: ServiceContext,
  roomContext: RoomCallContext,
  range: DayRange | null,
): Promise<ReportPlan> {
  return valueOrThrow(await callRoom(ctx, 'plan report', roomContext, (room) => room.planReport(roomContext, range)));
}

/** Reads the stored figures of a day. */
export async function readFigures(
  ctx: ServiceContext,
  roomContext: RoomCallContext,
  day: string,
  revision: number,
): Promise<DayFigures> {
  const text = valueOrThrow(
    await callRoom(ctx, 'read figures', roomContext, (room) => room.readFigures(roomContext, day, revision)),
  );
  return parse(DayFiguresSchema, JSON.parse(text));
}
