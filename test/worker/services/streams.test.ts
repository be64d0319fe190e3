import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import { sha256Hex } from '../../../src/crypto/ids';
import { keySessionId } from '../../../src/services/keys/authenticate';
import * as z from 'zod/mini';
import { EventRoom } from '../../../src/room/event-room';
import { MINUTE_MS } from '../../../src/shared/durations';
import { STREAMS_PER_EVENT_MAX } from '../../../src/shared/protocol/limits';
import { type Display, DisplayLinkSchema, DisplaySchema } from '../../../src/shared/schemas/display';
import { createOpenVenue, createVenue } from '../support/accounts';
import { pass } from '../support/alerts';
import { type Client, createClient } from '../support/client';
import { makeKey, withKey } from '../support/keys';
import { openSocket } from '../support/sockets';
import { tapper } from '../support/taps';

/** Tests event streams through the whole worker: what they show, when they end, and what they leave behind (docs/product.md, P1). */

/** Far longer than anything here takes, also on a busy machine. */
const PATIENCE = { timeout: 30_000, interval: 10 };

const readers: ReadableStreamDefaultReader<Uint8Array>[] = [];

afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.cancel()));
});

async function fetchStream(client: Client, eventId: string, headers: Record<string, string> = {}) {
  const response = await client.fetch(`/api/events/${eventId}/stream`, { headers });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const reader = response.body?.getReader();
  if (reader === undefined) throw new Error('A stream without a body');
  readers.push(reader);
  return reader;
}

interface ReadEvent {
  type: string | undefined;
  id: string | undefined;
  data: unknown;
}

function readEvent(text: string): ReadEvent {
  const fields = new Map(text.split('\n').map((line) => [line.split(': ')[0], line.replace(/^\w*: /, '')]));
  return { type: fields.get('event'), id: fields.get('id'), data: JSON.parse(fields.get('data') ?? 'null') };
}

/** Opens a stream and reads it as it comes. `next` returns its next event of a type. */
async function openStream(client: Client, eventId: string, headers: Record<string, string> = {}) {
  const reader = await fetchStream(client, eventId, headers);
  let text = '';
  const events: ReadEvent[] = [];
  const readAll = async (): Promise<'over'> => {
    const { value, done } = await reader.read();
    if (done) return 'over';
    const blocks = (text + new TextDecoder().decode(value)).split('\n\n');
    text = blocks.pop() ?? '';
    events.push(...blocks.map(readEvent));
    return await readAll();
  };
  const over = readAll().catch(() => 'over' as const);
  const next = async (type: string) => {
    const at = await vi.waitUntil(() => {
      const found = events.findIndex((event) => event.type === type);
      return found < 0 ? false : { found };
    }, PATIENCE);
    const [event] = events.splice(0, at.found + 1).slice(-1);
    return { id: event?.id, data: event?.data };
  };
  return { reader, next, over, events };
}

type Next = Awaited<ReturnType<typeof openStream>>['next'];

/** Returns the first state that is like this. */
async function until(next: Next, isIt: (shown: Display) => boolean): Promise<Display> {
  for (;;) {
    const shown = z.parse(DisplaySchema, (await next('state')).data);
    if (isIt(shown)) return shown;
  }
}

const socketsOf = (eventId: string) =>
  runInDurableObject(env.ROOMS.get(env.ROOMS.idFromName(eventId)), (_room, ctx) =>
    ctx
      .getWebSockets()
      .map((socket) => z.parse(z.looseObject({ sessionId: z.string() }), socket.deserializeAttachment()).sessionId),
  );

async function streamed() {
  const venue = await createOpenVenue();
  const { admin, event, area, device } = venue;
  const key = await makeKey(admin, { eventId: event.eventId });
  const taps = tapper(device, event.eventId);
  const tap = (change: number) => taps([{ areaId: area.areaId, change }]);
  return { ...venue, eventId: event.eventId, key, program: withKey(key.key), tap };
}

test('a stream shows the newest state at once and after each change, in the form of a display', async () => {
  const { eventId, event, area, program, tap } = await streamed();
  await tap(40);
  const { next } = await openStream(program, eventId, { 'last-event-id': '99' });
  const areas = [{ areaId: area.areaId, areaName: area.areaName, occupancy: 40, capacity: 500 }];
  const first = await next('state');
  expect(first).toEqual({ id: '1', data: { eventId, version: 1, eventName: event.eventName, venue: null, areas } });
  expect(z.safeParse(DisplaySchema, first.data).success).toBe(true);
  await tap(2);
  const later = await next('state');
  expect([later.id, later.data]).toMatchObject(['2', { areas: [{ occupancy: 42 }] }]);
});

test('a reader that has gone gives its place back, and the room has no socket left', async () => {
  const { eventId, program, key } = await streamed();
  const { reader, next } = await openStream(program, eventId);
  await next('state');
  expect(await socketsOf(eventId)).toEqual([keySessionId(key.keyId, await sha256Hex(key.key))]);
  await reader.cancel();
  await vi.waitFor(async () => expect(await socketsOf(eventId)).toEqual([]), PATIENCE);
});

