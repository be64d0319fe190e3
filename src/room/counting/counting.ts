import type { Writable } from '../../stored/columns';
import type { AreaState } from '../state/room-state';
import type { TapEffect } from '../../stored/tap-effect';

/** The arithmetic of one tap, in pure functions (docs/product.md, C4 to C7). */

/** Times are epoch ms. */
export interface TapTimes {
  occurredAt: number;
  /** When the room counts the tap, by its own clock. */
  now: number;
  /** The tap that it takes back. */
  undone?: { floored: number; occurredAt: number } | undefined;
}

/** Whether a reset or recount of the area came after the tap, or after the tap that it takes back. */
export const isCovered = ({ countsFrom }: AreaState, tap: TapTimes): boolean =>
  // A reset or recount in the future was made while the clock was wrong. It covers nothing.
  (tap.undone ?? tap).occurredAt < countsFrom && countsFrom <= tap.now;

/**
 * Returns what a tap of `change` people does to an area. If the tap undoes the tap `undone`, it lowers the totals that
 * `undone` raised and moves the occupancy back by as much as `undone` moved it.
 */
export function tapEffect(area: AreaState, change: number, tap: TapTimes): TapEffect {
  const ins = tap.undone ? Math.min(change, 0) : Math.max(change, 0);
  const outs = tap.undone ? Math.min(0 - change, 0) : Math.max(0 - change, 0);
  const unfloored = tap.undone ? 0 - tap.undone.floored : 0;
  const move = ins - outs + unfloored;
  if (isCovered(area, tap)) return { ins, outs, floored: unfloored, adjusted: 0 - move, occupancy: area.occupancy };
  const floored = Math.max(0, 0 - (area.occupancy + move));
  return { ins, outs, floored: unfloored + floored, adjusted: 0, occupancy: area.occupancy + move + floored };
}

/** Adds a tap's effect to an area that nobody else sees yet. `version` is the room's version. */
export function addEffect(area: Writable<AreaState>, effect: TapEffect, now: number, version: number): void {
  area.occupancy = effect.occupancy;
  area.ins += effect.ins;
  area.outs += effect.outs;
  area.floored += effect.floored;
  area.adjustments += effect.adjusted;
  area.lastUpdatedAt = now;
  area.version = version;
}
