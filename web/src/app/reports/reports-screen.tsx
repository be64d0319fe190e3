import { useSearchParams } from 'react-router-dom';
import type { User } from '../../../../src/shared/schemas/user';
import { useSelectedEventId } from '../../features/events/use-selected-event';
import { type ReportPlace, readReportPlace } from '../../features/reports/report-place';
import { useReport } from '../../features/reports/reports-api';
import { ownMessage } from '../../lib/api-client';
import { texts } from '../../lib/app-texts';
import { reportTexts } from '../../lib/report-texts';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Spinner } from '../../ui/spinner';
import { DashboardLayout } from '../dashboard/dashboard-layout';

/** /app/reports: what was counted, where, when, by which device, and how good the data is. */
export function ReportsScreen({ user }: { user: User }) {
  const [search] = useSearchParams();
  const [selectedId] = useSelectedEventId();
  const place = readReportPlace(search, selectedId ?? '');
  return (
    <DashboardLayout user={user} title={reportTexts.reports.title}>
      {place.eventId === '' ? <EmptyState text={reportTexts.reports.noEvent} /> : <Shown place={place} />}
    </DashboardLayout>
  );
}

function Shown({ place }: { place: ReportPlace }) {
  const { data, error, refetch } = useReport(place);
  if (data) return <h1>{data.eventName}</h1>;
  if (!error) return <Spinner label={reportTexts.reports.loading} />;
  return (
    <EmptyState tone="bad" text={ownMessage(error, reportTexts.reports.loadFailed)}>
      <Button variant="quiet" onClick={() => void refetch()}>
        {texts.common.tryAgain}
      </Button>
    </EmptyState>
  );
}
