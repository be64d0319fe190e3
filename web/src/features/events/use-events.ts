import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import type { User } from '../../../../src/shared/schemas/user';
import { texts } from '../../lib/app-texts';
import { isRefusal, isUnanswered, ownMessage } from '../../lib/api-client';
import { keepKnownEvents, readKnownEvents } from '../../lib/last-known';
import { fetchEventByCode, fetchEvents } from './events-api';

const EVENTS_KEY = ['events'] as const;
const EVENT_BY_CODE_KEY = ['event-by-code'] as const;

/** What failed is asked for again this often, while the page is in sight: what is said of it goes by itself. */
const RETRY_AFTER_FAILURE_MS = 30_000;

/** Of an earlier visit: shown at once, and asked about all the same. */
const OUTDATED = { initialDataUpdatedAt: 0 } as const;

/** Why the latest call brought no events. */
export interface LoadFailure {
  readonly error: Error;
  /** The server, or something in between, has answered. Without an answer nothing speaks against what is known. */
  readonly isAnswered: boolean;
}

/** Where nothing else is shown. */
export const failureText = ({ error }: LoadFailure): string => ownMessage(error, texts.dashboard.loadFailed);

/** Beside events that are shown all the same. */
export const failureBeside = (failure: LoadFailure): string =>
  failure.isAnswered ? failureText(failure) : texts.dashboard.eventsKept;

const failureOf = (error: Error | null): LoadFailure | null => error && { error, isAnswered: !isUnanswered(error) };

const retriesFailure = {
  refetchInterval: ({ state }: { state: { status: string } }) =>
    state.status === 'error' ? RETRY_AFTER_FAILURE_MS : false,
} as const;

/** An empty list says nothing that could be shown before the server has confirmed it. */
function readKept(user: User): Event[] | undefined {
  const kept = readKnownEvents(user);
  return kept && kept.length > 0 ? kept : undefined;
}

/** Keeps for a later visit what the server has said. */
function useKeeping(user: User, events: readonly Event[] | undefined, updatedAt: number): void {
  useEffect(() => {
    if (events && updatedAt > OUTDATED.initialDataUpdatedAt) keepKnownEvents(user, events);
  }, [user, events, updatedAt]);
}

/**
 * All events of the admin. An earlier visit's list is there at once, and is not fresh: an answer with an error empties it
 * (spec section 8), no answer keeps it. `known` is never emptied: it finds the event that is on the screen already.
 */
export function useEvents(user: User) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: EVENTS_KEY,
    queryFn: ({ signal }) => fetchEvents(signal),
    initialData: () => readKept(user),
    ...OUTDATED,
    ...retriesFailure,
  });
  useKeeping(user, query.data, query.dataUpdatedAt);
  const failure = failureOf(query.error);
  // `data` follows a write a moment later; a new event is in the list in the very render that selects it.
  const known = query.data ? (client.getQueryData<Event[]>(EVENTS_KEY) ?? query.data) : [];
  const isOfThisVisit = query.dataUpdatedAt > OUTDATED.initialDataUpdatedAt;
  const list = failure?.isAnswered && !isOfThisVisit ? [] : known;
  return { query, known, list, failure, isFresh: query.isSuccess && isOfThisVisit };
}

/** The one event of an access code; null when the code belongs to none. Undefined while it is not known. */
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
    initialData: () => readKept(user)?.[0],
    ...OUTDATED,
    ...retriesFailure,
  });
  const { data } = query;
  const events = useMemo(() => (data === undefined ? data : [data].filter((event) => event !== null)), [data]);
  useKeeping(user, events, query.dataUpdatedAt);
  return { query, failure: failureOf(query.error) };
}

/** Whether a device of an access code has seen its event. */
export const hasShownEventOfCode = (client: QueryClient): boolean =>
  client.getQueriesData({ queryKey: EVENT_BY_CODE_KEY }).some(([, event]) => event !== undefined);

/** As far as the list of events is there; a code's event has no others beside it. */
export const knownEventName = (client: QueryClient, eventId: string): string | undefined =>
  client.getQueryData<Event[]>(EVENTS_KEY)?.find((event) => event.eventId === eventId)?.eventName;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** News of one event confirm nothing about the others: a list is as old as it was, and what failed is asked for again. */
function changeList(client: QueryClient, change: (events: readonly Event[]) => Event[]): void {
  const state = client.getQueryState<Event[]>(EVENTS_KEY);
  const changed = state?.data && change(state.data);
  if (!changed || isSame(changed, state.data)) return;
  client.setQueryData<Event[]>(EVENTS_KEY, changed, { updatedAt: state.dataUpdatedAt });
  if (state.status === 'error') void client.invalidateQueries({ queryKey: EVENTS_KEY });
}

/** Takes over what a known event has become. */
export function replaceEvent(client: QueryClient, event: Event): void {
  changeList(client, (events) => events.map((held) => (held.eventId === event.eventId ? event : held)));
  for (const [key, held] of client.getQueriesData<Event | null>({ queryKey: EVENT_BY_CODE_KEY })) {
    const isHeld = held?.eventId === event.eventId;
    if (isHeld && (!isSame(held, event) || client.getQueryState(key)?.error)) client.setQueryData(key, event);
  }
}

/** Adds an event, or replaces the one it is the news of. */
export function putEvent(client: QueryClient, event: Event): void {
  changeList(client, (events) =>
    events.some(({ eventId }) => eventId === event.eventId) ? [...events] : [...events, event],
  );
  replaceEvent(client, event);
}

export const removeEvent = (client: QueryClient, eventId: string): void =>
  changeList(client, (events) => events.filter((event) => event.eventId !== eventId));

/** Fetches events again, whatever screen shows them. */
export async function refetchEvents(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: EVENTS_KEY }),
    client.invalidateQueries({ queryKey: EVENT_BY_CODE_KEY }),
  ]);
}