test('a revoked key ends its streams, and only these', async () => {
  const { admin, eventId, program, key, tap } = await streamed();
  const mine = await openStream(program, eventId);
  const others = await openStream(admin.client, eventId);
  await mine.next('state');
  await others.next('state');
  await admin.client.call('DELETE', `/api/keys/${key.keyId}`);
  expect((await mine.next('end')).data).toEqual({ reason: 'access_ended' });
  expect(await mine.over).toBe('over');
  await tap(1);
  expect((await others.next('state')).data).toMatchObject({ version: 1 });
  const again = await program.get(`/api/events/${eventId}/stream`);
  expect([again.status, again.body]).toMatchObject([401, { message: { id: 'key_invalid' } }]);
});

test('a logout ends the streams of an admin’s session, and the deletion of the event those of everybody', async () => {
  const { admin, eventId, program } = await streamed();
  const { email } = admin;
  const own = await openStream(admin.client, eventId);
  const program1 = await openStream(program, eventId);
  await own.next('state');
  await program1.next('state');
  const second = createClient({ session: admin.client.cookie().split('=')[1] ?? '' });
  await admin.client.post('/api/auth/logout');
  expect((await own.next('end')).data).toEqual({ reason: 'access_ended' });
  expect((await second.get(`/api/events/${eventId}/stream`)).status).toBe(401);
  const back = createClient();
  await back.post('/api/auth/login', { username: email, password: 'Aa345678!' });
  expect((await back.call('DELETE', `/api/events/${eventId}`)).status).toBe(200);
  expect((await program1.next('end')).data).toEqual({ reason: 'event_deleted' });
});

test('a new display link and a room that moves its displays to relays leave streams alone', async () => {
  env.MAX_VIEWERS_PER_ROOM = '1';
  const { admin, eventId, program, tap } = await streamed();
  const { next } = await openStream(program, eventId);
  await next('state');
  for (let n = 0; n < 2; n += 1) {
    const made = await admin.client.post(`/api/events/${eventId}/display`);
    const { displayToken } = z.parse(DisplayLinkSchema, made.body);
    const viewers = [];
    for (let i = 0; i < 2; i += 1) {
      const viewer = await openSocket(createClient(), `/api/displays/${displayToken}/socket?v=1`);
      viewer.send({ type: 'join_event', eventId });
      viewers.push(viewer);
    }
  }
  await tap(3);
  expect(await until(next, (shown) => shown.areas[0]?.occupancy === 3)).toMatchObject({ eventId });
});

test('an event has a limited number of streams', async () => {
  const { eventId, program } = await streamed();
  const streams = [];
  for (let n = 0; n < STREAMS_PER_EVENT_MAX; n += 1) streams.push(await openStream(program, eventId));
  for (const { next } of streams) await next('state');
  const refused = await program.get(`/api/events/${eventId}/stream`);
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'limit_reached', message: { id: 'too_many_streams', values: [STREAMS_PER_EVENT_MAX] } },
  ]);
  await streams[0]?.reader.cancel();
  await vi.waitFor(async () => expect(await socketsOf(eventId)).toHaveLength(STREAMS_PER_EVENT_MAX - 1), PATIENCE);
  await (await openStream(program, eventId)).next('state');
});

test('a stream does not open an event that nobody has opened, and shows it as it is set up', async () => {
  const { admin, event } = await createVenue();
  const { next } = await openStream(withKey((await makeKey(admin)).key), event.eventId);
  expect((await next('state')).data).toMatchObject({ eventName: event.eventName, areas: [{ occupancy: 0 }] });
  const { results } = await env.DB.prepare('SELECT opened_at FROM events').all();
  expect(results).toEqual([{ opened_at: null }]);
});

test('an event that nobody has opened has as many places for streams as any other, and gets them back', async () => {
  const { admin, event } = await createVenue();
  const path = `/api/events/${event.eventId}/stream`;
  const open = async () => (await openStream(admin.client, event.eventId)).next('state');
  for (let i = 0; i < STREAMS_PER_EVENT_MAX; i += 1) await open();
  expect(await admin.client.get(path)).toMatchObject({ status: 409, body: { message: { id: 'too_many_streams' } } });
  await readers.pop()?.cancel();
  await open();
  expect((await admin.client.get(path)).status).toBe(409);
  // Whoever was cut without a word has no place for ever.
  pass(MINUTE_MS);
  await open();
});

/** Makes timers of 15 s ring every few ms, in the context of the call that has set them. Each ring does `also`. */
function hurry(also = () => {}) {
  const set = globalThis.setInterval.bind(globalThis);
  vi.spyOn(globalThis, 'setInterval').mockImplementation((work, ms) => {
    const ring = () => {
      also();
      work();
    };
    return ms === 15_000 ? set(ring, 20) : set(work, ms);
  });
}
/** What D1 says of an event that is not opened is shared for some seconds. */
const later = () => pass(15_000);

