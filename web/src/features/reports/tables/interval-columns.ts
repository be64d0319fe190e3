import { reportTexts } from '../../../texts/report-texts';
import type { IntervalRow } from './interval-table';
import type { Column } from './table';

/** An interval's columns, of an area or the venue. */
export function intervalColumns(): Column<IntervalRow>[] {
  const { heads } = reportTexts.tables;
  return [
    { head: heads.interval, kind: 'moment', value: ({ startsAt }) => startsAt, width: 20 },
    { head: heads.ins, kind: 'count', value: ({ ins }) => ins, width: 10 },
    { head: heads.outs, kind: 'count', value: ({ outs }) => outs, width: 10 },
    { head: heads.min, kind: 'count', value: ({ min }) => min, width: 10 },
    { head: heads.max, kind: 'count', value: ({ max }) => max, width: 10 },
    { head: heads.end, kind: 'count', value: ({ end }) => end, width: 10 },
    { head: heads.capacity, kind: 'count', value: ({ capacity }) => capacity, width: 10 },
    { head: heads.share, kind: 'share', value: ({ share }) => share, width: 10 },
  ];
}
