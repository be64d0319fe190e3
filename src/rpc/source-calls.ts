import type { Actor, Result, RoomCallContext } from './contract';
import type { SourceAnswer, SourceCall } from './source-batch';

/** The API key of a machine's call to a room. */
export interface SourceKey {
  /** The id under which rooms and hubs know the key's calls and sockets. */
  sessionId: string;
  /**
   * Whether D1 has just said that the key is in force. Otherwise the worker only remembers it, and the room takes the call if
   * it knows the key itself.
   */
  isProven: boolean;
}

/** The calls of a room about machines that count. */
export interface SourceCalls {
  /**
   * Counts a source's items. Adds a new source, within SOURCES_MAX (limit_reached); too_fast if it sends too often. Refuses a
   * key that has ended, or that neither D1 nor the room vouches for (unauthenticated).
   */
  countFromSource(
    context: RoomCallContext,
    call: SourceCall,
    actor: Actor,
    key?: SourceKey,
  ): Promise<Result<SourceAnswer>>;
  /**
   * Ends a source's doubt: counts the people who may be missing by its totals, or knows that they were counted. Refuses a source
   * without one (not_found), and what refuses taps.
   */
  settleDoubt(context: RoomCallContext, sourceId: string, isCounted: boolean, actor: Actor): Promise<Result<null>>;
}

/** The calls of a hub about API keys. */
export interface KeyCalls {
  /**
   * Ends a key's calls and sockets, here and at the rooms that know it. Resolves when they have heard. Refuses with unavailable
   * if one could not be reached: the hub tells it again, and a room forgets a key after KEY_KNOWN_MS at the latest.
   */
  endKey(sessionId: string): Promise<Result<null>>;
}
