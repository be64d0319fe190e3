import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import type { User } from '../../../../src/shared/schemas/user';
import { isRefusal } from '../../lib/api-client';
import { keepKnownEvents, readKnownEvents } from '../../lib/last-known';
import { fetchEventByCode, fetchEvents } from './events-api';

const EVENTS_KEY = ['events'] as const;
const EVENT_BY_CODE_KEY = ['event-by-code'] as const;

/** Of an earlier visit: shown at once, and asked about all the same. */
const OUTDATED = { initialDataUpdatedAt: 0 } as const;

/** Keeps for a later visit what the server has said. */
function useKeeping(user: User, events: readonly Event[] | undefined, updatedAt: number): void {
  useEffect(() => {
    if (events && updatedAt > OUTDATED.initialDataUpdatedAt) keepKnownEvents(user, events);
  }, [user, events, updatedAt]);
}

/**
 * All events of the admin; `list` is empty while there are none, and after a failed load (spec section 8). An earlier
 * visit's list is there at once, and is not fresh.
 */
export function useEvents(user: User) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: EVENTS_KEY,
    queryFn: ({ signal }) => fetchEvents(signal),
    initialData: () => readKnownEvents(user),
    ...OUTDATED,
  });
  useKeeping(user, query.data, query.dataUpdatedAt);
  // `data` follows a write a moment later; a new event is in the list in the very render that selects it.
  const list = query.data ? (client.getQueryData<Event[]>(EVENTS_KEY) ?? query.data) : [];
  return { query, list, isFresh: query.isSuccess && query.dataUpdatedAt > OUTDATED.initialDataUpdatedAt };
}

/** The one event of an access code; null when the code belongs to none. */
export function useEventByCode(user: User) {
  const { accessCode = '' } = user;
  const query = useQuery<Event | null>({
    queryKey: [...EVENT_BY_CODE_KEY, accessCode],
    queryFn: async ({ signal }) => {
      try {
        return await fetchEventByCode(accessCode, signal);
      } catch (error) {
        if (isRefusal(error, 'not_found')) return null;
        throw error;
      }
    },
    initialData: () => readKnownEvents(user)?.[0],
    ...OUTDATED,
  });
  const { data } = query;
  const events = useMemo(() => (data === undefined ? data : [data].filter((event) => event !== null)), [data]);
  useKeeping(user, events, query.dataUpdatedAt);
  return query;
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
