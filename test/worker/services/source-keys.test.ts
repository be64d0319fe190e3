import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sha256Hex } from '../../../src/crypto/ids';
import { keySessionId } from '../../../src/services/keys/authenticate';
import * as z from 'zod/mini';
import { CreatedApiKeySchema, type NewApiKey } from '../../../src/shared/keys/schemas';
import { KEY_END_TIMEOUT_MS, KeyEnds } from '../../../src/hub/key-ends';
import { AccountHub } from '../../../src/hub/account-hub';
import { EventRoom } from '../../../src/room/event-room';
import { KEY_KNOWN_MS, MINUTE_MS } from '../../../src/shared/limits';
import { stopClock } from '../../support/clock';
import { createArea, createEvent, signUp } from '../support/accounts';
import { makeKey, withKey } from '../support/keys';

/** Tests that the room answers for the keys of machines that send often, so that no batch asks D1. */

const hubOf = (userId: string) => env.HUBS.get(env.HUBS.idFromName(userId));
const ownerOf = async (eventId: string) =>
  (await env.DB.prepare('SELECT owner_id FROM events WHERE event_id = ?').bind(eventId).first<string>('owner_id')) ??
  '';
const roomOf = (eventId: string) => env.ROOMS.get(env.ROOMS.idFromName(eventId));

/** Counts the statements of worker, rooms and hubs. */
const countStatements = () => {
  const prepared = vi.spyOn(Object.getPrototypeOf(env.DB), 'prepare');
  return () => prepared.mock.calls.length;
};

/** Lets hubs take rooms only once `release` has been called. */
function holdHub() {
  // oxlint-disable-next-line typescript/unbound-method -- called with its `this`
  const { registerRoom } = AccountHub.prototype;
  const hold = { isOn: true };
  const registered = vi.spyOn(AccountHub.prototype, 'registerRoom');
  registered.mockImplementation(async function held(this: AccountHub, room) {
    while (hold.isOn) {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
    }
    return await registerRoom.call(this, room);
  });
  const release = () => {
    hold.isOn = false;
  };
  return { registered, release };
}

async function door(fields: Partial<NewApiKey> = {}) {
  const admin = await signUp();
  const { eventId } = await createEvent(admin);
  const { areaId } = await createArea(admin, eventId);
  const key = await makeKey(admin, { scopes: ['count'], ...fields });
  const send = async (sourceId: string, seq: number, address?: string) => {
    const body = { source: { sourceId, areaId }, items: [{ seq, in: 1 }] };
    return await withKey(key.key, address).post(`/api/events/${eventId}/counts`, body);
  };
  /** Sends the first batches, after which the room knows the key. */
  const settle = async (sourceId = 'first') => {
    for (let seq = 1; seq <= 3; seq++) expect((await send(sourceId, seq)).status).toBe(200);
  };
  /** Revokes the key as another isolate does: this one does not learn of it. */
  const revokeElsewhere = async () => {
    await env.DB.prepare('UPDATE api_keys SET revoked_at = 1 WHERE key_id = ?').bind(key.keyId).run();
    return await hubOf(await ownerOf(eventId)).endKey(keySessionId(key.keyId, await sha256Hex(key.key)));
  };
  return { admin, eventId, key, send, settle, revokeElsewhere };
}

test('a hundred batches with a key that the room knows ask D1 nothing', async () => {
  const { send, settle } = await door();
  await settle();
  const statements = countStatements();
  for (let source = 0; source < 10; source++)
    for (let seq = 1; seq <= 10; seq++) expect((await send(`turnstile-${source}`, seq)).status).toBe(200);
  expect(statements()).toBe(0);
});

test('a key that another isolate revoked counts nothing more, although this isolate remembers it', async () => {
  stopClock();
  const { send, settle, revokeElsewhere } = await door();
  await settle();
  expect((await send('first', 4)).status).toBe(200);
  expect(await revokeElsewhere()).toEqual({ ok: true, value: null });
  // The isolate has read the key's row within this second.
  const refused = await send('first', 5);
  expect([refused.status, refused.body]).toMatchObject([401, { message: { id: 'key_invalid' } }]);
  vi.setSystemTime(Date.now() + 30_000);
  expect((await send('first', 5)).status).toBe(401);
});

