import type { Actor, RoomCallContext } from '../identity';
import type { Refusal, Result } from '../result';
import type { DoubtSettlement, SourceAnswer, SourceCall, SourceSender } from '../source-batch';
import type { SourceDetail, SourceFacts } from '../source-views';

/** Another sender owns the source. The room does not know whether that one is still in force: D1 does. */
export interface NotOwnSource extends Refusal {
  code: 'source_owned';
  owner: SourceSender;
}

/** The calls of a room about machines that count. */
export interface SourceCalls {
  /**
   * Counts a source's items. Adds a new source, within SOURCES_MAX (limit_reached); too_fast if it sends too often. Refuses a
   * source of another sender, unless the call takes it over or D1 has just said that `endedOwner` is not in force any more.
   */
  countFromSource(
    context: RoomCallContext,
    call: SourceCall,
    sender: SourceSender,
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
