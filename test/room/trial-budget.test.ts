import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/shared/durations';
import type { AccountState } from '../../src/rpc/identity';
import { REFUSALS_EVERY_MS } from '../../src/room/counting/limits';
import { errorMessage } from '../../src/shared/errors';
import { FRIDAY_NIGHT } from '../support/moments';
import { nightOut, writesDuring } from '../worker/support/days';
import type { Device } from '../worker/support/device';
import {
  acked,
  ADMIN,
  batch,
  batchOf,
  clientIdOf,
  counts,
  definition,
  joinRoom,
  knownRoom,
  ones,
  roomStub,
  visitOf,
} from '../worker/support/room';

/** Tests how many taps an event takes while its account is in the trial (docs/product.md, B9). */

const TRIAL: AccountState = { revision: 2, status: 'trialing', trialEndsAt: FRIDAY_NIGHT + 5 * DAY_MS };
const ACTIVE: AccountState = { ...TRIAL, revision: 3, status: 'active' };
const IN_TRIAL = { account: TRIAL };
const VISIT = visitOf(definition(IN_TRIAL));

let night: ReturnType<typeof nightOut>;
beforeEach(() => {
  night = nightOut();
  env.MAX_TRIAL_TAPS = '5';
});

const join = async (n = 1): Promise<Device> => (await joinRoom(clientIdOf(n), VISIT)).device;
const codes = ({ rejected = [] }: { rejected?: { code: string }[] | undefined }) => rejected.map(({ code }) => code);
const poll = (n: number, seq: number, changes: number[]) =>
  roomStub().poll(VISIT, ADMIN, { ...batch(seq, changes), clientId: clientIdOf(n) }, clientIdOf(n));
const occupancy = async () => (await counts(IN_TRIAL))['main'];
const fold = () => runInDurableObject(roomStub(), (room) => room['parts'].store.writeLogToTables());
const said = () => night.logged.filter((line) => line.includes('"what":"room.trial_taps"'));

/** Holds the timers of refusals. Returns a function that lets them fire, and tells how many there were. */
function holdRefusals() {
  const real = globalThis.setTimeout;
  const held: (() => void)[] = [];
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, ms?: number) => {
    if (ms !== REFUSALS_EVERY_MS) return real(run, ms);
    held.push(run);
    return real(() => {}, 0);
  });
  return () =>
    runInDurableObject(roomStub(), () => {
      const timers = held.splice(0);
      for (const fire of timers) fire();
      return timers.length;
    });
}

/** Resolves when the room has received everything that the device has sent: a sync is answered in order. */
async function received(device: Device): Promise<void> {
  const before = device.all('sync').length;
  device.send({ type: 'request_sync' });
  await device.until(() => device.all('sync')[before], 'the sync');
}

test('an event takes the taps of its trial; then each device is told to stop, further taps are refused in words, and the log says it once', async () => {
  await knownRoom(IN_TRIAL);
  const [device, other] = [await join(1), await join(2)];
  expect(codes(await acked(device, batch(1, [1, 1])))).toEqual([]);
  // A refused tap and an undo cost as much as any other tap.
  expect(codes(await acked(other, batch(1, [1], 'nowhere')))).toEqual(['unknown_area']);
  expect(codes(await acked(device, batchOf(3, [{ change: -1, undoes: 2 }])))).toEqual([]);
  expect(said()).toEqual([]);
  expect(await acked(other, batch(2, [1]))).toEqual({ type: 'ack', seq: 2, version: 3 });
  const stop = { countingAllowed: false, subscriptionStatus: 'trialing' };
  for (const one of [device, other]) {
    await one.until(() => one.all('sync').find(({ countingAllowed }) => !countingAllowed), 'the news');
    expect(one.all('sync').at(-1)).toMatchObject(stop);
  }
  const refused = await acked(device, batch(4, [1, -1]));
  expect(refused).toMatchObject({ seq: 5, version: 2 });
  const code = 'trial_used_up';
  expect(refused.rejected).toEqual([4, 5].map((seq) => ({ seq, code, message: errorMessage(code) })));
  expect(await poll(3, 1, [1])).toMatchObject({
    ok: true,
    value: { ack: { seq: 1, rejected: [{ seq: 1, code }] }, sync: stop },
  });
  expect(await roomStub().listAreas(VISIT)).toMatchObject({ ok: true, value: stop });
  expect(await occupancy()).toEqual([2, 2, 0]);
  expect(said()).toHaveLength(1);
});

