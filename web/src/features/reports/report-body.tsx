import type { Report } from '../../../../src/shared/schemas/report';
import { ReportDownloads } from './downloads/report-downloads';
import { AlertsSection } from './sections/alerts-section';
import { AreasSection } from './sections/areas-section';
import { DaysSection } from './sections/days-section';
import { DevicesSection } from './sections/devices-section';
import { HourHeat } from './sections/hour-heat';
import { JournalSection } from './sections/journal-section';
import { KeyFigures } from './sections/key-figures';
import { OverSection } from './sections/over-section';
import { QualitySection } from './sections/quality-section';
import type { ReportPlace } from './report-place';
import { SubjectSection } from './sections/subject-section';

export interface ReportBodyProps {
  report: Report;
  place: ReportPlace;
  /** The report could not be updated. */
  isStale: boolean;
  onGo: (change: Partial<ReportPlace>) => void;
}

/** The whole report: first the figures, then the evidence. */
export function ReportBody({ report, place, isStale, onGo }: ReportBodyProps) {
  const several = report.days.length > 1;
  return (
    <>
      <KeyFigures report={report} isStale={isStale} />
      <ReportDownloads report={report} place={place} />
      <SubjectSection report={report} place={place} onGo={onGo} />
      {several && <HourHeat report={report} />}
      <DaysSection report={report} place={place} />
      <AreasSection report={report} onChoose={(areaId) => onGo({ areaId })} />
      <OverSection report={report} />
      <DevicesSection report={report} />
      <AlertsSection report={report} />
      <JournalSection report={report} />
      <QualitySection report={report} />
    </>
  );
}
