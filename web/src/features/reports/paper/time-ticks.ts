import type { Report } from '../../../../../src/shared/schemas/report';
import { zoneFormat } from '../../../texts/zone-format';

export interface TimeTick {
  /** The interval that it precedes. */
  at: number;
  /** '' when there is no room for one. */
  label: string;
  isDay: boolean;
}

const HOUR_STEPS = [1, 2, 3, 4, 6, 12];
const LABELS_MAX = 12;
const DAY_LABELS_MAX = 8;
/** Up to this many days are labeled with times, more with dates. */
const CLOCK_DAYS_MAX = 2;

function dayTicks({ days, intervalStarts, timeZone }: Report): TimeTick[] {
  const { monthDay } = zoneFormat(timeZone);
  const every = Math.ceil(days.length / DAY_LABELS_MAX);
  return days.map(({ firstInterval }, i) => ({
    at: firstInterval,
    label: i % every === 0 ? monthDay(intervalStarts[firstInterval] ?? '') : '',
    isDay: true,
  }));
}

function clockTicks({ intervalStarts, interval, timeZone, days }: Report, from: number, to: number): TimeTick[] {
  const { time } = zoneFormat(timeZone);
  const hours = ((to - from) * interval) / 60;
  const step = HOUR_STEPS.find((it) => hours / it <= LABELS_MAX) ?? 24;
  return intervalStarts.slice(from, to).flatMap((start, i) => {
    const label = time(start);
    const [hour = 0, minute = 0] = label.split(':').map(Number);
    if (minute !== 0 || hour % step !== 0) return [];
    return [{ at: from + i, label, isDay: days.some(({ firstInterval }) => firstInterval === from + i && i > 0) }];
  });
}

/** The marks of the time axis, over the intervals in [from, to). */
export function timeTicks(report: Report, [from, to]: readonly [number, number]): TimeTick[] {
  const ticks = report.days.length > CLOCK_DAYS_MAX ? dayTicks(report) : clockTicks(report, from, to);
  return ticks.filter(({ at }) => at >= from && at < to);
}
