import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import {
  type CreatedInspectorLink,
  CreatedInspectorLinkSchema,
  InspectionOpeningSchema,
  InspectorLinkListSchema,
} from '../../../src/shared/inspections/schemas';
import { FRIDAY, moment } from '../../support/moments';
import { type Admin, createOpenVenue } from './accounts';
import { createClient } from './client';
import { tapper } from './taps';

/** Inspectors' links of tests, from their creation to what is read with them. */

export const NOON = moment(FRIDAY, '12:00');

/** For whom the links are. */
export const HUBER = 'Licensing officer Huber';
const roomOf = (eventId: string) => env.ROOMS.get(env.ROOMS.idFromName(eventId));
export const linksPath = (eventId: string) => `/api/events/${eventId}/inspections`;

/** Creates a link to the event, valid for so many hours. */
export async function makeLink({ client }: Admin, eventId: string, hours = 4): Promise<CreatedInspectorLink> {
  const answer = await client.post(linksPath(eventId), { label: ` ${HUBER} `, hours });
  expect(answer.status).toBe(201);
  return z.parse(CreatedInspectorLinkSchema, answer.body);
}

export const listOf = async ({ client }: Admin, eventId: string) =>
  z.parse(InspectorLinkListSchema, (await client.get(linksPath(eventId))).body).links;

export const press = (token: string) => createClient().post(`/api/inspections/${token}/openings`);

/** Opens a link, and returns the opening with which it is read. */
export async function open(token: string): Promise<string> {
  const answer = await press(token);
  expect(answer.status).toBe(201);
  return z.parse(InspectionOpeningSchema, answer.body).opening ?? expect.fail('Counting has not begun');
}

export const read = (token: string, opening: string, part = '') =>
  createClient().call('GET', `/api/inspections/${token}${part}`, { headers: { 'x-inspection': opening } });

export const FIRE = { kind: 'fire', capacity: 500, condition: 'Certificate 7' } as const;

/** A venue in which 40 people are, with a capacity for 960 guests, a margin of 50, and a limit in its area. */
export async function counted() {
  const venue = await createOpenVenue();
  const { admin, event, area, device } = venue;
  const settings = { capacity: 1000, staffAllowance: 40, safetyMarginPercent: 5, alertThresholds: [5] };
  await admin.client.call('PUT', `/api/events/${event.eventId}/venue`, { body: settings });
  const limited = { capacity: 600, limits: [FIRE] };
  expect((await admin.client.call('PATCH', `/api/areas/${area.areaId}`, { body: limited })).status).toBe(200);
  await tapper(device, event.eventId)([{ areaId: area.areaId, change: 40 }]);
  return { ...venue, settings };
}

/** Closes and seals the days that have ended. */
export async function seal(eventId: string) {
  for (let rings = 0; rings < 3; rings += 1) await runDurableObjectAlarm(roomOf(eventId));
}
