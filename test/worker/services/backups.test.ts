import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { EventRoom } from '../../../src/room/event-room';
import { hashWith, NO_LINES } from '../../../src/rpc/event-file';
import { DAY_MS, HOUR_MS } from '../../../src/shared/durations';
import { stopClock } from '../../support/clock';
import { dayAfter, moment, REAL_DAY } from '../../support/moments';
import { createArea, createEvent, loginWithCode, PASSWORD } from '../support/accounts';
import { bucket, cron, databaseKey, eventKey, keys, loseAll, rowsIn, textOf } from '../support/backups';
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
import { accountOf } from '../support/members';

beforeEach(() => {
  env.OPERATOR_TOKEN = TOKEN;
  // The bucket's own clock is the real one, so this one is close to it. No alarm rings before tomorrow.
  stopClock(moment(dayAfter(REAL_DAY, 1), '12:00'));
});

async function ask(method: string, path: string, body?: object) {
  const answer = await client.call(method, `/api/operator/backups${path}`, { headers, body });
  expectDocumented(`${method} /api/operator/backups${path.replace(/\?.*/, '')}`, answer);
  return answer;
}

/** Replaces what an upload answers when it begins. */
function onUpload(answer: (key: string, file: R2MultipartUpload) => Promise<R2MultipartUpload>) {
  const create = bucket().createMultipartUpload.bind(bucket());
  return vi
    .spyOn(bucket(), 'createMultipartUpload')
    .mockImplementation(async (key) => await answer(key, await create(key)));
}

describe('the hourly cron backs up', () => {
  test('an event once its day has closed, the database every day, and nothing twice', async () => {
    const { event, admin } = await counted();
    await createEvent(admin, 'Never counted');
    const now = Date.now();
    await cron(now);
    expect(await keys()).toEqual([databaseKey(now)]);
    await cron(now + DAY_MS);
    const key = eventKey(event.eventId, now + DAY_MS);
    const files = [databaseKey(now), databaseKey(now + DAY_MS), key];
    expect(await keys()).toEqual(files);
    await cron(now + DAY_MS + 1);
    expect(await keys()).toEqual(files);
    // Another file of a quiet event is there before its last one is deleted. A file is never written over.
    await cron(now + 27 * DAY_MS);
    const later = [databaseKey(now + 27 * DAY_MS), eventKey(event.eventId, now + 27 * DAY_MS)];
    expect(await keys()).toEqual([...files, ...later].toSorted());
    const { size } = (await bucket().head(key)) ?? expect.fail(key);
    expect((await ask('GET', '')).body).toMatchObject({ backups: [{}, {}, {}, { key, size }, {}], next: null });
    expect((await client.fetch(`/api/operator/backups/file?key=${key}`, { headers })).status).toBe(200);
    // A bucket that has lost an event's files gets another one at once.
    await bucket().delete([key, later[1] ?? '']);
    await cron(now + 28 * DAY_MS);
    expect(await keys()).toContain(eventKey(event.eventId, now + 28 * DAY_MS));
  });

  test.each(['events', 'database'])(
    'a failed upload to %s leaves nothing under its name, does not stop the others, and is repeated',
    async (part) => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => {});
      const { event } = await counted();
      const now = Date.now() + DAY_MS;
      const abort = vi.fn<() => Promise<void>>(async () => {});
      const away = onUpload(async (key, file) => {
        const complete = () => Promise.reject(new Error('R2 is away'));
        const { uploadId } = file;
        if (!key.includes(`/${part}/`)) return file;
        return { key, uploadId, uploadPart: (n, text) => file.uploadPart(n, text), complete, abort };
      });
      await cron(now);
      const written = (at: number) => [databaseKey(at), eventKey(event.eventId, at)];
      expect(await keys()).toEqual(written(now).filter((key) => !key.includes(`/${part}/`)));
      expect(abort).toHaveBeenCalled();
      expect(log.mock.calls.join()).toContain(`"what":"backup${part === 'events' ? '.event' : ''}"`);
      away.mockRestore();
      await cron(now + HOUR_MS);
      expect(await keys()).toContain(written(now + HOUR_MS).find((key) => key.includes(`/${part}/`)));
    },
  );

  test('the database before an event that ends the whole run, and in the next run other events before it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await counted();
    await counted();
    const now = Date.now() + DAY_MS;
    const begun: string[] = [];
    onUpload(async (key, file) => {
      begun.push(key);
      return begun.length === 2 ? await new Promise(() => {}) : file;
    });
    void cron(now);
    await vi.waitFor(() => expect(begun).toHaveLength(2));
    expect(await keys()).toEqual([databaseKey(now)]);
    await cron(now + HOUR_MS);
    const [, ended = '', , first = '', second = ''] = begun.map((key) => key.split('/')[2]);
    expect(begun).toHaveLength(6);
    expect([first === ended, second]).toEqual([false, ended]);
  });

  test('while the work before it fails', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    await counted();
    const prepare = env.DB.prepare.bind(env.DB);
    vi.spyOn(env.DB, 'prepare').mockImplementation((query) => {
      if (query.startsWith('update "events" set "event_name"')) throw new Error('D1 is away');
      return prepare(query);
    });
    const now = Date.now();
    await cron(now);
    expect(log.mock.calls.join()).toContain('"what":"retention.events"');
    expect(await keys()).toEqual([databaseKey(now)]);
  });

  test('and deletes what is thirty days old, but no newest file of what still exists, and nothing else', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const mine = ['database/notes.txt', 'photos/2025-11-23.ndjson'];
    for (const key of mine) await bucket().put(key, 'mine');
    const { event } = await counted();
    const now = Date.now();
    for (const days of [0, 1, 2]) await cron(now + days * DAY_MS);
    expect(await keys()).toHaveLength(6);
    onUpload(() => Promise.reject(new Error('R2 is away')));
    // For this cron all files are too old.
    await cron(now + 32 * DAY_MS);
    const newest = databaseKey(now + 2 * DAY_MS);
    const left = [newest, eventKey(event.eventId, now + DAY_MS)];
    expect(await keys()).toEqual([...mine, ...left].toSorted());
    await env.DB.prepare('UPDATE events SET deleted_at = 1').run();
    await cron(now + 33 * DAY_MS);
    expect(await keys()).toEqual([...mine, newest].toSorted());
  });

  test('nothing of an installation without accounts, which has lost its database, and deletes nothing', async () => {
    await bucket().put(databaseKey(0), 'old');
    await cron(Date.now() + 31 * DAY_MS);
    expect(await keys()).toEqual([databaseKey(0)]);
  });
});

