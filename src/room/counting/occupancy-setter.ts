import type { RoomCore } from '../core/room-core';
import type { Actor } from '../../rpc/identity';
import type { Result } from '../../rpc/result';
import type { Recount, RecountAnswer } from '../../shared/schemas/area';
import type { JournalEntry } from '../state/journal-entry';
import { countedCategories, type Occupancies } from '../state/tally';
import { type AreaState, liveAreas, type RoomState, withOccupancy } from '../state/room-state';

/** The people that machines may have missed. */
interface Doubts {
  /** Called after areas were set: that settles their doubts. */
  counted(): void;
}

const crossingsOf = ({ ins, outs }: AreaState): number => ins + outs;

/**
 * Sets occupancies by reset and recount. Taps that were made before a reset or recount no longer change the occupancy.
 */
export class OccupancySetter {
  constructor(
    private readonly core: RoomCore,
    private readonly doubts: Doubts,
  ) {}

  /** Sets one area to 0, or all areas when `areaId` is null. */
  reset(areaId: string | null, actor: Actor): Result<null> {
    if (areaId === null) this.resetAll(actor);
    else {
      const set = this.setOne(areaId, 0, { actor, kind: 'occupancy_reset' });
      if (!set.ok) return set;
    }
    return { ok: true, value: null };
  }

  recount(areaId: string, { occupancy, reason, categories }: Recount, actor: Actor): Result<RecountAnswer> {
    const entry = { actor, kind: 'occupancy_recounted', note: reason } as const;
    return this.setOne(areaId, occupancy, entry, categories);
  }

  private setOne(
    areaId: string,
    after: number,
    entry: JournalEntry,
    categories?: Recount['categories'],
  ): Result<RecountAnswer> {
    const state = this.core.flushedState();
    const area = state.areas.get(areaId);
    if (area === undefined || area.deletedAt !== null) return { ok: false, code: 'not_found' };
    const before = area.occupancy;
    const known = state.event.event.categories;
    // The worker has checked the numbers. Only the room knows which categories there are at this moment.
    const isKnown = (id: string) => known?.list.some(({ categoryId }) => categoryId === id) ?? false;
    if (categories?.some(({ categoryId }) => !isKnown(categoryId))) return { ok: false, code: 'unknown_category' };
    const occupancies = categories && new Map(categories.map(({ categoryId, occupancy }) => [categoryId, occupancy]));
    const entries: JournalEntry[] = [{ ...entry, areaId, before, after, crossings: crossingsOf(area) }];
    if (occupancies !== undefined && occupancies.size > 0) {
      const { actor } = entry;
      entries.push({ actor, kind: 'categories_recounted', areaId, after: countedCategories(occupancies, known) });
    }
    this.commit(state, [area], { occupancy: after, occupancies: occupancies ?? null }, entries);
    return { ok: true, value: { areaId, before, after, drift: after - before } };
  }

  /**
   * Resets every area, also an area with occupancy 0: taps made before the reset that arrive later must not add
   * anybody. The journal gets an entry for each area, because reports use it to find the reset that covers a late tap.
   */
  private resetAll(actor: Actor): void {
    const state = this.core.flushedState();
    const areas = liveAreas(state);
    if (areas.length === 0) return;
    const entries = areas.map((area) => ({
      actor,
      kind: 'occupancy_reset' as const,
      areaId: area.areaId,
      before: area.occupancy,
      after: 0,
      crossings: crossingsOf(area),
    }));
    this.commit(state, areas, { occupancy: 0, occupancies: null }, entries);
  }

  private commit(
    state: RoomState,
    areas: readonly AreaState[],
    after: { occupancy: number; occupancies: Occupancies | null },
    entries: readonly JournalEntry[],
  ): void {
    const set = withOccupancy(state, areas, after, this.core.now());
    this.core.commit(set, entries);
    this.core.signal({ type: 'counts', areaIds: areas.map(({ areaId }) => areaId) });
    this.doubts.counted();
  }
}
