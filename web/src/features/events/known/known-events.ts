import { createContext } from 'react';
import type { Event } from '../../../../../src/shared/schemas/event';

/** The events of a session. The sockets' changes are applied through this interface. */
export interface EventListUpdater {
  /** Adds an event, or replaces its earlier state. */
  put(event: Event): void;
  /** Updates an event if the session has it. */
  replace(event: Event): void;
  remove(eventId: string): void;
  /** Reads the events again. */
  refetch(): void;
  /** Reads everything again that can change with the account. */
  refetchAll(): void;
  /**
   * Whether the session belongs to an access code whose event was shown. When such a session ends, the event cannot be
   * reached any more.
   */
  readonly hasShownCodesEvent: boolean;
}

/**
 * Returns the name of an event that is not on the screen; undefined if the name is unknown. An access-code user has no
 * other event.
 */
export const EventNamesContext = createContext<(eventId: string) => string | undefined>(() => undefined);
