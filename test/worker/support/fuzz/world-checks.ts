import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { PollAnswerSchema } from '../../../../src/shared/protocol/down';
import { PollSchema } from '../../../../src/shared/protocol/up';
import { type Area, AreaListSchema, AreaSchema } from '../../../../src/shared/schemas/area';
import { RecountSchema } from '../../../../src/shared/schemas/area';
import { ReportSchema } from '../../../../src/shared/schemas/report';
import type { Answer, Client } from '../client';
import { PEOPLE_INSIDE, type Principal, type World } from '../permissions/world';
import { RoomModel } from '../../../support/room-model';
import type { SentCall } from './route-calls';

/** The stored data of an account, and the answers of its rooms. */
export async function accountState(client: Client, eventId: string, now: number) {
  const owner = '(SELECT owner_id FROM events WHERE event_id = ?1)';
  const own = `event_id IN (SELECT event_id FROM events WHERE owner_id = ${owner})`;
  const rows = await env.DB.batch(
    [
      `users WHERE user_id = ${owner}`,
      `events WHERE owner_id = ${owner}`,
      `areas WHERE ${own}`,
      `activity_days WHERE ${own}`,
      `inspector_links WHERE ${own}`,
      `public_links WHERE ${own}`,
      `api_keys WHERE owner_id = ${owner}`,
      // Any login deletes expired sessions.
      `sessions WHERE user_id = ${owner} AND expires_at > ${now}`,
    ].map((which) => env.DB.prepare(`SELECT * FROM ${which}`).bind(eventId)),
  );
  const { body: report } = await client.get(`/api/events/${eventId}/report`);
  const { areas, journal } = z.parse(ReportSchema, report);
  return {
    rows: rows.map(({ results }) => results),
    room: (await client.get(`/api/events/${eventId}/areas`)).body,
    report: { totals: areas.map(({ ins, outs, closing }) => [ins, outs, closing]), journal },
  };
}

const countsOf = (areas: readonly Area[]) =>
  Object.fromEntries(areas.map((area) => [area.areaId, [area.currentOccupancy, area.totalEntries, area.totalExits]]));

/** The expected counts of the world's event. */
export class Counts {
  readonly model = new RoomModel();

  constructor(readonly world: World) {
    this.model.addArea(world.areaId);
    Object.assign(this.model.areas.get(world.areaId) ?? {}, { occupancy: PEOPLE_INSIDE, ins: PEOPLE_INSIDE });
  }

  get now(): number {
    return Date.now();
  }

  /** Names of times and of the caller's next seq. */
  namesFor(who: Principal): Record<string, string> {
    const seq = this.model.lastSeq(`client-of-${who}-000000`) + 1;
    const times = ['', '-4000000', '-60000', '+9999999'].map((by) => [`now${by}`, String(this.now + Number(by))]);
    return { seq: String(seq), ...Object.fromEntries(times) };
  }
}

/** Applies a successful call to the model. */
export function follow({ world, model, now }: Counts, { plan, route, params, body }: SentCall, answer: Answer): void {
  const { areaId = '' } = params;
  if (route === 'PUT /api/areas/:areaId/reset') model.reset(areaId, now);
  if (route === 'PUT /api/areas/:areaId/recount')
    model.recount(areaId, z.parse(RecountSchema, JSON.parse(body)).occupancy, now);
  if (params['eventId'] !== world.event.eventId) return;
  if (route === 'POST /api/events/:eventId/reset') for (const id of model.areas.keys()) model.reset(id, now);
  if (route === 'POST /api/events/:eventId/areas') model.addArea(z.parse(AreaSchema, answer.body).areaId);
  if (route !== 'POST /api/events/:eventId/occupancy') return;
  const principal = plan.who === 'code' ? `code:${world.event.eventId}` : `admin:${world.ownerId}`;
  const poll = z.parse(PollSchema, JSON.parse(body));
  const expected = model.receive({ ...poll, principal, receivedAt: now });
  const { ack, sync } = z.parse(PollAnswerSchema, answer.body);
  const rejected = ack.rejected?.map(({ seq, code }) => ({ seq, code })) ?? [];
  expect({ seq: ack.seq, rejected, floored: ack.floored ?? [] }).toEqual(expected);
  expect(countsOf(sync.areas)).toEqual(model.counts);
}

/** The room and its report show exactly the accepted taps. */
export async function checkCounts({ world: { event, clients }, model }: Counts): Promise<void> {
  const { body } = await clients.owner.get(`/api/events/${event.eventId}/areas`);
  expect(countsOf(z.parse(AreaListSchema, body).areas)).toEqual(model.counts);
  const report = await clients.owner.get(`/api/events/${event.eventId}/report`);
  for (const { areaId, closing } of z.parse(ReportSchema, report.body).areas) {
    expect(closing, areaId).toBe(model.counts[areaId]?.[0]);
  }
}
