import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { ClientIdSchema, DeviceNameSchema, type Direction, DirectionSchema } from '../../../src/shared/schemas/device';
import { mintClientId } from './client-id';
import type { Door } from './door/door-link';
import { type Hand, HANDS } from './hand';
import { keep } from '../session/plain-storage';
import { readJson } from '../session/storage';

const DEVICE_KEY = 'headroom.device';

/** An event, and the area whose door this device stands at. */
interface DoorArea {
  readonly eventId: string;
  readonly areaId: string;
}

/** How a tap is confirmed to somebody who does not look at the screen. */
export const COUNT_FEEDBACKS = ['vibration', 'sound', 'off'] as const;
export type CountFeedback = (typeof COUNT_FEEDBACKS)[number];

const RemoteSchema = z.object({ plus: z.nullable(z.string()), minus: z.nullable(z.string()) });
/** The keys of a remote that types, as `keyId` names them (remote-keys.ts); null for a missing one. */
export type Remote = z.infer<typeof RemoteSchema>;

/** This device's settings. They outlive a login, because the door stays where it is. */
export interface DeviceSettings {
  /** Identifies the device to the room, so that admins see one device and not one for each page load. */
  readonly deviceId: string;
  readonly deviceName: string | null;
  readonly direction: Direction;
  readonly hand: Hand;
  /** The area that it counts in, for each event in which it has one; the newest last. */
  readonly doors: readonly DoorArea[];
  /** Whether the cards have pads for groups and for transfers. */
  readonly morePads: boolean;
  /** Whether alerts are heard, and not only seen and felt. */
  readonly sound: boolean;
  /** Unset until somebody chooses: then it vibrates if it can. */
  readonly feedback?: CountFeedback | undefined;
  /** Whether it says the count after a pause. */
  readonly sayCount?: boolean | undefined;
  readonly remote?: Remote | null | undefined;
}

/** The room would refuse a damaged id, so the device gets a new one. */
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

/** The same object until something of it changes. */
export function readDevice(): DeviceSettings {
  current ??= read();
  return current;
}

export function changeDevice(change: Partial<Omit<DeviceSettings, 'deviceId'>>): void {
  current = { ...readDevice(), ...change };
  keep(DEVICE_KEY, JSON.stringify(current));
  for (const subscriber of subscribers) subscriber();
}

/** Another tab is the same device. */
function takeOver({ key }: StorageEvent): void {
  if (key !== DEVICE_KEY) return;
  current = null;
  for (const subscriber of subscribers) subscriber();
}

/** For useSyncExternalStore, and for the sockets, which join again under another name. */
export function subscribeDevice(subscriber: () => void): () => void {
  if (subscribers.size === 0) window.addEventListener('storage', takeOver);
  subscribers.add(subscriber);
  return () => {
    subscribers.delete(subscriber);
    if (subscribers.size === 0) window.removeEventListener('storage', takeOver);
  };
}

export const useDevice = (): DeviceSettings => useSyncExternalStore(subscribeDevice, readDevice);

/** The area of this device's door in an event; null for all of its areas. */
export const doorAreaIn = ({ doors }: DeviceSettings, eventId: string): string | null =>
  doors.find((door) => door.eventId === eventId)?.areaId ?? null;

/** Older events are over. */
const DOORS_MAX = 20;

/** This device's doors after it gets another one in an event; null for none there. */
export function doorsWith(eventId: string, areaId: string | null): DeviceSettings['doors'] {
  const others = readDevice().doors.filter((door) => door.eventId !== eventId);
  return areaId === null ? others : [...others, { eventId, areaId }].slice(-DOORS_MAX);
}

/** Puts this device at that door. Without an event (an admin's login) the area is unknown and ignored. */
export function takeDoor({ areaId, direction, deviceName, hand }: Door, eventId: string | undefined): void {
  changeDevice({
    ...(eventId !== undefined && { doors: doorsWith(eventId, areaId) }),
    ...(direction !== null && { direction }),
    ...(deviceName !== null && { deviceName }),
    ...(hand !== null && { hand }),
  });
}
