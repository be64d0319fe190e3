import { MINUTE_MS } from '../../../../src/shared/durations';
import type { EvacuationRecord, Timeline } from '../../../../src/shared/evacuation/schemas';
import { formatLasted } from './format-lasted';

/** A time against a target (docs/product.md, V13): both as minutes and seconds. */
export interface TargetTime {
  readonly took: string;
  /** Null if there is no target. */
  readonly target: string | null;
  /** By how much the target is exceeded; null if it is not. */
  readonly over: string | null;
}

/**
 * Compares a span of time (epoch ms) with the target.
 * @param targetMinutes undefined for no target
 */
export function targetTime(from: number, to: number, targetMinutes: number | undefined): TargetTime {
  const took = formatLasted(from, to);
  if (targetMinutes === undefined) return { took, target: null, over: null };
  const due = from + targetMinutes * MINUTE_MS;
  const isOver = Math.round((to - due) / 1_000) > 0;
  return { took, target: formatLasted(from, due), over: isOver ? formatLasted(due, to) : null };
}

/** Since when nobody is inside by the count, epoch ms; null while somebody is. */
export function emptySince({ areas }: Timeline): number | null {
  const times = areas.map(({ emptyAt }) => (emptyAt === null ? Infinity : Date.parse(emptyAt)));
  const last = Math.max(...times);
  return Number.isFinite(last) ? last : null;
}

/** Compares the time to empty with the target or, if somebody was inside at the end, the time until then. */
export function recordTime(record: EvacuationRecord): TargetTime & { isEmpty: boolean } {
  const { startedAt, endedAt, targetMinutes, timeline } = record;
  const emptyAt = emptySince(timeline);
  const to = emptyAt ?? Date.parse(endedAt ?? startedAt);
  return { ...targetTime(Date.parse(startedAt), to, targetMinutes), isEmpty: emptyAt !== null };
}
