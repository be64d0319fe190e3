import { useEffect } from 'react';
import type { Report } from '../../../../src/shared/schemas/report';
import { inspectionTexts } from '../../texts/inspection-texts';
import { reportTexts } from '../../texts/report-texts';
import { formatDayRange, zoneFormat } from '../../texts/zone-format';
import { Notice } from '../../ui/notice';
import { Spinner } from '../../ui/spinner';
import { adoptStyles } from '../../ui/styles/adopted-styles';
import { pageCss } from '../reports/paper/page-css';
import { reportDays } from '../reports/report-clock';
import { PaperReport } from '../reports/paper/paper-report';
import { PaperIsPart } from '../reports/paper/paper-table';
import { VerdictCard } from '../reports/face/report-face';
import { LimitPeriodsOf, LimitsOf } from '../reports/limits/limits-of';
import { MomentButton } from '../reports/moment/moment-button';
import type { AskMoment } from '../reports/moment/use-occupancy-at';
import { KeyFigures } from '../reports/sections/key-figures';
import { OverSection } from '../reports/sections/over-section';
import { SealedDays, type SealedDaysProps } from './sealed-days';
import type { Polled } from './use-polled';

/** The paper on which people in these countries print (ISO 216 is used elsewhere). */
const paperOf = (language: string) => (/-(?:US|CA|MX)$/i.test(language) ? 'letter' : 'a4');

export interface TodaysReportProps extends Omit<SealedDaysProps, 'report'> {
  report: Polled<Report>;
  /** Asks about a moment; null until the link was opened. */
  ask: AskMoment | null;
}

/** Names the day unless it is the running one. */
function headingOf(report: Report | undefined): string {
  const words = inspectionTexts.inspection;
  const day = report?.days.at(-1);
  if (report === undefined || day === undefined || day.endsAt > report.generatedAt) return words.report;
  return words.reportOf(reportDays({ ...report, from: day.day, to: day.day, days: [day] }));
}

/** The most important figures, which fit on a phone, and the whole report as it is printed. */
export function TodaysReport({ report: { data, error }, ask, ...sealed }: TodaysReportProps) {
  const words = inspectionTexts.inspection;
  const failed = error !== null;
  const page = data && pageCss(paperOf(navigator.language), { eventName: data.eventName, days: reportDays(data) });
  useEffect(() => (page === undefined ? undefined : adoptStyles(page)), [page]);
  return (
    <>
      <h2 className="pt-3 text-xl font-semibold tracking-tight print:hidden">{headingOf(data)}</h2>
      {!data && (failed ? <Notice tone="bad">{words.reportFailed}</Notice> : <Spinner />)}
      {data && (
        <>
          {failed && (
            <Notice tone="bad">{words.reportOld(zoneFormat(data.timeZone).exactTime(data.generatedAt))}</Notice>
          )}
          {data.days.length === 0 ? (
            <p className="text-muted print:hidden">{reportTexts.reports.empty(formatDayRange(data.from, data.to))}</p>
          ) : (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4 print:hidden">
              <VerdictCard report={data} />
              {ask && <MomentButton report={data} ask={ask} />}
              <LimitsOf report={data} />
              <KeyFigures report={data} isStale={failed} />
              <OverSection report={data} />
              <LimitPeriodsOf report={data} />
            </div>
          )}
        </>
      )}
      <SealedDays {...sealed} report={data} />
      {data && (
        <div className="print:break-before-page">
          <PaperIsPart value>
            <PaperReport report={data} />
          </PaperIsPart>
        </div>
      )}
    </>
  );
}
