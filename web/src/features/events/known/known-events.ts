import { createContext } from 'react';
import type { Event } from '../../../../../src/shared/schemas/event';

/** What a session knows of events, and how its sockets' news get there. */
export interface KnownEvents {
  /** Adds an event, or replaces the one it is the news of. */
  put(event: Event): void;
  /** Takes over what a known event has become. */
  replace(event: Event): void;
  remove(eventId: string): void;
  /** Asks for events again. */
  refetch(): void;
  /** Asks for all that may have changed with the account. */
  refetchAll(): void;
  /** Whether an access code has shown its event: it is out of reach once the session ends. */
  readonly hasShownCodesEvent: boolean;
}

/** What an event is called beside the one that is shown; undefined where that is not known. An access code has no other. */
export const EventNamesContext = createContext<(eventId: string) => string | undefined>(() => undefined);
