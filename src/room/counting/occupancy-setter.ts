import type { Actor, Result } from '../../rpc/contract';
import type { Recount, RecountAnswer } from '../../shared/schemas/area';
import type { JournalEntry } from '../storage/room-store';
import type { Clock } from '../ports';
import { type AreaState, liveAreas, type RoomState, withOccupancy } from '../state';

export interface OccupancySetterDeps {
  /** Returns the state after everything in the queue was counted. */
  flushedState(): RoomState;
  now: Clock;
  /** One transaction, then one broadcast of these areas. */
  commit(after: RoomState, entries: readonly JournalEntry[], areaIds: readonly string[]): void;
}

/** Sets occupancies to what somebody says they are. Taps that were made before do not change them any more. */
export class OccupancySetter {
  constructor(private readonly deps: OccupancySetterDeps) {}

  /** Sets one area to 0, or all areas when `areaId` is null. */
  reset(areaId: string | null, actor: Actor): Result<null> {
    if (areaId === null) this.resetAll(actor);
    else {
      const set = this.setOne(areaId, 0, { actor, kind: 'occupancy_reset' });
      if (!set.ok) return set;
    }
    return { ok: true, value: null };
  }

  recount(areaId: string, { occupancy, reason }: Recount, actor: Actor): Result<RecountAnswer> {
    return this.setOne(areaId, occupancy, { actor, kind: 'occupancy_recounted', note: reason });
  }

  private setOne(areaId: string, after: number, entry: JournalEntry): Result<RecountAnswer> {
    const state = this.deps.flushedState();
    const area = state.areas.get(areaId);
    if (area === undefined || area.deletedAt !== null) return { ok: false, code: 'not_found' };
    const before = area.occupancy;
    this.commit(state, [area], after, [{ ...entry, areaId, before, after }]);
    return { ok: true, value: { areaId, before, after, drift: after - before } };
  }

  /**
   * Also for an area at 0: earlier taps that arrive later must not add anybody there. The journal has an entry for each
   * area, because reports use it to find out which reset covered a tap.
   */
  private resetAll(actor: Actor): void {
    const state = this.deps.flushedState();
    const areas = liveAreas(state);
    if (areas.length === 0) return;
    const entries = areas.map(({ areaId, occupancy }) => ({
      actor,
      kind: 'occupancy_reset' as const,
      areaId,
      before: occupancy,
      after: 0,
    }));
    this.commit(state, areas, 0, entries);
  }

  private commit(state: RoomState, areas: readonly AreaState[], after: number, entries: readonly JournalEntry[]): void {
    const set = withOccupancy(state, areas, after, this.deps.now());
    this.deps.commit(
      set,
      entries,
      areas.map(({ areaId }) => areaId),
    );
  }
}
