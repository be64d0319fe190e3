import { evictAllDurableObjects, runInDurableObject } from 'cloudflare:test';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../../src/shared/limits';
import { daysOfLedger, markedDays } from './support/days';
import { startAfresh } from './support/fresh';
import { storedAndRebuilt } from './support/rebuild';
import { ADMIN, clientIdOf, counts, definition, knownRoom, roomStub, visitOf } from './support/room';

/** A straight model of design section 4: one tap after the other, nothing clever. */
class Model {
  private readonly areas = new Map<string, { occupancy: number; ins: number; outs: number; resetAt: number }>();
  /** Every client's taps by seq; undefined where it was rejected or is an undo. */
  private readonly taps: (
    | { areaId: string; change: number; floored: number; at: number; undone: boolean }
    | undefined
  )[][] = [];

  private area(areaId: string) {
    const area = this.areas.get(areaId) ?? { occupancy: 0, ins: 0, outs: 0, resetAt: 0 };
    this.areas.set(areaId, area);
    return area;
  }

  private clientTaps(client: number) {
    return (this.taps[client] ??= []);
  }

  nextSeq(client: number): number {
    return this.clientTaps(client).length + 1;
  }

  reset(areaId: string, now: number): void {
    Object.assign(this.area(areaId), { occupancy: 0, resetAt: now });
  }

  /** Answers what was floored. */
  tap(client: number, areaId: string, change: number, at: number): number {
    const area = this.area(areaId);
    if (change > 0) area.ins += change;
    else area.outs -= change;
    let floored = 0;
    if (at >= area.resetAt) {
      floored = Math.max(0, 0 - (area.occupancy + change));
      area.occupancy = Math.max(0, area.occupancy + change);
    }
    this.clientTaps(client).push({ areaId, change, floored, at, undone: false });
    return floored;
  }

  /** False when there is nothing like that to undo. */
  undo(client: number, areaId: string, seq: number, change: number): boolean {
    const tap = this.clientTaps(client)[seq - 1];
    this.clientTaps(client).push(undefined);
    if (tap === undefined || tap.undone || tap.areaId !== areaId || tap.change !== 0 - change) return false;
    tap.undone = true;
    const area = this.area(areaId);
    if (tap.change > 0) area.ins -= tap.change;
    else area.outs += tap.change;
    const moved = tap.change + tap.floored;
    if (tap.at >= area.resetAt) area.occupancy = Math.max(0, area.occupancy - moved);
    return true;
  }

  get counts(): Record<string, number[]> {
    return Object.fromEntries(['main', 'bar'].map((id) => [id, this.areaCounts(id)]));
  }

  private areaCounts(areaId: string): number[] {
    const { occupancy, ins, outs } = this.area(areaId);
    return [occupancy, ins, outs];
  }
}

const client = fc.nat({ max: 1 });
const area = fc.constantFrom('main', 'bar');
const change = fc.integer({ min: -4, max: 4 }).filter((n) => n !== 0);
const tap = fc.record({
  area,
  change: fc.oneof(fc.constantFrom(1, 1, -1), change),
  ageMs: fc.constantFrom(0, 0, HOUR_MS),
});

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('taps' as const),
      client,
      taps: fc.array(tap, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('undo' as const),
      client,
      back: fc.integer({ min: -1, max: 8 }),
      isRight: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reset' as const), area }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('hibernate' as const) }) },
);

test('occupancy, totals, floors and undoes are those of a straight model', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      await startAfresh();
      await knownRoom();
      const model = new Model();
      // The room's clock stands still but for what the test lets pass: taps and resets are never in one millisecond.
      let now = Date.now();
      const prepare = (from: number, taps: { areaId: string; change: number; ageMs: number; undoes?: number }[]) => {
        const seq = model.nextSeq(from);
        const body = {
          clientId: clientIdOf(from),
          seq,
          sentAt: now,
          taps: taps.map(({ ageMs, ...each }) => ({ ...each, at: now - ageMs })),
        };
        const answer = async () => {
          const polled = await roomStub().poll(visitOf(definition()), ADMIN, body);
          if (!polled.ok) throw new Error(polled.code);
          return polled.value.ack;
        };
        return { seq, answer };
      };
      const sent: { areaId: string; change: number }[][] = [[], []];
      for (const action of steps) {
        await new Promise((resolve) => setTimeout(resolve, 2));
        now = await runInDurableObject(roomStub(), () => Date.now());
        if (action.do === 'hibernate') await evictAllDurableObjects();
        else if (action.do === 'reset') {
          await roomStub().resetArea(visitOf(definition()), action.area, ADMIN);
          model.reset(action.area, now);
        } else if (action.do === 'taps') {
          const taps = action.taps.map(({ area: areaId, ...each }) => ({ areaId, ...each }));
          const { seq, answer } = prepare(action.client, taps);
          const floored = taps.map((each, i) => ({
            seq: seq + i,
            amount: model.tap(action.client, each.areaId, each.change, now - each.ageMs),
          }));
          sent[action.client]?.push(...taps);
          const ack = await answer();
          expect(ack.seq).toBe(seq + taps.length - 1);
          expect(ack.floored ?? []).toEqual(floored.filter(({ amount }) => amount > 0));
        } else {
          const own = sent[action.client] ?? [];
          const undoes = Math.max(1, own.length - action.back);
          const target = own[undoes - 1] ?? { areaId: 'main', change: 1 };
          const undo = action.isRight
            ? { areaId: target.areaId, change: 0 - target.change, ageMs: 0, undoes }
            : { areaId: target.areaId, change: target.change > 1 ? -1 : 1, ageMs: 0, undoes };
          const { seq, answer } = prepare(action.client, [undo]);
          const isTaken = model.undo(action.client, undo.areaId, undoes, undo.change);
          own.push({ areaId: 'main', change: 1 });
          const ack = await answer();
          expect(ack.seq).toBe(seq);
          expect((ack.rejected ?? []).map(({ code }) => code)).toEqual(isTaken ? [] : ['nothing_to_undo']);
        }
        expect(await counts()).toEqual(model.counts);
      }
      expect((await markedDays()).map(({ day }) => day)).toEqual(await daysOfLedger());
      const { stored, rebuilt } = await storedAndRebuilt();
      expect(rebuilt).toEqual(stored);
    }),
    { numRuns: 30 },
  );
});
