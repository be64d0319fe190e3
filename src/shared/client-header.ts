/**
 * The header of GET areas and of polling calls with which a device says who it is, because it may have moved since it joined:
 * client id, device id, and the id of the area in which it counts, separated by spaces. The last one is missing for all areas.
 */
export const CLIENT_HEADER = 'X-Client';

/** Returns the header for a client of this device. */
export const clientHeader = (
  clientId: string,
  { deviceId, areaId }: { readonly deviceId: string; readonly areaId?: string },
): Record<string, string> => ({
  [CLIENT_HEADER]: [clientId, deviceId, ...(areaId === undefined ? [] : [areaId])].join(' '),
});
