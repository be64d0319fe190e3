import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AccountHub } from '../../../src/hub/account-hub';
import { HOUR_MS, MINUTE_MS } from '../../../src/shared/durations';
import { COUNTS_INTERVAL_MS } from '../../../src/shared/notifications/limits';
import { eventually } from '../../support/eventually';
import { createArea, createOpenVenue } from '../support/accounts';
import { pass } from '../support/alerts';
import { addHook, deliveriesOf, hubOf, type Receiver, RECIPIENTS, startReceiver } from '../support/webhooks';
import { tapper } from '../support/taps';

/** Tests webhooks that are told of counts: the newest ones alone, at most once a second. */

let receiver: Receiver;
beforeEach(() => {
  receiver = startReceiver();
});
afterEach(() => receiver.end());

async function venue() {
  const made = await createOpenVenue();
  const { event, area, device } = made;
  const room = () => env.ROOMS.get(env.ROOMS.idFromName(event.eventId));
  const taps = tapper(device, event.eventId);
  /** Rings the room's alarm when it is due. */
  async function ring() {
    const at = await runInDurableObject(room(), (_room, { storage }) => storage.getAlarm());
    pass(Math.max(0, (at ?? expect.fail('No alarm is set')) - Date.now()));
    await runDurableObjectAlarm(room());
  }
  return {
    ...made,
    room,
    /** Counts people one by one. */
    tap: (changes: number[]) => taps(changes.map((change) => ({ areaId: area.areaId, change }))),
    ring,
    /** Rings as often as it takes. */
    ringUntil: async (isDone: () => boolean | Promise<boolean>) => {
      for (let times = 0; !(await isDone()); times += 1) {
        if (times > 100) throw new Error('It rings and rings');
        await ring();
      }
    },
  };
}

const ones = (count: number, change = 1): number[] => Array.from({ length: count }, () => change);
const counts = (path = '/all') => receiver.bodies(path, 'counts.changed');
/** The numbers of people that arrived, in order. */
const numbers = (path?: string) => counts(path).map(({ data }) => data.occupancy);
const arrives = (occupancy: number, path?: string) => eventually(() => expect(numbers(path).at(-1)).toBe(occupancy));

test('a thousand taps are few messages, each newer than the one before, and the last one has them all', async () => {
  const { admin, event, area, tap } = await venue();
  await createArea(admin, event.eventId, 'Bar', 80);
  await addHook(admin, receiver, { topics: ['counts'] });
  const from = Date.now();
  for (let i = 0; i < 50; i += 1) await tap([...ones(15), ...ones(5, -1)]);
  await arrives(500);
  const all = counts();
  expect(all.length).toBeLessThanOrEqual(1 + (Date.now() - from) / COUNTS_INTERVAL_MS);
  for (const [index, { timestamp, data }] of all.entries()) {
    const before = all[index - 1];
    if (before === undefined) continue;
    expect(data.version).toBeGreaterThan(before.data.version);
    expect(Date.parse(timestamp) - Date.parse(before.timestamp)).toBeGreaterThanOrEqual(COUNTS_INTERVAL_MS);
  }
  expect(all.at(-1)?.data).toEqual({
    eventId: event.eventId,
    eventName: 'Summer Fest',
    epoch: expect.any(String),
    version: expect.any(Number),
    lastUpdatedAt: expect.any(String),
    occupancy: 500,
    capacity: null,
    areas: [
      {
        areaId: area.areaId,
        areaName: 'Main Stage',
        occupancy: 500,
        capacity: 500,
        totalEntries: 750,
        totalExits: 250,
      },
      { areaName: 'Bar', occupancy: 0, capacity: 80, totalEntries: 0, totalExits: 0, areaId: expect.any(String) },
    ],
  });
  expect(JSON.stringify(receiver.got)).not.toContain(event.accessCode);
  expect(new Set(receiver.got.map(({ id }) => id)).size).toBe(all.length);
  await eventually(async () =>
    expect(await deliveriesOf(admin)).toMatchObject([
      { type: 'counts.changed', eventName: 'Summer Fest', state: 'sent', answer: '200', nextAt: null, attempts: 1 },
    ]),
  );
});

