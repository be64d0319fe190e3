import type { Follower, RoomCore } from '../core/room-core';
import type { Counted } from '../storage/flush';
import { MINUTE_MS } from '../../shared/durations';
import { FLOW_MINUTES } from '../../shared/schemas/limits';
import type { Flow } from '../../shared/schemas/flow';
import { minuteOf, type Move, moveOf, settingOf } from '../storage/flow-rows';
import { FlowWindow } from './flow-window';
import { liveAreas, type RoomState } from '../state/room-state';

/**
 * The people in and out in the last hour. They are read from storage when `read` is first called after the room woke, then
 * updated with each commit.
 */
export class FlowTracker implements Follower {
  private window: FlowWindow | undefined;

  constructor(private readonly core: RoomCore) {}

  /** Counts all queued taps first. */
  read(): Flow {
    const state = this.core.flushedState();
    const now = this.core.now();
    if (this.window === undefined || this.window.isAheadOf(now)) this.window = this.load(now);
    return this.window.read(state.event.eventId, now, liveAreas(state));
  }

  /** Called after each commit, when the commit's rows are stored. */
  counted({ rows }: Counted): void {
    for (const row of this.window ? rows : []) this.window?.add(moveOf(row));
  }

  /** Called after a change that is no tap, because it can be a reset or recount. */
  changed(before: RoomState | undefined, after: RoomState): void {
    if (before === undefined) return;
    const now = this.core.now();
    for (const { areaId, occupancy } of this.window ? after.areas.values() : []) {
      const rise = occupancy - (before.areas.get(areaId)?.occupancy ?? 0);
      if (rise !== 0) this.window?.add(settingOf(areaId, now, rise));
    }
  }

  private load(now: number): FlowWindow {
    const window = new FlowWindow();
    const present = minuteOf(now);
    const from = (present - FLOW_MINUTES + 1) * MINUTE_MS;
    // Minutes in the future come from a clock that was ahead. They count in the present minute.
    const add = (move: Move) => window.add({ ...move, minute: Math.min(move.minute, present) });
    for (const row of this.core.store.rowsSince(from)) add(moveOf(row));
    for (const move of this.core.store.flow.settingsSince(from)) add(move);
    return window;
  }
}
