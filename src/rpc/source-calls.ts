import type { Actor, Refusal, Result, RoomCallContext } from './contract';
import type { DoubtSettlement, SourceAnswer, SourceCall, SourceSender } from './source-batch';
import type { SourceDetail, SourceFacts } from './source-views';

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

/** Another sender owns the source. The room does not know whether that one is still in force: D1 does. */
export interface NotOwnSource extends Refusal {
  code: 'source_owned';
  owner: SourceSender;
}

/** The calls of a room about machines that count. */
export interface SourceCalls {
  /**
   * Counts a source's items. Adds a new source, within SOURCES_MAX (limit_reached); too_fast if it sends too often. Refuses a
   * key that has ended, or that neither D1 nor the room vouches for (unauthenticated), and a source of another sender, unless
   * the call takes it over or D1 has just said that `endedOwner` is not in force any more.
   */
  countFromSource(
    context: RoomCallContext,
    call: SourceCall,
    sender: SourceSender,
    key?: SourceKey,
    endedOwner?: SourceSender,
  ): Promise<Result<SourceAnswer> | NotOwnSource>;
  /** Returns the event's sources in the order in which they were added. */
  listSources(context: RoomCallContext): Promise<Result<SourceFacts[]>>;
  /** Returns one of them with what it sent last. Refuses an unknown one (not_found). */
  readSource(context: RoomCallContext, sourceId: string): Promise<Result<SourceDetail>>;
  /** Forgets a source; what it counted stays. Refuses an unknown one (not_found). */
  deleteSource(context: RoomCallContext, sourceId: string, actor: Actor): Promise<Result<null>>;
  /**
   * Ends a source's doubt: counts the people who may be missing by its totals, or knows that they were counted. Refuses a source
   * without one (not_found), another number of people than may be missing now (conflict), and what refuses taps.
   */
  settleDoubt(
    context: RoomCallContext,
    sourceId: string,
    settlement: DoubtSettlement,
    actor: Actor,
  ): Promise<Result<null>>;
}

/** The calls of a hub about API keys. */
export interface KeyCalls {
  /**
   * Ends a key's calls and sockets, here and at the rooms that know it. Resolves when they have heard. Refuses with unavailable
   * if one could not be reached: the hub tells it again, and a room forgets a key after KEY_KNOWN_MS at the latest.
   */
  endKey(sessionId: string): Promise<Result<null>>;
}
