import type { ServiceContext } from '../context';
import type { Visit } from '../../rpc/contract';
import { DayFiguresSchema, type DayFigures } from '../../reports/figures';
import type { ReportPlan } from '../../reports/plan';
import type { DayRange } from '../../shared/rules/report-query';
import { parse } from '../../http/input';
import { ask, unwrap } from '../notify';

/** What the room's report over these days is made of; null means its newest active day. */
export async function planReport(ctx: ServiceContext, visit: Visit, range: DayRange | null): Promise<ReportPlan> {
  return unwrap(await ask(ctx, 'plan report', () => ctx.room(visit).planReport(visit, range)));
}

/** The stored figures of a closed day. */
export async function readFigures(
  ctx: ServiceContext,
  visit: Visit,
  day: string,
  revision: number,
): Promise<DayFigures> {
  const text = unwrap(await ask(ctx, 'read figures', () => ctx.room(visit).readFigures(visit, day, revision)));
  return parse(DayFiguresSchema, JSON.parse(text));
}
