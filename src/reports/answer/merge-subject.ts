import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import type { ReportSubject } from '../../shared/schemas/report';
import type { DayFigures, OverPeriod, SubjectFigures } from '../figures';
import { limitOrNull, type IntervalGrid } from './interval-grid';
import { isOver } from '../days/over-periods';

/** Converts seconds into minutes, rounded to a tenth. */
const minutes = (seconds: number): number => Math.round(seconds / 6) / 10;

/** The report's figures of one area, or of the venue, over all days of the report. */
export function mergeSubject(
  days: readonly DayFigures[],
  subjectOf: (day: DayFigures) => SubjectFigures | undefined,
  grid: IntervalGrid,
): ReportSubject {
  const found = days.flatMap((day) => subjectOf(day) ?? []);
  const sum = (of: (figures: SubjectFigures) => number): number =>
    found.reduce((total, figures) => total + of(figures), 0);
  const [ins, outs] = [sum((figures) => figures.ins), sum((figures) => figures.outs)];
  const capacities = mergeCapacities(found);
  const top = highest(found);
  const [first] = days;
  const last = days.at(-1);
  return {
    capacity: capacities.at(-1)?.capacity ?? null,
    capacities,
    ins,
    outs,
    net: ins - outs,
    movedIn: sum((figures) => figures.movedIn),
    movedOut: sum((figures) => figures.movedOut),
    floored: sum((figures) => figures.floored),
    opening: (first && subjectOf(first)?.opening) ?? 0,
    closing: (last && subjectOf(last)?.closing) ?? 0,
    peak: top?.peak ?? 0,
    peakAt: isoTimeOrNull(top?.peakAt ?? null),
    minutesAbove: {
      above75: minutes(sum(({ secondsAbove }) => secondsAbove[0])),
      above90: minutes(sum(({ secondsAbove }) => secondsAbove[1])),
      above100: minutes(sum(({ secondsAbove }) => secondsAbove[2])),
    },
    minutesBelowZero: minutes(sum((figures) => figures.secondsBelowZero)),
    overCapacity: mergeOver(days, subjectOf),
    intervals: grid.columns(subjectOf),
  };
}

/** The figures with the highest peak; on a tie, the first ones. */
const highest = <T extends Pick<SubjectFigures, 'peak'>>(figures: readonly T[]): T | undefined =>
  figures.reduce<T | undefined>((top, one) => (top === undefined || one.peak > top.peak ? one : top), undefined);

function mergeCapacities(figures: readonly SubjectFigures[]): ReportSubject['capacities'] {
  const merged: ReportSubject['capacities'] = [];
  for (const { at, capacity } of figures.flatMap(({ capacities }) => capacities)) {
    const limit = limitOrNull(capacity);
    if (merged.length === 0 || merged.at(-1)?.capacity !== limit) merged.push({ at: isoTime(at), capacity: limit });
  }
  return merged;
}

type Timed = OverPeriod & { seconds: number };

/**
 * A day's periods over capacity with their seconds, which add up to the day's seconds above 100 %. Days that an earlier
 * release stored lack each period's own time. There the total is divided by the lengths of the periods.
 */
function timed(figures: SubjectFigures | undefined): Timed[] {
  if (figures === undefined) return [];
  const times = figures.over.map(({ from, to, aboveMs }) => aboveMs ?? to - from);
  const all = times.reduce((sum, ms) => sum + ms, 0);
  const [, , seconds] = figures.secondsAbove;
  let [passedMs, told] = [0, 0];
  return figures.over.map((period, index) => {
    passedMs += times[index] ?? 0;
    const before = told;
    told = all === 0 ? 0 : Math.round((seconds * passedMs) / all);
    return { ...period, seconds: told - before };
  });
}

/** Collects the periods over capacity of all days. A period that goes on past the end of a day stays one period. */
function mergeOver(
  days: readonly DayFigures[],
  subjectOf: (day: DayFigures) => SubjectFigures | undefined,
): ReportSubject['overCapacity'] {
  const periods: Timed[] = [];
  for (const day of days) {
    for (const period of timed(subjectOf(day))) {
      const last = periods.at(-1);
      if (last === undefined || last.to !== period.from || period.from !== day.startsAt) {
        periods.push(period);
        continue;
      }
      last.to = period.to;
      last.seconds += period.seconds;
      last.peak = Math.max(last.peak, period.peak);
      last.capacity = Math.min(last.capacity, period.capacity);
    }
  }
  const end = days.at(-1);
  const figures = end && subjectOf(end);
  const isRunning = end !== undefined && end.until < end.endsAt;
  const goesOn =
    isRunning && figures !== undefined && isOver(figures.closing, figures.capacities.at(-1)?.capacity ?? null);
  return periods.map(({ from, to, seconds, peak, capacity }, index) => ({
    from: isoTime(from),
    to: goesOn && index === periods.length - 1 ? null : isoTime(to),
    seconds,
    peak,
    capacity,
  }));
}
