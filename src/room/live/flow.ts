import { FLOW_MINUTES } from '../../shared/limits';
import type { Flow } from '../../shared/schemas/flow';
import { type Move, tapsOf } from './flow-rows';
import { FlowWindow, minuteOf } from './flow-window';
import type { RoomStore } from '../storage/room-store';
import { liveAreas, type RoomState } from '../state';
import type { LedgerRow } from '../../stored/ledger';

const NO_TAPS = { isTransfer: false, ins: 0, outs: 0, lateIns: 0, lateOuts: 0 } as const;

/**
 * Entries and exits of the last hour. They are read from storage when `read` is first called after the room woke, then
 * updated with each commit.
 */
export class FlowTracker {
  private window: FlowWindow | undefined;

  constructor(private readonly ledger: RoomStore) {}

  read(state: RoomState, now: number): Flow {
    if (this.window === undefined || this.window.isAheadOf(now)) this.window = this.load(now);
    return this.window.read(state.event.eventId, now, liveAreas(state));
  }

  /** Called after each commit, when the commit's rows are stored. */
  counted(rows: readonly LedgerRow[]): void {
    for (const row of this.window ? rows : []) this.window?.add(moveOf(row));
  }

  /** Called after a change that is no tap, because it can be a reset or recount. */
  changed(before: RoomState, after: RoomState, now: number): void {
    for (const { areaId, occupancy } of this.window ? after.areas.values() : []) {
      const rise = occupancy - (before.areas.get(areaId)?.occupancy ?? 0);
      if (rise !== 0) this.window?.add({ ...NO_TAPS, areaId, minute: minuteOf(now), rise });
    }
  }

  private load(now: number): FlowWindow {
    const window = new FlowWindow();
    const present = minuteOf(now);
    const first = present - FLOW_MINUTES + 1;
    const logged = this.ledger
      .loggedRows()
      .map(moveOf)
      .filter(({ minute }) => minute >= first);
    // Minutes in the future come from a clock that was ahead. They count in the present minute.
    for (const move of [...this.ledger.flow.since(first), ...logged]) {
      window.add({ ...move, minute: Math.min(move.minute, present) });
    }
    return window;
  }
}

function moveOf(row: LedgerRow): Move {
  const { areaId, otherAreaId, receivedAt, ins, outs, floored, adjusted } = row;
  const rise = ins - outs + floored + adjusted;
  return { ...tapsOf(row), areaId, minute: minuteOf(receivedAt), isTransfer: otherAreaId !== null, rise };
}
