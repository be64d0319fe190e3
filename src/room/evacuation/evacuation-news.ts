import type { EvacuationFact, EventNews } from '../../rpc/webhook-bodies';
import type { EvacuationRecord } from '../../shared/evacuation/schemas';
import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import type { EvacuationState, RoomState } from '../state';

/** What recipients are told of evacuations and drills (docs/product.md, N9). */

const eventOf = ({ event: { eventId, event } }: RoomState) => ({ eventId, eventName: event.eventName });

function factOf({ atStart, ...evacuation }: EvacuationState): EvacuationFact {
  const { evacuationId, isDrill, startedAt, becameRealAt, startedOn } = evacuation;
  const people = atStart.reduce((sum, area) => sum + area.people, 0);
  return {
    evacuationId,
    isDrill,
    startedAt: isoTime(startedAt),
    becameRealAt: isoTimeOrNull(becameRealAt),
    startedOn,
    people,
  };
}

export const startedEvacuation = (state: RoomState, evacuation: EvacuationState): EventNews => ({
  type: 'evacuation.started',
  data: { ...eventOf(state), evacuation: factOf(evacuation) },
});

export const endedEvacuation = (
  state: RoomState,
  evacuation: EvacuationState,
  { timeline, progress, isMistake }: EvacuationRecord,
): EventNews => ({
  type: 'evacuation.ended',
  data: {
    ...eventOf(state),
    evacuation: factOf(evacuation),
    endedAt: isoTime(evacuation.endedAt ?? evacuation.startedAt),
    ...(isMistake && { isMistake }),
    stillInside: timeline.remaining.at(-1) ?? 0,
    unaccounted: progress.unaccounted,
  },
});
