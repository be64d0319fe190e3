import { HOUR_MS } from '../../../../src/shared/durations';
import type { Device } from '../../../../src/shared/schemas/device';
import { dialogTexts } from '../../texts/dialog-texts';
import { shortDeviceId } from './short-device-id';

/**
 * An offline device that counted within this many ms is missed at its door. After that its user has probably gone home.
 */
const MISSED_WITHIN_MS = 3 * HOUR_MS;

/**
 * Whether a device has gone offline although it has just counted, so that its door may be without a count. A machine has no
 * reason to go home: it is missed as long as it is silent.
 */
export const isMissed = ({ isOnline, lastTapAt, source }: Device, now: number): boolean =>
  !isOnline && (source !== undefined || (lastTapAt !== null && now - Date.parse(lastTapAt) < MISSED_WITHIN_MS));

export const deviceLabel = ({ deviceId, deviceName }: Pick<Device, 'deviceId' | 'deviceName'>): string =>
  deviceName ?? dialogTexts.deviceList.unnamed(shortDeviceId(deviceId));

/** Sorts missed devices first, then by name, with unnamed devices last. */
export const inOrder = (devices: readonly Device[], now: number): Device[] =>
  devices.toSorted(
    (a, b) =>
      Number(isMissed(b, now)) - Number(isMissed(a, now)) ||
      Number(a.deviceName === null) - Number(b.deviceName === null) ||
      deviceLabel(a).localeCompare(deviceLabel(b), undefined, { numeric: true }),
  );
