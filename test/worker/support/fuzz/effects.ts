import { expect } from 'vitest';
import * as z from 'zod/mini';
import { PollAnswerSchema } from '../../../../src/shared/protocol/down';
import { formatAccessCode } from '../../../../src/shared/rules/access-code';
import { AccountExportSchema } from '../../../../src/shared/schemas/account-export';
import { AreaListSchema, AreaSchema } from '../../../../src/shared/schemas/area';
import { usableCapacity } from '../../../../src/shared/rules/venue-capacity';
import { UsageSchema } from '../../../../src/shared/schemas/billing';
import { DeviceListSchema } from '../../../../src/shared/schemas/device';
import { DisplaySchema } from '../../../../src/shared/schemas/display';
import { EventSchema } from '../../../../src/shared/schemas/event';
import { FlowSchema } from '../../../../src/shared/schemas/flow';
import { type VenueSettings, VenueSettingsSchema } from '../../../../src/shared/schemas/venue-settings';
import { readPoll } from '../../../../src/shared/protocol/poll';
import { PollSchema } from '../../../../src/shared/protocol/up';
import type { Answer, Call } from './calls';
import type { Actor } from './recipes';
import { admin, type Effect, fieldsOf, ownEvent, storedName } from './effect';
import { ModelRoom } from './model-room';
import { ORGANIZER_EFFECTS } from './organizer-effects';
import { REPORT_EFFECTS } from './report-effects';
import { inTime } from './run';
import { SESSION_EFFECTS } from './session-effects';
import type { ModelEvent, World } from './world';

const OK = { success: true } as const;

function storedCapacity(given: unknown, from: number): number {
  const capacity = typeof given === 'number' ? given : Number.NaN;
  expect(Number.isInteger(capacity) && capacity >= from && capacity <= 1_000_000, String(given)).toBe(true);
  // JSON has a minus zero, a database has none.
  return capacity + 0;
}

/** As they may be stored: in range, thresholds rising, and a place for a guest. */
function storedVenue(given: unknown): VenueSettings {
  // JSON has a minus zero, what is stored has none.
  const venue = z.parse(VenueSettingsSchema, JSON.parse(JSON.stringify(given)));
  expect([...new Set(venue.alertThresholds)].toSorted((a, b) => a - b)).toEqual(venue.alertThresholds);
  expect(usableCapacity(venue)).not.toBe(0);
  return venue;
}

function ownArea(world: World, { actor, params }: Call): { event: ModelEvent; areaId: string } {
  const areaId = params.areaId ?? '';
  const event = world.ownEvents(admin(actor)).find(({ areas }) => areas.has(areaId));
  if (!event) throw new Error(`Taken for ${areaId}`);
  return { event, areaId };
}

function seenEvent(world: World, call: Call): ModelEvent {
  if (call.actor !== 'code') return ownEvent(world, call);
  const event = world.codeEvent;
  if (event === undefined || event.eventId !== call.params.eventId) throw new Error(`Shown ${call.params.eventId}`);
  return event;
}

/** The event that a display's link shows. */
function shownEvent(world: World, { params }: Call): ModelEvent {
  const event = [...world.events.values()].find(({ displayToken }) => displayToken === params.token);
  if (!event) throw new Error(`Shown ${params.token}`);
  return event;
}

/** Without a payment provider, without a way to send mails, or because there is nothing that it could be about. */
const neverTaken: Effect = (_world, { method, url }) => {
  throw new Error(`${method} ${url.pathname} was taken`);
};

const asEvent = ({ eventId, eventName, accessCode, venue }: ModelEvent) => ({
  eventId,
  eventName,
  accessCode,
  ...(venue && { venue }),
});

function user(world: World, actor: Actor) {
  if (actor !== 'code') {
    const { email } = world.accounts.get(world.userIdOf(admin(actor))) ?? {};
    const isLocked = actor === 'owner' && world.options.isLocked;
    return { username: email, role: 'admin', subscriptionStatus: isLocked ? 'canceled' : 'trialing' };
  }
  const { eventId, accessCode = '' } = world.codeEvent ?? {};
  const subscriptionStatus = world.options.isLocked ? 'canceled' : 'trialing';
  return { username: formatAccessCode(accessCode), role: 'user', accessCode, eventId, subscriptionStatus };
}

function profile(world: World, actor: Actor) {
  return { ...user(world, admin(actor)), ...world.accounts.get(world.userIdOf(admin(actor)))?.billing };
}