/** An account with an event without a file, and no mail address. */
const BACK = { accounts: 1, events: 1, awaited: 0, asked: 0, notAsked: 0 };

async function loggedIn(email: string): Promise<Client> {
  const back = createClient();
  await back.post('/api/auth/login', { username: email, password: PASSWORD });
  return back;
}

/** A file as an empty database would write it. */
function withoutRows(file: string): string {
  const [head = ''] = file.split('\n', 1);
  return `${head}\n${JSON.stringify({ type: 'end', rows: {}, hash: hashWith(NO_LINES, head) })}\n`;
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
    await admin.client.post(`/api/events/${event.eventId}/inspections`, { label: 'Officer', hours: 168 });
    const replaced = await admin.client.post(`/api/events/${event.eventId}/access-code`);
    await cron(now + 2 * DAY_MS);
    const [counts, days, users] = [
      await rowsOf(event.eventId, COUNTED),
      await rowsIn('activity_days'),
      await rowsIn('users'),
    ];
    await loseAll();

    const key = databaseKey(now + 2 * DAY_MS);
    expect((await ask('POST', '/restore', { key })).body).toEqual({ ...BACK, awaited: 1 });
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
    const fileKey = eventKey(event.eventId, now + DAY_MS);
    const account = { accountId: await accountOf(admin), email: admin.email };
    const awaited = { eventId: event.eventId, eventName: 'Renamed', ...account, key: fileKey };
    expect((await ask('GET', '/awaited')).body).toEqual({ accounts: 1, events: [awaited], next: null });

    // An import that is discarded at the last moment leaves the event awaited.
    const file = await textOf(fileKey);
    await send(await begin(file, admin.email, true), file);
    vi.spyOn(EventRoom.prototype, 'finishImport').mockResolvedValueOnce({ ok: false, code: 'not_found' });
    expect((await call('POST', `import/${event.eventId}`)).status).toBe(404);
    expect((await ask('GET', '/awaited')).body).toMatchObject({ events: [awaited] });
    await call('DELETE', `import/${event.eventId}`);
    // An awaited event is its account's, whose address may be another one by now.
    const { event: again } = await imported(file, 'gone@headroom.test', true);
    expect(again).toMatchObject({ eventId: event.eventId, eventName: 'Renamed' });
    expect(replaced.body).toMatchObject({ accessCode: again.accessCode });
    expect(await rowsOf(event.eventId, COUNTED)).toEqual(counts);
    expect((await back.get(`/api/events/${event.eventId}/display`)).body).toEqual(display);
    // A restore must not bring back a link that was revoked since.
    expect((await back.get(`/api/events/${event.eventId}/inspections`)).body).toEqual({ links: [] });
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
    await ask('POST', '/restore', { key: databaseKey(now + DAY_MS) });
    const head = headOf(await textOf(eventKey(event.eventId, now + DAY_MS)));
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
    [
      'of before version 1.0',
      (file: string) => file.replace('"formatVersion":2', '"formatVersion":1'),
      'before version 1.0',
    ],
    ['of a newer release', (file: string) => file.replace('"user_id",', '"user_id","shoe_size",'), 'users.shoe_size'],
    ['without accounts', withoutRows, 'no accounts'],
  ])('from no file %s, which leaves the installation empty', async (_what, change, reason) => {
    await counted();
    const now = Date.now();
    await cron(now);
    const key = databaseKey(now);
    const file = await textOf(key);
    await startAfresh();
    await bucket().put(key, change(file));
    expect(await ask('POST', '/restore', { key })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(reason) },
    });
    expect([await rowsIn('users'), await rowsIn('events')]).toEqual([[], []]);
  });

  test('from a file of before a migration: columns that it does not have get their default', async () => {
    await counted();
    const now = Date.now();
    await cron(now);
    const key = databaseKey(now);
    const file = (await textOf(key)).replaceAll(/"generation":0,|"generation",/g, '');
    const lines = file.trimEnd().split('\n');
    const end = lines.pop()?.replace(/"hash":"\w+"/, `"hash":"${lines.reduce(hashWith, NO_LINES)}"`);
    await startAfresh();
    await bucket().put(key, [...lines, end, ''].join('\n'));
    expect((await ask('POST', '/restore', { key })).body).toEqual(BACK);
    expect(await rowsIn('events')).toMatchObject([{ generation: 0, event_name: 'Summer Fest' }]);
  });
});
