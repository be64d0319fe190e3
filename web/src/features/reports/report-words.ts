import type { Report, ReportDay, ReportInterval, ReportSubject } from '../../../../src/shared/schemas/report';
import { formatCount } from '../../texts/format';
import { reportTexts } from '../../texts/report-texts';
import { zoneFormat } from '../../texts/zone-format';

const [SECONDS_PER_MINUTE, MINUTES_PER_HOUR] = [60, 60];

/** Returns '15 min' or '1 day'. */
export const intervalName = (interval: ReportInterval): string =>
  interval === 'day' ? reportTexts.reports.day : reportTexts.reports.minutes(String(interval));

/** A number stays on one line with its unit. */
const glued = (text: string): string => text.replaceAll(' ', '\u00a0');

/**
 * Returns '2 h 11 min', '14 min' or 'under a minute': every duration of a report, on screen and on paper. It is rounded
 * to the nearest minute; a duration above zero is never shown as zero. A line can only break between hours and minutes.
 */
export function formatDuration(seconds: number): string {
  const words = reportTexts.reports;
  if (seconds > 0 && seconds < SECONDS_PER_MINUTE) return words.underMinute;
  const whole = Math.round(seconds / SECONDS_PER_MINUTE);
  const [hours, rest] = [Math.floor(whole / MINUTES_PER_HOUR), whole % MINUTES_PER_HOUR];
  const parts = [
    ...(hours > 0 ? [words.hours(formatCount(hours))] : []),
    ...(rest > 0 || hours === 0 ? [words.minutes(formatCount(rest))] : []),
  ];
  return parts.map(glued).join(' ');
}

/**
 * The state of a day. `running`: taps still come. `closing`: the day has ended, but its report is not stored yet, or
 * late taps have arrived since. `closed`: the stored report is current.
 */
export type DayState = 'running' | 'closing' | 'closed';

export function dayState({ revision, endsAt }: ReportDay, generatedAt: string): DayState {
  if (revision !== null) return 'closed';
  return Date.parse(endsAt) > Date.parse(generatedAt) ? 'running' : 'closing';
}

export const isRunning = ({ days, generatedAt }: Report): boolean =>
  days.some((day) => dayState(day, generatedAt) === 'running');

/** Whether the subject had a capacity at any time. */
export const isLimited = ({ capacities }: ReportSubject): boolean => capacities.some(({ capacity }) => !!capacity);

/** Returns the capacity in force at the peak; null without one. */
export function capacityAtPeak({ peakAt, capacities }: ReportSubject): number | null {
  if (peakAt === null) return null;
  const at = Date.parse(peakAt);
  const current = capacities.findLast((change) => Date.parse(change.at) <= at) ?? capacities[0];
  return current?.capacity === 0 ? null : (current?.capacity ?? null);
}

/**
 * Returns a text for figures that could not be updated. Its time is in the venue's time zone, because the reader may be
 * elsewhere.
 */
export const outdatedText = ({ generatedAt, timeZone }: Report): string =>
  reportTexts.reports.outdated(zoneFormat(timeZone).moment(generatedAt));
