import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import { getTableName } from 'drizzle-orm';
import { openDatabase } from '../../../src/db/client';
import * as schema from '../../../src/db/schema';
import { forgetExpired, remindAccountHubs } from '../../../src/services/hourly';
import { filledIn, namesOf, pathOf, SAMPLES } from '../support/calls';
import { createWorld, type Principal } from '../support/permissions/world';

/** Tests that no query of the database becomes slower as accounts, events, sessions or days become more. */

afterEach(() => void vi.restoreAllMocks());

const CALLERS: readonly Principal[] = ['guest', 'operator', 'code', 'owner'];

/** Calls that end what other calls need. They come last. */
const ENDS = /^DELETE|\/logout|\/access-code$|\/users\/password$/;

const TABLES = new Set<string>(Object.values(schema).map((table) => getTableName(table)));

/** The readiness call and the restore look at one row of a table, or at none. */
const READS_ONE_ROW = /^select [^()]* from "\w+" limit \?$/;

/** Queries that read a table whole. */
const READ_WHOLE = [
  { why: 'whether an installation is empty, before an operator restores it', sql: /^select count\(\*\) from "users"$/ },
  {
    why: 'the hourly cron: names of deleted events',
    sql: /^update "events" set "event_name" = \? where \("events"\."purged_at"/,
  },
  { why: 'the hourly cron: accounts with unfinished work', sql: /^select (count\(\*\)|"user_id") from "users" where/ },
  { why: 'the hourly cron: the links of the last hour', sql: /^delete from "password_resets"/ },
];

// Sorting is fine within an event's areas and an account's events, which E3 limits (docs/product.md).
test('each query of the database uses an index, except few that read a table whole', async () => {
  const world = await createWorld();
  // This catches the queries of the worker and those of rooms and hubs.
  const prepared = vi.spyOn(Object.getPrototypeOf(env.DB), 'prepare');
  const routes = Object.keys(SAMPLES).toSorted((a, b) => Number(ENDS.test(a)) - Number(ENDS.test(b)));
  for (const route of routes) {
    for (const who of CALLERS) {
      const { parameters, query = '', body, headers } = SAMPLES[route] ?? {};
      const names = namesOf(world, who);
      const init: RequestInit = {
        method: route.split(' ')[0] ?? '',
        headers: { 'content-type': 'application/json', ...headers },
      };
      if (body !== undefined) init.body = filledIn(JSON.stringify(body), names);
      const answer = await world.clients[who].fetch(filledIn(pathOf(route, parameters) + query, names), init);
      answer.webSocket?.accept();
      answer.webSocket?.close();
      await answer.text();
    }
  }
  const [db, now] = [openDatabase(env.DB), () => Date.now()];
  await forgetExpired({ db, now });
  const hub = (userId: string) => env.HUBS.get(env.HUBS.idFromName(userId));
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
    const isSmall = !/from "(activity_days|attempts|sessions|users)"/.test(query);
    if (scanned.length > 0 || (sorted && !isSmall)) slow.push(query.replaceAll(/\s+/g, ' '));
  }
  expect(slow.filter((query) => !READ_WHOLE.some(({ sql }) => sql.test(query)))).toEqual([]);
  for (const { sql, why } of READ_WHOLE)
    expect(
      slow.filter((query) => sql.test(query)),
      why,
    ).not.toEqual([]);
});
