/**
 * The header of GET areas and of polling calls with which a device says who it is, because it may have moved since it joined:
 * client id, device id, and the id of the area in which it counts, separated by spaces. The last one is missing for all areas.
 */
export const CLIENT_HEADER = 'X-Client';

/** @param device its id, and for each event with one, the area in which it counts */
export function clientHeader(
  eventId: string,
  clientId: string,
  device: { readonly deviceId: string; readonly doors: readonly { eventId: string; areaId: string }[] },
): Record<string, string> {
  const door = device.doors.find((one) => one.eventId === eventId);
  return { [CLIENT_HEADER]: [clientId, device.deviceId, ...(door ? [door.areaId] : [])].join(' ') };
}