test('the number survives the sleep of the room, from its log and from its tables', async () => {
  await knownRoom(IN_TRIAL);
  expect(codes(await acked(await join(), batch(1, ones(3))))).toEqual([]);
  await evictDurableObject(roomStub());
  expect(await poll(2, 1, [1])).toMatchObject({ ok: true, value: { sync: { countingAllowed: true } } });
  await fold();
  await evictDurableObject(roomStub());
  expect(await poll(1, 4, [1])).toMatchObject({ ok: true, value: { sync: { countingAllowed: false } } });
  await evictDurableObject(roomStub());
  expect(await poll(2, 2, [1])).toMatchObject({ value: { ack: { seq: 2, rejected: [{ code: 'trial_used_up' }] } } });
  // A tap that is sent again is neither counted nor refused again.
  expect(await poll(1, 4, [1])).toMatchObject({ value: { ack: { seq: 4 } } });
  expect(await poll(1, 4, [1])).not.toHaveProperty('value.ack.rejected');
  expect(await occupancy()).toEqual([5, 5, 0]);
  expect(said()).toHaveLength(1);
});

test('an account that subscribes counts at once, also the taps that the room has not answered yet', async () => {
  await knownRoom(IN_TRIAL);
  const device = await join();
  await acked(device, batch(1, ones(5)));
  expect(codes(await acked(device, batch(6, [1])))).toEqual(['trial_used_up']);
  const release = holdRefusals();
  device.send(batch(7, [1]));
  await received(device);
  await roomStub().setAccount(ACTIVE);
  await release();
  const ack = await device.until(() => device.all('ack').find(({ seq }) => seq === 7), 'ack 7');
  expect(ack).not.toHaveProperty('rejected');
  expect(device.all('sync').at(-1)).toMatchObject({ countingAllowed: true, subscriptionStatus: 'active' });
  expect(codes(await acked(device, batch(8, ones(20))))).toEqual([]);
  // A bill that is not paid later is no trial: what was counted before still arrives.
  await roomStub().setAccount({ ...ACTIVE, revision: 4, status: 'unpaid' });
  const late = batch(28, [1, 1], 'main', Date.now() - HOUR_MS);
  expect(codes(await acked(device, late))).toEqual([]);
  expect(await occupancy()).toEqual([28, 28, 0]);
});

test('taps of the trial that arrive after it has ended without a card are part of it', async () => {
  await knownRoom(IN_TRIAL);
  const device = await join();
  await acked(device, batch(1, ones(3)));
  const before = Date.now();
  night.at(before + HOUR_MS);
  await roomStub().setAccount({ ...ACTIVE, status: 'canceled' });
  expect(codes(await acked(device, batch(4, [1, 1], 'main', before)))).toEqual([]);
  expect(codes(await acked(device, batch(6, [1], 'main', before)))).toEqual(['trial_used_up']);
  expect(codes(await acked(device, batch(7, [1])))).toEqual(['counting_locked']);
});

test('refused taps are answered together, at most once a second: they cost a row a second, whatever a device sends', async () => {
  await knownRoom(IN_TRIAL);
  const device = await join();
  await acked(device, batch(1, ones(5)));
  await device.until(() => device.all('sync').find(({ countingAllowed }) => !countingAllowed), 'the news');
  const release = holdRefusals();
  const room = roomStub();
  const writes = await writesDuring(async () => {
    const polls = [2, 3].map((n) =>
      room.poll(VISIT, ADMIN, { ...batch(1, [1]), clientId: clientIdOf(n) }, clientIdOf(n)),
    );
    await room.listAreas(VISIT);
    for (let seq = 6; seq <= 25; seq += 1) {
      device.send(batch(seq, [1]));
      await received(device);
    }
    expect(device.all('ack')).toHaveLength(1);
    expect(await release()).toBe(1);
    expect(await Promise.all(polls)).toMatchObject([{ ok: true }, { ok: true }]);
    const ack = await device.next('ack');
    expect([ack.seq, ack.rejected?.length]).toEqual([25, 20]);
  });
  expect(writes.filter((query) => query !== 'UPDATE days SET')).toEqual(['INSERT INTO log']);
  expect(await occupancy()).toEqual([5, 5, 0]);
});

test('taps from before the trial are no part of it, as in an installation that turns billing on', async () => {
  await knownRoom();
  await acked((await joinRoom(clientIdOf(1))).device, batch(1, ones(20)));
  await roomStub().setAccount(TRIAL);
  await evictDurableObject(roomStub());
  expect(await poll(1, 21, ones(5))).not.toHaveProperty('value.ack.rejected');
  expect(await poll(1, 26, [1])).toMatchObject({ value: { ack: { rejected: [{ code: 'trial_used_up' }] } } });
  expect(await occupancy()).toEqual([25, 25, 0]);
});

test('an installation without billing has no such limit', async () => {
  night.turnBilling('off');
  await knownRoom(IN_TRIAL);
  expect(await poll(1, 1, ones(20))).not.toHaveProperty('value.ack.rejected');
  expect(await poll(1, 21, [1])).not.toHaveProperty('value.ack.rejected');
});
