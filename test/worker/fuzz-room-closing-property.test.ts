import { runInDurableObject } from 'cloudflare:test';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DayBuilder } from '../../src/shared/report/build-days';
import { NOTHING_YET } from '../../src/shared/report/figures';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/shared/limits';
import { closings } from './support/closings';
import { FRIDAY_NIGHT, nightOut } from './support/days';
import { startAfresh } from './support/fresh';
import { runs, seed, TIMEOUT_MS } from './support/fuzz/run';
import { ADMIN, clientIdOf, counts, definition, knownRoom, roomStub, visitOf } from './support/room';

const { figures, plan, ringUntil, stored } = closings((at) => night.at(at));

let night: ReturnType<typeof nightOut>;
beforeEach(() => {
  night = nightOut();
});
afterEach(() => night.end());

const visit = visitOf(definition());
const AreaArb = fc.constantFrom('main', 'bar');
const StepArb = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('tap' as const),
      client: fc.nat(2),
      areaId: AreaArb,
      isTransfer: fc.constantFrom(false, false, false, true),
      change: fc.constantFrom(1, 1, 2, 5, -1, -3),
      // How long it was on its way.
      lateMs: fc.constantFrom(0, 0, 0, 20 * MINUTE_MS, 7 * HOUR_MS, 30 * HOUR_MS, 3 * DAY_MS),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('undo' as const),
      client: fc.nat(2),
      // How long it was on its way: one that was made in time may arrive hours later.
      lateMs: fc.constantFrom(0, 0, 5 * HOUR_MS, 9 * HOUR_MS),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('recount' as const), areaId: AreaArb, occupancy: fc.nat(9) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(MINUTE_MS, 4 * MINUTE_MS, 12 * MINUTE_MS, 5 * HOUR_MS, 9 * HOUR_MS, 26 * HOUR_MS),
    }),
  },
);

/** All days from all that the room has written down, at once. */
const builtAtOnce = () =>
  runInDurableObject(roomStub(), (room, { storage }) => {
    const { history, ledger, settle } = room['parts'].closing['deps'];
    const calendar = settle()?.days;
    if (calendar === undefined) throw new Error('The event is gone');
    ledger.makeTablesFollow();
    const days = storage.sql
      .exec('SELECT counted_at AS at FROM days ORDER BY day')
      .toArray()
      .map(({ at }) => calendar.businessDayOf(Number(at)));
    const upTo = history.lastId;
    const build = {
      standing: NOTHING_YET,
      days,
      now: Date.now(),
      after: 0,
      upTo,
      journal: history.steps(history.journalSpan(0)),
    };
    const builder = new DayBuilder(build);
    builder.add(history.page(0, upTo, 100_000));
    return builder.finish();
  });

test(
  'whatever comes late, is taken back or counted anew: in the end, what is stored is what the whole ledger comes to',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(StepArb, { minLength: 10, maxLength: 40 }), async (steps) => {
        await startAfresh();
        night.at(FRIDAY_NIGHT - 4 * DAY_MS);
        await knownRoom();
        night.at(FRIDAY_NIGHT);
        const lastSeqs = [0, 0, 0];
        let recountedAt = 0;
        const lastTaps = new Map<
          number,
          { areaId: string; to?: string; change: number; seq: number; sentAt: number }
        >();
        const send = async (
          client: number,
          tap: { areaId: string; to?: string; change: number; at: number; undoes?: number },
        ) => {
          const seq = (lastSeqs[client] ?? 0) + 1;
          lastSeqs[client] = seq;
          const body = { clientId: clientIdOf(client + 1), seq, sentAt: Date.now(), taps: [tap] };
          expect((await roomStub().poll(visit, ADMIN, body)).ok).toBe(true);
          return seq;
        };
        for (const step of steps) {
          if (step.do === 'wait') {
            await ringUntil(Date.now() + step.ms);
          } else if (step.do === 'recount') {
            recountedAt = Date.now();
            await roomStub().recountArea(visit, step.areaId, { occupancy: step.occupancy, reason: 'Looked' }, ADMIN);
          } else if (step.do === 'undo') {
            const tap = lastTaps.get(step.client);
            if (tap === undefined) continue;
            lastTaps.delete(step.client);
            const { areaId, to, change, seq, sentAt } = tap;
            const at = Math.max(sentAt, Date.now() - step.lateMs);
            await send(step.client, { areaId, change: -change, at, undoes: seq, ...(to && { to }) });
          } else {
            const { client, areaId, change, lateMs, isTransfer } = step;
            const tap = { areaId, change, ...(isTransfer && { to: areaId === 'main' ? 'bar' : 'main' }) };
            lastTaps.set(client, {
              ...tap,
              seq: await send(client, { ...tap, at: Date.now() - lateMs }),
              sentAt: Date.now(),
            });
          }
        }
        await ringUntil(Date.now() + 2 * DAY_MS);
        const newest = new Map(
          (await stored()).toReversed().map((name) => [name.slice(0, 10), Number(name.slice(11))]),
        );
        const all = await builtAtOnce();
        expect([...newest.keys()].toSorted()).toEqual(all.map(({ day }) => day));
        for (const day of all) expect(await figures(day.day, newest.get(day.day) ?? 0)).toEqual(day);
        if (all.length > 0) expect((await plan()).build).toBeNull();
        const occupancies = Object.entries(await counts()).map(([areaId, [occupancy]]) => [areaId, occupancy]);
        const last = all.at(-1)?.closing.areas.map(({ areaId, occupancy }) => [areaId, occupancy]);
        // What was counted anew after the last of these days is in none of them.
        if (last !== undefined && recountedAt < (all.at(-1)?.endsAt ?? 0)) expect(last).toEqual(occupancies);
      }),
      { seed, numRuns: runs(30) },
    );
  },
  TIMEOUT_MS,
);
