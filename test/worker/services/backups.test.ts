import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import worker from '../../../src/index';
import { EventRoom } from '../../../src/room/event-room';
import { hashWith, NO_LINES } from '../../../src/rpc/event-file';
import { DAY_MS, HOUR_MS } from '../../../src/shared/limits';
import { createArea, createEvent, loginWithCode, PASSWORD } from '../support/accounts';
import { type Client, createClient } from '../support/client';
import { expectDocumented } from '../support/documented';
import {
  begin,
  call,
  client,
  COUNTED,
  counted,
  headers,
  headOf,
  imported,
  rowsOf,
  send,
  TOKEN,
} from '../support/event-files';
import { startAfresh } from '../support/fresh';

beforeEach(() => {
  env.OPERATOR_TOKEN = TOKEN;
});
afterEach(() => vi.restoreAllMocks());

const bucket = (): R2Bucket => env.BACKUPS ?? expect.fail('There is no bucket');
const cron = (at: number) => worker.scheduled(createScheduledController({ scheduledTime: at }), env);
const objects = async () => (await bucket().list()).objects;
const keys = async () => (await objects()).map(({ key }) => key);
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const rowsIn = async (table: string) => (await env.DB.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all()).results;
const textOf = async (key: string) => await ((await bucket().get(key)) ?? expect.fail(key)).text();

async function ask(method: string, path: string, body?: object) {
  const answer = await client.call(method, `/api/operator/backups${path}`, { headers, body });
  expectDocumented(`${method} /api/operator/backups${path.replace(/\?.*/, '')}`, answer);
  return answer;
}

/** The last closed business day after a day has passed. Business days of these events begin at 06:00 UTC. */
const closed = (now: number) => dayOf(now - 6 * HOUR_MS);

describe('the hourly cron backs up', () => {
  test('an event once its day has closed, the database every day, and nothing twice', async () => {
    const { event, admin } = await counted();
    await createEvent(admin, 'Never counted');
    const now = Date.now();
    await cron(now);
    expect(await keys()).toEqual([`database/${dayOf(now)}.ndjson`]);
    await cron(now + DAY_MS);
    const eventKey = `events/${event.eventId}/${closed(now)}.ndjson`;
    expect(await keys()).toEqual([`database/${dayOf(now)}.ndjson`, `database/${dayOf(now + DAY_MS)}.ndjson`, eventKey]);
    const versions = async () => (await objects()).map(({ version }) => version);
    const before = await versions();
    await cron(now + DAY_MS + 1);
    expect(await versions()).toEqual(before);
    // Another file of a quiet event is there before its last one is deleted.
    await cron(now + 27 * DAY_MS);
    expect((await versions()).filter((version) => before.includes(version))).toEqual(before.slice(0, 2));
    const size = (await textOf(eventKey)).length;
    expect((await ask('GET', '')).body).toMatchObject({ backups: [{}, {}, {}, { key: eventKey, size }], next: null });
    expect((await client.fetch(`/api/operator/backups/file?key=${eventKey}`, { headers })).status).toBe(200);
  });

  test('a failed upload leaves nothing under its name, does not stop the others, and is repeated', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { event } = await counted();
    const now = Date.now() + DAY_MS;
    const create = bucket().createMultipartUpload.bind(bucket());
    const abort = vi.fn<() => Promise<void>>(async () => {});
    vi.spyOn(bucket(), 'createMultipartUpload').mockImplementationOnce(async (key) => {
      const file = await create(key);
      const complete = () => Promise.reject(new Error('R2 is away'));
      return { key, uploadId: file.uploadId, uploadPart: (n, part) => file.uploadPart(n, part), complete, abort };
    });
    await cron(now);
    expect(await keys()).toEqual([`database/${dayOf(now)}.ndjson`]);
    expect(abort).toHaveBeenCalledOnce();
    expect(log.mock.calls.join()).toContain('"what":"backup.event"');
    await cron(now + 1);
    expect(await keys()).toContain(`events/${event.eventId}/${closed(now - DAY_MS)}.ndjson`);
  });

  test('backups are deleted after thirty days, and nothing else in the bucket is', async () => {
    await bucket().put('database/notes.txt', 'mine');
    await bucket().put('photos/2026-11-23.ndjson', 'mine');
    const now = Date.now();
    await cron(now);
    await cron(now + 29 * DAY_MS);
    expect(await keys()).toHaveLength(4);
    // The bucket's own clock is the real one: for this cron all files are too old.
    await cron(now + 31 * DAY_MS);
    expect(await keys()).toEqual(['database/notes.txt', 'photos/2026-11-23.ndjson']);
  });
});

