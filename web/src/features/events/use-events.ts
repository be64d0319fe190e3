import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Event } from '../../../../src/shared/schemas/event';
import { isRefusal } from '../../lib/api-client';
import { fetchEventByCode, fetchEvents } from './events-api';

const EVENTS_KEY = ['events'] as const;
const EVENT_BY_CODE_KEY = ['event-by-code'] as const;

/** All events of the admin; `list` is empty while there are none, and after a failed load (spec section 8). */
export function useEvents() {
  const client = useQueryClient();
  const query = useQuery({ queryKey: EVENTS_KEY, queryFn: ({ signal }) => fetchEvents(signal) });
  // `data` follows a write a moment later; a new event is in the list in the very render that selects it.
  const list = query.data ? (client.getQueryData<Event[]>(EVENTS_KEY) ?? query.data) : [];
  return { query, list };
}

/** The one event of an access code; null when the code belongs to none. */
export function useEventByCode(accessCode: string) {
  return useQuery({
    queryKey: [...EVENT_BY_CODE_KEY, accessCode],
    queryFn: async ({ signal }) => {
      try {
        return await fetchEventByCode(accessCode, signal);
      } catch (error) {
        if (isRefusal(error, 'not_found')) return null;
        throw error;
      }
    },
  });
}

/** Whether a device of an access code has seen its event. */
export const hasShownEventOfCode = (client: QueryClient): boolean =>
  client.getQueriesData({ queryKey: EVENT_BY_CODE_KEY }).some(([, event]) => event !== undefined);

/** As far as the list of events is there; a code's event has no others beside it. */
export const knownEventName = (client: QueryClient, eventId: string): string | undefined =>
  client.getQueryData<Event[]>(EVENTS_KEY)?.find((event) => event.eventId === eventId)?.eventName;

/** Adds an event, or replaces the one it is the news of. */
export function putEvent(client: QueryClient, event: Event): void {
  client.setQueryData<Event[]>(EVENTS_KEY, (events) => {
    if (!events) return undefined;
    const known = events.some(({ eventId }) => eventId === event.eventId);
    return known ? events.map((held) => (held.eventId === event.eventId ? event : held)) : [...events, event];
  });
  client.setQueriesData<Event | null>({ queryKey: EVENT_BY_CODE_KEY }, (held) =>
    held?.eventId === event.eventId ? event : held,
  );
}

export function removeEvent(client: QueryClient, eventId: string): void {
  client.setQueryData<Event[]>(EVENTS_KEY, (events) => events?.filter((event) => event.eventId !== eventId));
}

/** Fetches events again, whatever screen shows them. */
export async function refetchEvents(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: EVENTS_KEY }),
    client.invalidateQueries({ queryKey: EVENT_BY_CODE_KEY }),
  ]);
}
