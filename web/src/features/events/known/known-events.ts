import { createContext } from 'react';
import type { Event } from '../../../../../src/shared/schemas/event';

/** What a session knows of events, and how its sockets' news reach it. */
export interface KnownEvents {
  /** Adds an event, or replaces its earlier version. */
  put(event: Event): void;
  /** Updates an event that is known. */
  replace(event: Event): void;
  remove(eventId: string): void;
  /** Reads events again. */
  refetch(): void;
  /** Reads everything that may have changed with the account. */
  refetchAll(): void;
  /** Whether an access code has shown its event: it is out of reach when the session ends. */
  readonly hasShownCodesEvent: boolean;
}

/**
 * The name of an event other than the one on the screen; undefined when it is unknown. An access code has no other
 * event.
 */
export const EventNamesContext = createContext<(eventId: string) => string | undefined>(() => undefined);
