import type { Direction } from '../../../src/shared/schemas/device';

/** The area in which this device counts at an event, because it stands at the area's door. */
interface DoorArea {
  readonly eventId: string;
  readonly areaId: string;
}

/** The settings of a device of which rooms know. */
export interface KnownToRooms {
  /** The device's id at the room. With it, admins see one device instead of one for each page load. */
  readonly deviceId: string;
  readonly deviceName: string | null;
  readonly direction: Direction;
  /** For each event with one, the area in which the device counts. The last one was set most recently. */
  readonly doors: readonly DoorArea[];
}

/** Returns what a device says of itself to the room of an event. Without an area it counts in all of them. */
export function deviceAt({ deviceId, deviceName, direction, doors }: KnownToRooms, eventId: string) {
  const areaId = doors.find((door) => door.eventId === eventId)?.areaId;
  return {
    deviceId,
    ...(deviceName !== null && { deviceName }),
    direction,
    ...(areaId !== undefined && { areaId }),
  };
}