test('a key whose revocation reached nobody counts for a minute at most', async () => {
  stopClock();
  const { key, send, settle } = await door();
  await settle();
  await env.DB.prepare('UPDATE api_keys SET revoked_at = 1 WHERE key_id = ?').bind(key.keyId).run();
  vi.setSystemTime(Date.now() + MINUTE_MS);
  expect((await send('first', 4)).status).toBe(401);
});

test('the room does not take a worker’s word for a key that it does not know', async () => {
  const { send, settle, eventId } = await door();
  await settle();
  // A room that restarts has forgotten its keys.
  await evictDurableObject(roomOf(eventId));
  const statements = countStatements();
  expect((await send('first', 4)).status).toBe(200);
  expect(statements()).toBeGreaterThan(0);
});

test('a locked account counts nothing from the moment at which the hub tells its rooms', async () => {
  const { eventId, send, settle } = await door();
  await settle();
  await hubOf(await ownerOf(eventId)).setAccount({ revision: 99, status: 'unpaid', trialEndsAt: 0 });
  const { body } = await send('first', 4);
  expect(body).toMatchObject({ items: [{ status: 'refused', code: 'counting_locked' }] });
});

test('a room that no machine uses any more is no longer told of keys', async () => {
  stopClock();
  const { eventId, settle } = await door();
  await settle();
  const hub = hubOf(await ownerOf(eventId));
  expect(await hub.openRooms()).toMatchObject([{ eventId }]);
  vi.setSystemTime(Date.now() + 2 * MINUTE_MS);
  await runDurableObjectAlarm(roomOf(eventId));
  expect(await hub.openRooms()).toEqual([]);
});

test('a machine that sends seldom asks D1 each time, and its room takes no place at the hub', async () => {
  stopClock();
  const { eventId, send } = await door();
  for (let seq = 1; seq <= 3; seq++) {
    expect((await send('first', seq)).status).toBe(200);
    vi.setSystemTime(Date.now() + 2 * MINUTE_MS);
  }
  expect(await hubOf(await ownerOf(eventId)).openRooms()).toEqual([]);
});

test('address ranges, expiry and the end of the event hold at each batch', async () => {
  stopClock();
  const { admin, eventId, send } = await door({ addresses: ['203.0.113.7'], days: 1 });
  for (let seq = 1; seq <= 3; seq++) expect((await send('first', seq, '203.0.113.7')).status).toBe(200);
  expect((await send('first', 4, '203.0.113.8')).status).toBe(403);
  expect((await admin.client.call('DELETE', `/api/events/${eventId}`)).status).toBe(200);
  expect((await send('first', 4, '203.0.113.7')).status).toBe(404);
});

test('an expired key counts nothing, although the room knows it', async () => {
  stopClock();
  const { key, send, settle } = await door({ days: 1 });
  vi.setSystemTime(Date.parse(key.expiresAt) - 10_000);
  await settle();
  vi.setSystemTime(Date.parse(key.expiresAt));
  expect((await send('first', 4)).status).toBe(401);
});

test('revoking answers that a room could not be told, and the hub tells it later', async () => {
  const { admin, key, eventId, send, settle } = await door();
  await settle();
  const tell = vi.spyOn(EventRoom.prototype, 'endSessions').mockRejectedValueOnce(new Error('not reachable'));
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const revoked = await admin.client.call('DELETE', `/api/keys/${key.keyId}`);
  expect([revoked.status, revoked.body]).toMatchObject([503, { message: { id: 'key_end_unheard' } }]);
  stopClock();
  vi.setSystemTime(Date.now() + 10_000);
  await runDurableObjectAlarm(hubOf(await ownerOf(eventId)));
  expect(tell).toHaveBeenCalledTimes(2);
  expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('not reachable'));
  expect((await send('first', 4)).status).toBe(401);
});

