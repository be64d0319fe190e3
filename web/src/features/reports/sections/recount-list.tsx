import { useState } from 'react';
import type { Report, ReportRecount } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { Button } from '../../../ui/button';
import { type DataColumn, DataTable } from '../../../ui/data-table';
import { momentOf } from '../report-clock';

/** The number of recounts shown at first. The files contain all of them. */
const RECOUNTS_AT_ONCE = 20;

const signed = (drift: number): string => (drift > 0 ? `+${formatCount(drift)}` : formatCount(drift));

function columnsOf(report: Report): DataColumn<ReportRecount>[] {
  const { heads } = reportTexts.tables;
  const moment = momentOf(report);
  return [
    { head: heads.area, cell: ({ areaName }) => areaName ?? reportTexts.journal.unknownArea },
    { head: heads.at, cell: ({ at }) => <span className="whitespace-nowrap">{moment(at)}</span> },
    { head: heads.drift, numeric: true, cell: ({ drift }) => signed(drift) },
    {
      head: heads.crossings,
      numeric: true,
      cell: ({ crossings }) => (crossings === null ? '–' : formatCount(crossings)),
    },
  ];
}

/** Lists the recounts: how far each number had been off, and after how many ins and outs. */
export function RecountList({ report }: { report: Report }) {
  const [all, setAll] = useState(false);
  const words = reportTexts.reports;
  const { recounts, recountsLeftOut } = report.quality;
  if (recounts.length === 0) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-semibold">{words.quality.recounts}</h3>
      <DataTable
        label={words.quality.recounts}
        rows={all ? recounts : recounts.slice(0, RECOUNTS_AT_ONCE)}
        keyOf={({ areaId, at }) => `${areaId} ${at}`}
        columns={columnsOf(report)}
      />
      {recountsLeftOut > 0 && (
        <p className="text-sm text-muted">{words.quality.recountsLeftOut(formatCount(recountsLeftOut))}</p>
      )}
      {!all && recounts.length > RECOUNTS_AT_ONCE && (
        <Button variant="quiet" onClick={() => setAll(true)} className="justify-self-start">
          {words.journal.showAll(formatCount(recounts.length))}
        </Button>
      )}
    </div>
  );
}