/** The areas with names, capacities and counts, as GET areas must show them. */
export function expectAreas(event: ModelEvent, body: unknown): void {
  const { areas, event: said, countingAllowed } = z.parse(AreaListSchema, body);
  expect({ said, countingAllowed }).toEqual({ said: asEvent(event), countingAllowed: event.room.lockedAt === null });
  const shown = areas.map(({ areaId, areaName, capacity }) => [areaId, { areaName, capacity }] as const);
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(event.areas));
  const counts = areas.map(
    (area) => [area.areaId, [area.currentOccupancy, area.totalEntries, area.totalExits]] as const,
  );
  expect(Object.fromEntries(counts)).toEqual(event.room.counts);
}

async function closeSocket({ webSocket }: Answer, { url }: Call): Promise<void> {
  if (!webSocket) throw new Error('No socket');
  const closed = new Promise<number>((resolve) => {
    webSocket.addEventListener('close', ({ code }) => resolve(code));
  });
  webSocket.accept();
  const version = url.searchParams.get('v');
  if (version === null || version === '1' || version === '2' || version === '3') webSocket.close(1000);
  else expect(await inTime(closed, url.search)).toBe(4426);
}

function poll(world: World, call: Call, answer: Answer): void {
  const event = seenEvent(world, call);
  const principal = call.actor === 'code' ? `code:${event.eventId}` : `admin:${event.ownerId}`;
  const expected = event.room.receive({
    ...readPoll(z.parse(PollSchema, call.body)),
    principal,
    receivedAt: world.now,
  });
  const { ack, sync } = z.parse(PollAnswerSchema, answer.body);
  expect({
    seq: ack.seq,
    rejected: ack.rejected?.map(({ seq, code }) => ({ seq, code })) ?? [],
    floored: ack.floored ?? [],
  }).toEqual(expected);
  expect(sync).toMatchObject({
    eventId: event.eventId,
    lastSeq: ack.seq,
  });
  expectAreas(event, sync);
}

