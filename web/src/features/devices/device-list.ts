import { HOUR_MS } from '../../../../src/shared/limits';
import type { Device } from '../../../../src/shared/schemas/device';
import { dialogTexts } from '../../texts/dialog-texts';

/** A device that counted within this time and is gone is missed at a door; otherwise its user has gone home. */
const MISSED_WITHIN_MS = 3 * HOUR_MS;

/** Whether a door may be without its count: a device that has just counted there is gone. */
export const isMissed = ({ isOnline, lastTapAt }: Device, now: number): boolean =>
  !isOnline && lastTapAt !== null && now - Date.parse(lastTapAt) < MISSED_WITHIN_MS;

/** The end of an id is enough to tell unnamed devices apart; without - and _, so that it can be read out. */
const ID_SHOWN_LENGTH = 4;

export const deviceLabel = ({ deviceId, deviceName }: Pick<Device, 'deviceId' | 'deviceName'>): string =>
  deviceName ?? dialogTexts.deviceList.unnamed(deviceId.replaceAll(/[-_]/g, '').slice(-ID_SHOWN_LENGTH).toUpperCase());

/** Devices that need attention first, then by name; devices without a name last. */
export const inOrder = (devices: readonly Device[], now: number): Device[] =>
  devices.toSorted(
    (a, b) =>
      Number(isMissed(b, now)) - Number(isMissed(a, now)) ||
      Number(a.deviceName === null) - Number(b.deviceName === null) ||
      deviceLabel(a).localeCompare(deviceLabel(b), undefined, { numeric: true }),
  );
