import { useEffect } from 'react';
import { reportFileName } from '../../../../src/shared/report/file-name';
import type { User } from '../../../../src/shared/schemas/user';
import { useSelectedEventId } from '../../features/events/use-selected-event';
import { pageCss, PAPERS } from '../../features/report-paper/page-css';
import { PaperControls } from '../../features/report-paper/paper-controls';
import { PaperReport } from '../../features/report-paper/paper-report';
import { isMisread, readReportPlace, writeReportPlace } from '../../features/reports/report-place';
import { outdatedText } from '../../features/reports/report-words';
import { useReport } from '../../features/reports/reports-api';
import { newestRevision, useStoredReports } from '../../features/stored-reports/stored-reports-api';
import { adoptStyles } from '../../lib/adopted-styles';
import { ownMessage } from '../../lib/api-client';
import { texts } from '../../lib/app-texts';
import { paths } from '../../lib/paths';
import { reportTexts } from '../../lib/report-texts';
import { useSearch, withParam } from '../../lib/search';
import { formatDayRange } from '../../lib/zone-format';
import { Button, buttonClass } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Notice } from '../../ui/notice';
import { Link } from '../../ui/link';
import { Spinner } from '../../ui/spinner';

/** /app/reports/print: the report, laid out for paper. */
export function PrintedReportScreen(_props: { user: User }) {
  const [search, changeSearch] = useSearch();
  const [selectedId] = useSelectedEventId();
  const place = readReportPlace(search, selectedId ?? '');
  const { data, error, isError, isPlaceholderData, refetch } = useReport(place);
  const { data: stored = [] } = useStoredReports(place.eventId);
  const paper = PAPERS.find((it) => it === search.get('paper')) ?? 'a4';

  const page = data && pageCss(paper, { eventName: data.eventName, days: formatDayRange(data.from, data.to) });
  useEffect(() => (page === undefined ? undefined : adoptStyles(page)), [page]);

  const backTo = `${paths.reports}?${writeReportPlace(place)}`;

  const choose = (name: string, value: string) => changeSearch((now) => withParam(now, name, value), { replace: true });

  if (!data && !error) return <Spinner label={reportTexts.reports.loading} />;
  if (!data) {
    return (
      <EmptyState tone="bad" text={ownMessage(error, reportTexts.reports.loadFailed)}>
        <Button variant="quiet" onClick={() => void refetch()}>
          {texts.common.tryAgain}
        </Button>
        <Link to={backTo} className={buttonClass('plain')}>
          {reportTexts.paper.back}
        </Link>
      </EmptyState>
    );
  }
  return (
    <main className="pb-10 print:p-0">
      {/* Browsers use it as the name of a saved PDF. */}
      <title>
        {reportFileName({ ...data, part: 'report', revision: place.revision }, 'pdf').replace(/\.pdf$/, '')}
      </title>
      <PaperControls
        paper={paper}
        interval={place.interval}
        backTo={backTo}
        busy={isPlaceholderData}
        onPaper={(value) => choose('paper', value)}
        onInterval={(value) => choose('interval', value)}
      />
      <div className="safe-x mx-auto grid max-w-5xl gap-3 pb-4 empty:hidden print:hidden">
        {isMisread(search) && <Notice tone="bad">{reportTexts.reports.misread}</Notice>}
        {isError && <Notice tone="bad">{outdatedText(data)}</Notice>}
      </div>
      <PaperReport report={data} newestRevision={newestRevision(stored, data.days[0]?.day)} />
    </main>
  );
}
