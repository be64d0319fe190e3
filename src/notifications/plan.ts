import { MINUTE_MS } from '../shared/limits';
import type { MessageType, RecipientChoices, RecipientKind } from '../shared/notifications/schemas';
import { afterQuietHours, isQuiet } from './quiet-hours';
import { openThreshold, type Subject } from './subject';

/** The settings of a recipient that decide what it is told and when. */
export interface Listener extends Omit<RecipientChoices, 'name' | 'topics'> {
  recipientId: string;
  kind: RecipientKind;
}

/** What a recipient was last told about a subject. */
export interface Told {
  alertId: string;
  /** The threshold of which it knows; 0 when it knows that the alert is over. */
  threshold: number;
  /** Whether it knows that the alert was acknowledged. */
  isAcknowledged: boolean;
  /** When the last message was made, epoch ms. */
  at: number;
}

/** A subject, and what this recipient knows about it. */
export interface Standing {
  subject: Subject;
  told: Told | undefined;
}

/** One alert of a message. */
export interface Item {
  type: Exclude<MessageType, 'summary' | 'test'>;
  subject: Subject;
}

/** What a recipient is told now; `silent`: what it knows from now on without a message. `nextAt`: when to plan again. */
export interface Plan {
  messages: Item[][];
  silent: Subject[];
  nextAt: number | undefined;
}

/** A recipient gets at most one message about an alert in a minute. */
const PAUSE_MS = MINUTE_MS;
/** A recipient gets at most this many messages in a minute. One summary contains all further alerts. */
export const MESSAGES_PER_MINUTE = 3;

/** What a recipient knows after a message about this subject: its threshold, or 0 if it is over for this recipient. */
export function knownThreshold({ threshold }: Pick<Listener, 'threshold'>, subject: Subject): number {
  const open = openThreshold(subject);
  return open !== null && open >= threshold ? open : 0;
}

type Step = { type: Item['type']; dueAt: number } | 'silent' | null;

/** What the recipient should be told next about this subject, and when. */
function nextStep(listener: Listener, { subject, told }: Standing, now: number): Step {
  const open = openThreshold(subject);
  const known = told?.threshold ?? 0;
  const pauseEnds = told === undefined ? 0 : told.at + PAUSE_MS;
  if (known > 0 && (open === null || open < listener.threshold)) {
    // At the end of quiet hours, nobody wants to know what was over during the night.
    return isQuiet(now, listener.quietHours) ? 'silent' : { type: 'cleared', dueAt: Math.max(now, pauseEnds) };
  }
  if (open === null || open < listener.threshold) return null;
  if (listener.eventIds !== null && !listener.eventIds.includes(subject.eventId)) return null;
  if (subject.acknowledgedAt !== null) {
    // It fell after somebody had acknowledged it. If it rises again, that is news.
    if (open < known) return 'silent';
    const isNews = listener.kind === 'webhook' && told?.alertId === subject.alertId && !told.isAcknowledged;
    return isNews && known > 0 ? { type: 'acknowledged', dueAt: Math.max(now, pauseEnds) } : null;
  }
  if (open <= known) return null;
  const since = subject.reached.find(({ threshold }) => threshold >= Math.max(1, listener.threshold))?.at;
  if (since === undefined) return null;
  const dueAt = Math.max(now, pauseEnds, known > 0 ? 0 : since + listener.afterMinutes * MINUTE_MS);
  return { type: 'raised', dueAt: afterQuietHours(listener.quietHours, subject.isHighest, dueAt) };
}

/**
 * Decides what a recipient is told now. Several alerts at once, as after an outage, become one summary.
 * @param sentAt when the last messages to this recipient were made, epoch ms, in any order
 */
export function planFor(
  listener: Listener,
  standings: readonly Standing[],
  sentAt: readonly number[],
  now: number,
): Plan {
  const due: Item[] = [];
  const silent: Subject[] = [];
  let nextAt = Infinity;
  for (const standing of standings) {
    const step = nextStep(listener, standing, now);
    if (step === null) continue;
    if (step === 'silent') silent.push(standing.subject);
    else if (step.dueAt <= now) due.push({ type: step.type, subject: standing.subject });
    else nextAt = Math.min(nextAt, step.dueAt);
  }
  const lately = sentAt.filter((at) => at > now - MINUTE_MS).toSorted((a, b) => b - a);
  const places = MESSAGES_PER_MINUTE - lately.length;
  const plan = (messages: Item[][]): Plan => ({ messages, silent, nextAt: nextAt === Infinity ? undefined : nextAt });
  if (due.length === 0) return plan([]);
  if (places <= 0) {
    nextAt = Math.min(nextAt, (lately[MESSAGES_PER_MINUTE - 1] ?? now) + MINUTE_MS);
    return plan([]);
  }
  due.sort((a, b) => b.subject.threshold - a.subject.threshold || a.subject.raisedAt - b.subject.raisedAt);
  return plan(due.length > places ? [due] : due.map((item) => [item]));
}
