import type { User } from '../../../../src/shared/schemas/user';
import { readReportPlace } from '../../features/reports/report-place';
import { useReport } from '../../features/reports/reports-api';
import { useSelectedEventId } from '../../features/events/use-selected-event';
import { useSearchParams } from 'react-router-dom';
import { Spinner } from '../../ui/spinner';

/** /app/reports/print: the report, laid out for paper. */
export function PrintedReportScreen(_props: { user: User }) {
  const [search] = useSearchParams();
  const [selectedId] = useSelectedEventId();
  const { data } = useReport(readReportPlace(search, selectedId ?? ''));
  return data ? <h1>{data.eventName}</h1> : <Spinner />;
}
