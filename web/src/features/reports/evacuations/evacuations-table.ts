import * as z from 'zod/mini';
import { type EvacuationRecord, JournalEvacuationSchema } from '../../../../../src/shared/evacuation/schemas';
import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { recordTime } from '../../evacuation/target-time';
import {
  type Column,
  countColumn,
  durationColumn,
  exactColumn,
  type SectionTable,
  type SheetTable,
  textColumn,
} from '../tables/table';
import { toldBy } from '../tables/told-by';

export const evacuationKind = ({ isDrill }: Pick<EvacuationRecord, 'isDrill'>): string =>
  reportTexts.evacuations.kinds[isDrill ? 'drill' : 'evacuation'];

/** What it was, with what it had been before, and whether it was started by mistake. */
export function recordKind(record: EvacuationRecord): string {
  const { firstADrill, mistake } = reportTexts.evacuations;
  const parts = [
    evacuationKind(record),
    ...(record.becameRealAt === undefined ? [] : [firstADrill]),
    ...(record.isMistake ? [mistake] : []),
  ];
  return parts.join(', ');
}

/** The people whom nobody has seen leave for an assembly point; null without points, where nobody counts arrivals. */
const unaccountedFor = ({ timeline: { assembled }, progress }: EvacuationRecord): number | null =>
  assembled.length === 0 ? null : progress.unaccounted;

/** The time to empty against the target, in words (docs/product.md, V13); null without a target, and while it runs. */
function timeToEmpty(record: EvacuationRecord): string | null {
  const { ofTarget, overTarget, notEmpty } = reportTexts.evacuations;
  const { took, target, over, isEmpty } = recordTime(record);
  if (target === null || (record.endedAt === null && !isEmpty)) return null;
  const parts = [...(isEmpty ? [] : [notEmpty]), ofTarget(took, target), ...(over === null ? [] : [overTarget(over)])];
  return parts.join(', ');
}

/** How long it lasted, in seconds; null while it runs. */
const evacuationSeconds = ({ startedAt, endedAt }: EvacuationRecord): number | null =>
  endedAt === null ? null : Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1_000);

const insideAtEnd = ({ timeline: { remaining } }: EvacuationRecord): number => remaining.at(-1) ?? 0;

/** The people at each assembly point, in words; null without points. */
function assembledText({ timeline: { assembled } }: EvacuationRecord): string | null {
  if (assembled.length === 0) return null;
  return assembled.map(({ name, people }) => reportTexts.evacuations.atPoint(name, formatCount(people))).join(' · ');
}

/** Returns who made the journal's entries of one kind about evacuations and drills. */
const byIn = (journal: Report['journal'], kind: 'evacuation_started' | 'evacuation_ended') =>
  toldBy(
    journal,
    (entry) =>
      entry.kind === kind ? (z.safeParse(JournalEvacuationSchema, entry.after).data?.evacuationId ?? null) : null,
    ({ evacuationId }: EvacuationRecord) => evacuationId,
  );

/** Returns a table of the evacuations and drills. */
export function evacuationsTable({ evacuations = [], journal }: Report): SectionTable<EvacuationRecord> {
  const { title, lead, sheets, heads, runs } = reportTexts.evacuations;
  const startedBy = byIn(journal, 'evacuation_started');
  const endedBy = byIn(journal, 'evacuation_ended');
  const hasTarget = evacuations.some(({ targetMinutes }) => targetMinutes !== undefined);
  const columns: Column<EvacuationRecord>[] = [
    textColumn(heads.kind, recordKind, { width: 14 }),
    exactColumn(heads.startedAt, ({ startedAt }) => startedAt, { below: startedBy }),
    textColumn(heads.startedOn, ({ startedOn }) => startedOn, { width: 20, only: 'files' }),
    ...(startedBy ? [textColumn(heads.startedBy, startedBy, { width: 24, only: 'files' })] : []),
    exactColumn(heads.endedAt, ({ endedAt }) => endedAt ?? runs, { below: endedBy }),
    ...(endedBy ? [textColumn(heads.endedBy, endedBy, { width: 24, only: 'files' })] : []),
    durationColumn(heads.lasted, evacuationSeconds, { width: 12 }),
    ...(hasTarget ? [textColumn(heads.toEmpty, timeToEmpty)] : []),
    countColumn(heads.atStart, ({ timeline }) => timeline.remaining[0] ?? 0, { width: 16 }),
    countColumn(heads.remaining, insideAtEnd, { width: 16 }),
    exactColumn(heads.lastOutAt, ({ timeline }) => timeline.lastOutAt),
    textColumn(heads.assembled, assembledText, { width: 36 }),
    countColumn(heads.unaccounted, unaccountedFor, { width: 16 }),
  ];
  return { title, lead, sheet: sheets.all, isShown: evacuations.length > 0, columns, rows: evacuations };
}

export interface EvacuatedArea {
  record: EvacuationRecord;
  area: EvacuationRecord['timeline']['areas'][number];
}

/** Returns a table of the areas of each evacuation and drill: how many were inside, and since when they were empty. */
export function evacuatedAreasTable({ evacuations = [] }: Report): SectionTable<EvacuatedArea> {
  const { areasTitle, sheets, heads, notEmpty } = reportTexts.evacuations;
  const columns: Column<EvacuatedArea>[] = [
    textColumn(heads.kind, ({ record }) => evacuationKind(record), { width: 14 }),
    exactColumn(heads.startedAt, ({ record }) => record.startedAt),
    textColumn(heads.area, ({ area }) => area.areaName),
    countColumn(heads.atStart, ({ area }) => area.atStart, { width: 16 }),
    countColumn(heads.remaining, ({ area }) => area.remaining, { width: 16 }),
    exactColumn(heads.emptyAt, ({ area }) => area.emptyAt ?? notEmpty),
  ];
  return {
    title: areasTitle,
    sheet: sheets.areas,
    isShown: evacuations.length > 0,
    columns,
    rows: evacuations.flatMap((record) => record.timeline.areas.map((area) => ({ record, area }))),
  };
}

interface CoursePoint {
  record: EvacuationRecord;
  at: string;
  people: number;
}

/** When the value with this index in `remaining` was taken, ISO 8601. */
function timeOf({ startedAt, endedAt, timeline }: EvacuationRecord, index: number): string {
  const at = Date.parse(startedAt) + index * timeline.stepSeconds * 1_000;
  const end = endedAt === null ? at : Date.parse(endedAt);
  return new Date(Math.min(at, end)).toISOString();
}

/** Returns a table of the people still inside over time. */
export function evacuationCourseTable({ evacuations = [] }: Report): SheetTable<CoursePoint> {
  const { sheets, heads } = reportTexts.evacuations;
  const columns: Column<CoursePoint>[] = [
    textColumn(heads.kind, ({ record }) => evacuationKind(record), { width: 14 }),
    exactColumn(heads.startedAt, ({ record }) => record.startedAt),
    exactColumn(heads.at, ({ at }) => at),
    countColumn(heads.inside, ({ people }) => people, { width: 14 }),
  ];
  return {
    sheet: sheets.course,
    isShown: evacuations.length > 0,
    columns,
    rows: evacuations.flatMap((record) =>
      record.timeline.remaining.map((people, index) => ({ record, at: timeOf(record, index), people })),
    ),
  };
}
