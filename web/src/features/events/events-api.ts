import { type Event, EventListSchema, EventSchema } from '../../../../src/shared/schemas/event';
import { CONNECT_TIMEOUT_MS } from '../../../../src/shared/protocol/limits';
import { AnySchema, ApiError, callApi, ended } from '../../api/api-client';
import { texts } from '../../texts/app-texts';
import { deviceZone } from '../../texts/format';

/**
 * Limits the time of a call, because a network can drop it. After the time limit for opening a socket, the call counts
 * as unanswered.
 */
const limited = <T>(given: AbortSignal, call: (signal: AbortSignal) => Promise<T>): Promise<T> =>
  withTimeLimit(CONNECT_TIMEOUT_MS, given, call);

/** @throws {ApiError} with the text of docs/product.md, E11, if the answer is not a list of events */
export async function fetchEvents(given: AbortSignal): Promise<Event[]> {
  try {
    return await limited(given, (signal) => callApi('/api/events', EventListSchema, { signal }));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unexpected_answer') {
      throw new ApiError(error.status, error.code, texts.dashboard.eventsUnexpected);
    }
    throw error;
  }
}

export const fetchEventByCode = (accessCode: string, given: AbortSignal): Promise<Event> =>
  limited(given, (signal) =>
    callApi(`/api/events/by-access-code/${encodeURIComponent(accessCode)}`, EventSchema, { signal }),
  );

/** Creates an event. Its business day uses the time zone of the device that creates it (docs/product.md, D2). */
export const createEvent = (eventName: string): Promise<Event> =>
  callApi('/api/events', EventSchema, {
    method: 'POST',
    body: { eventName },
    headers: { 'Time-Zone': deviceZone() },
  });

export const eventPath = (eventId: string): string => `/api/events/${encodeURIComponent(eventId)}`;

export const renameEvent = (eventId: string, eventName: string): Promise<Event> =>
  callApi(eventPath(eventId), EventSchema, { method: 'PATCH', body: { eventName } });

/** Replaces the access code. All sessions of the old code end. */
export const replaceAccessCode = (eventId: string): Promise<Event> =>
  callApi(`${eventPath(eventId)}/access-code`, EventSchema, { method: 'POST' });

export const deleteEvent = (eventId: string): Promise<void> =>
  ended(callApi(eventPath(eventId), AnySchema, { method: 'DELETE' }));

/** Makes a call that is aborted when `given` is aborted, or after `limitMs` milliseconds. */
async function withTimeLimit<T>(
  limitMs: number,
  given: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const abort = () => limit.abort();
  const timer = setTimeout(abort, limitMs);
  given.addEventListener('abort', abort);
  try {
    return await call(limit.signal);
  } finally {
    clearTimeout(timer);
    given.removeEventListener('abort', abort);
  }
}
