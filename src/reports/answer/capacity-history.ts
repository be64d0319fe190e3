import { isoTime } from '../../time/iso-time';
import type { ReportSubject } from '../../shared/schemas/report';

/** The capacities that applied one after another, each from its time on; null for none. */
export type CapacityHistory = ReportSubject['capacities'];

/** Notes that this capacity applies from `at` (epoch ms) on, unless it did before. */
export function capacityFrom(history: CapacityHistory, at: number, capacity: number | null): void {
  if (history.length === 0 || history.at(-1)?.capacity !== capacity) history.push({ at: isoTime(at), capacity });
}