test('a room that never answers does not keep whoever revokes the key waiting for ever', async () => {
  const { admin, key, settle } = await door();
  await settle();
  const room = { hangs: true };
  vi.spyOn(EventRoom.prototype, 'endSessions').mockImplementation(async () => {
    while (room.hangs) await scheduler.wait(10);
  });
  onTestFinished(() => void (room.hangs = false));
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const revoked = await admin.client.call('DELETE', `/api/keys/${key.keyId}`);
  expect([revoked.status, revoked.body]).toMatchObject([503, { message: { id: 'key_end_unheard' } }]);
  expect(log).toHaveBeenCalledWith(expect.stringContaining('No answer within'));
});

test('a room that never answers does not delay the other work of the alarm for longer than a call may take', async () => {
  await runInDurableObject(hubOf('owner-of-nothing'), async (_, { storage }) => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const tell = vi.fn<() => Promise<void>>(() => new Promise(() => undefined));
    const ends = new KeyEnds({ sql: storage.sql, tell });
    ends.add('key:1', [{ eventId: 'event-1', jurisdiction: null }], Date.now());
    vi.setSystemTime(ends.dueAt() ?? 0);
    await Promise.all([ends.run(), vi.advanceTimersByTimeAsync(KEY_END_TIMEOUT_MS)]);
    expect(tell).toHaveBeenCalledTimes(1);
    // It is told again, at once: the call has taken as long as the pause.
    expect(ends.dueAt()).toBe(Date.now());
    vi.setSystemTime(Date.now() + 2 * KEY_KNOWN_MS);
    await Promise.all([ends.run(), vi.advanceTimersByTimeAsync(KEY_END_TIMEOUT_MS)]);
    expect([tell.mock.calls.length, ends.dueAt()]).toEqual([2, undefined]);
  });
});

test('the hub stops telling a room that cannot be reached when the room has forgotten the key by itself', async () => {
  const { admin, key, eventId, settle } = await door();
  await settle();
  const tell = vi.spyOn(EventRoom.prototype, 'endSessions').mockRejectedValue(new Error('not reachable'));
  vi.spyOn(console, 'error').mockReturnValue();
  expect((await admin.client.call('DELETE', `/api/keys/${key.keyId}`)).status).toBe(503);
  const hub = hubOf(await ownerOf(eventId));
  stopClock();
  for (const calls of [2, 3]) {
    vi.setSystemTime(Date.now() + MINUTE_MS);
    await runDurableObjectAlarm(hub);
    expect(tell).toHaveBeenCalledTimes(calls);
  }
  expect(await runInDurableObject(hub, (_, { storage }) => storage.getAlarm())).toBeNull();
});

test('batches do not wait for the hub, and the room knows the key once the hub has answered', async () => {
  stopClock();
  const { registered, release } = holdHub();
  const { eventId, send } = await door();
  for (let seq = 1; seq <= 4; seq++) expect((await send('first', seq)).status).toBe(200);
  const statements = countStatements();
  expect((await send('first', 5)).status).toBe(200);
  expect(statements()).toBeGreaterThan(0);
  expect(registered).toHaveBeenCalledOnce();
  release();
  const hub = hubOf(await ownerOf(eventId));
  await vi.waitFor(async () => expect(await hub.openRooms()).toMatchObject([{ eventId }]));
  vi.setSystemTime(Date.now() + MINUTE_MS);
  expect((await send('first', 6)).status).toBe(200);
  const before = statements();
  expect((await send('first', 7)).status).toBe(200);
  expect(statements()).toBe(before);
});

test('a key that ends while the hub takes the room is not known', async () => {
  stopClock();
  const { release } = holdHub();
  const { send, revokeElsewhere } = await door();
  for (let seq = 1; seq <= 3; seq++) expect((await send('first', seq)).status).toBe(200);
  await revokeElsewhere();
  release();
  // The isolate has read the key's row within this second.
  await vi.waitFor(async () => expect((await send('first', 4)).status).toBe(401));
});

test('a room that was told of a key’s end and restarts does not know the key again', async () => {
  stopClock();
  const { eventId, send, settle, revokeElsewhere } = await door();
  await settle();
  await revokeElsewhere();
  await evictDurableObject(roomOf(eventId));
  // The isolate has read the key's row within this second, and vouches for it.
  for (const seq of [4, 5]) await send('first', seq);
  vi.setSystemTime(Date.now() + 1000);
  expect((await send('first', 6)).status).toBe(401);
});

