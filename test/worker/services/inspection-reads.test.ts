import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/shared/durations';
import { stopClock } from '../../support/clock';
import { FRIDAY, SUNDAY } from '../../support/moments';
import { counted, makeLink, NOON, open, read, seal } from '../support/inspections';

/** Tests what an inspector asks for: the numbers of a moment, and the evidence pack of a day. */

beforeEach(() => stopClock(NOON));

const NOT_SHOWN =
  'This link shows business days that ended after it was made. Please ask the organizer for earlier ones.';

test('an inspector asks for a moment of a day that the link shows, also of a locked account and in an evacuation', async () => {
  const { admin, event } = await counted();
  const { token } = await makeLink(admin, event.eventId, 168);
  const opening = await open(token);
  vi.setSystemTime(NOON + HOUR_MS);
  const inside = async (at: string) => await read(token, opening, `/occupancy?at=${at}`);
  const [before, after] = [`${FRIDAY}T11:59:59`, `${FRIDAY}T12:00:01`];
  expect((await inside(before)).body).toMatchObject({ day: FRIDAY, venue: { occupancy: 0 } });
  const asked = await inside(after);
  expect(asked.body).toMatchObject({ precision: 'second', venue: { occupancy: 40 }, areas: [{ occupancy: 40 }] });
  expect(asked.body).toEqual((await admin.client.get(`/api/events/${event.eventId}/occupancy?at=${after}`)).body);
  expect((await inside('')).status).toBe(400);
  expect((await inside(`${FRIDAY}T13:00:01`)).body).toMatchObject({
    error: 'This moment is still to come. Please ask for an earlier one.',
  });
  const start = await admin.client.post(`/api/events/${event.eventId}/evacuations`, { isDrill: false });
  expect(start.status).toBe(201);
  await env.DB.prepare("UPDATE users SET subscription_status = 'canceled', revision = revision + 1").run();
  vi.setSystemTime(NOON + HOUR_MS + 2_000);
  expect((await inside(after)).body).toMatchObject({ venue: { occupancy: 40 } });
  // A day that had ended when a link was made is not shown by it; the day after is.
  vi.setSystemTime(NOON + 2 * DAY_MS);
  const late = await makeLink(admin, event.eventId, 168);
  const ask = async (at: string) => await read(late.token, await open(late.token), `/occupancy?at=${at}`);
  expect([(await ask(after)).status, (await ask(after)).body]).toMatchObject([
    403,
    { code: 'forbidden', error: NOT_SHOWN },
  ]);
  expect((await ask(`${SUNDAY}T11:00`)).status).toBe(200);
});

test('an inspector downloads the pack of a sealed day that the link shows, and of no day before', async () => {
  const { admin, event } = await counted();
  const early = await makeLink(admin, event.eventId, 168);
  const opening = await open(early.token);
  const days = `/evidence?from=${FRIDAY}&to=${FRIDAY}`;
  const none = await read(early.token, opening, days);
  expect([none.status, none.body]).toMatchObject([404, { error: /closed and sealed yet/ }]);
  vi.setSystemTime(NOON + DAY_MS);
  await seal(event.eventId);
  const pack = await read(early.token, opening, days);
  expect([pack.status, pack.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(pack.headers.get('content-disposition')).toMatch(/^attachment; .*\.zip$/);
  expect(pack.text).toBe((await admin.client.get(`/api/events/${event.eventId}${days}`)).text);
  expect((await read(early.token, opening, '/seals')).body).toMatchObject({ seals: [{ day: FRIDAY, hasPack: true }] });
  const late = await makeLink(admin, event.eventId, 168);
  const lateOpening = await open(late.token);
  for (const part of [days, '/evidence'])
    expect((await read(late.token, lateOpening, part)).body).toMatchObject({ code: 'forbidden', error: NOT_SHOWN });
  expect((await read(late.token, lateOpening, '/seals')).body).toMatchObject({
    seals: [{ day: FRIDAY, hasPack: false }],
  });
});

test.each([
  ['moments 60 times', `/occupancy?at=${FRIDAY}T11:00`, 60],
  ['packs ten times', '/evidence', 10],
])('a link is asked for %s an hour, and then again', async (_what, part, most) => {
  const { admin, event } = await counted();
  const { token } = await makeLink(admin, event.eventId);
  const opening = await open(token);
  const answers: number[] = [];
  for (let times = 0; times <= most; times += 1) answers.push((await read(token, opening, part)).status);
  expect(answers.filter((status) => status === 429)).toEqual([429]);
  expect(answers.at(-1)).toBe(429);
  vi.setSystemTime(NOON + 2 * HOUR_MS);
  expect((await read(token, opening, part)).status).not.toBe(429);
});
