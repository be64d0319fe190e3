import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type DownFrame, DownFrameSchema } from '../../../src/shared/protocol/down';
import { PROTOCOL_VERSION } from '../../../src/shared/protocol/version';
import { CLIENT_HEADER } from '../../../src/shared/client-header';
import * as up from '../../../src/shared/protocol/up';
import type { UpFrame } from '../../../src/shared/protocol/up';
import type { Event } from '../../../src/shared/schemas/event';
import type { Device } from '../support/device';
import { createWorld, PEOPLE_INSIDE, type Principal, PRINCIPALS, type World } from '../support/permissions/world';
import { openSocket, UPGRADE } from '../support/sockets';

type About = Pick<World, 'areaId'> & { event: Pick<Event, 'eventId'> };

/** Each message that a client may send, by the name of its schema. */
const MESSAGES: Readonly<Record<string, (of: About) => UpFrame>> = {
  JoinEventSchema: ({ event }) => ({ type: 'join_event', eventId: event.eventId }),
  UpdateOccupancySchema: ({ event, areaId }) => ({
    type: 'update_occupancy',
    eventId: event.eventId,
    seq: 1,
    sentAt: Date.now(),
    taps: [{ areaId, change: 1, at: Date.now() }],
  }),
  UpdateOccupancyShortSchema: ({ event, areaId }) => ({
    type: 'update_occupancy',
    eventId: event.eventId,
    areaId,
    change: 1,
  }),
  RequestSyncSchema: () => ({ type: 'request_sync' }),
  AnswerSchema: () => ({ type: 'answer', word: 'nobody-asked' }),
};
const NAMES = Object.keys(MESSAGES);

/** The type of the answer, the refusal with its close code, or the status of a refused upgrade. */
type Outcome = string | number;

const NO_SESSION = { guest: 401, operator: 401, expired: 401, revoked: 401, deleted: 401, removed: 401 } as const;
/** No key opens a socket. */
const KEYS = {
  expiredKey: 401,
  revokedKey: 401,
  elsewhereKey: 403,
  otherEventKey: 403,
  otherKey: 403,
  readKey: 403,
  countKey: 403,
  manageKey: 403,
} as const;
const NOT_THEIRS = { ...NO_SESSION, ...KEYS, otherCode: 404, other: 404, elsewhereSupervisor: 404 } as const;

/** The same outcome for all who may count, another one for members who may only watch, and one for displays. */
const tableRow = (display: Outcome, viewer: Outcome, counting: Outcome) => ({
  ...NOT_THEIRS,
  display,
  viewer,
  code: counting,
  supervisor: counting,
  manager: counting,
  owner: counting,
});

/** Outcomes at the event's room. The display uses its link. */
const AT_THE_ROOM: Readonly<Record<string, Readonly<Record<Principal, Outcome>>>> = {
  JoinEventSchema: tableRow('display', 'sync', 'sync'),
  UpdateOccupancySchema: tableRow('forbidden 4403', 'retry', 'ack'),
  UpdateOccupancyShortSchema: tableRow('forbidden 4403', 'forbidden 4403', 'ack'),
  RequestSyncSchema: tableRow('display', 'sync', 'sync'),
  /** Only displays are asked. An answer alone has no effect that a test could see, so request_sync follows it. */
  AnswerSchema: tableRow('display', 'forbidden 4403', 'forbidden 4403'),
};
/** Outcomes at the account's hub, which accepts no messages. */
const AT_THE_HUB: Readonly<Record<Principal, Outcome>> = {
  ...NO_SESSION,
  ...KEYS,
  display: 401,
  otherCode: 403,
  elsewhereSupervisor: 403,
  code: 403,
  viewer: 403,
  supervisor: 403,
  other: 'bad_frame 4400',
  manager: 'bad_frame 4400',
  owner: 'bad_frame 4400',
};

const roomPath = ({ event, displayToken }: World, who: Principal) =>
  who === 'display' ? `/api/displays/${displayToken}/socket?v=1` : `/api/events/${event.eventId}/socket?v=1`;
const HUB_PATH = '/api/account/socket?v=1';

/** Returns the socket, or the status of the refused upgrade. */
async function connect({ clients }: World, who: Principal, path: string): Promise<Device | number> {
  const { status, webSocket } = await clients[who].fetch(path, { headers: UPGRADE });
  return webSocket === null ? status : openSocket(clients[who], path);
}

const ANSWERS: ReadonlySet<DownFrame['type']> = new Set(['sync', 'ack', 'retry', 'display', 'error']);

async function outcomeOf(device: Device): Promise<Outcome> {
  const count = device.frames.length;
  const answer = await device.until(
    () => device.frames.slice(count).find(({ type }) => ANSWERS.has(type)),
    'an answer',
  );
  return answer.type === 'error' ? `${answer.code} ${await device.closedWith()}` : answer.type;
}

