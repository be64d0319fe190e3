import { type DeviceSettings, doorAreaIn } from '../device';
import type { Door } from './door-link';

const isSame = <Of>(wanted: Of | null, present: Of | null): boolean => wanted === null || wanted === present;

/** Whether this device has that door's settings already. */
export const isAtDoor = (door: Door, device: DeviceSettings, eventId: string): boolean =>
  doorAreaIn(device, eventId) === door.areaId &&
  isSame(door.direction, device.direction) &&
  isSame(door.deviceName, device.deviceName) &&
  isSame(door.hand, device.hand);

/** Whether the door would replace settings that somebody has made on this device. */
export const replacesDoor = (door: Door, device: DeviceSettings, eventId: string): boolean =>
  ![null, door.areaId].includes(doorAreaIn(device, eventId)) ||
  (device.direction !== 'both' && !isSame(door.direction, device.direction)) ||
  (device.deviceName !== null && !isSame(door.deviceName, device.deviceName));
