import { DisplayLinkSchema } from '../../../../src/shared/schemas/display';
import { callApi } from '../../api/api-client';
import { eventPath } from '../events/events-api';

/** The token of the public display's link; null without one. */
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

/** Creates a new link, which replaces the old one: its screens lose their connection. */
export const makeDisplayToken = (eventId: string): Promise<string | null> => callDisplay(eventId, 'POST');

export const revokeDisplayToken = (eventId: string): Promise<string | null> => callDisplay(eventId, 'DELETE');
