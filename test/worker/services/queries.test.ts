import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { getTableName } from 'drizzle-orm';
import { type Database, openDatabase } from '../../../src/db/client';
import { loadPeriodDays, loadPeriodEvents } from '../../../src/services/billing/period-days';
import * as schema from '../../../src/db/schema';
import {
  countAcceptedDays,
  countWaitingDays,
  loadSentDays,
  loadUsageTimes,
  loadWaitingDays,
} from '../../../src/db/usage-days';
import { endSessionsOfOldPasswords, forgetExpired, remindAccountHubs } from '../../../src/services/hourly';
import { mailKeyEnds } from '../../../src/services/keys/mail-key-ends';
import { forgetEndedSecondSteps } from '../../../src/services/second-steps/reset';
import { filledHeaders, filledIn, namesOf, pathOf, SAMPLES } from '../support/calls';
import { readAnswer } from '../support/client';
import { createWorld, type Principal } from '../support/permissions/world';

/** Tests that no query of the database becomes slower as accounts, events, sessions or days become more. */

const CALLERS: readonly Principal[] = ['guest', 'operator', 'code', 'owner'];

/** Calls that end what other calls need, such as the caller's own session. They come last. */
const ENDS = /^DELETE|\/log(in|out)$|\/access-code$|\/users\/password$|\/accept$/;

/** Pages of lists that are not their first. */
const PAGES = [
  '/api/events?limit=1&after=1.1',
  '/api/users/sessions?limit=1&after=1.session',
  '/api/billing/usage?limit=1',
];

/** Runs the queries that only accounts with billing cause. */
async function readForBilling(db: Database, ownerId: string): Promise<void> {
  const period = { ownerId, startsAt: 0, isBillingOn: true };
  await loadPeriodEvents(db, period);
  await loadPeriodDays(db, period, ['an-event']);
  await loadWaitingDays(db, ownerId, { limit: 1, skip: 1 });
  await countWaitingDays(db, ownerId);
  await loadUsageTimes(db, ownerId, 0);
  await countAcceptedDays(db, ownerId, 0);
  await loadSentDays(db, ownerId, 0);
}

const TABLES = new Set<string>(Object.values(schema).map((table) => getTableName(table)));

/** The readiness call and the restore look at one row of a table, or at none. */
const READS_ONE_ROW = /^select [^()]* from "\w+" limit \?$/;

/** Queries that read a table whole, or sort one that grows. */
const READ_WHOLE = [
  { why: 'days that wait for Stripe, which are few', sql: /"accepted_at" is null .* order by .*"billable_at" asc/ },
  { why: 'the events of one billing period, by name', sql: /^select .* group by "days"\."event_id" order by/ },
  { why: 'whether an installation is empty, before an operator restores it', sql: /^select count\(\*\) from "users"$/ },
  {
    why: 'the hourly cron: names of deleted events',
    sql: /^update "events" set "event_name" = \? where \("events"\."purged_at"/,
  },
  { why: 'the hourly cron: accounts with unfinished work', sql: /^select (count\(\*\)|"user_id") from "users" where/ },
  { why: 'the hourly cron: the links of the last hour', sql: /^delete from "password_resets"/ },
  { why: 'the hourly cron: what the release before has left', sql: /^delete from "(members|people)" where not exists/ },
  {
    why: 'the hourly cron: passwords that the release before has changed',
    sql: /^(delete from "sessions" where .* from|update) "people" .*"password_hash" <> coalesce/,
  },
  { why: 'an operator’s invitations of the last week', sql: /^delete from "invitations"/ },
];

/** An account has half a million days after three years: a query must look for some of them. */
const READS_ALL_DAYS = /^SEARCH activity_days USING (COVERING )?INDEX \w+ \(owner_id=\?\)$/;

/** Days that are read once, each: those of an account that is deleted. */
const MAY_READ_ALL_DAYS = /^delete from "activity_days"/;

/** An account has few members (docs/product.md, U8). */
const SORTS_MEMBERS = /ORDER BY payer\./;

// Sorting is fine within an event's areas and an account's events, which E3 limits (docs/product.md).
test('each query of the database uses an index, and few read a table whole', async () => {
  const world = await createWorld();
  // This catches the queries of the worker and those of rooms and hubs.
  const prepared = vi.spyOn(Object.getPrototypeOf(env.DB), 'prepare');
  const routes = Object.keys(SAMPLES).toSorted((a, b) => Number(ENDS.test(a)) - Number(ENDS.test(b)));
  for (const page of PAGES) expect((await world.clients.owner.get(page)).status).toBe(200);
  expect((await world.clients.supervisor.get('/api/events')).status).toBe(200);
  for (const route of routes) {
    // Refused calls of one caller must not keep the others from their queries.
    await env.DB.exec('DELETE FROM attempts');
    for (const who of CALLERS) {
      const { parameters, query = '', body, headers } = SAMPLES[route] ?? {};
      const names = namesOf(world, who);
      const init: RequestInit = {
        method: route.split(' ')[0] ?? '',
        headers: { 'content-type': 'application/json', ...filledHeaders(headers, names) },
      };
      if (body !== undefined) init.body = filledIn(JSON.stringify(body), names);
      const address = filledIn(pathOf(route, parameters) + query, names);
      const answer = await world.clients[who].fetch(address, init);
      expect(answer.status, `${who}: ${route} must reach its queries`).not.toBe(429);
      answer.webSocket?.accept();
      answer.webSocket?.close();
      await readAnswer(answer);
    }
  }
  const [db, now] = [openDatabase(env.DB), () => Date.now()];
  await readForBilling(db, world.ownerId);
  await forgetExpired({ db, now });
  await mailKeyEnds({ db, now, publicOrigin: null, sendMail: async () => undefined });
  await forgetEndedSecondSteps({ db, now, backups: null });
  const hub = (userId: string) => env.HUBS.get(env.HUBS.idFromName(userId));
  await endSessionsOfOldPasswords({ db, hub, requestId: 'cron' });
  await remindAccountHubs({ db, now, hub, isBillingOn: true });
  const queries = new Set(prepared.mock.calls.map(([query]) => String(query)));
  expect(queries.size).toBeGreaterThan(50);
  const slow: string[] = [];
  for (const query of queries) {
    if (!/^\s*(select|update|delete|insert|with)/i.test(query) || READS_ONE_ROW.test(query)) continue;
    const marks = query.match(/\?/g)?.length ?? 0;
    const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${query}`)
      .bind(...Array.from({ length: marks }, () => null))
      .all<{ detail: string }>();
    const details = plan.results.map(({ detail }) => detail);
    const scanned = details
      .flatMap((detail) => /^SCAN (\w+)/.exec(detail)?.[1] ?? [])
      .filter((name) => TABLES.has(name));
    const sorted = details.some((detail) => detail.includes('TEMP B-TREE'));
    const readsAllDays = details.some((detail) => READS_ALL_DAYS.test(detail)) && !MAY_READ_ALL_DAYS.test(query);
    // The table that is sorted is the first one that the query reads.
    const isSmall =
      SORTS_MEMBERS.test(query) ||
      !/^(activity_days|attempts|sessions|users)$/.test(/ from "(\w+)"/.exec(query)?.[1] ?? '');
    if (scanned.length > 0 || readsAllDays || (sorted && !isSmall)) slow.push(query.replaceAll(/\s+/g, ' '));
  }
  expect(slow.filter((query) => !READ_WHOLE.some(({ sql }) => sql.test(query)))).toEqual([]);
  for (const { sql, why } of READ_WHOLE)
    expect(
      slow.filter((query) => sql.test(query)),
      why,
    ).not.toEqual([]);
});
