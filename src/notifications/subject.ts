import * as z from 'zod/mini';
import { AboutMachineSchema } from '../rpc/about-machine';
import type { AlertNews, AnnouncedEvent } from '../rpc/alert-news';

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
  /** When the machine was last heard, if the alert is about a machine (AlertNews). */
  heardAt: z.optional(z.int()),
  /** Missing from alerts of earlier releases, which only knew silent machines. */
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

/** The thresholds that still wait for an acknowledgment after this news. */
function reachedAfter(before: Subject | undefined, news: AlertNews): Subject['reached'] {
  if (news.acknowledgedAt !== null || news.clearedAt !== null) return [];
  const isSame = before?.alertId === news.alertId;
  // An alert that gives way to another one ends at the moment at which the other is raised.
  const isNext = before !== undefined && (before.clearedAt === null || before.clearedAt === news.raisedAt);
  const earlier = (isSame || isNext ? before.reached : []).filter(({ threshold }) => threshold <= news.threshold);
  const highest = earlier.at(-1)?.threshold ?? 0;
  return news.threshold > highest ? [...earlier, { threshold: news.threshold, at: news.raisedAt }] : earlier;
}

/**
 * Returns what is known after this news; `before` if the news is older. The end of an alert is ignored if the
 * hub does not know the alert, because then nobody was told of it.
 */
export function afterNews(before: Subject | undefined, event: AnnouncedEvent, news: AlertNews): Subject | undefined {
  const isSame = before?.alertId === news.alertId;
  if (news.clearedAt !== null) {
    if (!isSame || before.clearedAt !== null) return before;
    // `reached` stays: the next alert of this area can follow at the same moment.
    return { ...before, ...event, clearedAt: news.clearedAt };
  }
  if (before !== undefined && !isSame && before.raisedAt > news.raisedAt) return before;
  if (isSame && before.clearedAt !== null) return before;
  const { areaName, ...alert } = news;
  return {
    ...alert,
    ...event,
    areaName: areaName ?? before?.areaName ?? null,
    reached: reachedAfter(before, news),
  };
}
