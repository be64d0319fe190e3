import * as z from 'zod/mini';
import { DeviceNameSchema, type Direction, DirectionSchema } from '../../../src/shared/schemas/device';
import { mintClientId } from './client-id';
import { keep, readJson } from './storage';

const DEVICE_KEY = 'headroom.device';

/** How this device stands at its door. It outlives a login: the door stays where it is. */
export interface DeviceSettings {
  /** Names it to the room, so that admins see one device and not one for each page load. */
  readonly deviceId: string;
  readonly deviceName: string | null;
  readonly direction: Direction;
  /** Under which thumb the large pad lies. */
  readonly hand: 'right' | 'left';
}

const StoredSchema = z.object({
  deviceId: z.string(),
  deviceName: z.nullable(DeviceNameSchema),
  direction: DirectionSchema,
  hand: z.enum(['right', 'left']),
});

let current: DeviceSettings | null = null;
const subscribers = new Set<() => void>();

function read(): DeviceSettings {
  const stored = z.safeParse(StoredSchema, readJson(DEVICE_KEY));
  if (stored.success) return stored.data;
  const fresh: DeviceSettings = { deviceId: mintClientId(), deviceName: null, direction: 'both', hand: 'right' };
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

/** For useSyncExternalStore, and for the sockets, which join again under another name. */
export function subscribeDevice(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}
