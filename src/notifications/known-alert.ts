import type { AlertState, AnnouncedEvent } from '../rpc/announced-alerts';
import type { AlertSubject } from '../rpc/alert-subjects';
import { kindOf } from './alert-kinds';

/**
 * What the hub knows about the alerts of one area, of the venue, or of one trouble of a machine: the newest of them. Alerts
 * of different thresholds follow one another while it is crowded. Times are epoch ms.
 */
export interface KnownAlert extends AnnouncedEvent, AlertState {
  /** The thresholds that were reached since nobody has acknowledged anything, and when; ascending. */
  reached: { threshold: number; at: number }[];
}

/** Keeps the subjects of an event apart; see {@link kindOf}. */
export const subjectKey = (about: AlertSubject): string => kindOf(about).key;

/** The threshold that counts for recipients, in percent. */
export const thresholdOf = (about: AlertSubject): number => kindOf(about).threshold;

/** The threshold of the alert that is open; null if it has ended. */
export const openThreshold = ({ clearedAt, about }: KnownAlert): number | null =>
  clearedAt === null ? thresholdOf(about) : null;

/** The thresholds that still wait for an acknowledgment after this change. */
function reachedAfter(before: KnownAlert | undefined, alert: AlertState): KnownAlert['reached'] {
  if (alert.acknowledgedAt !== null || alert.clearedAt !== null) return [];
  const isSame = before?.alertId === alert.alertId;
  // An alert that gives way to another one ends at the moment at which the other is raised.
  const isNext = before !== undefined && (before.clearedAt === null || before.clearedAt === alert.raisedAt);
  const threshold = thresholdOf(alert.about);
  const earlier = (isSame || isNext ? before.reached : []).filter((one) => one.threshold <= threshold);
  const highest = earlier.at(-1)?.threshold ?? 0;
  return threshold > highest ? [...earlier, { threshold, at: alert.raisedAt }] : earlier;
}

/**
 * Returns what is known after this change; `before` if the change is older. The end of an alert is ignored if the
 * hub does not know the alert, because then nobody was told of it.
 */
export function afterChange(
  before: KnownAlert | undefined,
  event: AnnouncedEvent,
  alert: AlertState,
): KnownAlert | undefined {
  const isSame = before?.alertId === alert.alertId;
  if (alert.clearedAt !== null) {
    if (!isSame || before.clearedAt !== null) return before;
    // `reached` stays: the next alert about this can follow at the same moment.
    return { ...before, ...event, clearedAt: alert.clearedAt };
  }
  if (before !== undefined && !isSame && before.raisedAt > alert.raisedAt) return before;
  if (isSame && before.clearedAt !== null) return before;
  return { ...alert, ...event, about: named(alert.about, before?.about), reached: reachedAfter(before, alert) };
}

/** A deleted area keeps the name that the hub knows. */
const named = (about: AlertSubject, before: AlertSubject | undefined): AlertSubject =>
  about.type === 'crowd' && about.areaName === null && before?.type === 'crowd'
    ? { ...about, areaName: before.areaName }
    : about;
