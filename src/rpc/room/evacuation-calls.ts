import type { EvacuationEnd, EvacuationList, EvacuationRecord, NewEvacuation } from '../../shared/evacuation/schemas';
import type { Actor, RoomCallContext } from '../identity';
import type { Result } from '../result';

/** The calls about evacuations and drills. */
export interface EvacuationCalls {
  /** Starts an evacuation or a drill, or makes a drill real. Refuses all else while one runs, and many drills (limit_reached). */
  startEvacuation(context: RoomCallContext, evacuation: NewEvacuation, actor: Actor): Promise<Result<EvacuationRecord>>;
  /** Ends the running evacuation or drill, then recounts. Refuses any other one (not_found). */
  endEvacuation(
    context: RoomCallContext,
    id: string,
    end: EvacuationEnd,
    actor: Actor,
  ): Promise<Result<EvacuationRecord>>;
  /** Shows numbers on displays again after the newest evacuation. Refuses any other one (not_found). */
  showNumbers(context: RoomCallContext, evacuationId: string, actor: Actor): Promise<Result<EvacuationRecord>>;
  /** Returns the assembly points, and what began in a span of time (epoch ms; null for all), newest first. */
  listEvacuations(
    context: RoomCallContext,
    span: { from: number; before: number } | null,
  ): Promise<Result<EvacuationList>>;
  /** Sets the names of the assembly points. While something runs, none can be removed (limit_reached). */
  setAssemblyPoints(context: RoomCallContext, names: readonly string[], actor: Actor): Promise<Result<EvacuationList>>;
}