async function joined(device: Device, world: World): Promise<Device> {
  const answered = outcomeOf(device);
  device.send({ type: 'join_event', eventId: world.event.eventId });
  await answered;
  return device;
}

/** The number of people that were counted into each event's first area since the world was created. */
async function counted({ clients, event, otherEvent }: World): Promise<number[]> {
  const lists = [event, otherEvent].map(({ eventId }) => clients.owner.get(`/api/events/${eventId}/areas`));
  const schema = z.object({ areas: z.array(z.object({ currentOccupancy: z.int() })) });
  const [here, there] = (await Promise.all(lists)).map(({ body }) => z.parse(schema, body).areas[0]?.currentOccupancy);
  return [(here ?? NaN) - PEOPLE_INSIDE, there ?? NaN];
}

test('every message of the protocol has its rows', () => {
  const schemas = Object.entries(up)
    .filter(([, value]) => value instanceof z.ZodMiniObject && 'type' in value.shape)
    .map(([name]) => name);
  expect(schemas.toSorted()).toEqual(NAMES.toSorted());
  expect(Object.keys(AT_THE_ROOM)).toEqual(NAMES);
});

/** The outcome of the message for each principal on sockets to that path. */
async function outcomesAt(world: World, name: string, pathOf: (who: Principal) => string, joins: boolean) {
  const outcomes: Record<string, Outcome> = {};
  for (const who of PRINCIPALS) {
    const device = await connect(world, who, pathOf(who));
    if (typeof device === 'number') {
      outcomes[who] = device;
      continue;
    }
    if (joins) await joined(device, world);
    const answered = outcomeOf(device);
    device.sendText(JSON.stringify(MESSAGES[name]?.(world)));
    if (name === 'AnswerSchema') device.send({ type: 'request_sync' });
    outcomes[who] = await answered;
  }
  return outcomes;
}

test.each(NAMES)(
  'the message %s to the room has the outcome in the table for each principal, and the hub refuses every message',
  async (name) => {
    const world = await createWorld();
    const atTheRoom = await outcomesAt(world, name, (who) => roomPath(world, who), name !== 'JoinEventSchema');
    expect(atTheRoom).toEqual(AT_THE_ROOM[name]);
    const acknowledged = Object.values(atTheRoom).filter((outcome) => outcome === 'ack').length;
    expect(await outcomesAt(world, name, () => HUB_PATH, false)).toEqual(AT_THE_HUB);
    expect(await counted(world)).toEqual([acknowledged, 0]);
  },
);

// The other messages name no event.
test.each(NAMES.filter((name) => !['RequestSyncSchema', 'AnswerSchema'].includes(name)))(
  '%s about another event changes nothing there, even when the sender owns it',
  async (name) => {
    const world = await createWorld();
    const device = await joined(await openSocket(world.clients.owner, roomPath(world, 'owner')), world);
    // Taps in the other event's area are rejected one by one.
    device.sendText(JSON.stringify(MESSAGES.UpdateOccupancySchema?.({ ...world, areaId: world.otherAreaId })));
    expect(await device.next('ack')).toMatchObject({ seq: 1, rejected: [{ seq: 1, code: 'unknown_area' }] });
    const answered = outcomeOf(device);
    device.sendText(JSON.stringify(MESSAGES[name]?.({ event: world.otherEvent, areaId: world.otherAreaId })));
    expect(await answered).toBe('wrong_event 4400');
    expect(await counted(world)).toEqual([0, 0]);
  },
);

/**
 * The receivers of each message: at the room the admin, a viewer, the access code and the display; at the hubs the admin
 * and another admin.
 */
const AUDIENCE: Readonly<Record<DownFrame['type'], readonly string[]>> = {
  sync: ['code', 'owner', 'viewer'],
  ack: ['code'],
  retry: ['code'],
  occupancy_updated: ['code', 'owner', 'viewer'],
  alerts_changed: ['code', 'owner', 'viewer'],
  orders_changed: ['code', 'owner', 'viewer'],
  evacuation_changed: ['code', 'owner', 'viewer'],
  areas_changed: ['code', 'owner', 'viewer'],
  display: ['display'],
  /** A display gets it only after many frames. */
  question: [],
  event_created: ['hub'],
  event_updated: ['code', 'hub', 'owner', 'viewer'],
  /** A display is only disconnected. */
  event_deleted: ['code', 'hub', 'owner', 'viewer'],
  /** Sent when the events in D1 differ from those that the devices know. */
  events_changed: ['hub'],
  force_refresh: ['code', 'hub', 'owner', 'viewer'],
  error: ['stranger'],
};

