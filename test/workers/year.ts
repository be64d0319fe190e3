import { app } from '../../src/app';
import type { Env } from '../../src/env';
import type { AreaFigures, DayFigures, DeviceFigures, Slot, SubjectFigures } from '../../src/reports/figures';
import { EventRoom as Room } from '../../src/room/event-room';
import type { Year } from '../support/year';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/shared/durations';
import { IDS_PER_MS, SLOT_MS } from '../../src/shared/reports/limits';

/** The product, with a call that stores a year of daily reports in a room, as the room itself stores them. */

export { AccountHub } from '../../src/hub/account-hub';
export { ServiceMonitor } from '../../src/monitor/service-monitor';
export { ViewerRelay } from '../../src/relay/viewer-relay';

/** A night of eight hours and twenty minutes, in which every slot has taps and the capacity is exceeded once. */
const SLOTS = 100;
const DOORS_SLOT = (12 * HOUR_MS) / SLOT_MS;
const ALERTS = 20;

function subject(at: number, seed: number): SubjectFigures {
  const people = (slot: number): number => 100 + ((slot * 7 + seed) % 40);
  const slots = Array.from({ length: SLOTS }, (_, i): Slot => [
    DOORS_SLOT + i,
    12,
    11,
    people(i) - 5,
    people(i) + 5,
    people(i),
  ]);
  const from = at + 16 * HOUR_MS;
  return {
    ins: 12 * SLOTS,
    outs: 11 * SLOTS,
    movedIn: 30,
    movedOut: 31,
    floored: 1,
    opening: 0,
    closing: 100,
    peak: 144,
    peakAt: from,
    secondsAbove: [3600, 1800, 60],
    secondsBelowZero: 0,
    capacities: [{ at, capacity: 140 }],
    over: [{ from, to: from + MINUTE_MS, aboveMs: MINUTE_MS, peak: 144, capacity: 140 }],
    slots,
  };
}

const deviceOf = (at: number, number: number): DeviceFigures => ({
  deviceId: `d-${String(number).padStart(30, '0')}`,
  deviceName: `Door ${number}`,
  isAdmin: false,
  ins: 240,
  outs: 220,
  moves: 3,
  taps: 470,
  undone: 7,
  firstTapAt: at + 12 * HOUR_MS + number,
  lastTapAt: at + 19 * HOUR_MS + number,
  lateTaps: 3,
  latestMs: 123_456,
  quietTimes: [{ from: at + 14 * HOUR_MS + number, to: at + 15 * HOUR_MS + number }],
});

function figuresOf({ areaIds, devicesPerDay }: Year, at: number, number: number): DayFigures {
  const endsAt = at + DAY_MS;
  const areas = areaIds.map((areaId, i): AreaFigures => {
    return { areaId, areaName: `Area ${i}`, deletedAt: null, ...subject(at, number + i) };
  });
  return {
    day: new Date(at).toISOString().slice(0, 10),
    startsAt: at,
    endsAt,
    until: endsAt,
    venue: subject(at, number),
    areas,
    devices: Array.from({ length: devicesPerDay }, (_, i) => deviceOf(at, i)),
    quality: { taps: 470 * devicesPerDay, rows: 300 * devicesPerDay, late: [3, 2, 1], latestMs: 123_456 },
    closing: {
      at: endsAt,
      areas: areas.map(({ areaId, areaName }) => {
        return { areaId, areaName, capacity: 140, occupancy: 100, countsFrom: 0, deletedAt: null };
      }),
      venue: null,
    },
  };
}

export class EventRoom extends Room {
  async fill(year: Year): Promise<void> {
    const { sql } = this.ctx.storage;
    const { reports } = this['parts'].store;
    for (let number = 0; number < year.days; number++) {
      const at = year.startsAt + number * DAY_MS;
      const figures = figuresOf(year, at, number);
      const { day, startsAt, endsAt } = figures;
      if (!reports.put({ day, revision: 1, startsAt, endsAt, closedAt: endsAt + MINUTE_MS }, figures)) {
        throw new Error(`${day} fits into no row`);
      }
      sql.exec('INSERT INTO days (day, counted_at, attempts) VALUES (?, ?, 0)', day, at + HOUR_MS);
      for (let i = 0; i < ALERTS; i++) {
        const alertAt = at + 15 * HOUR_MS + i * MINUTE_MS;
        const areaId = year.areaIds[i % year.areaIds.length] ?? null;
        for (const [kind, before, after] of [
          ['alert_raised', null, '90'] as const,
          ['alert_cleared', '90', null] as const,
        ]) {
          const id = alertAt * IDS_PER_MS + (kind === 'alert_raised' ? 0 : 1);
          sql.exec(
            'INSERT INTO journal (id, at, actor, kind, area_id, before, after) VALUES (?, ?, ?, ?, ?, ?, ?)',
            id,
            alertAt,
            'system',
            kind,
            areaId,
            before,
            after,
          );
        }
      }
    }
    if (!year.hasSums) sql.exec('UPDATE reports SET sums = NULL');
  }
}

export default {
  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    if (new URL(request.url).pathname !== '/year') return await app.fetch(request, env, ctx);
    const year: Year = await request.json();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the room is one of this worker's own
    await (env.ROOMS.get(env.ROOMS.idFromName(year.eventId)) as unknown as EventRoom).fill(year);
    return new Response(null);
  },
};
