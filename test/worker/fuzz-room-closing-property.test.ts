import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DayBuilder } from '../../src/shared/report/build-days';
import { type DayFigures, NOTHING_YET } from '../../src/shared/report/figures';
import { DANGER_ABOVE_PERCENT, DAY_MS, HOUR_MS, MINUTE_MS, WARNING_ABOVE_PERCENT } from '../../src/shared/limits';
import { DEFAULT_DAY_CLOCK } from '../../src/shared/rules/business-day';
import { StraightCount } from '../support/straight-count';
import { Acknowledged } from './support/acknowledged';
import { closings, valueOf } from './support/closings';
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
      // How long it was on its way; by 3 ms more than what passes otherwise, so that nothing late meets a recount.
      lateMs: fc.constantFrom(0, 0, 0, 20 * MINUTE_MS + 3, 7 * HOUR_MS + 3, 30 * HOUR_MS + 3, 3 * DAY_MS + 3),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('undo' as const),
      client: fc.nat(2),
      // How long it was on its way: one that was made in time may arrive hours later.
      lateMs: fc.constantFrom(0, 0, 5 * HOUR_MS + 3, 9 * HOUR_MS + 3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('recount' as const), areaId: AreaArb, occupancy: fc.nat(9) }),
  },
  {
    // Two doors by turns, a tap a second, that leave the venue as it is: what runs are made of.
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('swap' as const), taps: fc.integer({ min: 2, max: 9 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(
        700,
        700,
        5_000,
        5_000,
        20_000,
        MINUTE_MS,
        4 * MINUTE_MS,
        12 * MINUTE_MS,
        5 * HOUR_MS,
        9 * HOUR_MS,
        26 * HOUR_MS,
      ),
    }),
  },
);

/** Each tap alone, by what was acknowledged, against a day's figures. */
async function expectTrue(day: DayFigures, { taps }: Acknowledged): Promise<void> {
  const journal = await runInDurableObject(roomStub(), (room) => {
    const { history } = room['parts'].closing['deps'];
    return history.steps(history.journalSpan(0));
  });
  const straight = new StraightCount(taps, journal, DEFAULT_DAY_CLOCK);
  const shares = [WARNING_ABOVE_PERCENT, DANGER_ABOVE_PERCENT, 100];
  for (const of of [{ ...day.venue, areaId: null }, ...day.areas]) {
    const counted = straight.over(of.areaId, day.startsAt, day.endsAt, shares);
    expect(of).toMatchObject({
      opening: counted.opening,
      closing: counted.closing,
      peak: counted.highest,
      secondsBelowZero: Math.round(counted.belowZeroMs / 1000),
      ...(of.areaId !== null && { secondsAbove: counted.aboveMs.map((ms) => Math.round(ms / 1000)) }),
    });
  }
  const made = taps.filter(
    ({ undoes, occurredAt }) => undoes === null && occurredAt >= day.startsAt && occurredAt < day.endsAt,
  );
  for (const { deviceId, lastTapAt } of day.devices) {
    const own = made.filter(({ clientId }) => clientId === deviceId).map(({ occurredAt }) => occurredAt);
    const undone = taps
      .filter(({ clientId, undoes }) => clientId === deviceId && undoes !== null)
      .map(({ occurredAt }) => occurredAt);
    expect([...own, ...undone, day.startsAt, day.endsAt - 1]).toContain(lastTapAt);
    expect(lastTapAt).toBeGreaterThanOrEqual(Math.max(0, ...own));
  }
}

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
  'whatever comes late, is taken back or counted anew: in the end, what is stored is what was acknowledged, tap by tap',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(StepArb, { minLength: 10, maxLength: 40 }), async (steps) => {
        await startAfresh();
        night.at(FRIDAY_NIGHT - 4 * DAY_MS);
        await knownRoom();
        night.at(FRIDAY_NIGHT);
        const lastSeqs = [0, 0, 0];
        const acknowledged = new Acknowledged();
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
          const clientId = clientIdOf(client + 1);
          const body = { clientId, seq, sentAt: Date.now(), taps: [tap] };
          acknowledged.add(clientId, seq, tap, valueOf(await roomStub().poll(visit, ADMIN, body)));
          return seq;
        };
        await send(2, { areaId: 'main', change: 20, at: Date.now() });
        for (const step of steps) {
          night.at(Date.now() + 10);
          if (step.do === 'restart') {
            await abortAllDurableObjects();
          } else if (step.do === 'swap') {
            for (let tap = 0; tap < step.taps; tap++) {
              night.at(Date.now() + 1_000);
              const at = Date.now();
              await send(
                tap % 2,
                tap % 2 === 0 ? { areaId: 'bar', change: 1, at } : { areaId: 'main', change: -1, at },
              );
            }
          } else if (step.do === 'wait') {
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
        for (const day of all) {
          const figuresOfDay = await figures(day.day, newest.get(day.day) ?? 0);
          expect(figuresOfDay).toEqual(day);
          await expectTrue(figuresOfDay, acknowledged);
        }
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