test.each([
  ['a key', 'expires_at = 1'],
  ['a key’s earlier text', "previous_hash = key_hash, key_hash = 'renewed', previous_ends_at = 1"],
])('a stream of %s that ended without a word to its room ends, too', async (_, ended) => {
  hurry();
  const { eventId, program } = await streamed();
  const { next } = await openStream(program, eventId);
  await next('state');
  await env.DB.prepare(`UPDATE api_keys SET ${ended}`).run();
  expect((await next('end')).data).toEqual({ reason: 'access_ended' });
  await vi.waitFor(async () => expect(await socketsOf(eventId)).toEqual([]), PATIENCE);
});

test('a stream of a session that was replaced may be opened again, as the browser’s sockets are', async () => {
  hurry();
  const { admin, eventId } = await streamed();
  const { next, over, events } = await openStream(admin.client, eventId);
  await next('state');
  await env.DB.prepare('UPDATE sessions SET expires_at = 1').run();
  expect(await over).toBe('over');
  expect(events.map(({ type }) => type)).not.toContain('end');
});

test('a stream of an event that nobody has opened follows its settings, and its room from the first tap on', async () => {
  hurry(later);
  const { admin, event, area } = await createVenue();
  const { next } = await openStream(withKey((await makeKey(admin)).key), event.eventId);
  await next('state');
  await admin.client.call('PATCH', `/api/events/${event.eventId}`, { body: { eventName: 'Renamed' } });
  expect(await until(next, ({ eventName }) => eventName === 'Renamed')).toMatchObject({ version: 0 });
  await tapper(admin.client, event.eventId)([{ areaId: area.areaId, change: 5 }]);
  expect(await until(next, (shown) => shown.areas[0]?.occupancy === 5)).toMatchObject({ version: 1 });
});

test('a reader that goes while its stream is connected to the room leaves no socket there', async () => {
  hurry(later);
  const { admin, event, area } = await createVenue();
  const { eventId } = event;
  const { reader, next } = await openStream(withKey((await makeKey(admin)).key), eventId);
  await next('state');
  // oxlint-disable-next-line typescript/unbound-method -- called with its room below
  const connect = EventRoom.prototype.fetch;
  const cleared = vi.spyOn(globalThis, 'clearInterval');
  const answered = vi.fn<() => void>();
  const asked = vi.spyOn(EventRoom.prototype, 'fetch').mockImplementation(async function (this: EventRoom, request) {
    await vi.waitUntil(() => cleared.mock.calls.length > 0, PATIENCE);
    const answer = await connect.call(this, request);
    answered();
    return answer;
  });
  await tapper(admin.client, eventId)([{ areaId: area.areaId, change: 5 }]);
  await vi.waitFor(() => expect(asked).toHaveBeenCalled(), PATIENCE);
  cleared.mockClear();
  await reader.cancel();
  await vi.waitFor(() => expect(answered).toHaveBeenCalled(), PATIENCE);
  await vi.waitFor(async () => expect(await socketsOf(eventId)).toEqual([]), { ...PATIENCE, timeout: 5_000 });
});

test('a reader that takes nothing gives its place back', async () => {
  hurry();
  const { eventId, program } = await streamed();
  await (await fetchStream(program, eventId)).read();
  await vi.waitFor(async () => expect(await socketsOf(eventId)).toEqual([]), PATIENCE);
});

test('metrics have the counts of areas, devices and alerts', async () => {
  const { eventId, area, program, tap } = await streamed();
  await tap(400);
  await tap(-10);
  const read = await program.get(`/api/events/${eventId}/metrics`);
  expect([read.status, read.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  const labels = `{event="${eventId}",area="${area.areaId}",area_name="${area.areaName}"}`;
  for (const [name, value] of Object.entries({ occupancy: 390, capacity: 500, ins: 400, outs: 10 }))
    expect(read.text).toContain(`\nheadroom_area_${name}${labels} ${value}\n`.slice(name === 'occupancy' ? 1 : 0));
  expect(read.text).toMatch(/^headroom_venue_ins_today\{.*\} 400$/m);
  expect(read.text).toMatch(/^headroom_devices\{.*,state="offline"\} 1$/m);
  expect(read.text).toMatch(/^headroom_alerts_unacknowledged\{.*\} 1$/m);
  expect(read.text).toMatch(/^headroom_last_tap_timestamp_seconds\{.*\} \d+\.?\d*$/m);
});

test('metrics of an event that nobody has opened are zeros, and do not open it', async () => {
  const { admin, event } = await createVenue();
  const read = await admin.client.get(`/api/events/${event.eventId}/metrics`);
  expect(read.text).toMatch(/^headroom_area_occupancy\{.*\} 0$/m);
  const { results } = await env.DB.prepare('SELECT opened_at FROM events').all();
  expect(results).toEqual([{ opened_at: null }]);
});
