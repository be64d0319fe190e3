import { Counter, type Crowd, fillShared, SHARED_AREAS } from '../support/crowd.ts';
import { type ClientCounts, type Line, memoryStore, nodeEffects } from '../support/node-effects.ts';
import { seededRandom } from '../support/random.ts';
import { enterByCode, openAccount, openEvent } from '../support/venue.ts';
import type { LoadOptions } from './load-run.ts';

/** Sign-ups from one address are limited to 100 an hour (src/services/attempts/limits.ts). */
const ROOMS_PER_ACCOUNT = 4;
/** So many venues are made at a time. */
const AT_ONCE = 4;

interface VenueOptions extends LoadOptions {
  counts: ClientCounts;
  lines: Set<Line>;
  abandoned: Set<Line>;
  acknowledged: (tappedAt: number, now: number) => void;
}

/** Opens all venues; in each, one device is the admin's, and all others came in by the event's code, with sessions of their own. */
export async function openVenues(options: VenueOptions): Promise<Crowd[]> {
  const { url, rooms, devicesPerRoom, acknowledged } = options;
  const crowds: Crowd[] = [];
  const openAccountWith = async (account: number): Promise<void> => {
    const admin = await openAccount(url, `load-${account}@headroom.test`);
    for (let room = account * ROOMS_PER_ACCOUNT; room < Math.min(rooms, (account + 1) * ROOMS_PER_ACCOUNT); room++) {
      const venue = await openEvent(admin, SHARED_AREAS + devicesPerRoom);
      await fillShared(url, venue);
      const devices: Counter[] = [];
      for (let number = 0; number < devicesPerRoom; number++) {
        const isAdmin = number === 0;
        const headers = isAdmin ? venue.headers : await enterByCode(url, venue.accessCode);
        const principal = isAdmin ? `admin:load-${room}` : `code:${venue.eventId}`;
        const random = seededRandom(options.seed + room * devicesPerRoom + number);
        const effects = nodeEffects({ ...options, base: url, headers, principal, random, store: memoryStore });
        const tapEveryMs = [0, 2 * options.tapEveryMs] as const;
        devices.push(new Counter({ effects, principal, venue, number, random, tapEveryMs, acknowledged }));
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
