/** The header of GET areas with the client id of the device that reads. */
export const CLIENT_HEADER = 'X-Client';
