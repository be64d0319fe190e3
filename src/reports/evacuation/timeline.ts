import { isPoint } from '../../shared/evacuation/side-areas';
import type { Timeline } from '../../shared/evacuation/schemas';
import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import type { LedgerFact } from '../facts';
import { tapTimes } from '../tap-times';

/** A change of an occupancy by a reset or recount; epoch ms. */
export interface OccupancySet {
  at: number;
  areaId: string;
  rise: number;
}

/** Times are epoch ms. */
export interface TimelineSource {
  startedAt: number;
  /** The end, or now. */
  until: number;
  /** The areas at the start. `countedAs` is the area to which its taps belong: itself, or its twin in a drill. */
  areas: readonly { areaId: string; areaName: string; countedAs: string; people: number }[];
  points: readonly { areaId: string; areaName: string }[];
  /** The ledger rows that were received since the start. Rows of other areas are skipped. */
  rows: Iterable<LedgerFact>;
  /** The resets and recounts since the start. */
  sets: readonly OccupancySet[];
}

/** A timeline has at most about this many steps; the shortest one lasts 10 s. */
const STEPS_MAX = 120;
const STEP_MIN_S = 10;

interface Change {
  at: number;
  countedAs: string;
  rise: number;
}

/** Makes the timeline of an evacuation or drill. Taps count at the time at which they were made. */
export function timelineOf({ startedAt, until, areas, points, rows, sets }: TimelineSource): Timeline {
  const atStart = new Map(areas.map(({ countedAs, people }) => [countedAs, people]));
  const assembled = new Map(points.map(({ areaId }) => [areaId, 0]));
  const changes: Change[] = sets
    .filter(({ at, areaId }) => at < until && atStart.has(areaId))
    .map(({ at, areaId, rise }) => ({ at, countedAs: areaId, rise }));
  let lastExitAt = 0;
  for (const row of rows) {
    const { areaId, outs, floored, adjusted, ins } = row;
    const times = tapTimes(row) ?? [row.occurredAt];
    for (const at of times) {
      if (at > until) continue;
      if (isPoint(areaId)) {
        const people = assembled.get(areaId);
        if (people !== undefined && at >= startedAt)
          assembled.set(areaId, people + (ins - outs + floored) / times.length);
        continue;
      }
      const people = atStart.get(areaId);
      if (people === undefined) continue;
      const rise = (ins - outs + floored + adjusted) / times.length;
      // A tap from before the start arrived late: the people were inside, or gone, when it started.
      if (at < startedAt) atStart.set(areaId, people + rise);
      else changes.push({ at, countedAs: areaId, rise });
      if (at >= startedAt && outs > 0) lastExitAt = Math.max(lastExitAt, at);
    }
  }
  changes.sort((a, b) => a.at - b.at);
  const { remaining, stepMs } = curveOf(changes, [...atStart.values()], startedAt, until);
  return {
    stepSeconds: stepMs / 1000,
    remaining,
    areas: areas.map(({ areaId, areaName, countedAs }) => ({
      areaId,
      areaName,
      ...emptied(changes, countedAs, atStart.get(countedAs) ?? 0, startedAt),
    })),
    lastExitAt: isoTimeOrNull(lastExitAt === 0 ? null : lastExitAt),
    assembled: points.map(({ areaId, areaName }) => ({ name: areaName, people: assembled.get(areaId) ?? 0 })),
  };
}

function curveOf(changes: readonly Change[], atStart: readonly number[], startedAt: number, until: number) {
  const lasted = Math.max(0, until - startedAt);
  const stepMs = Math.max(STEP_MIN_S, Math.ceil(lasted / 1000 / STEPS_MAX / STEP_MIN_S) * STEP_MIN_S) * 1000;
  let people = atStart.reduce((sum, inside) => sum + inside, 0);
  const remaining = [people];
  let next = 0;
  for (let step = 1; step <= Math.ceil(lasted / stepMs); step++) {
    const end = Math.min(startedAt + step * stepMs, until);
    for (; next < changes.length && (changes[next]?.at ?? 0) <= end; next++) people += changes[next]?.rise ?? 0;
    remaining.push(people);
  }
  return { remaining, stepMs };
}

function emptied(changes: readonly Change[], countedAs: string, atStart: number, startedAt: number) {
  let remaining = atStart;
  let emptyAt = remaining <= 0 ? startedAt : null;
  for (const change of changes) {
    if (change.countedAs !== countedAs) continue;
    remaining += change.rise;
    if (remaining > 0) emptyAt = null;
    else emptyAt ??= change.at;
  }
  return { atStart, remaining, emptyAt: emptyAt === null ? null : isoTime(emptyAt) };
}
