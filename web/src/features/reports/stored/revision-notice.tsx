import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { formatDay, zoneFormat } from '../../../texts/zone-format';
import { buttonClass } from '../../../ui/button';
import { History } from '../../../ui/icons/reports';
import type { ReportPlace } from '../report-place';
import { DayLink } from './day-link';
import { useNewestRevision } from './stored-reports-api';

export interface RevisionNoticeProps {
  place: ReportPlace;
  report: Report;
}

/** Says above a report that it is an older revision, if it is. */
export function RevisionNotice({ place, report: { days, timeZone } }: RevisionNoticeProps) {
  const [shown] = days;
  const stored = useNewestRevision(place.eventId, place.revision === null ? undefined : shown?.day);
  if (place.revision === null || !shown || shown.revision === null || shown.closedAt === null) return null;
  const newest = stored ?? shown.revision;
  if (newest <= shown.revision) return null;
  const made = zoneFormat(timeZone).moment(shown.closedAt);
  return (
    <aside className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field bg-warn-soft px-4 py-3 text-warn">
      <History size={20} className="shrink-0" />
      <p className="min-w-0 grow basis-60 font-medium text-pretty">
        {reportTexts.storedReports.shown(formatCount(shown.revision), formatDay(shown.day), made)}{' '}
        {reportTexts.storedReports.supersededBy(formatCount(newest))}
      </p>
      <DayLink place={place} day={shown.day} revision={null} className={buttonClass('quiet', 'min-h-11 px-4 text-sm')}>
        {reportTexts.storedReports.showNewest}
      </DayLink>
    </aside>
  );
}
