import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { ClientIdSchema, DeviceNameSchema, DirectionSchema } from '../../../src/shared/schemas/device';
import { mintClientId } from './client-id';
import { deviceAt, type KnownToRooms } from './device-at';
import type { Door } from './door/door-link';
import { type Hand, HANDS } from './hand';
import { keep } from '../session/plain-storage';
import { readJson } from '../session/storage';

const DEVICE_KEY = 'headroom.device';

/** How a tap is confirmed to a person who does not look at the screen. */
export const COUNT_FEEDBACKS = ['vibration', 'sound', 'off'] as const;
export type CountFeedback = (typeof COUNT_FEEDBACKS)[number];

const RemoteSchema = z.object({
  plus: z.nullable(z.string()),
  minus: z.nullable(z.string()),
  category: z.optional(z.string()),
});
/**
 * The keys that a remote control sends, as `keyId` writes them (remote-keys.ts); null for a missing key. `category` is
 * the id of the category that it counts. At an event that does not offer it, the remote counts without a category.
 */
export type Remote = z.infer<typeof RemoteSchema>;

/** This device's settings. They outlive a session, because the device stays at the same door. */
export interface DeviceSettings extends KnownToRooms {
  readonly hand: Hand;
  /** Whether area cards have pads for groups and transfers. */
  readonly morePads: boolean;
  /** Whether alerts make a sound, besides the notice and vibration. */
  readonly sound: boolean;
  /** How taps are confirmed. Unset until a person chooses: then the device vibrates if it can. */
  readonly feedback?: CountFeedback | undefined;
  /** Whether the device says the occupancy aloud after a pause in counting. */
  readonly sayCount?: boolean | undefined;
  readonly remote?: Remote | null | undefined;
}

/** The settings as stored. The room would refuse a damaged id, so the device gets a new one then. */
const StoredSchema = z.object({
  deviceId: ClientIdSchema,
  deviceName: z.nullable(DeviceNameSchema),
  direction: DirectionSchema,
  hand: z.enum(HANDS),
  doors: z.optional(z.array(z.object({ eventId: z.string(), areaId: z.string() }))),
  morePads: z.optional(z.boolean()),
  sound: z.optional(z.boolean()),
  feedback: z.optional(z.enum(COUNT_FEEDBACKS)),
  sayCount: z.optional(z.boolean()),
  remote: z.optional(z.nullable(RemoteSchema)),
});

let current: DeviceSettings | null = null;
const subscribers = new Set<() => void>();

function read(): DeviceSettings {
  const stored = z.safeParse(StoredSchema, readJson(DEVICE_KEY));
  if (stored.success) {
    const { doors = [], morePads = false, sound = true } = stored.data;
    return { ...stored.data, doors, morePads, sound };
  }
  const fresh: DeviceSettings = {
    deviceId: mintClientId(),
    deviceName: null,
    direction: 'both',
    hand: 'right',
    doors: [],
    morePads: false,
    sound: true,
  };
  keep(DEVICE_KEY, JSON.stringify(fresh));
  return fresh;
}

/** Returns the settings. It is the same object until a setting changes. */
export function readDevice(): DeviceSettings {
  current ??= read();
  return current;
}

export function changeDevice(change: Partial<Omit<DeviceSettings, 'deviceId'>>): void {
  current = { ...readDevice(), ...change };
  keep(DEVICE_KEY, JSON.stringify(current));
  for (const subscriber of subscribers) subscriber();
}

/** Reads the settings again after another tab has changed them: all tabs are the same device. */
function takeOver({ key }: StorageEvent): void {
  if (key !== DEVICE_KEY) return;
  current = null;
  for (const subscriber of subscribers) subscriber();
}

/** Subscribes to changes, for useSyncExternalStore and for sockets, which join again. Returns the unsubscriber. */
export function subscribeDevice(subscriber: () => void): () => void {
  if (subscribers.size === 0) window.addEventListener('storage', takeOver);
  subscribers.add(subscriber);
  return () => {
    subscribers.delete(subscriber);
    if (subscribers.size === 0) window.removeEventListener('storage', takeOver);
  };
}

export const useDevice = (): DeviceSettings => useSyncExternalStore(subscribeDevice, readDevice);

/** Returns the area in which this device counts at an event; null for all areas. */
export const doorAreaIn = (device: DeviceSettings, eventId: string): string | null =>
  deviceAt(device, eventId).areaId ?? null;

/** How many events keep their area. Older events are over by then. */
const DOORS_MAX = 20;

/** Returns the areas of all events after this device gets another area at one event. Null removes that event's area. */
export function doorsWith(eventId: string, areaId: string | null): DeviceSettings['doors'] {
  const others = readDevice().doors.filter((door) => door.eventId !== eventId);
  return areaId === null ? others : [...others, { eventId, areaId }].slice(-DOORS_MAX);
}

/** Applies a join link's settings to this device. Without an event (an admin's login) the area is ignored. */
export function takeDoor({ areaId, direction, deviceName, hand }: Door, eventId: string | undefined): void {
  changeDevice({
    ...(eventId !== undefined && { doors: doorsWith(eventId, areaId) }),
    ...(direction !== null && { direction }),
    ...(deviceName !== null && { deviceName }),
    ...(hand !== null && { hand }),
  });
}
