import { CATEGORIES_PER_EVENT_MAX } from '../../../../../src/shared/schemas/limits';
import type { Report, ReportCategory } from '../../../../../src/shared/schemas/report';
import { formatPercent } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { intervalWords } from '../interval-words';
import { shownIntervals } from '../shown-intervals';
import type { NamedSubject } from '../tables/subject-tables';
import { isOverTimeLeftOut, shareAt, shareColumns } from './categories-tables';

export interface ShareChartProps {
  report: Report;
  shown: NamedSubject;
}

const HEIGHT = 100;
/** The least height of a step, so that an interval in which only others came differs from one in which nobody did. */
const LEAST = 2;

/** Returns the outline of a category's shares: one step for each interval in which somebody named a category. */
function outline(categories: readonly ReportCategory[], category: ReportCategory, shown: readonly number[]): string {
  return shown
    .flatMap((at, i) => {
      const share = shareAt(categories, category, at);
      if (share === null) return [];
      const top = Math.round((HEIGHT - Math.max(LEAST, (share * HEIGHT) / 100)) * 100) / 100;
      return [`M${i} ${HEIGHT}V${top}H${i + 1}V${HEIGHT}Z`];
    })
    .join('');
}

/**
 * Draws the share of each category over time, one strip for each, which needs no colors to tell them apart. It is only
 * a picture: the tables below it have the numbers.
 */
export function ShareChart({ report, shown: { name, subject } }: ShareChartProps) {
  const words = reportTexts.reportCategories;
  const { categories = [] } = subject;
  const intervals = shownIntervals(report);
  const [first, last] = [intervals[0], intervals.at(-1)];
  if (categories.length === 0 || isOverTimeLeftOut(subject, report)) return null;
  if (first === undefined || last === undefined || categories.every(({ ins }) => ins === 0)) return null;
  return (
    <figure aria-label={words.chart(name)} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className="text-sm text-pretty text-muted">{words.chartLead}</p>
      {shareColumns(subject, CATEGORIES_PER_EVENT_MAX).map(({ head, category }) => (
        <div
          key={category.categoryId}
          className="grid grid-cols-[minmax(0,1fr)] gap-x-3 gap-y-1 text-sm sm:grid-cols-[9rem_minmax(0,1fr)] sm:items-center"
        >
          <p className="flex justify-between gap-2">
            <span className="truncate" title={head}>
              {head}
            </span>
            <span className="tabular-nums">{formatPercent(category.share)}</span>
          </p>
          <svg
            aria-hidden
            viewBox={`0 0 ${intervals.length} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="h-10 w-full rounded-sm bg-sunken text-bar-normal forced-colors:border"
          >
            <path d={outline(categories, category, intervals)} fill="currentColor" />
          </svg>
        </div>
      ))}
      <p className="flex justify-between gap-3 text-xs text-muted tabular-nums sm:ps-39 rtl:flex-row-reverse">
        <span>{intervalWords(report, first)}</span>
        <span className="text-right">{intervalWords(report, last)}</span>
      </p>
    </figure>
  );
}
