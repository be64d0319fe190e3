import { Counter, type Crowd, fillVenue, SHARED_AREAS } from '../support/counter.ts';
import { comesTrue } from '../support/eventually.ts';
import { memoryStore, nodeEffects, type NodeEffectsOptions } from '../support/node-effects.ts';
import { seededRandom } from '../support/random.ts';
import { enterByCode, openAccount, openEvent } from '../support/venue.ts';
import type { PageEffects } from '../../web/src/realtime/page-effects';

export interface VenuesOptions {
  url: URL;
  rooms: number;
  devicesPerRoom: number;
  /** Interval between taps of one device, on average. */
  tapEveryMs: number;
  seed: number;
}

/** What a run wants to know of a device. */
export interface DeviceHooks {
  /** What is known of its sockets and calls. */
  line: Pick<NodeEffectsOptions, 'counts' | 'lines' | 'abandoned'>;
  /** Called for each acknowledged tap; both times in ms of performance.now(). */
  acknowledged: (tappedAt: number, now: number) => void;
  /** Called when the device has lost its connection. */
  disconnected?: () => void;
  /** The share of taps that are undone; a tenth by default. */
  undoShare?: number;
  /** Looks at what the device sends and receives. */
  watch?: (effects: PageEffects) => PageEffects;
}

/** Sign-ups from one address are limited to 100 an hour (src/services/attempts/limits.ts). */
const ROOMS_PER_ACCOUNT = 4;
/** Number of venues created concurrently. */
const AT_ONCE = 4;

/**
 * Opens all venues. One device of each is the admin's; all others log in by code and have their own sessions.
 * @param hooksOf is called with the device's running number over all venues
 */
export async function openVenues(options: VenuesOptions, hooksOf: (device: number) => DeviceHooks): Promise<Crowd[]> {
  const { url, rooms, devicesPerRoom } = options;
  const crowds: Crowd[] = [];
  const openAccountWith = async (account: number): Promise<void> => {
    const admin = await openAccount(url, `load-${account}@headroom.test`);
    for (let room = account * ROOMS_PER_ACCOUNT; room < Math.min(rooms, (account + 1) * ROOMS_PER_ACCOUNT); room++) {
      const venue = await openEvent(admin, SHARED_AREAS + devicesPerRoom);
      await fillVenue(url, venue);
      const devices: Counter[] = [];
      for (let number = 0; number < devicesPerRoom; number++) {
        const isAdmin = number === 0;
        const headers = isAdmin ? venue.headers : await enterByCode(url, venue.accessCode);
        const principal = isAdmin ? `admin:load-${room}` : `code:${venue.eventId}`;
        const device = room * devicesPerRoom + number;
        const random = seededRandom(options.seed + device);
        const { line, watch = (effects) => effects, ...hooks } = hooksOf(device);
        const all = { ...line, base: url, headers, principal, random, store: memoryStore };
        const effects = watch(nodeEffects(all));
        const tapEveryMs = [0, 2 * options.tapEveryMs] as const;
        devices.push(new Counter({ ...hooks, effects, principal, venue, number, random, tapEveryMs }));
      }
      crowds[room] = { venue, devices };
    }
  };
  const accounts = Math.ceil(rooms / ROOMS_PER_ACCOUNT);
  for (let from = 0; from < accounts; from += AT_ONCE) {
    const size = Math.min(AT_ONCE, accounts - from);
    await Promise.all(Array.from({ length: size }, (_, i) => openAccountWith(from + i)));
  }
  return crowds;
}

/** Not a goal: what has not happened after this time will not happen. */
export const WITHIN_MS = 60_000;

/** Resolves to true once all devices have connections from `since` or later; false after WITHIN_MS. */
export const allConnected = (devices: readonly Counter[], since: number): Promise<boolean> =>
  comesTrue(() => devices.every(({ connectedSince }) => connectedSince !== null && connectedSince >= since), WITHIN_MS);