async function loggedIn(email: string): Promise<Client> {
  const back = createClient();
  await back.post('/api/auth/login', { username: email, password: PASSWORD });
  return back;
}

/** Empties D1, rooms and bucket, and puts the files back. */
async function loseAll(): Promise<void> {
  const files = await Promise.all((await keys()).map(async (key) => [key, await textOf(key)] as const));
  await startAfresh();
  for (const [key, text] of files) await bucket().put(key, text);
}

describe('a database is restored', () => {
  test('into an empty installation, and an event with a file exists once the file is imported', async () => {
    const { event, admin, area, device } = await counted();
    const other = await createEvent(admin, 'Never counted');
    const now = Date.now();
    await env.DB.prepare('UPDATE activity_days SET billable_at = counted_at').run();
    await cron(now + DAY_MS);
    // What changed after the event’s file was written comes from the database.
    await admin.client.call('PATCH', `/api/events/${event.eventId}`, { body: { eventName: 'Renamed' } });
    const { body: display } = await admin.client.post(`/api/events/${event.eventId}/display`);
    const replaced = await admin.client.post(`/api/events/${event.eventId}/access-code`);
    await cron(now + 2 * DAY_MS);
    const [counts, days, users] = [
      await rowsOf(event.eventId, COUNTED),
      await rowsIn('activity_days'),
      await rowsIn('users'),
    ];
    await loseAll();

    const key = `database/${dayOf(now + 2 * DAY_MS)}.ndjson`;
    expect((await ask('POST', '/restore', { key })).body).toEqual({ accounts: 1, events: 1, awaited: 1 });
    // The day may have been sent to Stripe after the backup, so it is looked up there before it is sent again.
    const restored = await rowsIn('activity_days');
    const countedAt = Number(days[0]?.['counted_at']);
    const sent = { attempted_at: now + 2 * DAY_MS, usage_at: countedAt - (countedAt % 1000) };
    expect([restored, await rowsIn('users')]).toEqual([[{ ...days[0], ...sent }], users]);
    expect(await rowsIn('sessions')).toEqual([]);
    expect((await device.get(`/api/events/${event.eventId}/areas`)).status).toBe(401);
    const back = await loggedIn(admin.email);
    expect((await back.get('/api/events')).body).toEqual([other]);
    // A device would give up its unsent taps after a 404.
    expect((await back.get(`/api/events/${event.eventId}/areas`)).status).toBe(503);
    const fileKey = `events/${event.eventId}/${closed(now)}.ndjson`;
    const awaited = { eventId: event.eventId, eventName: 'Renamed', email: admin.email, key: fileKey };
    expect((await ask('GET', '/awaited')).body).toEqual({ accounts: 1, events: [awaited], next: null });

    // An import that is discarded at the last moment leaves the event awaited.
    const file = await textOf(fileKey);
    await send(await begin(file, admin.email, true), file);
    vi.spyOn(EventRoom.prototype, 'finishImport').mockResolvedValueOnce({ ok: false, code: 'not_found' });
    expect((await call('POST', `import/${event.eventId}`)).status).toBe(404);
    expect((await ask('GET', '/awaited')).body).toMatchObject({ events: [awaited] });
    await call('DELETE', `import/${event.eventId}`);
    const { event: again } = await imported(file, admin.email, true);
    expect(again).toMatchObject({ eventId: event.eventId, eventName: 'Renamed' });
    expect(replaced.body).toMatchObject({ accessCode: again.accessCode });
    expect(await rowsOf(event.eventId, COUNTED)).toEqual(counts);
    expect((await back.get(`/api/events/${event.eventId}/display`)).body).toEqual(display);
    expect((await back.get(`/api/events/${event.eventId}/areas`)).body).toMatchObject({
      areas: [{ areaId: area.areaId, currentOccupancy: 9 }],
    });
    await loginWithCode(again.accessCode);
    expect((await ask('GET', '/awaited')).body).toMatchObject({ events: [] });
    expect(await rowsIn('activity_days')).toEqual(restored);
    expect(await ask('POST', '/restore', { key })).toMatchObject({ status: 400 });
  });

  test('while its rooms are still there: an event comes back with the counts of its room', async () => {
    const { event, admin, area } = await counted();
    const now = Date.now();
    await cron(now + DAY_MS);
    await admin.client.call('PUT', `/api/areas/${area.areaId}/recount`, { body: { occupancy: 40, reason: 'Later' } });
    for (const table of ['sessions', 'areas', 'events', 'activity_days', 'users'])
      await env.DB.prepare(`DELETE FROM ${table}`).run();
    await ask('POST', '/restore', { key: `database/${dayOf(now + DAY_MS)}.ndjson` });
    const head = headOf(await textOf(`events/${event.eventId}/${closed(now)}.ndjson`));
    const { body } = await call('POST', 'import', { email: admin.email, keepId: true, head });
    expect(body).toEqual({ eventId: event.eventId, isFinished: true });
    const door = await loginWithCode(event.accessCode);
    expect((await door.get(`/api/events/${event.eventId}/areas`)).body).toMatchObject({
      areas: [{ areaId: area.areaId, currentOccupancy: 40 }],
    });
    await createArea({ client: await loggedIn(admin.email), email: '' }, event.eventId, 'New');
    expect((await door.get(`/api/events/${event.eventId}/areas`)).body).toMatchObject({ areas: [{}, {}] });
  });

  test.each([
    ['that was changed', (file: string) => file.replace(/"email":"/, '"email":"x'), 'damaged'],
    ['that cannot be read', (file: string) => file.replace(/"type":"row"/, '"type":"raw"'), 'damaged'],
    ['without its end', (file: string) => file.replace(/\{"type":"end".*\n/, ''), 'not complete'],
    ['of a newer release', (file: string) => file.replace('"user_id",', '"user_id","shoe_size",'), 'users.shoe_size'],
  ])('from no file %s, which leaves the installation empty', async (_what, change, reason) => {
    await counted();
    await cron(Date.now());
    const key = `database/${dayOf(Date.now())}.ndjson`;
    const file = await textOf(key);
    await startAfresh();
    await bucket().put(key, change(file));
    expect(await ask('POST', '/restore', { key })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(reason) },
    });
    expect([await rowsIn('users'), await rowsIn('events')]).toEqual([[], []]);
  });

  test('from a file of an older release: columns that it does not have get their default', async () => {
    await counted();
    await cron(Date.now());
    const key = `database/${dayOf(Date.now())}.ndjson`;
    const file = (await textOf(key)).replaceAll(/"generation":0,|"generation",/g, '');
    const lines = file.trimEnd().split('\n');
    const end = lines.pop()?.replace(/"hash":"\w+"/, `"hash":"${lines.reduce(hashWith, NO_LINES)}"`);
    await startAfresh();
    await bucket().put(key, [...lines, end, ''].join('\n'));
    expect((await ask('POST', '/restore', { key })).body).toEqual({ accounts: 1, events: 1, awaited: 0 });
    expect(await rowsIn('events')).toMatchObject([{ generation: 0, event_name: 'Summer Fest' }]);
  });
});
