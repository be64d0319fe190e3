import { useEffect } from 'react';
import { reportFileName } from '../../../../../src/shared/rules/report-file-name';
import { intervalsFor } from '../../../../../src/shared/rules/report-query';
import type { User } from '../../../../../src/shared/schemas/user';
import { useSelectedEventId } from '../../events/use-selected-event';
import { pageCss, PAPERS } from './page-css';
import { PaperControls } from './paper-controls';
import { PaperReport } from './paper-report';
import { isMisread, rangeOf, readReportPlace, writeReportPlace } from '../report-place';
import { reportDays } from '../report-clock';
import { outdatedText } from '../report-words';
import { useReport } from '../reports-api';
import { useDaySeal } from '../seals/seals-api';
import { useNewestRevision } from '../stored/stored-reports-api';
import { adoptStyles } from '../../../ui/styles/adopted-styles';
import { ownMessage } from '../../../api/api-client';
import { paths } from '../../../urls/paths';
import { reportTexts } from '../../../texts/report-texts';
import { useSearch, withParam } from '../../../urls/search';
import { buttonClass } from '../../../ui/button';
import { LoadFailed } from '../../../ui/load-failed';
import { Notice } from '../../../ui/notice';
import { Link } from '../../../ui/link';
import { Spinner } from '../../../ui/spinner';

/** The query parameter that adds the tables of intervals. */
const WITH_PARAM = 'with';

/** The screen of /app/reports/print: the report, laid out for paper. */
export function PrintedReportScreen(_props: { user: User }) {
  const [search, changeSearch] = useSearch();
  const [selectedId] = useSelectedEventId();
  const place = readReportPlace(search, selectedId ?? '');
  const { data, error, isError, isPlaceholderData, refetch } = useReport(place);
  const newestRevision = useNewestRevision(place.eventId, data?.days[0]?.day);
  const [only, another] = data?.days ?? [];
  const sealedDay = another === undefined ? only : undefined;
  const seal = useDaySeal(place.eventId, sealedDay?.day, sealedDay?.revision ?? null);
  const paper = PAPERS.find((it) => it === search.get('paper')) ?? 'a4';

  const hasIntervals = search.get(WITH_PARAM) === 'intervals';

  const page = data && pageCss(paper, { eventName: data.eventName, days: reportDays(data) });
  useEffect(() => (page === undefined ? undefined : adoptStyles(page)), [page]);

  const backTo = `${paths.reports}?${writeReportPlace(place)}`;

  const choose = (name: string, value: string | null) =>
    changeSearch((now) => withParam(now, name, value), { replace: true });

  if (!data && !error) return <Spinner label={reportTexts.reports.loading} />;
  if (!data) {
    return (
      <LoadFailed text={ownMessage(error, reportTexts.reports.loadFailed)} onRetry={() => void refetch()}>
        <Link to={backTo} className={buttonClass('plain')}>
          {reportTexts.paper.back}
        </Link>
      </LoadFailed>
    );
  }
  return (
    <main className="pb-10 print:p-0">
      {/* Browsers use the title as the file name of a saved PDF. */}
      <title>
        {reportFileName({ ...data, part: 'report', revision: place.revision }, 'pdf').replace(/\.pdf$/, '')}
      </title>
      <PaperControls
        paper={paper}
        intervals={intervalsFor(rangeOf(place))}
        interval={place.interval}
        backTo={backTo}
        busy={isPlaceholderData}
        onPaper={(value) => choose('paper', value)}
        onInterval={(value) => choose('interval', value)}
        hasIntervals={hasIntervals}
        onIntervals={(value) => choose(WITH_PARAM, value ? 'intervals' : null)}
      />
      <div className="safe-x mx-auto grid max-w-5xl gap-3 pb-4 empty:hidden print:hidden">
        {isMisread(search) && <Notice tone="bad">{reportTexts.reports.misread}</Notice>}
        {isError && <Notice tone="bad">{outdatedText(data)}</Notice>}
      </div>
      <PaperReport report={data} hasIntervals={hasIntervals} newestRevision={newestRevision} seal={seal} />
    </main>
  );
}
