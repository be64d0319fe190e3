import { Calendar } from '../state/day-rules';
import { liveAreas, type RoomState } from '../state/room-state';
import { refuse, ok, type Result } from '../../rpc/result';
import { EMPTY_OPENING } from '../../reports/figures';
import type { MomentPlan, ReportPlan } from '../../reports/plan';
import { checkDayRange, checkMoment, type DayRange } from '../../shared/rules/report-query';
import { toSqlRow } from '../../stored/columns';
import { AREAS, type StoredRow, type StoredTable } from '../../stored/tables';

/** The rows that an opened room would have beside its journal, which begins when it is opened. */
export const storedRows = (state: RoomState, table: StoredTable): StoredRow[] =>
  table === 'areas' ? liveAreas(state).map((area) => toSqlRow(AREAS, { ...area, categories: null, floors: null })) : [];

/** The plan of a report in which nothing was counted. */
export function emptyPlan({ event }: RoomState, now: number, range: DayRange | null): Result<ReportPlan> {
  const calendar = new Calendar(event.dayRules);
  const today = calendar.dayOf(now);
  const { from, to } = range ?? { from: today, to: today };
  if (!checkDayRange({ from, to }).ok) return { ok: false, code: 'invalid_input' };
  const { timeZone, reportTime } = event.dayRules[0];
  const { eventName } = event.event;
  const nothing = { days: [], build: null, journal: null, ledgerFrom: 0 };
  return ok({ eventName, timeZone, reportTime, today, from, to, ...nothing, now });
}

/** The plan of a moment at which nothing was counted yet. */
export function emptyMoment({ event }: RoomState, now: number, given: string): Result<MomentPlan> {
  const { timeZone } = event.dayRules[0];
  const checked = checkMoment(given, timeZone, now);
  if (!checked.ok) return refuse('invalid_input', checked.error);
  const at = checked.value;
  const day = new Calendar(event.dayRules).businessDayOf(at);
  const steps = { after: 0, upTo: 0, before: 0 };
  const build = { opening: EMPTY_OPENING, days: [day], now: at, after: 0, upTo: 0, steps };
  return ok({ at, timeZone, day, stored: null, build, ledgerFrom: 0, now });
}
