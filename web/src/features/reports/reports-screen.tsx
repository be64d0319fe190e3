import { useState } from 'react';
import { businessDay, DEFAULT_DAY_CLOCK } from '../../../../src/shared/rules/business-day';
import type { User } from '../../../../src/shared/schemas/user';
import { useEvents } from '../events/use-events';
import { ReportControls } from './report-controls';
import { ReportHead, ReportHeading } from './report-head';
import type { ReportPlace } from './report-place';
import { outdatedText } from './report-words';
import { askMoment, useReport } from './reports-api';
import { useReportPlace } from './report-place';
import { StoredReports } from './stored/stored-reports';
import { ownMessage } from '../../api/api-client';
import { paths } from '../../urls/paths';
import { reportTexts } from '../../texts/report-texts';
import { formatDay, formatDayRange } from '../../texts/zone-format';
import { keepSelectedEventId } from '../../session/storage';
import { buttonClass } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { CalendarDays } from '../../ui/icons/reports';
import { Link } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { Spinner } from '../../ui/spinner';
import { LoadFailed, RetryNotice } from '../../ui/load-failed';
import { DashboardLayout } from '../dashboard/dashboard-layout';
import { pageToolbar } from '../dashboard/page-toolbar';
import type { Report } from '../../../../src/shared/schemas/report';
import { MomentButton } from './moment/moment-button';
import { LetterheadLine } from './face/letterhead-line';
import { VerdictCard } from './face/report-face';
import { LimitPeriodsOf, LimitsOf } from './limits/limits-of';
import { CategoriesSection } from './categories/categories-section';
import { ReportDownloads } from './downloads/report-downloads';
import { OrdersSection } from './orders/orders-section';
import { EvacuationsSection } from './evacuations/evacuations-section';
import { AlertsSection } from './sections/alerts-section';
import { AreasSection } from './sections/areas-section';
import { DaysSection } from './sections/days-section';
import { DevicesSection } from './sections/devices-section';
import { HourHeat } from './sections/hour-heat';
import { JournalSection } from './journal/journal-section';
import { KeyFigures } from './sections/key-figures';
import { OverSection } from './sections/over-section';
import { QualitySection } from './sections/quality-section';
import { WithSectionLinks } from './sections/section-links';
import { SubjectSection } from './sections/subject-section';
import { DayLink } from './stored/day-link';
import { RevisionNotice } from './stored/revision-notice';

/** The screen of /app/reports: what was counted, where, when and by which device, and how good the data are. */
export function ReportsScreen({ user }: { user: User }) {
  const { place, isMisread, go } = useReportPlace();
  const { known } = useEvents(user);
  const { eventId } = place;
  const event = known.find((one) => one.eventId === eventId);
  return (
    <DashboardLayout user={user} title={reportTexts.reports.title} toolbar={event && pageToolbar(event, 'reports')}>
      {eventId === '' ? (
        <EmptyState text={reportTexts.reports.noEvent} icon={<CalendarDays size={28} />}>
          <Link to={paths.app} className={buttonClass('quiet')}>
            {reportTexts.reports.toApp}
          </Link>
        </EmptyState>
      ) : (
        <EventReport key={eventId} place={place} eventName={event?.eventName} isMisread={isMisread} onGo={go} />
      )}
    </DashboardLayout>
  );
}

interface EventReportProps {
  place: ReportPlace;
  /** The event's name, if it is known before the report has loaded. */
  eventName: string | undefined;
  /** Whether the address asks for days that no report can have, so that other days are shown. */
  isMisread: boolean;
  onGo: (change: Partial<ReportPlace>) => void;
}

