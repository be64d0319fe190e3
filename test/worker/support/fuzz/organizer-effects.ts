import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { AccountActivitySchema } from '../../../../src/shared/schemas/account-activity';
import { EventSchema } from '../../../../src/shared/schemas/event';
import { admin, type Effect, fieldsOf, ownEvent, storedName } from './effect';
import { ModelRoom } from './model-room';

const AreaRowsSchema = z.array(z.object({ areaId: z.string(), areaName: z.string(), capacity: z.int() }));

/** As {@link EFFECTS}: of what an organizer does to a whole event. */
export const ORGANIZER_EFFECTS: Readonly<Record<string, Effect>> = {
  'POST /api/events/:eventId/duplicate': async (world, call, { status, body }) => {
    expect(status).toBe(201);
    const { areas, venue, schedule, ownerId } = ownEvent(world, call);
    const { venue: copied, ...event } = z.parse(EventSchema, body);
    expect(event.eventName).toBe(storedName(fieldsOf(call).eventName));
    expect(copied).toEqual(venue);
    const { results } = await env.DB.prepare(
      'SELECT area_id AS areaId, area_name AS areaName, capacity FROM areas WHERE event_id = ? ORDER BY created_at, rowid',
    )
      .bind(event.eventId)
      .all();
    const rows = z.parse(AreaRowsSchema, results);
    expect(rows.map(({ areaId: _id, ...area }) => area)).toEqual([...areas.values()]);
    const room = new ModelRoom();
    for (const { areaId } of rows) room.addArea(areaId);
    if (world.options.isLocked && call.actor === 'owner') room.lockedAt = world.now;
    world.events.set(event.eventId, {
      ...event,
      ...(venue && { venue }),
      ...(schedule && { schedule }),
      ownerId,
      displayToken: null,
      areas: new Map(rows.map(({ areaId, ...area }) => [areaId, area])),
      room,
    });
  },
  'POST /api/events/:eventId/reset': (world, call, { body }) => {
    const { areas, room } = ownEvent(world, call);
    for (const areaId of areas.keys()) room.reset(areaId, world.now);
    expect(body).toEqual({ success: true });
  },
  'GET /api/users/activity': (world, { actor }, { body }) => {
    const { events } = z.parse(AccountActivitySchema, body);
    expect(events).toBe(world.ownEvents(admin(actor)).length);
  },
};
