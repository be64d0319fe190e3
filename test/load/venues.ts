import { fillShared, ownArea, SHARED_AREAS, sharedAreas } from '../support/crowd.ts';
import { type ClientCounts, type Line, nodeEffects } from '../support/node-effects.ts';
import { seededRandom } from '../support/random.ts';
import { enterByCode, openAccount, openEvent, type Venue } from '../support/venue.ts';
import { WebDevice } from '../support/web-device.ts';
import { memoryStore } from './memory-store.ts';

/** Sign-ups from one address are limited to 100 an hour (src/services/attempts/limits.ts). */
const ROOMS_PER_ACCOUNT = 4;
/** So many venues are made at a time. */
const AT_ONCE = 4;

export interface VenueOptions {
  url: URL;
  rooms: number;
  devicesPerRoom: number;
  /** Of each device, on average. */
  tapEveryMs: number;
  seed: number;
  counts: ClientCounts;
  lines: Set<Line>;
  abandoned: Set<Line>;
  acknowledged: (tappedAt: number, now: number) => void;
}

/** A venue with everyone who counts there, and who has gone in through which door. */
export interface LoadedVenue {
  venue: Venue;
  devices: WebDevice[];
}

/** Opens all venues; in each, one device is the admin's, and all others came in by the event's code, with sessions of their own. */
export async function openVenues(options: VenueOptions): Promise<LoadedVenue[]> {
  const { url, rooms, devicesPerRoom } = options;
  const venues: LoadedVenue[] = [];
  const openAccountWith = async (account: number): Promise<void> => {
    const admin = await openAccount(url, `load-${account}@headroom.test`);
    for (let room = account * ROOMS_PER_ACCOUNT; room < Math.min(rooms, (account + 1) * ROOMS_PER_ACCOUNT); room++) {
      const venue = await openEvent(admin, SHARED_AREAS + devicesPerRoom);
      await fillShared(url, venue);
      const devices: WebDevice[] = [];
      for (let i = 0; i < devicesPerRoom; i++) {
        const headers = i === 0 ? venue.headers : await enterByCode(url, venue.accessCode);
        devices.push(deviceOf(options, venue, headers, room, i));
      }
      venues[room] = { venue, devices };
    }
  };
  const accounts = Math.ceil(rooms / ROOMS_PER_ACCOUNT);
  for (let from = 0; from < accounts; from += AT_ONCE) {
    const size = Math.min(AT_ONCE, accounts - from);
    await Promise.all(Array.from({ length: size }, (_, i) => openAccountWith(from + i)));
  }
  return venues;
}

function deviceOf(
  { url, tapEveryMs, seed, counts, lines, abandoned, acknowledged, devicesPerRoom }: VenueOptions,
  venue: Venue,
  headers: Record<string, string>,
  room: number,
  number: number,
): WebDevice {
  const principal = number === 0 ? `admin:load-${room}` : `code:${venue.eventId}`;
  const random = seededRandom(seed + room * devicesPerRoom + number);
  const effects = nodeEffects({ base: url, headers, principal, random, timerSpeed: 1, counts, lines, abandoned });
  return new WebDevice({
    effects: { ...effects, openStore: () => memoryStore },
    principal,
    eventId: venue.eventId,
    ownAreaId: ownArea(venue, number),
    sharedAreaIds: sharedAreas(venue),
    random,
    tapEveryMs: [0, 2 * tapEveryMs],
    acknowledged,
  });
}