function EventReport({ place, eventName, isMisread, onGo }: EventReportProps) {
  const query = useReport(place);
  const { data: report, isPlaceholderData } = query;
  const [openedAt] = useState(() => Date.now());
  const words = reportTexts.reports;
  const name = report?.eventName ?? eventName ?? '';
  const { day: today } = businessDay(report ? Date.parse(report.generatedAt) : openedAt, report ?? DEFAULT_DAY_CLOCK);
  const shown =
    place.from !== null && place.to !== null
      ? { from: place.from, to: place.to }
      : { from: report?.from ?? today, to: report?.to ?? today };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:gap-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 pt-1 sm:pt-6">
        <ReportHeading eventName={name} report={report} />
        {/* The tabs of a known event lead back, too. */}
        {eventName === undefined && (
          <Link
            to={paths.app}
            onClick={() => keepSelectedEventId(place.eventId)}
            className={buttonClass('quiet', 'min-h-11 min-w-0 px-4 text-center text-sm')}
          >
            {words.toApp}
          </Link>
        )}
      </div>
      {report && <LetterheadLine report={report} />}
      {report && <ReportHead report={report} isStale={query.isError} />}
      {report && <RevisionNotice place={place} report={report} />}
      <ReportControls
        place={place}
        shown={shown}
        today={today}
        report={isPlaceholderData ? undefined : report}
        isLoading={isPlaceholderData || query.isPending}
        onGo={onGo}
      />
      {report && (
        <div className="flex flex-wrap gap-x-2 gap-y-4 sm:gap-y-5">
          {report.days.length > 0 && <ReportDownloads report={report} place={place} isLoading={isPlaceholderData} />}
          <MomentButton report={report} ask={askMoment(report.eventId)} />
        </div>
      )}
      {isMisread && <Notice tone="bad">{words.misread}</Notice>}
      {query.isError && report && (
        <div className="grid justify-items-start gap-3">
          <RetryNotice text={outdatedText(report)} onRetry={() => void query.refetch()} />
        </div>
      )}
      {report ? (
        <div
          aria-busy={isPlaceholderData}
          className="grid grid-cols-[minmax(0,1fr)] gap-4 transition-opacity aria-busy:opacity-50 sm:gap-5"
        >
          <WithSectionLinks>
            {report.days.length === 0 ? (
              <>
                <NothingCounted report={report} place={place} />
                <EvacuationsSection report={report} />
              </>
            ) : (
              <ReportBody report={report} place={place} isStale={query.isError} onGo={onGo} />
            )}
            <div className="rounded-card bg-surface p-5 shadow-lift sm:p-6">
              <StoredReports place={place} clock={report} />
            </div>
          </WithSectionLinks>
        </div>
      ) : (
        <NoReport error={query.error} onRetry={() => void query.refetch()} />
      )}
    </div>
  );
}

/** Says that nothing was counted on the days of the report, and leads to the nearest day with counts. */
function NothingCounted({ report, place }: { report: Report; place: ReportPlace }) {
  const { from, to, earlierDay, laterDay } = report;
  const words = reportTexts.reports;
  const day = earlierDay ?? laterDay;
  return (
    <EmptyState text={words.empty(formatDayRange(from, to))} icon={<CalendarDays size={28} />}>
      {day === undefined ? (
        <p className="text-muted">{words.emptyHint}</p>
      ) : (
        <DayLink place={place} day={day} revision={null} className={buttonClass('primary')}>
          {(earlierDay === undefined ? words.nextCounted : words.lastCounted)(formatDay(day))}
        </DayLink>
      )}
    </EmptyState>
  );
}

/** Shown until the report has loaded, or if it cannot be loaded. */
function NoReport({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (!error) return <Spinner label={reportTexts.reports.loading} />;
  return <LoadFailed text={ownMessage(error, reportTexts.reports.loadFailed)} onRetry={onRetry} />;
}

export interface ReportBodyProps {
  report: Report;
  place: ReportPlace;
  /** Whether the last update of the report failed. */
  isStale: boolean;
  onGo: (change: Partial<ReportPlace>) => void;
}

/** The whole report: first the figures, then the evidence for them. */
export function ReportBody({ report, place, isStale, onGo }: ReportBodyProps) {
  const hasHours = report.days.length > 1 && report.interval !== 'day';
  return (
    <>
      <VerdictCard report={report} />
      <LimitsOf report={report} />
      <KeyFigures report={report} isStale={isStale} />
      <SubjectSection report={report} place={place} onGo={onGo} />
      {hasHours && <HourHeat report={report} />}
      <DaysSection report={report} place={place} />
      <AreasSection report={report} onChoose={(areaId) => onGo({ areaId })} />
      <CategoriesSection report={report} place={place} />
      <OverSection report={report} />
      <LimitPeriodsOf report={report} />
      <DevicesSection report={report} />
      <AlertsSection report={report} />
      <OrdersSection report={report} />
      <EvacuationsSection report={report} />
      <JournalSection report={report} />
      <QualitySection report={report} />
    </>
  );
}
