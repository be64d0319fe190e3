import type { Correction, DayEvents } from './day-events';
import type { DayText } from './day-text';
import { escaped, section } from './html';
import { num, type ReportTable, tableText, text, time } from './report-table';

/** Returns the name of an area, also of one that the day's figures do not have. */
export function areaName({ all }: DayText, areaId: string): string {
  return all.find((named) => named.areaId === areaId)?.name ?? areaId;
}

/** Returns who acted, by the kind of user; a name that is not known here as the seal has it. */
function who({ words, sealed: { contents } }: DayText, actor: string): string {
  return words.actors[actor] ?? contents.actors[actor] ?? actor;
}

export const CORRECTIONS: ReportTable<Correction> = {
  name: 'corrections',
  columns: [
    time('at', ({ at }, day) => day.time(at)),
    text('area', ({ areaId }, day) => areaName(day, areaId)),
    text('what', ({ kind }, { words }) => words.correctionKinds[kind]),
    num('before', ({ before }) => before),
    num('after', ({ after }) => after),
    text('who', ({ actor }, day) => who(day, actor)),
    text('note', ({ note }) => note ?? ''),
  ],
};

/** Lists who set a number by hand; returns nothing if nobody did. */
export function correctionsSection(day: DayText, { corrections, correctionsLeftOut }: DayEvents): string {
  const { words } = day;
  if (corrections.length === 0) return '';
  const more = correctionsLeftOut > 0 ? `<p>${escaped(words.correctionsLeftOut(correctionsLeftOut))}</p>` : '';
  return section(words.corrections, words.correctionsLead, tableText(day, CORRECTIONS, corrections) + more);
}
