import { TAP_AGE_MAX_MS } from '../../shared/limits';
import type { AreaState } from '../state';

/** The arithmetic of one tap. Pure (docs/product.md, C4 to C7). */

export interface TapEffect {
  ins: number;
  outs: number;
  /** People whom an exit could not take away because nobody was left; negative when an undo takes that back. */
  floored: number;
  /** Keeps the occupancy unchanged when the tap occurred before the last reset or recount. */
  adjusted: number;
  occupancy: number;
}

/**
 * Returns when a tap occurred by the room's clock. `at` and `sentAt` are the device's; only their difference is
 * trusted.
 */
export function occurredAt(tapAt: number, sentAt: number, receivedAt: number): number {
  const byRoomClock = Math.round(tapAt + (receivedAt - sentAt));
  return Math.min(Math.max(byRoomClock, receivedAt - TAP_AGE_MAX_MS), receivedAt);
}

/**
 * Returns what a tap of `change` people does to an area. If it undoes the tap `undone`, it lowers the totals of that
 * tap and moves the occupancy back by as much as that tap had moved it.
 */
export function tapEffect(
  area: AreaState,
  change: number,
  tap: {
    occurredAt: number;
    /** When the tap is counted, by the room's clock. */
    now: number;
    undone?: { floored: number; occurredAt: number } | undefined;
  },
): TapEffect {
  const totals = tap.undone
    ? { ins: Math.min(change, 0), outs: Math.min(0 - change, 0) }
    : { ins: Math.max(change, 0), outs: Math.max(0 - change, 0) };
  const unfloored = tap.undone ? 0 - tap.undone.floored : 0;
  // A recount in the future was made under a wrong clock: it says nothing about what is counted now.
  const isLate = (tap.undone ?? tap).occurredAt < area.countsFrom && area.countsFrom <= tap.now;
  const move = totals.ins - totals.outs + unfloored;
  if (isLate) return { ...totals, floored: unfloored, adjusted: 0 - move, occupancy: area.occupancy };
  const floored = Math.max(0, 0 - (area.occupancy + move));
  return { ...totals, floored: unfloored + floored, adjusted: 0, occupancy: area.occupancy + move + floored };
}

/** The area after a tap's effect, at the room's `version`. */
export const withEffect = (area: AreaState, effect: TapEffect, now: number, version: number): AreaState => ({
  ...area,
  occupancy: effect.occupancy,
  ins: area.ins + effect.ins,
  outs: area.outs + effect.outs,
  floored: area.floored + effect.floored,
  adjustments: area.adjustments + effect.adjusted,
  lastUpdatedAt: now,
  version,
});
