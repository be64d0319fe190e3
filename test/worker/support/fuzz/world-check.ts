import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { app } from '../../../../src/app';
import { ReportSchema } from '../../../../src/shared/schemas/report';
import { NO_BILLING_DETAILS } from '../../../../src/shared/schemas/billing-details';
import { HTTP } from '../client';
import { expectAreas } from './effects';
import { fillIn } from './fill-in';
import { expectCounts } from './report-effects';
import type { ModelEvent, World } from './world';

const sessionCookie = (token: string) => ({ cookie: `headroom_session=${token}` });

/** GET areas as a device makes it. */
export async function visit(token: string, eventId: string): Promise<unknown> {
  const answer = await app.request(`${HTTP}/api/events/${eventId}/areas`, { headers: sessionCookie(token) }, env);
  expect(answer.status).toBe(200);
  return await answer.json();
}

const EventRowsSchema = z.array(
  z.object({
    event_id: z.string(),
    owner_id: z.string(),
    event_name: z.string(),
    access_code: z.string(),
    venue: z.nullable(z.string()),
    display_token: z.nullable(z.string()),
    time_zone: z.string(),
    report_time: z.string(),
    start_date: z.nullable(z.string()),
    end_date: z.nullable(z.string()),
  }),
);
/** The zone is the device's own. */
const DEFAULT_SCHEDULE = { timeZone: undefined, reportTime: '06:00', startDate: null, endDate: null };

const UserRowsSchema = z.array(z.looseObject({ user_id: z.string(), email: z.string() }));

const billingFields = Object.keys(NO_BILLING_DETAILS);

/** D1's accounts and events are the model's, no more and no fewer. */
async function expectDatabase(world: World): Promise<void> {
  const ids = JSON.stringify([...world.accounts.keys()]);
  const emails = JSON.stringify(world.signedUp);
  const [users, events] = await env.DB.batch([
    env.DB.prepare(
      `SELECT * FROM users WHERE deleted_at IS NULL AND (user_id IN (SELECT value FROM json_each(?1))
         OR email IN (SELECT value FROM json_each(?2)))`,
    ).bind(ids, emails),
    env.DB.prepare(
      'SELECT * FROM events WHERE deleted_at IS NULL AND owner_id IN (SELECT value FROM json_each(?1)) ORDER BY event_id',
    ).bind(ids),
  ]);
  const found = z.parse(UserRowsSchema, users?.results);
  expect(found.map(({ email }) => email).toSorted()).toEqual(
    [...world.signedUp, ...[...world.accounts.values()].map(({ email }) => email)].toSorted(),
  );
  for (const { userId, billing } of world.accounts.values()) {
    const row = found.find(({ user_id }) => user_id === userId);
    expect(Object.fromEntries(billingFields.map((field) => [field, row?.[field]]))).toEqual(billing);
  }
  const rows = z.parse(EventRowsSchema, events?.results);
  const expected = [...world.events.values()].toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1));
  const venueOf = (text: string | null): unknown => (text === null ? undefined : JSON.parse(text));
  expect(
    rows.map((row) => [
      row.event_id,
      row.owner_id,
      row.event_name,
      row.access_code,
      row.display_token,
      venueOf(row.venue),
    ]),
  ).toEqual(
    expected.map((event) => [
      event.eventId,
      event.ownerId,
      event.eventName,
      event.accessCode,
      event.displayToken,
      event.venue,
    ]),
  );
  for (const row of rows) {
    const { schedule } = world.events.get(row.event_id) ?? {};
    const { timeZone, reportTime, startDate, endDate } = schedule ?? DEFAULT_SCHEDULE;
    expect([row.report_time, row.start_date, row.end_date]).toEqual([reportTime, startDate, endDate]);
    if (timeZone !== undefined) expect(row.time_zone).toBe(timeZone);
  }
  for (const { time_zone } of rows) expect(() => new Intl.DateTimeFormat('en', { timeZone: time_zone })).not.toThrow();
}

const ownerOf = (world: World, { ownerId }: ModelEvent) => (ownerId === world.userIdOf('owner') ? 'owner' : 'other');

/** The report over all that was counted, as its owner reads it. */
async function expectReport(world: World, event: ModelEvent, token: string): Promise<void> {
  const query = fillIn(world, 'owner', '?from={{last-week}}&to={{tomorrow}}&interval=60');
  const address = `${HTTP}/api/events/${event.eventId}/report${query}`;
  const answer = await app.request(address, { headers: sessionCookie(token) }, env);
  expect(answer.status).toBe(200);
  expectCounts(event, z.parse(ReportSchema, await answer.json()), world.now);
}

/** Nothing is otherwise than the calls that were taken have made it, and every room still answers. */
export async function expectWorld(world: World): Promise<void> {
  await expectDatabase(world);
  for (const event of world.events.values()) {
    const token = world.tokenOf(ownerOf(world, event)) ?? '';
    expectAreas(event, await visit(token, event.eventId));
    await expectReport(world, event, token);
  }
}
