import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import type { User } from '../../../../src/shared/schemas/user';
import { keepKnownEvents } from '../../session/last-known';
import { USAGE_KEY } from '../account/usage/usage-key';
import { fetchEvents } from './events-api';
import type { EventListUpdater } from './known/known-events';
import { failureOf, readKept, RETRY_AFTER_FAILURE_MS } from './known/load-failure';

const EVENTS_KEY = ['events'] as const;

/** The query of all events of the admin. */
export const EVENTS_QUERY = {
  queryKey: EVENTS_KEY,
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchEvents(signal),
} as const;

/** Marks the events of an earlier visit as outdated: they are shown at once and read again. */
const OUTDATED = { initialDataUpdatedAt: 0 } as const;

const retriesFailure = {
  refetchInterval: ({ state }: { state: { status: string } }) =>
    state.status === 'error' ? RETRY_AFTER_FAILURE_MS : false,
} as const;

/** Stores the server's events for a later visit. */
function useKeeping(user: User, events: readonly Event[] | undefined, updatedAt: number): void {
  useEffect(() => {
    if (events && updatedAt > OUTDATED.initialDataUpdatedAt) keepKnownEvents(user, events);
  }, [user, events, updatedAt]);
}

/**
 * Loads all events of the admin. The list of an earlier visit is shown at once and counts as outdated: an error answer
 * empties `list`, a missing answer keeps it. `known` is never emptied, so that the event on the screen is still found.
 */
export function useEvents(user: User) {
  const client = useQueryClient();
  const query = useQuery({
    ...EVENTS_QUERY,
    initialData: () => readKept(user),
    ...OUTDATED,
    ...retriesFailure,
  });
  useKeeping(user, query.data, query.dataUpdatedAt);
  const failure = query.error && failureOf(query.error);
  // `data` is updated a moment after a write to the cache. A new event must be in the list in the same render that
  // selects it.
  const known = query.data ? (client.getQueryData<Event[]>(EVENTS_KEY) ?? query.data) : [];
  const isOfThisVisit = query.dataUpdatedAt > OUTDATED.initialDataUpdatedAt;
  const list = failure?.isAnswered && !isOfThisVisit ? [] : known;
  return { query, known, list, failure, isFresh: query.isSuccess && isOfThisVisit };
}

/** Returns the events of the list; none if it has not loaded. */
export const knownEvents = (client: QueryClient): readonly Event[] => client.getQueryData<Event[]>(EVENTS_KEY) ?? [];

/** Returns the name of an event; undefined if the list of events has not loaded. */
export const knownEventName = (client: QueryClient, eventId: string): string | undefined =>
  knownEvents(client).find((event) => event.eventId === eventId)?.eventName;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Changes the list after a frame about one event. The frame confirms nothing about other events, so the list keeps its age,
 * and a failed read is repeated. So is a read that is on its way: its answer may be older than the frame.
 */
function changeList(client: QueryClient, change: (events: readonly Event[]) => Event[]): void {
  const state = client.getQueryState<Event[]>(EVENTS_KEY);
  const changed = state?.data && change(state.data);
  if (!changed || isSame(changed, state.data)) return;
  client.setQueryData<Event[]>(EVENTS_KEY, changed, { updatedAt: state.dataUpdatedAt });
  if (state.status === 'error' || state.fetchStatus === 'fetching')
    void client.invalidateQueries({ queryKey: EVENTS_KEY });
}

/** Updates an event if the list contains it. */
const replaceEvent = (client: QueryClient, event: Event): void =>
  changeList(client, (events) => events.map((held) => (held.eventId === event.eventId ? event : held)));

/** Adds an event, or replaces its earlier state. */
export function putEvent(client: QueryClient, event: Event): void {
  changeList(client, (events) =>
    events.some(({ eventId }) => eventId === event.eventId) ? [...events] : [...events, event],
  );
  replaceEvent(client, event);
}

export const removeEvent = (client: QueryClient, eventId: string): void =>
  changeList(client, (events) => events.filter((event) => event.eventId !== eventId));

/** Returns the interface through which the sockets' changes are applied to the admin's events, on every screen. */
export function eventListUpdater(client: QueryClient): EventListUpdater {
  const refetch = () => void client.invalidateQueries({ queryKey: EVENTS_KEY });
  return {
    put: (event) => putEvent(client, event),
    replace: (event) => replaceEvent(client, event),
    remove: (eventId) => removeEvent(client, eventId),
    refetch,
    refetchAll() {
      refetch();
      void client.invalidateQueries({ queryKey: USAGE_KEY });
    },
    hasShownCodesEvent: false,
  };
}
