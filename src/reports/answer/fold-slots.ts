import { MINUTE_MS, SLOT_MS } from '../../shared/limits';
import type { ReportInterval } from '../../shared/schemas/report';
import type { DayFigures, Slot, SubjectFigures } from '../figures';

/**
 * Returns the day with one slot for each interval in which something happened, instead of one for each five minutes. A
 * report with these intervals stays the same, and a report over many days needs less memory.
 */
export function foldSlots(day: DayFigures, interval: ReportInterval): DayFigures {
  const slotsPerInterval = (interval * MINUTE_MS) / SLOT_MS;
  const folded = <Subject extends SubjectFigures>(subject: Subject): Subject => ({
    ...subject,
    slots: fold(subject.slots, slotsPerInterval),
  });
  return { ...day, venue: folded(day.venue), areas: day.areas.map(folded) };
}

function fold(slots: readonly Slot[], slotsPerInterval: number): Slot[] {
  const folded: Slot[] = [];
  for (const [number, ins, outs, min, max, end] of slots) {
    const first = number - (number % slotsPerInterval);
    const last = folded.at(-1);
    if (last?.[0] !== first) {
      folded.push([first, ins, outs, min, max, end]);
      continue;
    }
    last[1] += ins;
    last[2] += outs;
    last[3] = Math.min(last[3], min);
    last[4] = Math.max(last[4], max);
    last[5] = end;
  }
  return folded;
}
