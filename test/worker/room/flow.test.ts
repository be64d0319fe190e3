import { evictDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '../../../src/shared/limits';
import type { FlowMinute } from '../../../src/shared/schemas/flow';
import { ADMIN, batch, clientIdOf, definition, knownRoom, roomStub, visitOf } from '../support/room';

/** What goes in and out by the minute, from the ledger and from memory. Whatever else may happen: fuzz-room. */

afterEach(() => {
  vi.useRealTimers();
});

const START = Date.UTC(2026, 10, 21, 22, 0);

beforeEach(async () => {
  // The room's clock goes on only when told to.
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  seq = 0;
  await knownRoom();
});

let seq = 0;
async function tap(areaId: string, change: number, agoMs = 0): Promise<void> {
  seq += 1;
  const taps = [{ areaId, change, at: Date.now() - agoMs }];
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

test('taps stand in the minute in which the room got them; minutes pass without any', async () => {
  await tap('main', 5, 10 * MINUTE_MS);
  vi.setSystemTime(START + MINUTE_MS);
  await tap('main', -2);
  await tap('bar', 4);
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
  await flow();
  await tap('main', 1, 2 * MINUTE_MS);
  await tap('main', 180, 20 * MINUTE_MS);
  await tap('bar', 9, 3 * MINUTE_MS);
  await tap('bar', -2, 3 * MINUTE_MS);
  if (from === 'read anew') await evictDurableObject(roomStub());
  const { areas, total } = await flow();
  expect(areas.map(({ minutes }) => minutes.at(-1))).toEqual([
    { ins: 181, outs: 0, occupancy: 181, late: { ins: 180, outs: 0 } },
    { ins: 9, outs: 2, occupancy: 7, late: { ins: 9, outs: 2 } },
  ]);
  expect(total.at(-1)).toEqual({ ins: 190, outs: 2, occupancy: 188, late: { ins: 189, outs: 2 } });
});
