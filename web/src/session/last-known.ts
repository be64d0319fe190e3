import * as z from 'zod/mini';
import { type MaybeAlerts, MaybeAlertsSchema } from '../../../src/shared/schemas/alert';
import { type Area, AreaSchema } from '../../../src/shared/schemas/area';
import { type Event, EventSchema } from '../../../src/shared/schemas/event';
import { type Evacuation, EvacuationSchema } from '../../../src/shared/evacuation/schemas';
import { type ToldOrder, ToldOrderSchema } from '../../../src/shared/orders/schemas';
import type { User } from '../../../src/shared/schemas/user';
import { isSamePerson, principalOf } from './principal';
import { guarded, keep } from './plain-storage';
import { readJson, readUser } from './storage';

/**
 * The last known events and areas, with which the app opens without a network. They belong to one person: nobody else
 * sees them, and they are deleted when the session ends.
 */

const PREFIX = 'headroom.known.';
const EVENTS_KEY = `${PREFIX}events`;
const AREAS_PREFIX = `${PREFIX}areas.`;
/** How many events keep their areas, the latest ones: an area takes about 250 bytes of the 5 MB that a site may use. */
const EVENTS_WITH_AREAS_MAX = 10;

const OwnedSchema = z.object({ owner: z.string() });
const KnownEventsSchema = z.extend(OwnedSchema, { events: z.array(EventSchema) });
const KnownAreasSchema = z.object({
  areas: z.array(AreaSchema),
  syncedAt: z.number(),
  ...MaybeAlertsSchema.shape,
  orders: z.optional(z.array(ToldOrderSchema)),
  evacuation: z.optional(EvacuationSchema),
});

/** Areas as the room had them at `syncedAt`, epoch ms. */
export interface LastKnown extends MaybeAlerts {
  readonly areas: readonly Area[];
  readonly syncedAt: number;
  /** The orders in force. With them and the open alerts, their rows are above the pads from the start, and do not move the pads later. */
  readonly orders?: readonly ToldOrder[] | undefined;
  /** The evacuation or drill that runs: a device that showed a drill goes on to count for it. */
  readonly evacuation?: Evacuation | undefined;
}

function readOwned<T>(key: string, owner: string, schema: z.core.$ZodType<T>): T | null {
  const stored = readJson(key);
  if (z.safeParse(OwnedSchema, stored).data?.owner !== owner) return null;
  return z.safeParse(schema, stored).data ?? null;
}

/** Whether this person is still logged in: another tab may have logged out. Otherwise nothing is kept. */
function isLoggedIn(user: User): boolean {
  const present = readUser();
  return present !== null && isSamePerson(present, user);
}

const keepOwned = (key: string, user: User, value: object): void =>
  keep(key, JSON.stringify({ owner: principalOf(user), ...value }));

const knownKeys = (): string[] => guarded(() => Object.keys(localStorage), []).filter((key) => key.startsWith(PREFIX));

/** Returns the person's last known events; undefined if none are kept. */
export const readKnownEvents = (user: User): Event[] | undefined =>
  readOwned(EVENTS_KEY, principalOf(user), KnownEventsSchema)?.events;

/** Keeps all events of a person. Deletes the kept areas of all other events. */
export function keepKnownEvents(user: User, events: readonly Event[]): void {
  if (!isLoggedIn(user)) return;
  keepOwned(EVENTS_KEY, user, { events });
  const keys = new Set(events.map(({ eventId }) => AREAS_PREFIX + eventId));
  for (const key of knownKeys()) if (key.startsWith(AREAS_PREFIX) && !keys.has(key)) keep(key, null);
}

export const readKnownAreas = (user: User, eventId: string): LastKnown | null =>
  readOwned(AREAS_PREFIX + eventId, principalOf(user), KnownAreasSchema);

const syncedAtOf = (key: string): number => z.safeParse(KnownAreasSchema, readJson(key)).data?.syncedAt ?? 0;

/** Deletes the oldest event's areas if the limit is reached. */
function makeRoomFor(key: string): void {
  const others = knownKeys().filter((known) => known.startsWith(AREAS_PREFIX) && known !== key);
  if (others.length < EVENTS_WITH_AREAS_MAX) return;
  const [oldest = key] = others.toSorted((a, b) => syncedAtOf(a) - syncedAtOf(b));
  keep(oldest, null);
}

export function keepKnownAreas(user: User, eventId: string, known: LastKnown): void {
  if (!isLoggedIn(user)) return;
  const key = AREAS_PREFIX + eventId;
  makeRoomFor(key);
  keepOwned(key, user, known);
}

/** Deletes everything that belongs to another person. */
export function forgetKnownOfOthers(user: User | null): void {
  for (const key of knownKeys()) {
    if (!user || readOwned(key, principalOf(user), OwnedSchema) === null) keep(key, null);
  }
}
