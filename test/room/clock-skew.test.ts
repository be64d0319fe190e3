import { runInDurableObject } from 'cloudflare:test';
import { beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/shared/durations';
import { stopClock } from '../support/clock';
import { step } from '../worker/support/fuzz/run';
import { ADMIN, batchOf, counts, knownRoom, ledgerRows, poll, roomStub, VISIT } from '../worker/support/room';

/** Tests that taps count correctly when the clock of a device or of the room's host is wrong. */

beforeEach(async () => {
  stopClock();
  await knownRoom();
});

/** Sends +1 for each time, as a device whose clock is wrong by `skewMs`. The times are those of the room's clock. */
async function send(skewMs: number, times: readonly number[], { seq = 1, client = 1 } = {}) {
  const taps = batchOf(
    seq,
    times.map((time) => ({ at: time + skewMs })),
  );
  const answer = await poll(client, { ...taps, sentAt: Date.now() + skewMs });
  if (!answer.ok) throw new Error(answer.code);
  return answer.value.ack;
}

/** The times of the ledger's rows in the order of counting; epoch ms. */
async function occurrences() {
  await runInDurableObject(roomStub(), (room) => room['parts'].store.writeLogToTables());
  return (await ledgerRows()).map(({ occurredAt }) => occurredAt);
}

test.each([
  ['a month behind', 0 - 30 * DAY_MS],
  ['right', 0],
  ['one second ahead', 1_000],
  ['three hours ahead', 3 * HOUR_MS],
  ['years ahead', 4_000 * DAY_MS],
])(
  'a device whose clock is %s counts once and at the right time, and resets and locks apply only to taps after them',
  async (_what, skewMs) => {
    const time = Date.now() - 5_000;
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await send(skewMs, [time])).toEqual({ type: 'ack', seq: 1, version: 1 });
      step();
    }
    expect((await counts()).main).toEqual([1, 1, 0]);
    expect(await occurrences()).toEqual([time]);

    const before = Date.now();
    await roomStub().resetArea(VISIT, 'main', ADMIN);
    const resetAt = Date.now();
    step();
    await send(skewMs, [before - 1, resetAt - 1, resetAt, Date.now()], { client: 2 });
    expect((await counts()).main).toEqual([2, 5, 0]);

    step();
    await roomStub().setAccount({ revision: 2, status: 'canceled', trialEndsAt: 0 });
    const lockedAt = Date.now();
    step();
    const { rejected } = await send(skewMs, [lockedAt - 1, lockedAt, Date.now()], { client: 3 });
    expect(rejected).toMatchObject([{ seq: 2 }, { seq: 3 }]);
    expect((await counts()).main).toEqual([3, 6, 0]);
  },
);
