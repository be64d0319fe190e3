import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { MINUTE_MS } from '../../src/shared/limits';
import type { FlowMinute } from '../../src/shared/schemas/flow';
import { startAfresh } from './support/fresh';
import { ADMIN, batch, clientIdOf, counts, definition, knownRoom, roomStub, visitOf } from './support/room';

/** What goes in and out by the minute, from the ledger and from memory. */

afterEach(() => {
  vi.useRealTimers();
});

const START = Date.UTC(2026, 10, 21, 22, 0);

/** The room's clock goes on only when told to. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(START);
}

let seq = 0;
interface Tapped {
  areaId: string;
  change: number;
  to?: string;
  undoes?: number;
  agoMs?: number;
}
async function tap({ agoMs = 0, ...tapped }: Tapped): Promise<void> {
  seq += 1;
  const taps = [{ ...tapped, at: Date.now() - agoMs }];
  const polled = await roomStub().poll(visitOf(definition()), ADMIN, {
    ...batch(seq, []),
    taps,
    clientId: clientIdOf(1),
  });
  if (!polled.ok) throw new Error(polled.code);
}

async function flow() {
  const answer = await roomStub().readFlow(visitOf(definition()));
  if (!answer.ok) throw new Error(answer.code);
  return answer.value;
}

const last = (minutes: readonly FlowMinute[], count: number) =>
  minutes.slice(0 - count).map(({ ins, outs, occupancy }) => [ins, outs, occupancy]);

const sums = (minutes: readonly FlowMinute[]) => ({
  ins: minutes.reduce((sum, { ins }) => sum + ins, 0),
  outs: minutes.reduce((sum, { outs }) => sum + outs, 0),
});

test('taps stand in the minute in which the room got them; minutes pass without any', async () => {
  stopClock();
  seq = 0;
  await knownRoom();
  await tap({ areaId: 'main', change: 5, agoMs: 10 * MINUTE_MS });
  vi.setSystemTime(START + MINUTE_MS);
  await tap({ areaId: 'main', change: -2 });
  await tap({ areaId: 'bar', change: 4 });
  const { areas, total, lastMinuteAt, eventId } = await flow();
  expect([eventId, lastMinuteAt]).toEqual(['event-1', new Date(START + MINUTE_MS).toISOString()]);
  expect(areas.map(({ areaId, minutes }) => [areaId, last(minutes, 3)])).toEqual([
    [
      'main',
      [
        [0, 0, 0],
        [5, 0, 5],
        [0, 2, 3],
      ],
    ],
    [
      'bar',
      [
        [0, 0, 0],
        [0, 0, 0],
        [4, 0, 4],
      ],
    ],
  ]);
  expect(last(total, 2)).toEqual([
    [5, 0, 5],
    [4, 2, 7],
  ]);
  vi.setSystemTime(START + 3 * MINUTE_MS);
  expect(last((await flow()).total, 4)).toEqual([
    [5, 0, 5],
    [4, 2, 7],
    [0, 0, 7],
    [0, 0, 7],
  ]);
});

test.each(['kept', 'read anew'])('who arrives late is counted and told apart, from a window %s', async (from) => {
  stopClock();
  seq = 0;
  await knownRoom();
  await flow();
  await tap({ areaId: 'main', change: 1, agoMs: 2 * MINUTE_MS });
  await tap({ areaId: 'main', change: 180, agoMs: 20 * MINUTE_MS });
  await tap({ areaId: 'bar', change: 9, agoMs: 3 * MINUTE_MS });
  await tap({ areaId: 'bar', change: -2, agoMs: 3 * MINUTE_MS });
  if (from === 'read anew') await evictDurableObject(roomStub());
  const { areas, total } = await flow();
  expect(areas.map(({ minutes }) => minutes.at(-1))).toEqual([
    { ins: 181, outs: 0, occupancy: 181, late: { ins: 180, outs: 0 } },
    { ins: 9, outs: 2, occupancy: 7, late: { ins: 9, outs: 2 } },
  ]);
  expect(total.at(-1)).toEqual({ ins: 190, outs: 2, occupancy: 188, late: { ins: 189, outs: 2 } });
});

const MinuteSumSchema = z.object({ ins: z.nullable(z.int()), outs: z.nullable(z.int()) });

/** The ledger of the last hour, summed up straight, with what the log holds. */
const ledgerSince = (from: number) =>
  runInDurableObject(roomStub(), (room, { storage }) => {
    room['parts'].ledger.makeTablesFollow();
    const sum = (where: string) => {
      const row = storage.sql
        .exec(`SELECT sum(ins) AS ins, sum(outs) AS outs FROM ledger WHERE received_at >= ? AND ${where}`, from)
        .one();
      const { ins, outs } = z.parse(MinuteSumSchema, row);
      return { ins: ins ?? 0, outs: outs ?? 0 };
    };
    return {
      main: sum("area_id = 'main'"),
      bar: sum("area_id = 'bar'"),
      total: sum('other_area_id IS NULL'),
    };
  });

