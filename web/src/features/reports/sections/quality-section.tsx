import { MINUTE_INTERVALS_DAYS_MAX } from '../../../../../src/shared/limits';
import type { Report, ReportDay } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { formatDay, formatDayRange } from '../../../texts/zone-format';
import { CircleCheck } from '../../../ui/icons/reports';
import { TriangleAlert } from '../../../ui/icons/counting';
import { ReportSection } from './report-section';
import { secondsBelowZero } from '../tables/subject-figures';
import { formatDuration } from '../report-words';

interface Finding {
  text: string;
  good: boolean;
}

/** Lists days; if there are more than in a month, it is their number and the first and the last of them. */
function daysText(days: readonly ReportDay[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || days.length <= MINUTE_INTERVALS_DAYS_MAX)
    return days.map(({ day }) => formatDay(day)).join(' · ');
  return reportTexts.reports.quality.manyDays(formatCount(days.length), formatDayRange(first.day, last.day));
}

/** Describes the quality of the data in sentences that say what it means. */
function findingsOf({ quality, venue, devices, days }: Report): Finding[] {
  const words = reportTexts.reports.quality;
  const { overMinute, overTenMinutes, overHour } = quality.late;
  const silent = devices.filter(({ silences }) => silences.length > 0).length;
  const compacted = days.filter(({ isCompacted }) => isCompacted);
  const byMinute = days.filter(({ isByMinute }) => isByMinute);
  const revised = days.filter(({ revision }) => revision !== null && revision > 1);
  const finding = (bad: boolean, otherwise: string | null, text: () => string): Finding[] => {
    if (bad) return [{ text: text(), good: false }];
    return otherwise === null ? [] : [{ text: otherwise, good: true }];
  };
  return [
    { text: reportTexts.tables.timesAre, good: true },
    ...finding(byMinute.length > 0, words.byTap, () => words.byMinute(daysText(byMinute))),
    ...finding(overMinute > 0, words.noneLate, () =>
      words.late(
        formatCount(overMinute),
        formatCount(overTenMinutes),
        formatCount(overHour),
        formatDuration(quality.latestSeconds),
      ),
    ),
    ...finding(venue.floored > 0, words.noneFloored, () => words.floored(formatCount(venue.floored))),
    ...finding(venue.minutesBelowZero > 0, null, () => words.belowZero(formatDuration(secondsBelowZero(venue)))),
    ...finding(silent > 0, words.noneSilent, () => words.silent(silent)),
    ...finding(revised.length > 0, null, () => words.revised(daysText(revised))),
    ...finding(compacted.length > 0, null, () => words.compacted(daysText(compacted))),
  ];
}

export function QualitySection({ report }: { report: Report }) {
  const words = reportTexts.reports.quality;
  const { taps, ledgerRows } = report.quality;
  return (
    <ReportSection
      title={words.title}
      lead={words.lead(words.taps(taps, formatCount(taps)), words.rows(ledgerRows, formatCount(ledgerRows)))}
    >
      <ul className="grid gap-2">
        {findingsOf(report).map(({ text, good }) => {
          const Icon = good ? CircleCheck : TriangleAlert;
          return (
            <li key={text} className="flex gap-2.5">
              <Icon
                aria-hidden
                size={20}
                className={good ? 'mt-0.5 shrink-0 text-good' : 'mt-0.5 shrink-0 text-warn'}
              />
              <span className="max-w-prose">{text}</span>
            </li>
          );
        })}
      </ul>
    </ReportSection>
  );
}
