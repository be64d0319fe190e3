import { type CapacityFrom, capacityAt } from '../../shared/sealed/capacity-at';
import { isoTime } from '../../time/iso-time';
import type { ReportSubject } from '../../shared/schemas/report';

/** The capacities that applied one after another, each from its time on; null for none. */
export type CapacityHistory = ReportSubject['capacities'];

/** Notes that this capacity applies from `at` (epoch ms) on, unless it did before. */
export function capacityFrom(history: CapacityHistory, at: number, capacity: number | null): void {
  if (history.length === 0 || history.at(-1)?.capacity !== capacity) history.push({ at: isoTime(at), capacity });
}

/**
 * Returns the capacity in force at a moment before `end` (epoch ms); null for none. Before its first one, a subject that was
 * added before `end` has that one, and one that was added later has none.
 */
export const capacityBefore = (end: number, capacities: readonly CapacityFrom[], at: number): number | null =>
  (capacities[0]?.at ?? end) < end ? capacityAt(capacities, at) : null;
