import { MINUTE_MS } from '../../../../src/shared/limits';
import { DayBuilder } from '../../../../src/shared/report/build-days';
import { activeDays } from '../../../../src/shared/report/build-report';
import type { ClientFact } from '../../../../src/shared/report/facts';
import { type AreaFigures, type DayFigures, NOTHING_YET, type Standing } from '../../../../src/shared/report/figures';
import type { DayClock } from '../../../../src/shared/rules/business-day';
import { TestRoom } from './support';

const CLOCK: DayClock = { timeZone: 'Europe/Berlin', reportTime: '06:00' };
/** Six in the evening of a Saturday in Berlin. */
const EVENING = Date.parse('2026-07-11T18:00:00+02:00');
export const at = (minutes: number): number => EVENING + minutes * MINUTE_MS;
export const DAY_END = Date.parse('2026-07-12T06:00:00+02:00');

export function roomWith(...areas: readonly [areaId: string, capacity: number][]): TestRoom {
  const room = new TestRoom();
  for (const [areaId, capacity] of areas) room.addArea(at(-60), areaId, capacity);
  return room;
}

export function daysOf(
  room: TestRoom,
  {
    now = DAY_END,
    clients = [],
    standing = NOTHING_YET,
  }: { now?: number; clients?: ClientFact[]; standing?: Standing } = {},
): DayFigures[] {
  const { ledger, journal } = room;
  const days = activeDays(ledger, CLOCK).filter(({ startsAt }) => startsAt >= standing.at);
  const builder = new DayBuilder({ standing, days, now, after: 0, upTo: Infinity, journal });
  // Of what came before the standing, a room's builds read no more than they must.
  builder.add({ rows: ledger.filter(({ id }) => id >= standing.at * 1000), clients });
  return builder.finish();
}

export function firstDay(room: TestRoom, options?: Parameters<typeof daysOf>[1]): DayFigures {
  const [day] = daysOf(room, options);
  if (day === undefined) throw new Error('No day');
  return day;
}

export function areaOf({ areas }: DayFigures, areaId = 'hall'): AreaFigures {
  const area = areas.find((one) => one.areaId === areaId);
  if (area === undefined) throw new Error(`No area ${areaId}`);
  return area;
}
