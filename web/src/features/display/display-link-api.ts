import { DisplayLinkSchema } from '../../../../src/shared/schemas/display';
import { callApi } from '../../api/api-client';
import { eventPath } from '../events/events-api';

/** Calls the display link's endpoint. Returns the token of the public display's link; null if there is no link. */
async function callDisplay(
  eventId: string,
  method: 'GET' | 'POST' | 'DELETE',
  signal?: AbortSignal,
): Promise<string | null> {
  const { displayToken } = await callApi(`${eventPath(eventId)}/display`, DisplayLinkSchema, {
    method,
    ...(signal ? { signal } : {}),
  });
  return displayToken;
}

export const fetchDisplayToken = (eventId: string, signal: AbortSignal): Promise<string | null> =>
  callDisplay(eventId, 'GET', signal);

/** Creates a new link, which replaces the old link. Displays with the old link lose their connection. */
export const makeDisplayToken = (eventId: string): Promise<string | null> => callDisplay(eventId, 'POST');

export const revokeDisplayToken = (eventId: string): Promise<string | null> => callDisplay(eventId, 'DELETE');
