import type { DayFigures, Slot, SubjectFigures } from '../figures';

/**
 * Returns the day with a single slot for each area and the venue, instead of one for each five minutes. A report whose
 * intervals are days is the same from these figures, and reading them takes a fraction of the time and memory.
 */
export function daySums(day: DayFigures): DayFigures {
  const summed = <Subject extends SubjectFigures>(subject: Subject): Subject => ({
    ...subject,
    slots: oneSlot(subject.slots),
  });
  return { ...day, venue: summed(day.venue), areas: day.areas.map(summed) };
}

function oneSlot(slots: readonly Slot[]): Slot[] {
  const last = slots.at(-1);
  if (last === undefined) return [];
  const sum = (column: 1 | 2): number => slots.reduce((total, slot) => total + slot[column], 0);
  const [lowest, highest] = [Math.min(...slots.map((slot) => slot[3])), Math.max(...slots.map((slot) => slot[4]))];
  return [[0, sum(1), sum(2), lowest, highest, last[5]]];
}