const area = fc.constantFrom('main', 'bar');
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('tap' as const),
      area,
      change: fc.integer({ min: -6, max: 9 }).filter((n) => n !== 0),
      agoMs: fc.constantFrom(0, 0, 2 * MINUTE_MS),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), people: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('recount' as const), area, occupancy: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reset' as const), area }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(0.4, 1, 3, 25) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('look' as const) }) },
);

test(
  'whatever is counted: the minutes add up to the ledger, from memory as from storage, and tell each minute’s end',
  { timeout: 60_000 },
  async () => {
    stopClock();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        await startAfresh();
        vi.setSystemTime(START);
        seq = 0;
        await knownRoom();
        const undoable: { seq: number; areaId: string; change: number }[] = [];
        /** The occupancies when a minute ended, by minute. */
        const ends = new Map<number, { main: number; bar: number }>();
        for (const action of steps) {
          if (action.do === 'wait') vi.setSystemTime(Date.now() + action.minutes * MINUTE_MS);
          else if (action.do === 'look') await flow();
          else if (action.do === 'move') await tap({ areaId: 'main', change: 0 - action.people, to: 'bar' });
          else if (action.do === 'reset') await roomStub().resetArea(visitOf(definition()), action.area, ADMIN);
          else if (action.do === 'recount') {
            const { occupancy } = action;
            await roomStub().recountArea(visitOf(definition()), action.area, { occupancy, reason: 'Looked' }, ADMIN);
          } else if (action.do === 'undo') {
            const own = undoable.pop();
            if (own !== undefined) await tap({ areaId: own.areaId, change: 0 - own.change, undoes: own.seq });
          } else {
            await tap({ areaId: action.area, change: action.change, agoMs: action.agoMs });
            undoable.push({ seq, areaId: action.area, change: action.change });
          }
          const now = await counts();
          ends.set(Math.floor(Date.now() / MINUTE_MS), { main: now.main?.[0] ?? 0, bar: now.bar?.[0] ?? 0 });
        }
        const remembered = await flow();
        await evictDurableObject(roomStub());
        const read = await flow();
        expect(remembered).toEqual(read);
        const minutesOf = (areaId: string) => read.areas.find((each) => each.areaId === areaId)?.minutes ?? [];
        const lastMinute = Date.parse(read.lastMinuteAt) / MINUTE_MS;
        const ledger = await ledgerSince((lastMinute - read.total.length + 1) * MINUTE_MS);
        expect({ main: sums(minutesOf('main')), bar: sums(minutesOf('bar')), total: sums(read.total) }).toEqual(ledger);
        for (const [minute, { main, bar }] of ends) {
          const index = read.total.length - 1 - (lastMinute - minute);
          if (index < 0) continue;
          expect([minutesOf('main')[index]?.occupancy, minutesOf('bar')[index]?.occupancy]).toEqual([main, bar]);
          expect(read.total[index]?.occupancy).toBe(main + bar);
        }
      }),
      { numRuns: 15 },
    );
  },
);
