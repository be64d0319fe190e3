import type { ServiceContext } from '../context';
import type { RoomCallContext } from '../../rpc/identity';
import { DayFiguresSchema, type DayFigures } from '../../reports/figures';
import type { FiguresRead, ReportPlan } from '../../reports/plan';
import type { DayRange } from '../../shared/rules/report-query';
import { parse } from '../../http/input';
import { callRoom, valueOrThrow } from '../call-room';
import { readAhead } from './ledger-pages';

/** Returns what the report over these days is made of. A null range means the newest active day. */
export async function planReport(
  ctx: ServiceContext,
  roomContext: RoomCallContext,
  range: DayRange | null,
): Promise<ReportPlan> {
  return valueOrThrow(await callRoom(ctx, 'plan report', roomContext, (room) => room.planReport(roomContext, range)));
}

/** Reads the figures of stored days in order, in pages. */
export async function* readFigures(
  ctx: ServiceContext,
  roomContext: RoomCallContext,
  { days, isByDay }: FiguresRead,
): AsyncGenerator<DayFigures, void> {
  if (days.length === 0) return;
  const read = async (from: number) => {
    const rest = { days: days.slice(from), isByDay };
    const texts = valueOrThrow(
      await callRoom(ctx, 'read figures', roomContext, (room) => room.readFigures(roomContext, rest)),
    );
    const next = from + texts.length;
    return { texts, next: next < days.length ? next : null };
  };
  for await (const { texts } of readAhead(read, 0)) {
    for (const text of texts) yield parse(DayFiguresSchema, JSON.parse(text));
  }
}