test('every message of the server reaches exactly its intended receivers', async () => {
  expect(Object.keys(AUDIENCE).toSorted()).toEqual(
    DownFrameSchema.def.options.map(({ shape }) => z.parse(z.string(), shape.type.def.values[0])).toSorted(),
  );
  // This room accepts two taps at once.
  env.MAX_TAPS_PER_SECOND = '0.02';
  const world = await createWorld();
  const { clients, event, areaId, ownerId } = world;
  const at = async (who: Principal) => joined(await openSocket(clients[who], roomPath(world, who)), world);
  const devices = {
    owner: await at('owner'),
    code: await at('code'),
    viewer: await at('viewer'),
    display: await at('display'),
    hub: await openSocket(clients.owner, HUB_PATH),
    otherHub: await openSocket(clients.other, HUB_PATH),
  };
  const eventPath = `/api/events/${event.eventId}`;
  devices.code.send({ type: 'update_occupancy', eventId: event.eventId, areaId, change: 500 });
  await devices.owner.next('alerts_changed');
  await clients.owner.post(`${eventPath}/orders`, { kind: 'stop', target: { type: 'event' } });
  await devices.code.next('orders_changed');
  await clients.owner.post(`${eventPath}/evacuations`, { isDrill: true });
  await devices.code.next('evacuation_changed');
  const tap = { areaId, change: 1, at: 0 };
  devices.code.send({ type: 'update_occupancy', eventId: event.eventId, seq: 2, sentAt: 0, taps: [tap, tap] });
  await devices.code.next('retry');
  await clients.owner.post('/api/events', { eventName: 'Third' });
  await clients.owner.call('PATCH', eventPath, { body: { eventName: 'New' } });
  await clients.owner.post(`${eventPath}/areas`, { areaName: 'Bar', capacity: 10 });
  const hub = env.HUBS.get(env.HUBS.idFromName(ownerId));
  await runDurableObjectAlarm(hub);
  await env.DB.prepare("UPDATE events SET event_name = 'As it was' WHERE owner_id = ?").bind(ownerId).run();
  await runDurableObjectAlarm(hub);
  await devices.hub.next('events_changed');
  const account = { revision: 9, status: 'active' as const, trialEndsAt: 0 };
  await hub.setAccount(account);
  await devices.code.next('force_refresh');
  const stranger = await openSocket(clients.code, roomPath(world, 'code'));
  stranger.sendText('{}');
  await stranger.next('error');
  await clients.owner.call('DELETE', eventPath);
  for (const who of ['owner', 'code', 'viewer', 'hub'] as const) await devices[who].next('event_deleted');
  expect(await devices.display.closedWith()).toBe(4404);

  const heard = Object.entries({ ...devices, stranger });
  const whoHeard = (type: string) =>
    heard.filter(([, { frames }]) => frames.some((frame) => frame.type === type)).map(([who]) => who);
  const audience = Object.keys(AUDIENCE).map((type) => [type, whoHeard(type).toSorted()]);
  expect(Object.fromEntries(audience)).toEqual(AUDIENCE);
  for (const { frames } of [devices.viewer, devices.display])
    expect(JSON.stringify(frames)).not.toContain(event.accessCode);
});

test('a list of areas has the orders for the client that it names; the organizer and their keys see all', async () => {
  const world = await createWorld();
  const { clients, event } = world;
  const eventPath = `/api/events/${event.eventId}`;
  const [door, other] = ['door-phone-0000001', 'door-phone-0000002'];
  for (const clientId of [door, other]) {
    const socket = await openSocket(clients.code, roomPath(world, 'code'));
    socket.send({ type: 'join_event', eventId: event.eventId, clientId, deviceId: `device-of-${clientId}` });
    await socket.next('sync');
  }
  const deviceId = `device-of-${door}`;
  await clients.owner.post(`${eventPath}/orders`, { kind: 'stop', target: { type: 'device', deviceId } });
  const isTold = async (who: Principal, headers: Record<string, string>) =>
    (await clients[who].call('GET', `${eventPath}/areas`, { headers })).text.includes(deviceId);
  expect(await isTold('code', { [CLIENT_HEADER]: door })).toBe(true);
  expect(await isTold('code', { [CLIENT_HEADER]: other })).toBe(false);
  // A new page of the same device, which has not joined yet.
  const says = { [CLIENT_HEADER]: `door-phone-0000003 ${deviceId} an-area` };
  expect(await isTold('code', says)).toBe(true);
  const poll = (headers: Record<string, string>, seq: number) => {
    const taps = [{ areaId: world.areaId, change: 1, at: Date.now() }];
    const body = { clientId: 'door-phone-0000003', seq, sentAt: Date.now(), taps };
    return clients.code.call('POST', `${eventPath}/occupancy?v=${PROTOCOL_VERSION}`, { headers, body });
  };
  expect((await poll({}, 1)).text).not.toContain(deviceId);
  expect((await poll(says, 2)).text).toContain(deviceId);
  for (const who of ['owner', 'readKey'] as const) expect(await isTold(who, {})).toBe(true);
});
