import type { ReactNode } from 'react';
import { DEFAULT_REPORT_INTERVAL } from '../../../../../src/shared/schemas/report';
import { paths } from '../../../urls/paths';
import { Link } from '../../../ui/link';
import { type ReportPlace, writeReportPlace } from '../report-place';

/** Scrolls to the top: somebody who follows a link at the end of a long page must see where it leads. */
function toTop(): void {
  window.scrollTo(0, 0);
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

export interface DayLinkProps {
  /** The place of the shown report. The link keeps its area, and its interval unless that is a day. */
  place: ReportPlace;
  day: string;
  /** The revision to show; null for the newest one at the time of the click. */
  revision: number | null;
  label?: string;
  className?: string;
  children: ReactNode;
}

/** A link to the report of one day. */
export function DayLink({ place, day, revision, label, className, children }: DayLinkProps) {
  const isShown = place.from === day && place.to === day && place.revision === revision;
  // One interval would say no more of the day than the link's row.
  const interval = place.interval === 'day' ? DEFAULT_REPORT_INTERVAL : place.interval;
  return (
    <Link
      to={`${paths.reports}?${writeReportPlace({ ...place, interval, from: day, to: day, revision })}`}
      aria-current={isShown ? 'page' : undefined}
      aria-label={label}
      onClick={toTop}
      className={className}
    >
      {children}
    </Link>
  );
}
