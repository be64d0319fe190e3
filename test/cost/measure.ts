import { setTimeout as sleep } from 'node:timers/promises';
import type { Meter } from '../support/meter.ts';
import { between, pick, type Random } from '../support/random.ts';
import type { RoomServer } from '../support/room-server.ts';
import { Device, joinAll } from '../support/socket-device.ts';
import { cpuSeconds, workerdPids } from '../support/server-process.ts';
import { enterByCode, openVenue, type Venue } from '../support/venue.ts';

export const DAY = { hours: 8, devices: 20, taps: 30_000, areas: 5 } as const;

const json = async <T>(response: Response): Promise<T> => {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  const body: T = JSON.parse(await response.text());
  return body;
};

/** Reads and resets the meter: returns the counts since the last call. */
export const meter = async ({ url }: RoomServer): Promise<Meter> => await json(await fetch(new URL('/meter', url)));

/** Requests of a device's first visit, and of its return after a lost connection. */
export interface Visits {
  arrival: Meter;
  reconnection: Meter;
}

/**
 * An isolate remembers a display's link for 1 s and the relay that a room named for 5 s. Visits of a day are further
 * apart, or come to other isolates.
 */
const FORGOTTEN_AFTER_MS = 5_500;

/** Measures the visits. @param present already holds a socket: room and hub know each other before a guest arrives */
async function measureVisits(
  server: RoomServer,
  present: Device,
  arrive: () => Promise<Device>,
  comeBack: () => Promise<Device>,
): Promise<Visits> {
  await sleep(FORGOTTEN_AFTER_MS);
  await meter(server);
  const arrived = await arrive();
  const arrival = await meter(server);
  arrived.socket.terminate();
  await sleep(FORGOTTEN_AFTER_MS);
  await meter(server);
  const again = await comeBack();
  const reconnection = await meter(server);
  for (const { socket } of [present, again]) socket.terminate();
  return { arrival, reconnection };
}

/** Measures the visits of a device that logs in with the access code. */
export async function measureDevice(server: RoomServer): Promise<Visits> {
  const venue = await openVenue('room', server, DAY.areas);
  const call = async <T>(path: string, headers: Record<string, string>): Promise<T> =>
    await json(await fetch(new URL(path, server.url), { headers }));
  const [event] = await call<{ accessCode: string }[]>('/api/events', venue.headers);
  const code = event?.accessCode ?? '';
  const areas = `/api/events/${venue.eventId}/areas`;
  let guest = venue;
  const join = async () => {
    await call(areas, guest.headers);
    return await Device.join('room', guest, 1);
  };
  const arrive = async () => {
    guest = { ...venue, headers: await enterByCode(server.url, code) };
    for (const path of ['/api/config', '/api/auth/verify', `/api/events/by-access-code/${code}`]) {
      await call(path, guest.headers);
    }
    return await join();
  };
  return await measureVisits(server, await Device.join('room', venue, 0), arrive, join);
}

interface DisplayLink {
  call: () => Promise<unknown>;
  connect: () => Promise<Device>;
}

async function openDisplay({ url }: RoomServer, venue: Venue): Promise<DisplayLink> {
  const { headers, eventId } = venue;
  // A device has to count before an event's displays get a socket.
  await Device.join('room', venue, 0);
  const link = new URL(`/api/events/${eventId}/display`, url);
  const { displayToken } = await json<{ displayToken: string }>(await fetch(link, { method: 'POST', headers }));
  const address = `/api/displays/${displayToken}`;
  const socketUrl = `${url.href.replace('http', 'ws')}${address.slice(1)}/socket?v=1`;
  return {
    call: async () => await json(await fetch(new URL(address, url))),
    connect: async () => await Device.join('room', { ...venue, socketUrl, headers: {} }, 0, '{"type":"display"'),
  };
}

/** Measures the visits of a public display. It calls at its arrival; later its socket reconnects by itself. */
export async function measureDisplay(server: RoomServer): Promise<Visits> {
  const { call, connect } = await openDisplay(server, await openVenue('room', server, DAY.areas));
  const visit = async () => {
    await call();
    return await connect();
  };
  // If the room has a place for one viewer only, the next one opens the relay.
  const first = await visit();
  const visits = await measureVisits(server, await visit(), visit, connect);
  first.socket.terminate();
  return visits;
}

