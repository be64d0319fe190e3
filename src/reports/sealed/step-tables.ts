import { SLOT_MS } from '../../shared/reports/limits';
import type { Slot } from '../figures';
import type { DayText, Named } from './day-text';
import { escaped, section, table } from './html';
import { isSealed, num, type ReportTable, tableText, time } from './report-table';

export const STEPS: ReportTable<Slot> = {
  name: 'steps',
  columns: [
    time('from', ([slot], day) => day.time(day.figures.startsAt + slot * SLOT_MS)),
    num('ins', ([, ins]) => ins),
    num('outs', ([, , outs]) => outs),
    num('low', ([, , , low]) => low),
    num('high', ([, , , , high]) => high),
    num('end', ([, , , , , end]) => end),
  ],
};

/** Its second column stands for as many as there are areas. */
export const AREA_STEPS: ReportTable<never> = {
  name: 'areaSteps',
  columns: [time('from', () => ''), num('area', () => '')],
};

/** So many columns of areas fit on a sheet. */
const AREAS_PER_TABLE = 8;
/** More lines than this, about 25 sheets, are no help to a reader. */
const LINES_MAX = 1_500;

const rangeOf = (low: number, high: number): string => (low === high ? String(low) : `${low}–${high}`);

/** Returns the numbers of one area, slot by slot: the range in a slot in which something happened, else the last number. */
function numbersOf({ opening, slots }: Named['subject'], numbers: readonly number[]): string[] {
  const bySlot = new Map(slots.map((slot) => [slot[0], slot]));
  let people = opening;
  return numbers.map((number) => {
    const slot = bySlot.get(number);
    if (slot === undefined) return String(people);
    people = slot[5];
    return rangeOf(slot[3], slot[4]);
  });
}

function areaTable(day: DayText, areas: readonly Named[], numbers: readonly number[]): string {
  const columns = areas.map(({ subject }) => numbersOf(subject, numbers));
  const rows = numbers.map((number, i) => [
    day.time(day.figures.startsAt + number * SLOT_MS),
    ...columns.map((column) => column[i] ?? ''),
  ]);
  const heads = areas.map(({ name }) => ({ head: name, kind: 'number' as const }));
  return table([{ head: day.words.heads.from, kind: 'time' }, ...heads], rows);
}

/** The numbers of each area; nothing if there is only one, whose numbers are the venue's. */
function areaSteps(day: DayText): string {
  const [, ...areas] = day.all;
  const { words } = day;
  if (areas.length < 2 || !isSealed(day, AREA_STEPS)) return '';
  const groups = Array.from({ length: Math.ceil(areas.length / AREAS_PER_TABLE) }, (_, i) => {
    const some = areas.slice(i * AREAS_PER_TABLE, (i + 1) * AREAS_PER_TABLE);
    const numbers = [...new Set(some.flatMap(({ subject }) => subject.slots.map(([number]) => number)))];
    return { some, numbers: numbers.toSorted((a, b) => a - b) };
  });
  const lines = groups.reduce((sum, { numbers }) => sum + numbers.length, 0);
  const body =
    lines > LINES_MAX
      ? `<p>${escaped(words.areaStepsTooLong)}</p>`
      : groups.map(({ some, numbers }) => areaTable(day, some, numbers)).join('');
  return section(words.areaSteps, words.areaStepsLead, body);
}

/** How many people were inside, every five minutes: in the venue, and in each area. */
export const stepsSection = (day: DayText): string =>
  section(day.words.steps, day.words.stepsLead, tableText(day, STEPS, day.figures.venue.slots)) + areaSteps(day);
