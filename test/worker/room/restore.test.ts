import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import backups from '../../../docs/backups.md?raw';
import { AreaListSchema } from '../../../src/shared/schemas/area';
import { ReportSchema } from '../../../src/shared/schemas/report';
import { createVenue } from '../support/accounts';
import { acked, batch } from '../support/room';
import { join } from '../support/sockets';

/** The statement that an operator runs after a restore, taken from the page. */
const [, STATEMENT = ''] = /d1 execute DB --env production --remote --command "([^"]+)"/.exec(backups) ?? [];

/** Statements that restore the present rows of a table. */
async function snapshot(table: string) {
  const { results } = await env.DB.prepare(`SELECT * FROM ${table}`).all();
  const rows = results.map((row) => Object.entries(row));
  return rows.map((row) =>
    env.DB.prepare(
      `INSERT OR REPLACE INTO ${table} (${row.map(([name]) => name).join(', ')}) VALUES (${row.map(() => '?').join(', ')})`,
    ).bind(...row.map(([, value]) => value)),
  );
}

const raiseRevisions = () => env.DB.batch(STATEMENT.split(';').map((statement) => env.DB.prepare(statement)));

type Venue = Awaited<ReturnType<typeof createVenue>>;

async function listAreas({ admin, event }: Venue) {
  const { body } = await admin.client.get(`/api/events/${event.eventId}/areas`);
  return z.parse(AreaListSchema, body).areas;
}

/** A device that counts one person into the venue's area with each tap. */
async function openDoor({ device, event, area }: Venue) {
  const door = await join(device, event.eventId);
  const tap = (seq: number) => acked(door, { ...batch(seq, [1], area.areaId), eventId: event.eventId });
  return { door, tap };
}

test('rooms follow a restored database again once its revisions are raised as the page says', async () => {
  const venue = await createVenue();
  const { admin, event, area } = venue;
  const { tap } = await openDoor(venue);
  await tap(1);
  const areasNow = async () =>
    (await listAreas(venue)).map(({ areaName, capacity, currentOccupancy }) => [areaName, capacity, currentOccupancy]);
  const before = [...(await snapshot('users')), ...(await snapshot('events')), ...(await snapshot('areas'))];
  const path = `/api/areas/${area.areaId}`;
  const change = { areaName: 'By mistake', capacity: 1 };
  expect((await admin.client.call('PATCH', path, { body: change })).status).toBe(200);
  expect(await areasNow()).toEqual([['By mistake', 1, 1]]);
  expect((await admin.client.call('DELETE', path)).status).toBe(200);
  expect((await tap(2)).rejected?.map(({ code }) => code)).toEqual(['area_deleted']);

  await env.DB.batch(before);
  expect(await areasNow()).toEqual([]);
  await raiseRevisions();
  // The area is back with the taps that were counted in it.
  expect(await areasNow()).toEqual([[area.areaName, area.capacity, 1]]);
  await tap(3);
  expect(await areasNow()).toEqual([[area.areaName, area.capacity, 2]]);
  const { body } = await admin.client.get(`/api/events/${event.eventId}/report`);
  const report = z.parse(ReportSchema, body);
  expect(report.areas.map(({ deletedAt, closing }) => [deletedAt, closing])).toEqual([[null, 2]]);
  expect(report.venue.closing).toBe(2);
});

test("devices keep counting when a restore has lost the event's row, and everything is as before once the row is back", async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const venue = await createVenue();
  const { event } = venue;
  const { door, tap } = await openDoor(venue);
  await tap(1);
  const tables = ['events', 'areas', 'sessions'];
  const rows = (await Promise.all(tables.map(snapshot))).flat();
  await env.DB.batch(tables.toReversed().map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
  await runDurableObjectAlarm(env.ROOMS.get(env.ROOMS.idFromName(event.eventId)));
  await tap(2);
  expect(door.closed).toBeNull();
  expect(log.mock.calls.map(([line]) => String(line)).join()).toContain('room.row_missing');
  await env.DB.batch(rows);
  // A room that has just started does its upkeep when its alarm rings, and need not wait a minute.
  await evictDurableObject(env.ROOMS.get(env.ROOMS.idFromName(event.eventId)));
  await runDurableObjectAlarm(env.ROOMS.get(env.ROOMS.idFromName(event.eventId)));
  await tap(3);
  expect((await listAreas(venue)).map(({ currentOccupancy }) => currentOccupancy)).toEqual([3]);
});
