import { MINUTE_MS } from '../../../../src/shared/durations';
import { formatCount, formatPercent } from '../../texts/format';

/** One threshold that an area or the venue has reached. Times are ISO 8601 or epoch ms; null if they are not known. */
interface Level {
  readonly areaId: string | null;
  readonly threshold: number;
  readonly raisedAt: string | null;
  readonly endedAt: string | number | null;
  readonly acknowledgedAt: string | null;
}

/** The levels of one rise, at least one, the lowest first. */
export type Rise<A> = readonly [A, ...A[]];

/** Epoch ms. What was raised before all that is known came first. */
const beganAt = ({ raisedAt }: Level): number => (raisedAt === null ? -Infinity : Date.parse(raisedAt));
/** Epoch ms; NaN for a level that is not over. */
const endedAt = (level: Level): number => (level.endedAt === null ? NaN : new Date(level.endedAt).getTime());

/**
 * Joins the levels that followed each other upwards: a level that ends because a higher one is reached is no alert of its
 * own. The rises are in the order of their first levels.
 */
export function risesOf<A extends Level>(alerts: readonly A[]): Rise<A>[] {
  const rises: [A, ...A[]][] = [];
  const last = new Map<string | null, [A, ...A[]]>();
  for (const alert of alerts.toSorted((a, b) => beganAt(a) - beganAt(b) || 0)) {
    const before = last.get(alert.areaId);
    const below = before?.at(-1);
    if (before && below && below.threshold < alert.threshold && endedAt(below) === beganAt(alert)) {
      before.push(alert);
      continue;
    }
    const rise: [A, ...A[]] = [alert];
    rises.push(rise);
    last.set(alert.areaId, rise);
  }
  return rises;
}

/** The highest level of a rise. */
export const topOf = <A>(rise: Rise<A>): A => rise.at(-1) ?? rise[0];

/** The level of a rise that was acknowledged last; undefined if none was. */
export const seenOf = <A extends Level>(rise: Rise<A>): A | undefined =>
  rise.findLast(({ acknowledgedAt }) => acknowledgedAt !== null);

/** Whether there was time to acknowledge the highest level, and nobody did. */
export function isMissed(rise: Rise<Level>): boolean {
  const top = topOf(rise);
  return seenOf(rise) === undefined && !(endedAt(top) - beganAt(top) < MINUTE_MS);
}

/** Returns the levels in words, as 75 › 90 › 100%. */
export const levelsText = (levels: readonly number[]): string =>
  levels.map((level, i) => (i === levels.length - 1 ? formatPercent(level) : formatCount(level))).join(' › ');
