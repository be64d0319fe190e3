import type { EvacuationFact, EventNews } from '../../rpc/webhook-bodies';
import type { EvacuationRecord } from '../../shared/evacuation/schemas';
import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import { aboutEvent, type EvacuationState, type RoomState } from '../state/room-state';

/** What recipients are told of evacuations and drills (docs/product.md, N11). */

function factOf({ atStart, ...evacuation }: EvacuationState): EvacuationFact {
  const { evacuationId, isDrill, startedAt, becameRealAt, startedOn } = evacuation;
  return {
    evacuationId,
    isDrill,
    startedAt: isoTime(startedAt),
    becameRealAt: isoTimeOrNull(becameRealAt),
    startedOn,
    occupancyAtStart: atStart.reduce((sum, { people }) => sum + people, 0),
  };
}

export const startedEvacuation = (state: RoomState, evacuation: EvacuationState): EventNews => ({
  type: 'evacuation.started',
  data: { ...aboutEvent(state.event), evacuation: factOf(evacuation) },
});

export const endedEvacuation = (
  state: RoomState,
  evacuation: EvacuationState,
  { timeline, progress, isMistake }: EvacuationRecord,
): EventNews => ({
  type: 'evacuation.ended',
  data: {
    ...aboutEvent(state.event),
    evacuation: factOf(evacuation),
    endedAt: isoTime(evacuation.endedAt ?? evacuation.startedAt),
    ...(isMistake && { isMistake }),
    occupancy: timeline.remaining.at(-1) ?? 0,
    unaccounted: progress.unaccounted,
  },
});
