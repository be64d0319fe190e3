import type { Report, ReportDay, ReportInterval, ReportSubject } from '../../../../src/shared/schemas/report';
import { formatCount } from '../../texts/format';
import { reportTexts } from '../../texts/report-texts';
import { zoneFormat } from '../../texts/zone-format';

const MINUTES_PER_HOUR = 60;

/** Returns '15 min' or '1 day'. */
export const intervalName = (interval: ReportInterval): string =>
  interval === 'day' ? reportTexts.reports.day : reportTexts.reports.minutes(String(interval));

/** Returns '1 h 15 min' or '45 min'. A duration above zero is never shown as zero. @param minutes to a tenth */
export function formatMinutes(minutes: number): string {
  const words = reportTexts.reports;
  if (minutes > 0 && minutes < 1) return words.underMinute;
  const whole = Math.round(minutes);
  const [hours, rest] = [Math.floor(whole / MINUTES_PER_HOUR), whole % MINUTES_PER_HOUR];
  if (hours === 0) return words.minutes(formatCount(rest));
  return rest === 0 ? words.hours(formatCount(hours)) : words.hoursMinutes(formatCount(hours), formatCount(rest));
}

/**
 * Returns '25 s', '13 min 54 s' or '1 h 0 min 5 s'. It is exact to the second, so that parts add up. @param seconds a
 * whole number
 */
export function formatDuration(seconds: number): string {
  const words = reportTexts.reports;
  if (seconds === 0) return words.underSecond;
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const parts = [
    ...(hours > 0 ? [words.hours(formatCount(hours))] : []),
    ...(hours + minutes > 0 ? [words.minutes(formatCount(minutes))] : []),
    ...(rest > 0 ? [words.seconds(formatCount(rest))] : []),
  ];
  return parts.join(' ');
}

/** Returns '25 s', '3 min' or '1 h 15 min'. */
export const formatSeconds = (seconds: number): string =>
  seconds < MINUTES_PER_HOUR ? reportTexts.reports.seconds(formatCount(seconds)) : formatMinutes(seconds / 60);

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
