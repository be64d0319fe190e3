import { listDurableObjectIds } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { app } from '../../../src/app';
import { openDatabase } from '../../../src/db/client';
import { EventRoom } from '../../../src/room/event-room';
import { forgetExpired } from '../../../src/services/hourly';
import type { CreatedInspectorLink } from '../../../src/shared/inspections/schemas';
import { DAY_MS, HOUR_MS } from '../../../src/shared/durations';
import { SealListSchema } from '../../../src/shared/sealed/schemas';
import { ReportSchema } from '../../../src/shared/schemas/report';
import { FRIDAY, SUNDAY } from '../../support/moments';
import { stopClock } from '../../support/clock';
import { type Admin, createEvent, createVenue, deleteAccount } from '../support/accounts';
import { unreachableObjects } from '../support/broken';
import { HTTP } from '../support/client';
import {
  counted,
  FIRE,
  HUBER,
  linksPath,
  listOf,
  makeLink,
  NOON,
  open,
  press,
  read,
  seal,
} from '../support/inspections';
import { tapper } from '../support/taps';

/** Tests inspectors' links through the whole worker: who creates them, what they open, and when they end. */

beforeEach(() => stopClock(NOON));

/** The entries about links in the journal of today's report: kind, author and value. */
async function journalOf({ client }: Admin, eventId: string) {
  const report = await client.get(`/api/events/${eventId}/report?from=${FRIDAY}&to=${FRIDAY}`);
  const { journal } = z.parse(ReportSchema, report.body);
  return journal
    .filter(({ kind }) => kind.startsWith('inspection_'))
    .map(({ kind, actor, after, note }) => [kind, actor, after, note]);
}

const hasRoom = async (eventId: string): Promise<boolean> => {
  const id = env.ROOMS.idFromName(eventId).toString();
  return (await listDurableObjectIds(env.ROOMS)).some((one) => one.toString() === id);
};