const WARM_UP = 200;
const CONNECTIONS = 1_000;

/**
 * Returns the CPU ms of a display's reconnection, the request that comes most often. It is an upper bound: the time
 * includes the room and the local database, whose work Cloudflare does not bill as the worker's CPU.
 */
export async function measureCpuMs(server: RoomServer): Promise<number> {
  const { connect } = await openDisplay(server, await openVenue('room', server, DAY.areas));
  const times = async (count: number): Promise<number> => {
    const before = cpuSeconds(workerdPids());
    for (let i = 0; i < count; i++) (await connect()).socket.terminate();
    return (cpuSeconds(workerdPids()) - before) * 1_000;
  };
  await times(WARM_UP);
  return (await times(CONNECTIONS)) / CONNECTIONS;
}

/** Measures one minute of upkeep of a room with sockets. */
export async function measureUpkeep(server: RoomServer): Promise<Meter> {
  const venue = await openVenue('room', server, DAY.areas);
  const device = await Device.join('room', venue, 0);
  let counted = await meter(server);
  // The first upkeep of a day also prunes, so the second one is measured.
  for (let minute = 0; minute < 2; minute++) {
    const answer = await fetch(new URL(`/upkeep?room=${venue.eventId}`, server.url));
    if (!answer.ok) throw new Error(await answer.text());
    counted = await meter(server);
  }
  device.socket.terminate();
  return counted;
}

const categoriesOf = async ({ url }: RoomServer, { headers, eventId }: Venue): Promise<string[]> => {
  const body = JSON.stringify({ categories: [{ name: 'Adults' }, { name: 'Children' }], areOutsNamed: true });
  const address = new URL(`/api/events/${eventId}/categories`, url);
  const event = await json<{ categories: { list: { categoryId: string }[] } }>(
    await fetch(address, { method: 'PUT', headers, body }),
  );
  return event.categories.list.map(({ categoryId }) => categoryId);
};

/**
 * Measures a whole day's taps. Each frame is sent after the previous one is acknowledged, so no two frames share a
 * flush. This is the most expensive case, and the usual one at one tap a second. Taps carry the times of the simulated
 * day, because the ledger has rows per minute.
 * @param hasCategories whether the event has two categories, which each device presses by turns
 */
export async function measureTaps(
  server: RoomServer,
  tapsPerFrame: number,
  random: Random,
  hasCategories = false,
): Promise<Meter> {
  const durationMs = DAY.hours * 3_600_000;
  const venue = await openVenue('room', server, DAY.areas);
  const categories = hasCategories ? await categoriesOf(server, venue) : [];
  const devices = await joinAll('room', venue, DAY.devices);
  await meter(server);
  // Each device stays at one door, where people come and go.
  const doors = devices.map((device, i) => ({ device, areaId: venue.areaIds[i % DAY.areas] ?? '' }));
  const frames = DAY.taps / tapsPerFrame;
  for (let frame = 0; frame < frames; frame++) {
    const { device, areaId } = pick(random, doors);
    const occurredMs = (frame / frames) * durationMs;
    // The venue fills and empties: the share of entries falls evenly.
    const inShare = 0.75 - 0.5 * (frame / frames);
    const sentAt = Date.now();
    const at = sentAt - durationMs + occurredMs;
    const taps = Array.from({ length: tapsPerFrame }, (_, i) => ({
      areaId,
      change: random() < inShare ? 1 : -1,
      at: Math.min(sentAt, at + i * between(random, 200, 800)),
      ...(hasCategories && { category: categories[(device.seq + i) % categories.length] ?? '' }),
    }));
    const acked = new Promise<void>((resolve) => {
      device.onText = (text) => {
        if (text.startsWith('{"type":"ack"')) resolve();
      };
    });
    device.sendTaps(taps, device.seq, sentAt);
    await acked;
  }
  // A change that is not a tap makes the room write its log into its tables.
  const body = JSON.stringify({ areaName: 'Counted' });
  const area = new URL(`/api/areas/${venue.areaIds[0]}`, server.url);
  await json(await fetch(area, { method: 'PATCH', headers: venue.headers, body }));
  const counted = await meter(server);
  for (const { socket } of devices) socket.terminate();
  return counted;
}
