import { evictDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, TAP_AGE_MAX_MS } from '../../../src/shared/limits';
import { stoppedClock } from '../support/fuzz/run';
import { occurrences } from '../support/rebuild';
import { ADMIN, batch, clientIdOf, counts, definition, joinRoom, knownRoom, roomStub, visitOf } from '../support/room';

let clock: ReturnType<typeof stoppedClock>;
beforeEach(async () => {
  clock = stoppedClock();
  await knownRoom();
});
afterEach(() => clock.restore());

/** What a device sends whose clock is wrong by `skewMs`: +1 for each time, given by the room's clock. */
async function send(skewMs: number, times: readonly number[], { seq = 1, client = 1 } = {}) {
  const taps = times.map((time) => ({ areaId: 'main', change: 1, at: time + skewMs }));
  const body = { clientId: clientIdOf(client), seq, sentAt: clock.now + skewMs, taps };
  const answer = await roomStub().poll(visitOf(definition()), ADMIN, body);
  if (!answer.ok) throw new Error(answer.code);
  return answer.value.ack;
}

const SKEWS = [
  ['three hours behind', 0 - 3 * HOUR_MS],
  ['a month behind', 0 - 30 * DAY_MS],
  ['right', 0],
  ['one second ahead', 1_000],
  ['three hours ahead', 3 * HOUR_MS],
  ['years ahead', 4_000 * DAY_MS],
] as const;

describe.each(SKEWS)('a device whose clock is %s', (_what, skewMs) => {
  test('is counted once, at the right time', async () => {
    const time = clock.now - 5_000;
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await send(skewMs, [time])).toEqual({ type: 'ack', seq: 1, version: 1 });
      clock.step();
    }
    expect((await counts()).main).toEqual([1, 1, 0]);
    expect(await occurrences()).toEqual([time]);
  });

  test('is late for a reset only when its taps were', async () => {
    const before = clock.now;
    await roomStub().resetArea(visitOf(definition()), 'main', ADMIN);
    const resetAt = clock.now;
    clock.step();
    await send(skewMs, [before - 1, resetAt - 1, resetAt, clock.now]);
    expect((await counts()).main).toEqual([2, 4, 0]);
  });

  test('is locked out only by a lock that came before its taps', async () => {
    clock.step();
    await roomStub().setAccount({ revision: 2, status: 'canceled', trialEndsAt: 0 });
    const lockedAt = clock.now;
    clock.step();
    const times = [lockedAt - 1, lockedAt, clock.now];
    const locked = { ...visitOf(definition()), account: { revision: 2, status: 'canceled' as const, trialEndsAt: 0 } };
    const taps = times.map((time) => ({ areaId: 'main', change: 1, at: time + skewMs }));
    const body = { clientId: clientIdOf(1), seq: 1, sentAt: clock.now + skewMs, taps };
    const answer = await roomStub().poll(locked, ADMIN, body);
    expect(answer).toMatchObject({ ok: true, value: { ack: { seq: 3, rejected: [{ seq: 2 }, { seq: 3 }] } } });
    expect((await counts()).main).toEqual([1, 1, 0]);
  });
});

describe('times that make no sense are counted once, within the last seven days', () => {
  test.each([
    ['at before all time', 0, null, TAP_AGE_MAX_MS],
    ['both at the beginning of time', 0, 0, 0],
    ['both at the end of time', 8.64e15, 8.64e15, 0],
    ['tapped at the end, sent at the beginning', 8.64e15, 0, 0],
    ['tapped at the beginning, sent at the end', 0, 8.64e15, TAP_AGE_MAX_MS],
    ['a fraction of a millisecond', 0.4, 0, 0],
  ])('%s', async (_what, at, sentAt, ageMs) => {
    const body = {
      clientId: clientIdOf(1),
      seq: 1,
      sentAt: sentAt ?? clock.now,
      taps: [{ areaId: 'main', change: 1, at }],
    };
    expect(await roomStub().poll(visitOf(definition()), ADMIN, body)).toMatchObject({ ok: true });
    expect((await counts()).main).toEqual([1, 1, 0]);
    expect(await occurrences()).toEqual([clock.now - ageMs]);
  });

  test.each([
    ['back', 0 - 2 * HOUR_MS, 0],
    ['forward', 2 * HOUR_MS, 2 * HOUR_MS],
    ['forward by years', 4_000 * DAY_MS, TAP_AGE_MAX_MS],
  ])('a clock set %s between tap and send is off by that, never in the future', async (_what, changeMs, ageMs) => {
    const body = {
      clientId: clientIdOf(1),
      seq: 1,
      sentAt: clock.now + changeMs,
      taps: [{ areaId: 'main', change: 1, at: clock.now }],
    };
    expect(await roomStub().poll(visitOf(definition()), ADMIN, body)).toMatchObject({ ok: true });
    expect((await counts()).main).toEqual([1, 1, 0]);
    expect(await occurrences()).toEqual([clock.now - ageMs]);
  });
});

