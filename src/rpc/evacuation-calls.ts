import type { EvacuationEnd, EvacuationList, EvacuationRecord, NewEvacuation } from '../shared/evacuation/schemas';
import type { Actor, Result, RoomCallContext } from './contract';

/** The calls of a room about evacuations, drills and assembly points. */
export interface EvacuationCalls {
  /**
   * Starts an evacuation or a drill; an evacuation makes a drill real that runs. Refuses all else while one runs, and many
   * drills within an hour (limit_reached).
   */
  startEvacuation(context: RoomCallContext, evacuation: NewEvacuation, actor: Actor): Promise<Result<EvacuationRecord>>;
  /** Ends the running evacuation or drill, then recounts. Refuses any other one (not_found). */
  endEvacuation(
    context: RoomCallContext,
    evacuationId: string,
    end: EvacuationEnd,
    actor: Actor,
  ): Promise<Result<EvacuationRecord>>;
  /** Shows numbers on displays again after the newest evacuation. Refuses any other one (not_found). */
  showNumbers(context: RoomCallContext, evacuationId: string, actor: Actor): Promise<Result<EvacuationRecord>>;
  /**
   * Returns the assembly points, and the evacuations and drills that began in a span of time (epoch ms), newest first; all
   * if it is null.
   */
  listEvacuations(
    context: RoomCallContext,
    span: { from: number; before: number } | null,
  ): Promise<Result<EvacuationList>>;
  /** Sets the names of the assembly points. While something runs, none can be removed (limit_reached). */
  setAssemblyPoints(context: RoomCallContext, names: readonly string[], actor: Actor): Promise<Result<EvacuationList>>;
}
