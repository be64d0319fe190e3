import { clsx } from 'clsx';
import { isLimited } from '../../../../../src/shared/sealed/verdict';
import { DANGER_ABOVE_PERCENT, WARNING_ABOVE_PERCENT } from '../../../../../src/shared/schemas/limits';
import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount, formatPercent } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { zoneFormat } from '../../../texts/zone-format';
import { type HourCell, hourMap } from './hour-map';
import { ReportSection } from './report-section';

const hourLabel = (hour: number): string => String(hour).padStart(2, '0');

/** Returns the look of a cell. Its color follows the levels of the area cards; below them, greener means fuller. */
function lookOf({ share }: HourCell, limited: boolean): { className: string; style?: { backgroundColor: string } } {
  const percent = share * 100;
  if (limited && percent > DANGER_ABOVE_PERCENT) return { className: 'bg-bad-soft font-semibold text-bad' };
  if (limited && percent > WARNING_ABOVE_PERCENT) return { className: 'bg-warn-soft font-semibold text-warn' };
  const green = Math.round(Math.min(1, share) * 100);
  return {
    className: 'text-ink',
    style: { backgroundColor: `color-mix(in oklab, var(--glow) ${green}%, var(--sunken))` },
  };
}

/** Shows the highest number of people in each hour of each day, so that readers see when to expect a crowd. */
export function HourHeat({ report }: { report: Report }) {
  const words = reportTexts.reports.heat;
  const { hours, days } = hourMap(report);
  // A business day is a calendar date that does not depend on the reader's time zone, so it is formatted in UTC.
  const { date } = zoneFormat('UTC');
  const limited = isLimited(report.venue);
  return (
    <ReportSection title={words.title} lead={limited ? words.leadLimited : words.lead}>
      <div
        role="group"
        aria-label={words.title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll what has the focus (WCAG 2.1.1)
        tabIndex={0}
        className="relative overflow-x-auto"
      >
        <table aria-label={words.title} className="w-full border-separate border-spacing-0.5 text-xs tabular-nums">
          <thead>
            <tr className="text-muted">
              <th scope="col" className="sticky start-0 bg-surface pe-2 text-start font-medium">
                {reportTexts.tables.heads.day}
              </th>
              {hours.map((hour) => (
                <th key={hour} scope="col" className="px-1 py-1 text-center font-medium">
                  {hourLabel(hour)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, cells }) => (
              <tr key={day}>
                <th scope="row" className="sticky start-0 bg-surface pe-2 text-start font-semibold whitespace-nowrap">
                  {date(day)}
                </th>
                {cells.map((cell, i) => {
                  const look = cell && lookOf(cell, limited);
                  return (
                    <td
                      key={hours[i]}
                      title={cell && limited ? formatPercent(cell.share * 100) : undefined}
                      style={look?.style}
                      className={clsx('h-9 min-w-9 rounded-md px-1 text-center whitespace-nowrap', look?.className)}
                    >
                      {cell && formatCount(cell.max)}
                      {cell && limited && <span className="sr-only"> ({formatPercent(cell.share * 100)})</span>}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </ReportSection>
  );
}
