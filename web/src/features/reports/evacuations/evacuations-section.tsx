import type { EvacuationRecord } from '../../../../../src/shared/evacuation/schemas';
import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { DataTable } from '../../../ui/data-table';
import { ReportSection } from '../sections/report-section';
import { clockOf, formatCell } from '../tables/format-cell';
import { screenColumns } from '../tables/screen-columns';
import { type EvacuatedArea, evacuatedAreasTable, evacuationsTable, recordKind } from './evacuations-table';

/** Lists the evacuations and drills with the course of each; nothing if there were none. */
export function EvacuationsSection({ report }: { report: Report }) {
  const { evacuations = [] } = report;
  if (evacuations.length === 0) return null;
  const words = reportTexts.evacuations;
  const areas = evacuatedAreasTable(report);
  return (
    <ReportSection title={words.title} lead={words.lead}>
      <DataTable
        label={words.title}
        rows={evacuations}
        keyOf={({ evacuationId }) => evacuationId}
        columns={screenColumns(evacuationsTable(report), report)}
      />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4">
        {evacuations.map((record) => (
          <Course key={record.evacuationId} record={record} report={report} />
        ))}
      </div>
      <DataTable
        label={words.areasTitle}
        rows={areas.rows}
        keyOf={({ record, area }: EvacuatedArea) => `${record.evacuationId} ${area.areaId}`}
        columns={screenColumns(areas, report)}
      />
    </ReportSection>
  );
}

/** The units of the drawing, which is stretched to the size of its element. */
const WIDTH = 100;
const HEIGHT = 40;

/** Draws the people still inside, from the start to the end. */
function Course({ record, report }: { record: EvacuationRecord; report: Report }) {
  const { remaining } = record.timeline;
  const top = Math.max(1, ...remaining);
  const x = (index: number) => ((index * WIDTH) / Math.max(1, remaining.length - 1)).toFixed(2);
  const y = (people: number) => (HEIGHT - (Math.max(0, people) * HEIGHT) / top).toFixed(2);
  const line = remaining.map((people, index) => `${x(index)} ${y(people)}`).join('L');
  const text = reportTexts.evacuations.curve(formatCount(remaining[0] ?? 0), formatCount(remaining.at(-1) ?? 0));
  return (
    <figure className="grid gap-1">
      <svg
        role="img"
        aria-label={text}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-28 w-full overflow-visible border-b border-line"
      >
        <path d={`M0 ${HEIGHT}L${line}L${WIDTH} ${HEIGHT}Z`} className="fill-sunken" />
        <path d={`M${line}`} fill="none" className="stroke-ink" strokeWidth="2" vectorEffect="non-scaling-stroke" />
      </svg>
      <figcaption className="text-sm text-muted">
        {recordKind(record)} · {formatCell('exactMoment', record.startedAt, clockOf(report))}
      </figcaption>
    </figure>
  );
}
