import { MINUTE_INTERVALS_DAYS_MAX } from '../../../../../src/shared/reports/limits';
import type { Report, ReportDay, ReportRecount } from '../../../../../src/shared/schemas/report';
import { formatCount, formatPercent } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { formatDay, formatDayRange } from '../../../texts/zone-format';
import { DataTable } from '../../../ui/data-table';
import { CircleCheck } from '../../../ui/icons/reports';
import { TriangleAlert } from '../../../ui/icons/counting';
import { recountsTable } from '../tables/record-tables';
import { type ScreenCells, screenColumns } from '../tables/screen-columns';
import { useFirstRows } from './use-first-rows';
import { ReportSection } from './report-section';
import { secondsBelowZero } from '../tables/subject-figures';
import { formatDuration } from '../report-words';

interface Finding {
  text: string;
  good: boolean;
}

/** Lists days; if there are more than in a month, it is their number and the first and the last of them. */
function daysText(days: readonly ReportDay[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || days.length <= MINUTE_INTERVALS_DAYS_MAX)
    return days.map(({ day }) => formatDay(day)).join(' · ');
  return reportTexts.reports.quality.manyDays(formatCount(days.length), formatDayRange(first.day, last.day));
}

/** Describes what the recounts say about the numbers. */
function trustFindings({ recounts, countingError }: Report['quality']): Finding[] {
  const words = reportTexts.reports.quality;
  const nobody = recounts.length === 0 ? [{ text: words.noRecounts, good: false }] : [];
  if (countingError === null) return [...nobody, { text: words.errorUnknown, good: false }];
  const { recounts: known, per1000, busiestDay, marginPercent } = countingError;
  const people = formatCount(busiestDay);
  const venue = marginPercent === null ? words.busiestDay(people) : words.margin(people, formatPercent(marginPercent));
  return [
    ...nobody,
    { text: words.error(formatCount(known), formatCount(per1000)), good: true },
    { text: venue, good: true },
  ];
}

/** Describes the quality of the data in sentences that say what it means. */
function findingsOf({ quality, venue, devices, days }: Report): Finding[] {
  const words = reportTexts.reports.quality;
  const { late, givenBack = 0 } = quality;
  const { overMinute, overTenMinutes, overHour } = late;
  const silent = devices.filter(({ quietTimes }) => quietTimes.length > 0).length;
  const compacted = days.filter(({ isCompacted }) => isCompacted);
  const revised = days.filter(({ revision }) => revision !== null && revision > 1);
  const finding = (bad: boolean, otherwise: string | null, text: () => string): Finding[] => {
    if (bad) return [{ text: text(), good: false }];
    return otherwise === null ? [] : [{ text: otherwise, good: true }];
  };
  return [
    { text: reportTexts.tables.timesAre, good: true },
    { text: words.byTap, good: true },
    ...finding(overMinute > 0, words.noneLate, () =>
      words.late(
        formatCount(overMinute),
        formatCount(overTenMinutes),
        formatCount(overHour),
        formatDuration(quality.latestSeconds),
      ),
    ),
    ...finding(venue.floored > 0, words.noneFloored, () => words.floored(formatCount(venue.floored))),
    ...finding(givenBack > 0, null, () => words.givenBack(formatCount(givenBack))),
    ...finding(venue.minutesBelowZero > 0, null, () => words.belowZero(formatDuration(secondsBelowZero(venue)))),
    ...finding(silent > 0, words.noneSilent, () => words.silent(silent)),
    ...trustFindings(quality),
    ...finding(revised.length > 0, null, () => words.revised(daysText(revised))),
    ...finding(compacted.length > 0, null, () => words.compacted(daysText(compacted))),
  ];
}

export function QualitySection({ report }: { report: Report }) {
  const words = reportTexts.reports.quality;
  const { taps, ledgerRows } = report.quality;
  return (
    <ReportSection
      title={words.title}
      lead={words.lead(words.taps(taps, formatCount(taps)), words.rows(ledgerRows, formatCount(ledgerRows)))}
    >
      <ul className="grid gap-2">
        {findingsOf(report).map(({ text, good }) => {
          const Icon = good ? CircleCheck : TriangleAlert;
          return (
            <li key={text} className="flex gap-2.5">
              <Icon size={20} className={good ? 'mt-0.5 shrink-0 text-good' : 'mt-0.5 shrink-0 text-warn'} />
              <span className="max-w-prose">{text}</span>
            </li>
          );
        })}
      </ul>
      <RecountList report={report} />
    </ReportSection>
  );
}

/** The number of recounts shown at first. */
const RECOUNTS_AT_ONCE = 20;

const signed = (drift: number): string => (drift > 0 ? `+${formatCount(drift)}` : formatCount(drift));

function recountCells(): ScreenCells<ReportRecount> {
  const { heads } = reportTexts.tables;
  return {
    [heads.area]: { cell: ({ areaName }) => areaName ?? reportTexts.journal.unknownArea },
    [heads.drift]: { cell: ({ drift }) => signed(drift) },
  };
}

/** Lists the recounts: how far each number had been off, and after how many ins and outs. */
function RecountList({ report }: { report: Report }) {
  const words = reportTexts.reports;
  const { recounts, recountsLeftOut } = report.quality;
  const { shown, more } = useFirstRows(recounts, RECOUNTS_AT_ONCE, words.journal.showAll);
  if (recounts.length === 0) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-semibold">{words.quality.recounts}</h3>
      <DataTable
        label={words.quality.recounts}
        rows={shown}
        keyOf={({ areaId, at }) => `${areaId} ${at}`}
        columns={screenColumns(recountsTable(report), report, recountCells())}
      />
      {recountsLeftOut > 0 && (
        <p className="text-sm text-muted">{words.quality.recountsLeftOut(formatCount(recountsLeftOut))}</p>
      )}
      {more}
    </div>
  );
}
