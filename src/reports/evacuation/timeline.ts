import { areaOfTwin, isPoint, isTwin } from '../../shared/evacuation/side-areas';
import type { Timeline } from '../../shared/evacuation/schemas';
import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import type { LedgerFact } from '../facts';
import { tapTimes } from '../tap-times';

/** A reset or recount of an area to a number of people; epoch ms. */
export interface OccupancySet {
  at: number;
  areaId: string;
  to: number;
}

/** Times are epoch ms. */
export interface TimelineSource {
  startedAt: number;
  /** The end, or now. */
  until: number;
  /**
   * The areas at the start, and those that were added since. `countedAs` is the area to which its taps belong: itself, or
   * its twin in a drill.
   */
  areas: readonly { areaId: string; areaName: string; countedAs: string; people: number }[];
  /** Whether it began as a drill and became an evacuation: then taps on twins belong to their areas, too. */
  wasDrill?: boolean;
  points: readonly { areaId: string; areaName: string }[];
  /** The ledger rows that were received since the start. Rows of other areas are skipped. */
  rows: Iterable<LedgerFact>;
  /** The resets and recounts since the start, and before it as far back as taps can be late, in order. */
  sets: readonly OccupancySet[];
}

/** A timeline has at most about this many steps; the shortest one lasts 10 s. */
const STEPS_MAX = 120;
const STEP_MIN_S = 10;

/** People come or go, or are counted: then the number is what was counted. */
interface Change {
  at: number;
  areaId: string;
  rise: number;
  to?: number;
}

/**
 * Makes the timeline of an evacuation or drill (docs/product.md, V7). Each tap counts at the time at which it was made,
 * whatever was recounted or started before it arrived.
 */
export function timelineOf({ startedAt, until, areas, wasDrill, points, rows, sets }: TimelineSource): Timeline {
  const ids = new Map(areas.map(({ countedAs, areaId }) => [countedAs, areaId]));
  const atStart = new Map(areas.map(({ areaId, people }) => [areaId, people]));
  const assembled = new Map(points.map(({ areaId }) => [areaId, 0]));
  /** When each area was last counted before the start: the number at the start contains all taps from before that. */
  const countedFrom = new Map<string, number>();
  const changes: Change[] = [];
  for (const { at, areaId, to } of sets) {
    if (at < startedAt) countedFrom.set(areaId, at);
    else if (at < until && atStart.has(areaId)) changes.push({ at, areaId, rise: 0, to });
  }
  let lastOutAt = 0;
  for (const row of rows) {
    const { areaId: counted, outs, floored, ins } = row;
    const times = tapTimes(row);
    const rise = (ins - outs + floored) / times.length;
    const people = assembled.get(counted);
    if (people !== undefined)
      assembled.set(counted, people + rise * times.filter((at) => at >= startedAt && at <= until).length);
    const areaId = ids.get(counted) ?? (wasDrill && isTwin(counted) ? areaOfTwin(counted) : undefined);
    const inside = areaId === undefined ? undefined : atStart.get(areaId);
    if (areaId === undefined || inside === undefined || isPoint(counted)) continue;
    for (const at of times) {
      if (at > until) continue;
      if (at >= startedAt) {
        changes.push({ at, areaId, rise });
        if (outs > 0) lastOutAt = Math.max(lastOutAt, at);
      } else if (!isTwin(counted) && at >= (countedFrom.get(areaId) ?? 0)) {
        // A tap from before the start arrived late: the people were inside, or gone, when it started.
        atStart.set(areaId, (atStart.get(areaId) ?? 0) + rise);
      }
    }
  }
  changes.sort((a, b) => a.at - b.at);
  const { remaining, stepMs } = curveOf(changes, atStart, startedAt, until);
  return {
    stepSeconds: stepMs / 1000,
    remaining,
    areas: areas.map(({ areaId, areaName }) => ({
      areaId,
      areaName,
      ...emptied(changes, areaId, atStart.get(areaId) ?? 0, startedAt),
    })),
    lastOutAt: isoTimeOrNull(lastOutAt === 0 ? null : lastOutAt),
    assembled: points.map(({ areaId, areaName }) => ({ name: areaName, people: assembled.get(areaId) ?? 0 })),
  };
}

/** Late exits can make a number negative until the entries before them have arrived, too: nobody is inside then. */
const shown = (people: number): number => Math.max(0, people);
const after = (people: number, { rise, to }: Change): number => to ?? people + rise;

function curveOf(changes: readonly Change[], atStart: ReadonlyMap<string, number>, startedAt: number, until: number) {
  const lasted = Math.max(0, until - startedAt);
  const stepMs = Math.max(STEP_MIN_S, Math.ceil(lasted / 1000 / STEPS_MAX / STEP_MIN_S) * STEP_MIN_S) * 1000;
  const inside = new Map(atStart);
  const sum = (): number => [...inside.values()].reduce((all, people) => all + shown(people), 0);
  const remaining = [sum()];
  let next = 0;
  for (let step = 1; step <= Math.ceil(lasted / stepMs); step++) {
    const end = Math.min(startedAt + step * stepMs, until);
    for (let change = changes[next]; change !== undefined && change.at <= end; change = changes[++next])
      inside.set(change.areaId, after(inside.get(change.areaId) ?? 0, change));
    remaining.push(sum());
  }
  return { remaining, stepMs };
}

function emptied(changes: readonly Change[], areaId: string, atStart: number, startedAt: number) {
  let remaining = atStart;
  let emptyAt = remaining <= 0 ? startedAt : null;
  for (const change of changes) {
    if (change.areaId !== areaId) continue;
    remaining = after(remaining, change);
    if (remaining > 0) emptyAt = null;
    else emptyAt ??= change.at;
  }
  return {
    atStart: shown(atStart),
    remaining: shown(remaining),
    emptyAt: emptyAt === null ? null : isoTime(emptyAt),
  };
}
