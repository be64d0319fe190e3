import { durationText } from '../../../../src/shared/sealed/duration';
import { capacityAtPeak as capacityAt } from '../../../../src/shared/sealed/verdict';
import type { Report, ReportDay, ReportInterval, ReportSubject } from '../../../../src/shared/schemas/report';
import { formatCount } from '../../texts/format';
import { reportTexts } from '../../texts/report-texts';
import { zoneFormat } from '../../texts/zone-format';

/** Returns '15 min' or '1 day'. */
export const intervalName = (interval: ReportInterval): string =>
  interval === 'day' ? reportTexts.reports.day : reportTexts.reports.minutes(String(interval));

/** A number stays on one line with its unit. */
const glued = (text: string): string => text.replaceAll(' ', '\u00a0');

/** Returns '2 h 11 min', '14 min' or 'under a minute'. A line can only break between hours and minutes. */
export function formatDuration(seconds: number): string {
  const { underMinute, hours, minutes } = reportTexts.reports;
  const words = {
    underMinute,
    hours: (count: string) => glued(hours(count)),
    minutes: (count: string) => glued(minutes(count)),
  };
  return durationText(seconds, words, formatCount);
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

export const msOrNull = (time: string | null): number | null => (time === null ? null : Date.parse(time));

/** Returns when the most people were inside, and the capacities, with times in epoch ms. */
export const peakHistory = ({ peakAt, capacities }: Pick<ReportSubject, 'peakAt' | 'capacities'>) => ({
  peakAt: msOrNull(peakAt),
  capacities: capacities.map(({ at, capacity }) => ({ at: Date.parse(at), capacity })),
});

/** Returns the capacity in force at the peak; null without one. */
export const capacityAtPeak = (subject: ReportSubject): number | null => capacityAt(peakHistory(subject));

/** Returns the capacity that stands beside the peak: that of its moment, or the newest if nobody was inside. */
export const capacityThen = (subject: ReportSubject): number | null =>
  subject.peakAt === null ? subject.capacity : capacityAtPeak(subject);

/**
 * Returns a text for figures that could not be updated. Its time is in the venue's time zone, because the reader may be
 * elsewhere.
 */
export const outdatedText = ({ generatedAt, timeZone }: Report): string =>
  reportTexts.reports.outdated(zoneFormat(timeZone).moment(generatedAt));
