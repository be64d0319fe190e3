import { evictAllDurableObjects, runInDurableObject } from 'cloudflare:test';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../../src/shared/limits';
import { daysOfLedger, markedDays } from './support/days';
import { startAfresh } from './support/fresh';
import { ModelRoom, type ModelTap } from './support/fuzz/model-room';
import { runs, seed, TIMEOUT_MS } from './support/fuzz/run';
import { storedAndRebuilt } from './support/rebuild';
import { ADMIN, clientIdOf, counts, definition, knownRoom, roomStub, visitOf } from './support/room';

const client = fc.nat({ max: 1 });
const area = fc.constantFrom('main', 'bar');
const change = fc.integer({ min: -4, max: 4 }).filter((n) => n !== 0);
const tap = fc.record({
  areaId: area,
  change: fc.oneof(fc.constantFrom(1, 1, -1), change),
  ageMs: fc.constantFrom(0, 0, HOUR_MS),
  isTransfer: fc.boolean(),
});
const otherEnd = { main: 'bar', bar: 'main' } as const;

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
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('reset' as const), area: fc.constantFrom('main', 'bar', null) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('recount' as const), area, occupancy: fc.nat({ max: 9 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('hibernate' as const) }) },
);

test(
  'occupancy, totals, floors, transfers and undoes are those of a straight model',
  { timeout: TIMEOUT_MS },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        await startAfresh();
        await knownRoom();
        const visit = visitOf(definition());
        const model = new ModelRoom();
        for (const areaId of ['main', 'bar']) model.addArea(areaId);
        // The room's clock stands still but for what the test lets pass: taps and resets are never in one millisecond.
        let now = Date.now();
        const sent: ModelTap[][] = [[], []];
        const send = async (from: number, taps: Omit<ModelTap, 'at'>[], ageMs: readonly number[] = []) => {
          const clientId = clientIdOf(from);
          const aged = taps.map((each, i) => ({ ...each, at: now - (ageMs[i] ?? 0) }));
          const body = { clientId, seq: model.lastSeq(clientId) + 1, sentAt: now, taps: aged };
          sent[from]?.push(...aged);
          const expected = model.receive({ ...body, principal: ADMIN, receivedAt: now });
          const polled = await roomStub().poll(visit, ADMIN, body);
          if (!polled.ok) throw new Error(polled.code);
          const { seq, rejected = [], floored = [] } = polled.value.ack;
          expect({ seq, rejected: rejected.map((each) => ({ seq: each.seq, code: each.code })), floored }).toEqual(
            expected,
          );
        };
        for (const action of steps) {
          await new Promise((resolve) => setTimeout(resolve, 2));
          now = await runInDurableObject(roomStub(), () => Date.now());
          if (action.do === 'hibernate') await evictAllDurableObjects();
          else if (action.do === 'reset') {
            await roomStub().resetArea(visit, action.area, ADMIN);
            for (const areaId of action.area === null ? ['main', 'bar'] : [action.area]) model.reset(areaId, now);
          } else if (action.do === 'recount') {
            const { area: areaId, occupancy } = action;
            const before = model.areas.get(areaId)?.occupancy ?? 0;
            const answer = await roomStub().recountArea(visit, areaId, { occupancy, reason: 'By eye' }, ADMIN);
            const value = { areaId, before, after: occupancy, drift: occupancy - before };
            expect(answer).toEqual({ ok: true, value });
            model.recount(areaId, occupancy, now);
          } else if (action.do === 'taps') {
            const taps = action.taps.map(({ areaId, change: by, isTransfer }) => ({
              areaId,
              change: by,
              to: isTransfer ? otherEnd[areaId] : undefined,
            }));
            const ages = action.taps.map(({ ageMs }) => ageMs);
            await send(action.client, taps, ages);
          } else {
            const own = sent[action.client] ?? [];
            const undoes = Math.max(1, own.length - action.back);
            const { areaId, change: by, to } = own[undoes - 1] ?? { areaId: 'main', change: 1 };
            const wrong = by > 1 ? -1 : 1;
            await send(action.client, [{ areaId, change: action.isRight ? 0 - by : wrong, to, undoes }]);
          }
          expect(await counts()).toEqual(model.counts);
        }
        expect((await markedDays()).map(({ day }) => day)).toEqual(await daysOfLedger());
        expect((await markedDays()).map(({ day }) => day)).toEqual([...model.days].toSorted());
        const { stored, rebuilt } = await storedAndRebuilt();
        expect(rebuilt).toEqual(stored);
      }),
      { seed, numRuns: runs(100) },
    );
  },
);
