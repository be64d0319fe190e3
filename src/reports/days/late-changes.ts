import type { Build } from '../plan';
import type { Step } from '../steps';
import type { LedgerColumns } from './ledger-columns';
import type { Placement } from './placement';

/** The people in an area's late taps, and by how much these taps changed its occupancy. */
export interface LateChange {
  ins: number;
  outs: number;
  /** How many people of `ins` and `outs` came from or went to another area. */
  movedIn: number;
  movedOut: number;
  change: number;
}

/** By area id. Areas without such taps are missing. */
export type LateChanges = ReadonlyMap<string, LateChange>;

/**
 * Returns until when areas were deleted that were back by `now`, by area id; Infinity for those that were not back. A
 * restore of the database brings an area back, without people.
 */
function deletedUntil(steps: readonly Step[], now: number): Map<string, number> {
  const until = new Map<string, number>();
  for (const step of steps) {
    if (step.at > now) continue;
    if (step.type === 'area_deleted') until.set(step.areaId, Infinity);
    if (step.type === 'area_added' && until.has(step.areaId)) until.set(step.areaId, step.at);
  }
  return until;
}

/**
 * Returns what taps changed in the occupancies at `build.now` that count by then and that the room received later. The
 * occupancy without them is the one that the room had at that time: a row's own changes add up to it in any order
 * (docs/product.md, C5). Taps that a reset or recount by then covers changed nothing and are left out.
 */
export function lateChangesAt(
  build: Build,
  steps: readonly Step[],
  rows: LedgerColumns,
  placement: Placement,
): LateChanges {
  const { now, days } = build;
  const goneUntil = deletedUntil(steps, now);
  const changes = new Map<string, LateChange>();
  for (let row = 0; row < rows.count; row++) {
    const firstAt = rows.occurredAt.at(row);
    if (firstAt + rows.delayMs.at(row) <= now) continue;
    const times = rows.timesOf(row);
    const share = times.length;
    const [ins, outs] = [rows.ins.at(row) / share, rows.outs.at(row) / share];
    const adjusted = (rows.adjusted.get(row) ?? 0) / share;
    const isMove = rows.transfer.at(row) !== 0;
    for (const occurredAt of times) {
      const tap = rows.tapOf(row, occurredAt);
      const day = days[placement.dayOf(tap)];
      const at = placement.countsAt(tap, day);
      if (at > now || at <= (goneUntil.get(tap.areaId) ?? -Infinity) || placement.isCoveredBy(tap, now)) continue;
      const known = changes.get(tap.areaId) ?? { ins: 0, outs: 0, movedIn: 0, movedOut: 0, change: 0 };
      known.ins += ins;
      known.outs += outs;
      if (isMove) {
        known.movedIn += ins;
        known.movedOut += outs;
      }
      known.change += ins - outs + rows.floored.at(row) / share + placement.adjustmentAt(tap, at, adjusted);
      changes.set(tap.areaId, known);
    }
  }
  return changes;
}
