/** How many characters from the end of an id are enough to tell unnamed devices apart. */
const SHOWN_LENGTH = 4;

/** Returns the end of a device's id, without the characters - and _, so that it can be read out. */
export const shortDeviceId = (deviceId: string): string =>
  deviceId.replaceAll(/[-_]/g, '').slice(-SHOWN_LENGTH).toUpperCase();