test('devices with clocks days apart count one crowd, in the order in which it came', async () => {
  for (const [index, [, skewMs]] of SKEWS.entries()) {
    clock.step();
    await send(skewMs, [clock.now - 2, clock.now - 1], { client: index });
  }
  expect((await counts()).main).toEqual([SKEWS.length * 2, SKEWS.length * 2, 0]);
  const times = await occurrences();
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

describe.each([
  ['two seconds', 2_000],
  ['nine minutes', 9 * MINUTE_MS],
  ['three hours', 3 * HOUR_MS],
  ['years', 4_000 * DAY_MS],
])('a clock of the room that was %s ahead and is set right', (_what, aheadMs) => {
  const recount = (occupancy: number) =>
    roomStub().recountArea(visitOf(definition()), 'main', { occupancy, reason: 'Looked' }, ADMIN);

  test('swallows no tap after a recount, be it after a restart', async () => {
    clock.step(aheadMs);
    await recount(10);
    clock.step(0 - aheadMs);
    await send(0, [clock.now, clock.now, clock.now]);
    expect((await counts()).main).toEqual([13, 3, 0]);
    clock.step();
    await evictDurableObject(roomStub());
    await send(0, [clock.now - 1, clock.now], { seq: 4 });
    expect((await counts()).main).toEqual([15, 5, 0]);
  });

  test('does not leave the room far from the right time', async () => {
    clock.step(aheadMs);
    await recount(10);
    clock.step(0 - aheadMs);
    await send(0, [clock.now]);
    clock.step(20 * MINUTE_MS);
    await send(0, [clock.now], { seq: 2 });
    expect((await occurrences()).at(-1)).toBe(clock.now);
  });

  test('holds back neither what others are told nor what a device may send', async () => {
    const { device } = await joinRoom(clientIdOf(1));
    const { device: other } = await joinRoom(clientIdOf(2));
    clock.step(aheadMs);
    device.send(batch(1, [1]));
    await other.until(
      () =>
        other
          .all('occupancy_updated')
          .at(-1)
          ?.areas.find((area) => area.currentOccupancy === 1),
      '1',
    );
    clock.step(0 - aheadMs);
    // What is gathered is sent once its interval has passed.
    device.send(batch(2, [1]));
    await device.until(() => device.all('ack').find(({ seq }) => seq === 2), 'the ack');
    clock.step(100);
    device.send(batch(3, [1]));
    await other.until(
      () =>
        other
          .all('occupancy_updated')
          .at(-1)
          ?.areas.find((area) => area.currentOccupancy === 3),
      '3',
    );
    expect(device.closed).toBeNull();
  });

  test('does not leave the flow in the future', async () => {
    clock.step(aheadMs);
    await send(0, [clock.now]);
    const flow = async () => {
      const answer = await roomStub().readFlow(visitOf(definition()));
      if (!answer.ok) throw new Error(answer.code);
      return answer.value;
    };
    await flow();
    clock.step(0 - aheadMs);
    await send(0, [clock.now], { seq: 2 });
    for (const restart of [false, true]) {
      if (restart) await evictDurableObject(roomStub());
      const { lastMinuteAt, total } = await flow();
      expect(Date.parse(lastMinuteAt) - clock.now).toBeLessThanOrEqual(10 * MINUTE_MS);
      expect(total.reduce((sum, { ins }) => sum + ins, 0)).toBe(2);
      expect(total.at(-1)?.occupancy).toBe(2);
    }
  });
});