/** What each route must answer to a call that it took, and what is then different. Nothing else may be. */
export const EFFECTS: Readonly<Record<string, Effect>> = {
  'GET /assets/*': () => {},
  // Without a DSN.
  'POST /api/errors': neverTaken,
  'GET /api/health/ready': (_world, _call, { body }) => expect(body).toMatchObject({ ok: true }),
  'GET /api/health': (_world, _call, { body }) => expect(body).toMatchObject({ ok: true }),
  'GET /api/config': (_world, _call, { body }) => expect(body).toMatchObject({ billing: { configured: false } }),
  'GET /api/openapi.json': (_world, _call, { body }) => expect(body).toMatchObject({ openapi: '3.1.0' }),
  'GET /api/events/:eventId/socket': async (world, call, answer) => {
    seenEvent(world, call);
    await closeSocket(answer, call);
  },
  'GET /api/displays/:token/socket': async (world, call, answer) => {
    shownEvent(world, call);
    await closeSocket(answer, call);
  },
  'GET /api/account/socket': async (_world, call, answer) => {
    admin(call.actor);
    await closeSocket(answer, call);
  },
  'POST /api/auth/signup': (world, call, { status, body }) => {
    expect(status).toBe(201);
    const email = String(fieldsOf(call).email).trim().toLowerCase();
    expect(body).toEqual({ username: email, role: 'admin', subscriptionStatus: 'trialing' });
    expect([...world.accounts.values()].map((account) => account.email)).not.toContain(email);
    world.signedUp.push(email);
  },
  'POST /api/auth/login': async (world, { actor }, { headers, body }) => {
    expect(body).toMatchObject({ success: true });
    expect(headers.getSetCookie()).toHaveLength(3);
    await world.renew(actor);
  },
  'POST /api/auth/forgot-password': neverTaken,
  'POST /api/auth/reset-password': neverTaken,
  'GET /api/auth/verify': (world, { actor }, { body }) =>
    expect(body).toEqual({ success: true, user: user(world, actor) }),
  'POST /api/auth/logout': async (world, { actor }, { body }) => {
    expect(body).toEqual(OK);
    await world.renew(actor);
  },
  'GET /api/users/me': (world, { actor }, { body }) => expect(body).toEqual(user(world, actor)),
  'GET /api/users/profile': (world, { actor }, { body }) => expect(body).toEqual(profile(world, actor)),
  'PUT /api/users/billing-details': (world, call, { body }) => {
    const account = world.accounts.get(world.userIdOf(admin(call.actor)));
    const given = fieldsOf(call);
    expect(given.billing_address_country).toMatch(/^\s*[A-Z]{2}\s*$/);
    for (const field of Object.keys(account?.billing ?? {})) {
      const value = z.parse(z.string(), given[field] ?? '');
      if (account) account.billing[field] = value.trim();
    }
    expect(body).toEqual(profile(world, call.actor));
  },
  ...SESSION_EFFECTS,
  'GET /api/users/export': (world, { actor }, { body }) => {
    const { account, events } = z.parse(AccountExportSchema, body);
    expect(account).toMatchObject({ email: profile(world, actor).username });
    const own = world.ownEvents(admin(actor));
    expect(events.map(({ eventId }) => eventId).toSorted()).toEqual(own.map(({ eventId }) => eventId).toSorted());
    for (const { eventId, areas } of events) {
      const present = areas
        .filter(({ deletedAt }) => deletedAt === null)
        .map((area) => [area.areaId, [area.currentOccupancy, area.totalEntries, area.totalExits]] as const);
      const known = Object.entries(world.events.get(eventId)?.room.counts ?? {});
      expect(Object.fromEntries(present)).toEqual(Object.fromEntries(known));
    }
  },
  'DELETE /api/users': (world, { actor }, { body }) => {
    expect(body).toEqual(OK);
    const userId = world.userIdOf(admin(actor));
    world.accounts.delete(userId);
    for (const event of world.events.values()) if (event.ownerId === userId) world.forgetEvent(event.eventId);
  },
  'POST /api/billing/webhook': neverTaken,
  'GET /api/billing/usage': (world, { actor }, { body }) => {
    const usage = z.parse(UsageSchema, body);
    expect([usage.configured, usage.amountCents, usage.events.flatMap((event) => event.days)]).toEqual([false, 0, []]);
    const own = world.ownEvents(admin(actor)).map(({ eventId, eventName }) => [eventId, eventName]);
    for (const { eventId, eventName } of usage.events) {
      if (world.events.has(eventId)) expect(own).toContainEqual([eventId, eventName]);
    }
  },
  'POST /api/billing/create-setup-intent': neverTaken,
  'POST /api/billing/attach-payment-method': neverTaken,
  'GET /api/events': (world, { actor }, { body }) =>
    expect(z.parse(z.array(EventSchema), body).toSorted(byId)).toEqual(
      world.ownEvents(admin(actor)).map(asEvent).toSorted(byId),
    ),
  'POST /api/events': (world, call, { status, body }) => {
    expect(status).toBe(201);
    const { venue, ...event } = z.parse(EventSchema, body);
    expect(venue).toBeUndefined();
    expect(event.eventName).toBe(storedName(fieldsOf(call).eventName));
    const room = new ModelRoom();
    if (world.options.isLocked && call.actor === 'owner') room.lockedAt = world.now;
    const ownerId = world.userIdOf(admin(call.actor));
    world.events.set(event.eventId, { ...event, displayToken: null, ownerId, areas: new Map(), room });
  },
  'GET /api/events/by-access-code/:code': (world, { actor, params }, { body }) => {
    const code = (params.code ?? '').replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase();
    const visible = actor === 'code' ? [world.codeEvent] : world.ownEvents(admin(actor));
    const event = visible.find((one) => one?.accessCode === code);
    if (!event) throw new Error(`Shown ${params.code}`);
    expect(body).toEqual(asEvent(event));
  },
  'PATCH /api/events/:eventId': (world, call, { body }) => {
    const event = ownEvent(world, call);
    event.eventName = storedName(fieldsOf(call).eventName);
    expect(body).toEqual(asEvent(event));
  },
  'DELETE /api/events/:eventId': (world, call, { body }) => {
    world.forgetEvent(ownEvent(world, call).eventId);
    expect(body).toEqual(OK);
  },
  'POST /api/events/:eventId/access-code': async (world, call, { body }) => {
    const event = ownEvent(world, call);
    const { accessCode } = z.parse(EventSchema, body);
    expect(accessCode).not.toBe(event.accessCode);
    event.accessCode = accessCode;
    expect(body).toEqual(asEvent(event));
    if (event === world.codeEvent) await world.renew('code');
  },
  'GET /api/events/:eventId/join-key': (world, call, { body }) => {
    seenEvent(world, call);
    z.parse(z.object({ joinKey: z.string().check(z.regex(/^[0-9a-f]{32}$/)) }), body);
  },
  'GET /api/events/:eventId/areas': (world, call, { body }) => expectAreas(seenEvent(world, call), body),
  'POST /api/events/:eventId/areas': (world, call, { status, body }) => {
    expect(status).toBe(201);
    const event = ownEvent(world, call);
    const { areaId, areaName, capacity } = z.parse(AreaSchema, body);
    const fields = fieldsOf(call);
    expect({ areaName, capacity }).toEqual({
      areaName: storedName(fields.areaName),
      capacity: storedCapacity(fields.capacity, 1),
    });
    event.areas.set(areaId, { areaName, capacity });
    event.room.addArea(areaId);
  },
  'POST /api/events/:eventId/occupancy': poll,
  'PUT /api/events/:eventId/venue': (world, call, { body }) => {
    const event = ownEvent(world, call);
    event.venue = storedVenue(fieldsOf(call));
    expect(body).toEqual(asEvent(event));
  },
  ...REPORT_EFFECTS,
  ...ORGANIZER_EFFECTS,
  'GET /api/events/:eventId/display': (world, call, { body }) =>
    expect(body).toEqual({ displayToken: ownEvent(world, call).displayToken }),
  'POST /api/events/:eventId/display': (world, call, { body }) => {
    const event = ownEvent(world, call);
    const { displayToken } = z.parse(z.object({ displayToken: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }), body);
    expect(displayToken).not.toBe(event.displayToken);
    world.setDisplay(event, displayToken);
  },
  'DELETE /api/events/:eventId/display': (world, call, { body }) => {
    world.setDisplay(ownEvent(world, call), null);
    expect(body).toEqual({ displayToken: null });
  },
  'GET /api/events/:eventId/devices': (world, call, { body }) => {
    ownEvent(world, call);
    z.parse(DeviceListSchema, body);
  },
  'GET /api/events/:eventId/flow': (world, call, { body }) => {
    const { areas, room } = ownEvent(world, call);
    const flow = z.parse(FlowSchema, body);
    expect(flow.areas.map(({ areaId }) => areaId).toSorted()).toEqual([...areas.keys()].toSorted());
    for (const { areaId, minutes } of flow.areas) expect(minutes.at(-1)?.occupancy).toBe(room.counts[areaId]?.[0]);
  },
  'POST /api/events/:eventId/alerts/:alertId/acknowledge': neverTaken,
  'GET /api/operator/events/:eventId/export': neverTaken,
  'POST /api/operator/events/:eventId/restore': neverTaken,
  'POST /api/operator/events/import': neverTaken,
  'PUT /api/operator/events/import/:eventId': neverTaken,
  'POST /api/operator/events/import/:eventId': neverTaken,
  'DELETE /api/operator/events/import/:eventId': neverTaken,
  'GET /api/displays/:token': (world, call, { body }) => {
    const { eventId, eventName, venue, areas, room } = shownEvent(world, call);
    const display = z.parse(DisplaySchema, body);
    expect([display.eventId, display.eventName]).toEqual([eventId, eventName]);
    const shown = display.areas.map((area) => [area.areaId, [area.areaName, area.capacity, area.occupancy]] as const);
    const known = [...areas].map(
      ([areaId, area]) => [areaId, [area.areaName, area.capacity, room.counts[areaId]?.[0]]] as const,
    );
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(known));
    const capacity = venue ? usableCapacity(venue) : null;
    const occupancy = Object.values(room.counts).reduce((sum, [people = 0]) => sum + people, 0);
    expect(display.total).toEqual(capacity === null ? null : { occupancy, capacity });
  },
  'PATCH /api/areas/:areaId': (world, call, { body }) => {
    const { event, areaId } = ownArea(world, call);
    const fields = fieldsOf(call);
    const before = event.areas.get(areaId) ?? { areaName: '', capacity: 0 };
    const after = {
      areaName: Object.hasOwn(fields, 'areaName') ? storedName(fields.areaName) : before.areaName,
      capacity: Object.hasOwn(fields, 'capacity') ? storedCapacity(fields.capacity, 0) : before.capacity,
    };
    expect(Object.hasOwn(fields, 'areaName') || Object.hasOwn(fields, 'capacity')).toBe(true);
    event.areas.set(areaId, after);
    expect(body).toEqual({ areaId, ...after });
  },
  'PUT /api/areas/:areaId/reset': (world, call, { body }) => {
    const { event, areaId } = ownArea(world, call);
    event.room.reset(areaId, world.now);
    expect(body).toEqual(OK);
  },
  'PUT /api/areas/:areaId/recount': (world, call, { body }) => {
    const { event, areaId } = ownArea(world, call);
    const { occupancy, reason } = fieldsOf(call);
    const before = event.room.counts[areaId]?.[0] ?? Number.NaN;
    const after = storedCapacity(occupancy, 0);
    expect(String(reason).trim().length).toBeGreaterThanOrEqual(1);
    expect(String(reason).trim().length).toBeLessThanOrEqual(200);
    event.room.recount(areaId, after, world.now);
    expect(body).toEqual({ areaId, before, after, drift: after - before });
  },
  'DELETE /api/areas/:areaId': (world, call, { body }) => {
    const { event, areaId } = ownArea(world, call);
    event.areas.delete(areaId);
    const area = event.room.areas.get(areaId);
    if (area) area.isDeleted = true;
    world.goneAreas.push(areaId);
    expect(body).toEqual(OK);
  },
};

const byId = (a: { eventId: string }, b: { eventId: string }) => a.eventId.localeCompare(b.eventId);