test('a room learns at its next call that its counts are wanted, and that they are wanted no more', async () => {
  const { admin, tap, room, ring } = await venue();
  await tap(ones(1));
  const { recipientId } = await addHook(admin, receiver);
  await addHook(admin, receiver, { topics: ['counts'], eventIds: [], address: 'https://hook.test/others' });
  await tap(ones(1));
  expect(receiver.got).toEqual([]);
  const path = `${RECIPIENTS}/${recipientId}`;
  const choices = { name: 'Hook', eventIds: null, threshold: 0, afterMinutes: 0, quietHours: null };
  await admin.client.call('PUT', path, { body: { ...choices, topics: ['counts'] } });
  await tap(ones(1));
  await arrives(3);
  await admin.client.call('PUT', path, { body: { ...choices, topics: ['alerts'] } });
  await tap(ones(1));
  await ring();
  await evictDurableObject(room());
  expect([numbers(), numbers('/others')]).toEqual([[3], []]);
});

describe('a receiver', () => {
  test('that fails is left alone for growing times, then gets the newest counts once; the other gets all', async () => {
    const { admin, tap, ring, ringUntil } = await venue();
    await addHook(admin, receiver, { topics: ['counts'] });
    await addHook(admin, receiver, { topics: ['counts'], address: 'https://hook.test/other' });
    receiver.reply('/all', 503);
    for (const people of [1, 2]) {
      await tap(ones(1));
      await arrives(people, '/other');
    }
    // The room has come each second, and the receiver was called once.
    expect(numbers()).toEqual([1]);
    const waiting = (await deliveriesOf(admin)).find(({ state }) => state === 'waiting');
    expect(waiting).toMatchObject({ answer: '503', attempts: 1 });
    for (let calls = 2; calls <= 5; calls += 1) await ringUntil(() => numbers().length === calls);
    expect(numbers().slice(1)).toEqual([2, 2, 2, 2]);
    receiver.reply('/all', 200);
    await tap(ones(1));
    await arrives(3, '/other');
    await ringUntil(() => numbers().length === 6);
    pass(HOUR_MS);
    await ring();
    expect([numbers().slice(5), numbers('/other')]).toEqual([[3], [1, 2, 3]]);
  });

  test('that hangs delays neither the other receivers nor the room', async () => {
    const { admin, tap } = await venue();
    await addHook(admin, receiver, { topics: ['counts'] });
    await addHook(admin, receiver, { topics: ['counts'], address: 'https://hook.test/other' });
    receiver.reply('/all', 'hangs');
    for (const people of [1, 2]) {
      await tap(ones(1));
      await arrives(people, '/other');
    }
    expect(numbers()).toEqual([]);
    receiver.reply('/all', 200);
    await arrives(2);
    expect(numbers()).toEqual([1, 2]);
  });
});

test('what a hub that does not answer misses arrives as one message, also if the room sleeps meanwhile', async () => {
  const { admin, tap, room, ring } = await venue();
  await addHook(admin, receiver, { topics: ['counts'] });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const deaf = vi.spyOn(AccountHub.prototype, 'announceCounts').mockRejectedValue(new Error('Out of reach'));
  await tap(ones(2));
  await eventually(() => expect(deaf).toHaveBeenCalled());
  for (let i = 0; i < 5; i += 1) await tap(ones(2));
  const called = deaf.mock.calls.length;
  expect(called).toBeLessThan(4);
  deaf.mockRestore();
  await evictDurableObject(room());
  await evictDurableObject(await hubOf(admin));
  expect(numbers()).toEqual([]);
  await ring();
  await arrives(12);
  pass(MINUTE_MS);
  await evictDurableObject(room());
  await evictDurableObject(await hubOf(admin));
  // A room that has just started tells the hub again, which knows from its storage who has these counts.
  await ring();
  expect(numbers()).toEqual([12]);
});

test('a deleted event is forgotten, also while a message about it is on its way', async () => {
  const { admin, event, tap } = await venue();
  await addHook(admin, receiver, { topics: ['counts'] });
  receiver.reply('/all', 'hangs');
  await tap(ones(1));
  const hub = await hubOf(admin);
  const rows = () =>
    runInDurableObject(hub, (_hub, { storage }) => storage.sql.exec('SELECT * FROM counts_told').toArray());
  await eventually(async () => expect(await rows()).toHaveLength(1));
  expect((await admin.client.call('DELETE', `/api/events/${event.eventId}`)).status).toBe(200);
  receiver.reply('/all', 200);
  await arrives(1);
  await eventually(async () => expect(await rows()).toEqual([]));
  expect(await deliveriesOf(admin)).toEqual([]);
});

test('a room with sockets learns at once that its counts are wanted', async () => {
  const { admin, event, tap } = await venue();
  await tap(ones(7));
  await (await hubOf(admin)).registerRoom({ eventId: event.eventId, jurisdiction: null });
  await addHook(admin, receiver, { topics: ['counts'] });
  await arrives(7);
  expect(numbers()).toEqual([7]);
});