test('a link is shown once, listed without its token, and each step stands in the journal', async () => {
  const { admin, event } = await counted();
  const link = await makeLink(admin, event.eventId);
  const listed = {
    linkId: link.linkId,
    label: HUBER,
    createdAt: new Date(NOON).toISOString(),
    expiresAt: new Date(NOON + 4 * HOUR_MS).toISOString(),
    revokedAt: null,
    openings: 0,
    lastOpenedAt: null,
  };
  expect(link).toEqual({ ...listed, token: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await listOf(admin, event.eventId)).toEqual([listed]);
  const { results } = await env.DB.prepare('SELECT * FROM inspector_links').all();
  expect(JSON.stringify(results)).not.toContain(link.token);
  await open(link.token);
  vi.setSystemTime(NOON + HOUR_MS);
  await open(link.token);
  const lastOpenedAt = new Date(NOON + HOUR_MS).toISOString();
  expect(await listOf(admin, event.eventId)).toEqual([{ ...listed, openings: 2, lastOpenedAt }]);
  const path = `${linksPath(event.eventId)}/${link.linkId}`;
  for (let i = 0; i < 2; i += 1) expect((await admin.client.call('DELETE', path)).status).toBe(200);
  expect(await listOf(admin, event.eventId)).toMatchObject([{ openings: 2, revokedAt: lastOpenedAt }]);
  expect(await journalOf(admin, event.eventId)).toEqual([
    ['inspection_created', 'admin', HUBER, null],
    ['inspection_opened', 'inspector', HUBER, null],
    ['inspection_opened', 'inspector', HUBER, null],
    ['inspection_revoked', 'admin', HUBER, null],
  ]);
});

test('an inspector reads the live numbers with the limits and the report of today, and no code and no names of devices', async () => {
  const { admin, event, area, settings } = await counted();
  const link = await makeLink(admin, event.eventId);
  const opening = await open(link.token);
  vi.setSystemTime(NOON + 1_000);
  const live = await read(link.token, opening);
  expect([live.status, live.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(live.body).toEqual({
    eventName: event.eventName,
    label: HUBER,
    expiresAt: link.expiresAt,
    timeZone: 'UTC',
    readAt: new Date(NOON + 1_000).toISOString(),
    lastChangedAt: new Date(NOON).toISOString(),
    settings,
    venue: { occupancy: 40, capacity: 960, warnsFrom: 910 },
    areas: [
      {
        areaId: area.areaId,
        areaName: area.areaName,
        occupancy: 40,
        capacity: 500,
        ownCapacity: 600,
        limits: [FIRE],
        lastChangedAt: new Date(NOON).toISOString(),
      },
    ],
    alerts: [{ areaId: area.areaId, threshold: 5, raisedAt: new Date(NOON).toISOString(), acknowledgedAt: null }],
  });
  const report = await read(link.token, opening, '/report');
  expect(report.status).toBe(200);
  expect(report.headers.get('content-type')).toBe('application/json');
  const days = `from=${FRIDAY}&to=${FRIDAY}`;
  expect(report.body).toEqual((await admin.client.get(`/api/events/${event.eventId}/report?${days}`)).body);
  for (const { text } of [live, report]) expect(text).not.toContain(event.accessCode);
});

test('the morning after, an inspector reads the report of the night, but not of a night before the link', async () => {
  const { admin, event } = await counted();
  const reportBy = async ({ token }: { token: string }) =>
    z.parse(ReportSchema, (await read(token, await open(token), '/report')).body);
  const early = await makeLink(admin, event.eventId, 168);
  vi.setSystemTime(NOON + 2 * DAY_MS);
  expect(await reportBy(early)).toMatchObject({ from: FRIDAY, to: FRIDAY, days: [{ day: FRIDAY }] });
  const late = await makeLink(admin, event.eventId, 168);
  const ofSunday = await reportBy(late);
  expect(ofSunday).toMatchObject({ from: SUNDAY, to: SUNDAY, days: [] });
  // The report does not name that night either.
  expect(ofSunday).not.toHaveProperty('earlierDay');
});

test('nothing can be read without an opening of this very link', async () => {
  const { admin, event } = await counted();
  const [link, other] = [await makeLink(admin, event.eventId), await makeLink(admin, event.eventId)];
  const [opening, foreign] = [await open(link.token), await open(other.token)];
  const [openedAt = '', signature = ''] = opening.split('.');
  const later = `${Number(openedAt) + 1}.${signature}`;
  for (const wrong of ['', foreign, later, openedAt, `.${signature}`, `${opening}.`, `${opening}0`, link.token]) {
    for (const part of ['', '/report', '/seals', '/occupancy', '/evidence']) {
      const answer = await read(link.token, wrong, part);
      expect([answer.status, answer.body], wrong).toMatchObject([403, { code: 'forbidden' }]);
    }
  }
  expect((await read(link.token, opening)).status).toBe(200);
  for (const token of ['0'.repeat(64), 'x', '%00', link.linkId])
    for (const { status } of [await read(token, opening), await read(token, opening, '/report'), await press(token)])
      expect(status, token).toBe(404);
});

test.each<[string, (venue: Awaited<ReturnType<typeof counted>>, link: CreatedInspectorLink) => Promise<unknown>]>([
  ['its time is over', async () => vi.setSystemTime(NOON + 4 * HOUR_MS)],
  [
    'it is revoked',
    ({ admin, event }, { linkId }) => admin.client.call('DELETE', `${linksPath(event.eventId)}/${linkId}`),
  ],
  ['its event is deleted', ({ admin, event }) => admin.client.call('DELETE', `/api/events/${event.eventId}`)],
  ['its account is deleted', ({ admin }) => deleteAccount(admin.client)],
  [
    'another isolate has revoked it a second ago',
    async (_venue, { linkId }) => {
      await env.DB.prepare('UPDATE inspector_links SET revoked_at = 1 WHERE link_id = ?').bind(linkId).run();
      vi.setSystemTime(NOON + 1_000);
    },
  ],
])('a link opens nothing any more when %s', async (what, end) => {
  const venue = await counted();
  const link = await makeLink(venue.admin, venue.event.eventId);
  const opening = await open(link.token);
  const calls = async () =>
    [await read(link.token, opening), await read(link.token, opening, '/report'), await press(link.token)].map(
      ({ status }) => status,
    );
  expect(await calls()).toEqual([200, 200, 201]);
  await end(venue, link);
  // Deletions are learned from the database, which is asked once a second.
  if (what.endsWith('deleted')) vi.setSystemTime(NOON + 1_000);
  expect(await calls()).toEqual([404, 404, 404]);
});

test('before somebody joins to count, a link says so, reaches no room, and no opening is noted', async () => {
  const { admin, event, device, area } = await createVenue();
  const link = await makeLink(admin, event.eventId);
  const answer = await press(link.token);
  expect(answer.body).toEqual({ eventName: event.eventName, label: HUBER, expiresAt: link.expiresAt, opening: null });
  expect(await listOf(admin, event.eventId)).toMatchObject([{ openings: 0, lastOpenedAt: null }]);
  expect(await hasRoom(event.eventId)).toBe(false);
  await tapper(device, event.eventId)([{ areaId: area.areaId, change: 1 }]);
  vi.setSystemTime(NOON + 1_000);
  expect((await read(link.token, await open(link.token))).body).toMatchObject({ venue: { occupancy: 1 } });
  expect(await journalOf(admin, event.eventId)).toEqual([['inspection_opened', 'inspector', HUBER, null]]);
});

test('an opening that the journal does not take opens nothing, and a link can be revoked without the room', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { admin, event } = await counted();
  const link = await makeLink(admin, event.eventId);
  const opened = await app.request(
    `${HTTP}/api/inspections/${link.token}/openings`,
    { method: 'POST' },
    unreachableObjects(),
  );
  expect(opened.status).toBe(503);
  expect(await listOf(admin, event.eventId)).toMatchObject([{ openings: 0 }]);
  const init = { method: 'DELETE', headers: { cookie: admin.client.cookie() } };
  const path = `${HTTP}${linksPath(event.eventId)}/${link.linkId}`;
  expect((await app.request(path, init, unreachableObjects())).status).toBe(200);
  expect((await press(link.token)).status).toBe(404);
});

test('an event has 20 links in force, however many are created at once', async () => {
  const { admin, event } = await createVenue();
  const create = () => admin.client.post(linksPath(event.eventId), { label: HUBER, hours: 1 });
  const answers = await Promise.all(Array.from({ length: 25 }, create));
  const numberOf = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([numberOf(201), numberOf(409)]).toEqual([20, 5]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'limit_reached',
    error: 'An event can have at most 20 inspectors’ links at a time. Revoke one to create another.',
  });
  const [first] = await listOf(admin, event.eventId);
  await admin.client.call('DELETE', `${linksPath(event.eventId)}/${first?.linkId}`);
  expect((await create()).status).toBe(201);
  expect((await create()).status).toBe(409);
  // Expired links do not count either.
  vi.setSystemTime(NOON + 2 * HOUR_MS);
  expect((await create()).status).toBe(201);
});

test('a link is opened 30 times an hour, and then again', async () => {
  const { admin, event } = await counted();
  const { token } = await makeLink(admin, event.eventId);
  const answers = await Promise.all(Array.from({ length: 35 }, () => press(token)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(30);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  expect(await journalOf(admin, event.eventId)).toHaveLength(31);
  vi.setSystemTime(NOON + 2 * HOUR_MS);
  expect((await press(token)).status).toBe(201);
});

const after = (ms: number) => new Date(NOON + ms).toISOString();

test.each([HOUR_MS, 7 * DAY_MS])(
  'a link can end at a time of the organizer’s choice, %i ms from now',
  async (lasts) => {
    const { admin, event } = await createVenue();
    const answer = await admin.client.post(linksPath(event.eventId), { label: HUBER, expiresAt: after(lasts) });
    expect([answer.status, answer.body]).toMatchObject([201, { expiresAt: after(lasts) }]);
  },
);

const END_INVALID = '“Valid until” must be 1 hour to 7 days from now.';
const HOURS_INVALID = 'A link is valid for a whole number of hours, from 1 to 168.';

test.each<[object, string]>([
  [{ hours: 4 }, 'Please say for whom the link is.'],
  [{ label: ' \u200b ', hours: 4 }, 'Please say for whom the link is.'],
  [{ label: 'x'.repeat(81), hours: 4 }, 'Name must be at most 80 characters long.'],
  [{ label: 'a\u202eb', hours: 4 }, 'Name contains characters that cannot be used.'],
  [{ label: HUBER }, HOURS_INVALID],
  [{ label: HUBER, hours: 0 }, HOURS_INVALID],
  [{ label: HUBER, hours: 169 }, HOURS_INVALID],
  [{ label: HUBER, hours: 1.5 }, HOURS_INVALID],
  [{ label: HUBER, hours: '4' }, HOURS_INVALID],
  [{ label: HUBER, expiresAt: after(-HOUR_MS) }, END_INVALID],
  [{ label: HUBER, expiresAt: after(HOUR_MS - 1) }, END_INVALID],
  [{ label: HUBER, expiresAt: after(7 * DAY_MS + 1) }, END_INVALID],
  [{ label: HUBER, expiresAt: 'tomorrow' }, END_INVALID],
  [{ label: HUBER, expiresAt: after(HOUR_MS), hours: 1 }, 'Some of what was sent is not valid.'],
])('no link is created from %j', async (body, error) => {
  const { admin, event } = await createVenue();
  const answer = await admin.client.post(linksPath(event.eventId), body);
  expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid_input', error }]);
  expect(await listOf(admin, event.eventId)).toEqual([]);
});

test('a link belongs to one event: another event of the same admin neither lists nor revokes it', async () => {
  const { admin, event } = await counted();
  const other = await createEvent(admin, 'Other');
  const link = await makeLink(admin, event.eventId);
  expect(await listOf(admin, other.eventId)).toEqual([]);
  const path = `${linksPath(other.eventId)}/${link.linkId}`;
  expect((await admin.client.call('DELETE', path)).status).toBe(404);
  expect(await listOf(admin, event.eventId)).toMatchObject([{ revokedAt: null }]);
});

test('inspectors ask the room once a second for numbers and once in ten seconds for the report, however many there are', async () => {
  const { admin, event } = await counted();
  const links = [await makeLink(admin, event.eventId), await makeLink(admin, event.eventId)];
  const openings = await Promise.all(links.map(({ token }) => open(token)));
  const [numbers, plans] = [
    vi.spyOn(EventRoom.prototype, 'readInspection'),
    vi.spyOn(EventRoom.prototype, 'planReport'),
  ];
  const all = async (part: string) => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => read(links[n % 2]?.token ?? '', openings[n % 2] ?? '', part)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  };
  await all('');
  expect(numbers).toHaveBeenCalledTimes(1);
  await all('/report');
  expect(plans).toHaveBeenCalledTimes(1);
  vi.setSystemTime(NOON + 9_000);
  await all('/report');
  expect(plans).toHaveBeenCalledTimes(1);
  vi.setSystemTime(NOON + 11_000);
  await all('');
  await all('/report');
  expect(numbers).toHaveBeenCalledTimes(2);
  expect(plans).toHaveBeenCalledTimes(2);
});

test('an inspector sees the seals that the admin sees, and the room is asked for them once in ten seconds', async () => {
  const { admin, event } = await counted();
  const link = await makeLink(admin, event.eventId);
  vi.setSystemTime(NOON + 3 * HOUR_MS);
  const opening = await open(link.token);
  const asked = vi.spyOn(EventRoom.prototype, 'readSeals');
  expect((await read(link.token, opening, '/seals')).body).toEqual({ seals: [] });
  vi.setSystemTime(NOON + 3 * HOUR_MS + 9_000);
  await read(link.token, opening, '/seals');
  expect(asked).toHaveBeenCalledTimes(1);
  vi.setSystemTime(NOON + DAY_MS);
  await seal(event.eventId);
  const later = await makeLink(admin, event.eventId);
  const seals = await read(later.token, await open(later.token), '/seals');
  expect(seals.body).toMatchObject({ seals: [{ seq: 1, day: FRIDAY, revision: 1 }] });
  expect(seals.body).toMatchObject(
    z.parse(SealListSchema, (await admin.client.get(`/api/events/${event.eventId}/seals`)).body),
  );
});

test('a locked account keeps its inspectors', async () => {
  const { admin, event } = await counted();
  const link = await makeLink(admin, event.eventId);
  await env.DB.prepare("UPDATE users SET subscription_status = 'canceled', revision = revision + 1").run();
  expect((await read(link.token, await open(link.token))).status).toBe(200);
});

test('the hourly cron deletes links that expired 90 days ago', async () => {
  const { admin, event } = await createVenue();
  await makeLink(admin, event.eventId, 1);
  await makeLink(admin, event.eventId, 168);
  const cron = (now: number) => forgetExpired({ db: openDatabase(env.DB), now: () => now });
  const rows = async () => Number(await env.DB.prepare('SELECT count(*) AS n FROM inspector_links').first('n'));
  await cron(NOON + HOUR_MS + 90 * DAY_MS);
  expect(await rows()).toBe(2);
  await cron(NOON + HOUR_MS + 90 * DAY_MS + 1);
  expect(await rows()).toBe(1);
});
