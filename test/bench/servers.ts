import { resolve } from 'node:path';
import { WITHOUT_LIMITS } from '../../scripts/variables';
import { BUILT_WORKER, type RoomServer, startRoomServer } from '../support/room-server';
import { residentBytes } from '../support/server-process';
import { type Device, joinAll } from '../support/socket-device';
import { openVenue, type Subject, type Venue } from '../support/venue';
import { openDoor } from './door';
import type { ServerName } from './figures';

/** A server that benchmarks start. */
export interface BenchServer {
  name: ServerName;
  subject: Subject;
  start: () => Promise<RoomServer>;
}

/** The limits of machines are the product's own: without a value a limit has its default. */
const MACHINE_LIMITS = { MAX_TAPS_PER_SECOND: '', MAX_SOURCE_BATCHES_PER_MINUTE: '' };

const floor = resolve(import.meta.dirname, 'floor.mjs');
export const FLOOR: BenchServer = {
  name: 'floor',
  subject: 'floor',
  start: () => startRoomServer({ script: floor, objects: { OBJECT: 'Floor' } }),
};
export const ROOM: BenchServer = {
  name: 'room',
  subject: 'room',
  start: () => startRoomServer({ script: BUILT_WORKER }),
};

/** The room as it is served: a session may send 10,000 taps at once, which are those of ten seconds at 1,000 taps/s. */
export const LIMITED_ROOM: BenchServer = {
  name: 'room',
  subject: 'room',
  start: () => startRoomServer({ script: BUILT_WORKER, variables: { ...WITHOUT_LIMITS, ...MACHINE_LIMITS } }),
};

export interface Joined {
  venue: Venue;
  devices: Device[];
  bytesPerDevice: number;
  url: URL;
}

const AREAS = 10;

/**
 * Runs `work` with `count` devices that have joined an event of `areas` areas, through the front door. Each measurement
 * gets a fresh server, because the sockets of an earlier measurement would stall the next one.
 */
export async function withDevices<T>(
  { subject, start }: Pick<BenchServer, 'subject' | 'start'>,
  count: number,
  work: (joined: Joined) => Promise<T>,
  areas = AREAS,
): Promise<T> {
  const server = await start();
  const door = await openDoor(server.url);
  try {
    const venue = await openVenue(subject, door, areas);
    const empty = residentBytes();
    const devices = await joinAll(subject, venue, count);
    const bytesPerDevice = (residentBytes() - empty) / count;
    const result = await work({ venue, devices, bytesPerDevice, url: door.url });
    for (const { socket } of devices) socket.terminate();
    return result;
  } finally {
    door.close();
    await server.close();
  }
}
