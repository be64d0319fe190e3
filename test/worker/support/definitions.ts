import { env } from 'cloudflare:workers';
import type { EventDefinition } from '../../../src/rpc/definition';

/** Puts an admin and an event into D1 without telling the room. */
export async function putDefinition({
  eventId,
  ownerId,
  revision,
  event,
  timeZone,
  reportTime,
  areas,
}: EventDefinition): Promise<void> {
  await env.DB.batch([
    env.DB.prepare(
      `INSERT OR IGNORE INTO users (user_id, email, password_hash, subscription_status, trial_ends_at, revision, created_at)
       VALUES (?, ?, 'none', 'active', 0, 1, 0)`,
    ).bind(ownerId, `${ownerId}@headroom.test`),
    env.DB.prepare(
      `INSERT INTO events (event_id, owner_id, event_name, access_code, revision, time_zone, report_time, categories,
         created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT (event_id) DO UPDATE SET event_name = excluded.event_name,
         revision = excluded.revision, time_zone = excluded.time_zone, report_time = excluded.report_time,
         categories = excluded.categories`,
    ).bind(
      eventId,
      ownerId,
      event.eventName,
      event.accessCode,
      revision,
      timeZone,
      reportTime,
      event.categories === undefined ? null : JSON.stringify(event.categories),
    ),
    ...areas.map((area, i) =>
      env.DB.prepare(
        `INSERT INTO areas (area_id, event_id, area_name, capacity, created_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (area_id) DO UPDATE SET area_name = excluded.area_name, capacity = excluded.capacity`,
      ).bind(area.areaId, eventId, area.areaName, area.capacity, i),
    ),
  ]);
}
