import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import operations from '../../docs/operations.md?raw';
import { AreaListSchema } from '../../src/shared/schemas/area';
import { createVenue } from './support/accounts';

/** What an operator runs after a restore, as the page has it. */
const [, STATEMENT = ''] = /d1 execute DB --env production --remote --command "([^"]+)"/.exec(operations) ?? [];

/** A table's rows as they are now, and what puts exactly these back. */
async function snapshot(table: string) {
  const { results } = await env.DB.prepare(`SELECT * FROM ${table}`).all();
  const rows = results.map((row) => Object.entries(row));
  return rows.map((row) =>
    env.DB.prepare(
      `INSERT OR REPLACE INTO ${table} (${row.map(([name]) => name).join(', ')}) VALUES (${row.map(() => '?').join(', ')})`,
    ).bind(...row.map(([, value]) => value)),
  );
}

test('after a restore of the database rooms follow it again, once its revisions are raised as the page says', async () => {
  const { admin, event, area } = await createVenue();
  const areasNow = async () => {
    const { body } = await admin.client.get(`/api/events/${event.eventId}/areas`);
    return z.parse(AreaListSchema, body).areas.map(({ areaName, capacity }) => [areaName, capacity]);
  };
  await areasNow();
  const before = [...(await snapshot('users')), ...(await snapshot('events')), ...(await snapshot('areas'))];
  const change = { areaName: 'By mistake', capacity: 1 };
  expect((await admin.client.call('PATCH', `/api/areas/${area.areaId}`, { body: change })).status).toBe(200);
  expect(await areasNow()).toEqual([['By mistake', 1]]);

  await env.DB.batch(before);
  expect(await areasNow()).toEqual([['By mistake', 1]]);
  await env.DB.batch(STATEMENT.split(';').map((statement) => env.DB.prepare(statement)));
  expect(await areasNow()).toEqual([[area.areaName, area.capacity]]);
});
