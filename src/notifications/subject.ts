import * as z from 'zod/mini';
import { AboutMachineSchema } from '../rpc/about-machine';
import type { AlertState, AnnouncedEvent } from '../rpc/alert-calls';

const MaybeTime = z.nullable(z.int());

/**
 * What the hub knows about the alerts of one area, or of the venue if `areaId` is null. Alerts of different thresholds
 * follow one another while it is crowded. Times are epoch ms.
 */
export const SubjectSchema = z.object({
  eventId: z.string(),
  eventName: z.string(),
  areaId: z.nullable(z.string()),
  areaName: z.nullable(z.string()),
  /** The newest alert. */
  alertId: z.string(),
  threshold: z.int(),
  occupancy: z.int(),
  capacity: z.int(),
  isHighest: z.boolean(),
  /** Only of an alert about a machine. */
  machine: z.optional(AboutMachineSchema),
  raisedAt: z.int(),
  acknowledgedAt: MaybeTime,
  acknowledgedBy: z.nullable(z.string()),
  clearedAt: MaybeTime,
  /** The thresholds that were reached since nobody has acknowledged anything, and when; ascending. */
  reached: z.array(z.object({ threshold: z.int(), at: z.int() })),
});
export type Subject = z.infer<typeof SubjectSchema>;

/** The threshold of the alert that is open; null if it has ended. */
export const openThreshold = ({ clearedAt, threshold }: Subject): number | null =>
  clearedAt === null ? threshold : null;

/** The thresholds that still wait for an acknowledgment after this change. */
function reachedAfter(before: Subject | undefined, alert: AlertState): Subject['reached'] {
  if (alert.acknowledgedAt !== null || alert.clearedAt !== null) return [];
  const isSame = before?.alertId === alert.alertId;
  // An alert that gives way to another one ends at the moment at which the other is raised.
  const isNext = before !== undefined && (before.clearedAt === null || before.clearedAt === alert.raisedAt);
  const earlier = (isSame || isNext ? before.reached : []).filter(({ threshold }) => threshold <= alert.threshold);
  const highest = earlier.at(-1)?.threshold ?? 0;
  return alert.threshold > highest ? [...earlier, { threshold: alert.threshold, at: alert.raisedAt }] : earlier;
}

/**
 * Returns what is known after this change; `before` if the change is older. The end of an alert is ignored if the
 * hub does not know the alert, because then nobody was told of it.
 */
export function afterChange(
  before: Subject | undefined,
  event: AnnouncedEvent,
  alert: AlertState,
): Subject | undefined {
  const isSame = before?.alertId === alert.alertId;
  if (alert.clearedAt !== null) {
    if (!isSame || before.clearedAt !== null) return before;
    // `reached` stays: the next alert of this area can follow at the same moment.
    return { ...before, ...event, clearedAt: alert.clearedAt };
  }
  if (before !== undefined && !isSame && before.raisedAt > alert.raisedAt) return before;
  if (isSame && before.clearedAt !== null) return before;
  return {
    ...alert,
    ...event,
    areaName: alert.areaName ?? before?.areaName ?? null,
    reached: reachedAfter(before, alert),
  };
}