test('a machine with a batch each 5 s asks D1 once a minute, and its room stays at the hub', async () => {
  stopClock();
  const { eventId, send } = await door();
  const registered = vi.spyOn(AccountHub.prototype, 'registerRoom');
  const unregistered = vi.spyOn(AccountHub.prototype, 'unregisterRoom');
  const statements = countStatements();
  const startedAt = Date.now();
  const asked = new Map<number, number>();
  for (let s = 0; s < 330; s += 5) {
    vi.setSystemTime(startedAt + s * 1000);
    const alarm = await runInDurableObject(roomOf(eventId), (_, { storage }) => storage.getAlarm());
    if (alarm !== null && alarm <= Date.now()) await runDurableObjectAlarm(roomOf(eventId));
    const before = statements();
    expect((await send('first', s / 5 + 1)).status).toBe(200);
    if (statements() > before) asked.set(s, statements() - before);
  }
  expect([...asked.keys()]).toEqual([0, 5, 65, 125, 185, 245, 305]);
  // For the key and for the event.
  expect([...asked.values()].slice(2)).toEqual([2, 2, 2, 2, 2]);
  expect([registered.mock.calls.length, unregistered.mock.calls.length]).toEqual([1, 0]);
});

test('a room that sleeps between batches is asked in vain only now and then', async () => {
  stopClock();
  const { eventId, send } = await door();
  const called = vi.spyOn(EventRoom.prototype, 'countFromSource');
  const calls: number[] = [];
  for (let seq = 1; seq <= 10; seq++) {
    called.mockClear();
    expect((await send('first', seq)).status).toBe(200);
    calls.push(called.mock.calls.length);
    await evictDurableObject(roomOf(eventId));
    vi.setSystemTime(Date.now() + 20_000);
  }
  expect(calls).toEqual([1, 2, 2, 2, 1, 1, 2, 1, 1, 2]);
});

test('machines that start together ask D1 once each, and then no more', async () => {
  stopClock();
  const { eventId, send, settle } = await door();
  await settle();
  await evictDurableObject(roomOf(eventId));
  const turnstiles = Array.from({ length: 10 }, (_, index) => `turnstile-${index}`);
  const sendAll = async (seq: number) => await Promise.all(turnstiles.map((sourceId) => send(sourceId, seq)));
  for (const seq of [1, 2]) await sendAll(seq);
  const statements = countStatements();
  expect((await sendAll(3)).map(({ status }) => status)).toEqual(turnstiles.map(() => 200));
  expect(statements()).toBe(0);
});

test('a room that has slept and stays awake answers for the key again after two minutes at most', async () => {
  stopClock();
  const { eventId, send } = await door();
  for (let seq = 1; seq <= 4; seq++) {
    expect((await send('first', seq)).status).toBe(200);
    await evictDurableObject(roomOf(eventId));
  }
  for (const seq of [5, 7]) {
    vi.setSystemTime(Date.now() + MINUTE_MS);
    for (const n of [seq, seq + 1]) expect((await send('first', n)).status).toBe(200);
  }
  const statements = countStatements();
  expect((await send('first', 9)).status).toBe(200);
  expect(statements()).toBe(0);
});

test('a text that a renewal ends is ended at the rooms, too, and the new text counts at once', async () => {
  stopClock();
  const { admin, eventId, key, send, settle } = await door();
  await settle();
  const ended = vi.spyOn(EventRoom.prototype, 'endSessions');
  const renewed = await admin.client.post(`/api/keys/${key.keyId}/renewal`, { days: 30, overlapDays: 0 });
  const { key: text } = z.parse(CreatedApiKeySchema, renewed.body);
  expect(ended.mock.calls).toEqual([[[keySessionId(key.keyId, await sha256Hex(key.key))]]]);
  expect((await send('first', 4)).status).toBe(401);
  const body = { source: { sourceId: 'first' }, items: [{ seq: 4, in: 1 }] };
  expect((await withKey(text).post(`/api/events/${eventId}/counts`, body)).status).toBe(200);
});
