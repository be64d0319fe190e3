import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { loadPeriodDays, loadPeriodEvents } from '../../../src/services/billing/period-days';
import { openDatabase } from '../../../src/db/client';
import { DAY_MS } from '../../../src/shared/durations';
import { type Usage, UsageSchema } from '../../../src/shared/schemas/billing';
import { EventListSchema } from '../../../src/shared/schemas/event';
import { type StoredReportList, StoredReportListSchema } from '../../../src/shared/schemas/report';
import { OwnSessionListSchema } from '../../../src/shared/schemas/session';
import { expectDocumented } from '../support/documented';
import { BUSY_EVENTS, countingQueries, createLargeAccount, DAYS, EVENTS, LOGINS } from '../support/large-account';

/** Tests of an account with 500 events and three years of counting: answers stay small and need few queries. */

let account: Awaited<ReturnType<typeof createLargeAccount>>;
beforeEach(async () => {
  account = await createLargeAccount();
});

/** Makes a call, and checks that it is as documented. */
async function get(path: string, route: string) {
  const { answer, queries } = await countingQueries(() => account.client.get(path));
  expect(answer.status).toBe(200);
  expectDocumented(route, answer);
  return { ...answer, queries, bytes: answer.text.length };
}

const ROUTES = {
  events: 'GET /api/events',
  sessions: 'GET /api/users/sessions',
  usage: 'GET /api/billing/usage',
  reports: 'GET /api/events/:eventId/reports',
};

/** Follows the Link headers of a list from its first page on. Returns all its entries. */
async function readAll<T>(first: string, route: string, entriesOf: (body: unknown) => T[]): Promise<T[]> {
  const entries: T[] = [];
  for (let path: string | undefined = first; path !== undefined;) {
    const { body, headers } = await get(path, route);
    entries.push(...entriesOf(body));
    path = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  }
  return entries;
}

test('GET /api/events is one array, and can be read in pages that together are the same', async () => {
  const whole = await get('/api/events', ROUTES.events);
  expect(whole).toMatchObject({ queries: 2 });
  expect(whole.headers.get('link')).toBeNull();
  const page = await get('/api/events?limit=100', ROUTES.events);
  expect(page.queries).toBe(2);
  expect(page.bytes).toBeLessThan(12_000);
  const pages = await readAll('/api/events?limit=150', ROUTES.events, (body) => z.parse(EventListSchema, body));
  expect(pages).toHaveLength(EVENTS);
  expect(pages).toEqual(whole.body);
});

test('an event that was deleted between two pages of the list hides no other event', async () => {
  const { body, headers } = await get('/api/events?limit=2', ROUTES.events);
  const [, second] = z.parse(EventListSchema, body);
  await env.DB.prepare('UPDATE events SET deleted_at = 1 WHERE event_id = ?').bind(second?.eventId).run();
  const next = /^<(.*)>/.exec(headers.get('link') ?? '')?.[1] ?? '';
  expect(z.parse(EventListSchema, (await get(next, ROUTES.events)).body)[0]?.eventName).toBe('Event 003');
  await env.DB.prepare('UPDATE events SET deleted_at = NULL WHERE event_id = ?').bind(second?.eventId).run();
});

test('the sessions can be read in pages, also those of the same moment', async () => {
  const whole = await get('/api/users/sessions', ROUTES.sessions);
  const pages = await readAll('/api/users/sessions?limit=51', ROUTES.sessions, (body) =>
    z.parse(OwnSessionListSchema, body),
  );
  expect(pages).toHaveLength(LOGINS + 1);
  expect(pages).toEqual(whole.body);
});

test('a page of the usage has the days of few events and the amount of all', async () => {
  const whole = z.parse(UsageSchema, (await get('/api/billing/usage', ROUTES.usage)).body);
  expect(whole.events.map(({ eventName }) => eventName)).toEqual(
    Array.from({ length: BUSY_EVENTS }, (_, i) => `Event ${String(i).padStart(3, '0')}`),
  );
  expect(whole.events[0]?.freeDays).toHaveLength(DAYS);
  expect(whole.events[0]?.freeDays).toEqual(whole.events[0]?.freeDays.toSorted());
  expect(whole.next).toBeUndefined();
  const first = await get('/api/billing/usage?limit=15', ROUTES.usage);
  expect(first.queries).toBe(4);
  expect(first.bytes).toBeLessThan(15 * DAYS * 14);
  const events: unknown[] = [];
  for (let path: string | undefined = '/api/billing/usage?limit=15'; path !== undefined;) {
    const page: Usage = z.parse(UsageSchema, (await get(path, ROUTES.usage)).body);
    expect(page.amountCents).toBe(whole.amountCents);
    events.push(...page.events);
    path = page.next && `/api/billing/usage?limit=15&after=${page.next}`;
  }
  expect(events).toEqual(whole.events);
});

test('the days of a billing period are found without reading those of earlier years', async () => {
  await env.DB.prepare(
    'UPDATE activity_days SET billable_at = counted_at, usage_at = counted_at, accepted_at = 1',
  ).run();
  const period = { ownerId: account.ownerId, startsAt: Date.now() - 30.5 * DAY_MS, isBillingOn: true };
  const events = await loadPeriodEvents(openDatabase(env.DB), period);
  expect(events).toHaveLength(BUSY_EVENTS);
  expect(events[0]).toMatchObject({ eventName: 'Event 000', billable: 31 });
  const prepared = vi.spyOn(Object.getPrototypeOf(env.DB), 'prepare');
  expect(await loadPeriodDays(openDatabase(env.DB), period, [account.event.eventId])).toHaveLength(31);
  const [sql] = prepared.mock.calls.map(([query]) => String(query));
  const { ownerId, startsAt } = period;
  const values = [ownerId, ownerId, startsAt, ownerId, startsAt, JSON.stringify([account.event.eventId])];
  const read = await env.DB.prepare(sql ?? '')
    .bind(...values)
    .all();
  // Each branch of the query reads its days, and nothing else.
  expect(read.meta.rows_read).toBeLessThan(3 * 31 * BUSY_EVENTS);
});

test('stored reports can be read in pages of whole days', async () => {
  const path = `/api/events/${account.event.eventId}/reports`;
  const whole = z.parse(StoredReportListSchema, (await get(path, ROUTES.reports)).body);
  expect(new Set(whole.reports.map(({ day }) => day)).size).toBe(DAYS);
  expect(whole.next).toBeUndefined();
  const first = await get(`${path}?limit=10`, ROUTES.reports);
  expect(first.bytes).toBeLessThan(2_000);
  const reports: unknown[] = [];
  for (let next: string | undefined = `${path}?limit=200`; next !== undefined;) {
    const page: StoredReportList = z.parse(StoredReportListSchema, (await get(next, ROUTES.reports)).body);
    reports.push(...page.reports);
    next = page.next && `${path}?limit=200&after=${page.next}`;
  }
  expect(reports).toEqual(whole.reports);
});

test('a page that no list can have is refused', async () => {
  const reports = `/api/events/${account.event.eventId}/reports`;
  for (const path of [
    '/api/events?limit=0',
    '/api/events?limit=501',
    '/api/events?limit=ten',
    '/api/events?limit=1&after=yesterday',
    '/api/users/sessions?after=1',
    '/api/billing/usage?limit=1&after=no-such-event',
    `${reports}?limit=1&after=2025-02-30`,
  ]) {
    const refused = { status: 400, body: { code: 'invalid_input' } };
    expect(await account.client.get(path), path).toMatchObject(refused);
  }
});
