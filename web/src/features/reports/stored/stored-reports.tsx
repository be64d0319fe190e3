import { useId, useState } from 'react';
import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { formatDay, zoneFormat } from '../../../texts/zone-format';
import { paths } from '../../../urls/paths';
import { Button } from '../../../ui/button';
import { Link } from '../../../ui/link';
import { Loaded } from '../../../ui/loaded';
import type { ReportPlace } from '../report-place';
import { DayEvidence } from '../seals/day-evidence';
import { type DaySeal, useSeals } from '../seals/seals-api';
import { sectionHeadingClass, useSectionLink } from '../sections/section-links';
import { DayLink } from './day-link';
import { DAYS_AT_FIRST, MORE_DAYS, type StoredReport, useStoredReports } from './stored-reports-api';

export interface StoredReportsProps {
  place: ReportPlace;
  /** The time zone and the report time of the event. */
  clock: Pick<Report, 'timeZone' | 'reportTime'>;
}

/** Lists the closed days, each with all revisions of its report. */
export function StoredReports({ place, clock: { timeZone, reportTime } }: StoredReportsProps) {
  const id = useId();
  const link = useSectionLink(reportTexts.storedReports.title);
  const [shown, setShown] = useState(DAYS_AT_FIRST);
  const query = useStoredReports(place.eventId, shown);
  const seals = useSeals(place.eventId);
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} ref={link} tabIndex={-1} className={sectionHeadingClass}>
        {reportTexts.storedReports.title}
      </h2>
      <p className="text-sm text-pretty text-muted">{reportTexts.storedReports.lead(reportTime, timeZone)}</p>
      {seals && seals.length > 0 && (
        <p className="text-sm text-pretty text-muted">
          {reportTexts.seals.lead}{' '}
          <Link to={paths.verify} className="inline-flex min-h-11 items-center underline underline-offset-4">
            {reportTexts.seals.check}
          </Link>
        </p>
      )}
      <Loaded
        query={query}
        failedText={reportTexts.storedReports.loadFailed}
        loadingText={reportTexts.storedReports.loading}
        isPart
      >
        {({ reports, next }) => (
          <>
            {reports.length === 0 && <p className="py-4 text-muted">{reportTexts.storedReports.none}</p>}
            {reports.length > 0 && (
              <ul className="divide-y divide-line">
                {byDay(reports).map(([day, revisions]) => (
                  <Day
                    key={day}
                    day={day}
                    revisions={revisions}
                    seal={seals?.find((seal) => seal.day === day)}
                    place={place}
                    timeZone={timeZone}
                  />
                ))}
              </ul>
            )}
            {next !== undefined && (
              <Button
                variant="quiet"
                disabled={query.isPlaceholderData}
                onClick={() => setShown(shown + MORE_DAYS)}
                className="justify-self-start"
              >
                {reportTexts.storedReports.more}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

function byDay(reports: readonly StoredReport[]): [day: string, revisions: StoredReport[]][] {
  const days = new Map<string, StoredReport[]>();
  for (const report of reports) days.set(report.day, [...(days.get(report.day) ?? []), report]);
  return [...days];
}

interface DayProps {
  day: string;
  /** The revisions of the day, newest first. */
  revisions: readonly StoredReport[];
  /** The seal of the newest sealed revision, if there is one. */
  seal: DaySeal | undefined;
  place: ReportPlace;
  timeZone: string;
}

const linkClass =
  'inline-flex min-h-11 items-center underline underline-offset-4 aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:no-underline';

function Day({ day, revisions: [newest, ...earlier], seal, place, timeZone }: DayProps) {
  const made = ({ revision, closedAt }: StoredReport) =>
    reportTexts.storedReports.made(formatCount(revision), zoneFormat(timeZone).moment(closedAt));
  return (
    <li className="flex flex-wrap items-start gap-x-4 py-1.5">
      <DayLink place={place} day={day} revision={null} className={`${linkClass} grow font-semibold`}>
        {formatDay(day)}
      </DayLink>
      <ul className="grid text-sm tabular-nums sm:justify-items-end">
        {newest && <li className="flex items-center sm:min-h-11">{made(newest)}</li>}
        {earlier.map((report) => (
          <li key={report.revision}>
            <DayLink
              place={place}
              day={day}
              revision={report.revision}
              label={`${formatDay(day)}: ${made(report)}`}
              className={`${linkClass} text-muted`}
            >
              {made(report)}
            </DayLink>
          </li>
        ))}
      </ul>
      {seal && <DayEvidence eventId={place.eventId} seal={seal} />}
    </li>
  );
}
