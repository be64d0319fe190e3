import type { Actor } from '../../rpc/identity';
import { twinOf } from '../../shared/evacuation/side-areas';
import { recountedTally } from '../state/tally';
import { type EvacuationState, liveAreas, type RoomState } from '../state/room-state';
import type { JournalEntry } from '../state/journal-entry';

/**
 * Returns the state in which the drill's numbers are the day's (docs/product.md, V11): each area has lost or won who went
 * out or in by its twin. Late taps of the day still count, because nobody has counted the people: unlike a recount, this
 * does not change from when the area counts.
 */
export function madeReal(
  state: RoomState,
  drill: EvacuationState,
  now: number,
  actor: Actor,
): { state: RoomState; entries: JournalEntry[] } {
  const version = state.version + 1;
  const areas = new Map(state.areas);
  const entries: JournalEntry[] = [];
  const atStart = new Map(drill.atStart.map(({ areaId, people }) => [areaId, people]));
  for (const area of liveAreas(state)) {
    const { areaId, occupancy: before, adjustments } = area;
    const counted = state.areas.get(twinOf(areaId))?.occupancy ?? before;
    const after = Math.max(0, before + counted - (atStart.get(areaId) ?? 0));
    if (after === before) continue;
    const tally = recountedTally(area.tally, after, null);
    areas.set(areaId, {
      ...area,
      occupancy: after,
      adjustments: adjustments + after - before,
      lastUpdatedAt: now,
      version,
      tally,
    });
    entries.push({ actor, kind: 'occupancy_recounted', areaId, before, after });
  }
  return { state: { ...state, version, areas }, entries };
}
