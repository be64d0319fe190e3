import { MINUTE_MS } from '../shared/durations';
import type { MessageType, RecipientChoices, RecipientKind } from '../shared/notifications/schemas';
import { afterQuietHours, isQuiet } from './quiet-hours';
import { openThreshold, type KnownAlert, subjectKey, thresholdOf } from './known-alert';

/** The settings of a recipient that decide what it is told and when. */
export interface RecipientSettings extends Omit<RecipientChoices, 'name' | 'topics'> {
  recipientId: string;
  kind: RecipientKind;
}

/** What a recipient was last told about a subject. */
export interface Told {
  alertId: string;
  /** The threshold of which it knows once waiting messages have arrived; 0 when it knows that the alert is over. */
  threshold: number;
  /** Whether it knows that the alert was acknowledged. */
  isAcknowledged: boolean;
  /** Whether the last message about this alert will not arrive. It is not made again. */
  isGivenUp: boolean;
  /** When the last message was made, epoch ms. */
  at: number;
}

/** A known alert, and what this recipient was told about its subject. */
export interface ToldOfAlert {
  alert: KnownAlert;
  told: Told | undefined;
}

/** One alert of a message. */
export interface PlannedAlert {
  type: Exclude<MessageType, 'summary' | 'test'>;
  alert: KnownAlert;
}

/** A message that was made, epoch ms. */
export interface Made {
  at: number;
  isUrgent: boolean;
  /** The subjects that it names ({@link aboutKey}). */
  about: readonly string[];
}

/** What a message says it is about. */
export const aboutKey = ({ eventId, about }: Pick<KnownAlert, 'eventId' | 'about'>): string =>
  `${eventId} ${subjectKey(about)}`;

/** Whether the alert has reached the event's highest threshold. It never waits for what is less urgent (docs/product.md, N10). */
export const isUrgentAlert = ({ type, alert }: PlannedAlert): boolean => type === 'raised' && alert.isHighest;

/** What a recipient is told now; `silent`: what it knows from now on without a message. `nextAt`: when to plan again. */
export interface Plan {
  messages: PlannedAlert[][];
  silent: KnownAlert[];
  nextAt: number | undefined;
}

/** A recipient gets at most one message about an alert in a minute. */
const PAUSE_MS = MINUTE_MS;
/** After so many mails about an area within {@link MADE_LATELY_MS}, its next alert is mailed this long after the last one. */
const MAILS_WITHOUT_REST = 3;
const REST_MS = 10 * MINUTE_MS;
/** How far back messages matter to a plan. */
export const MADE_LATELY_MS = 30 * MINUTE_MS;
/** A recipient gets at most this many messages in a minute. One summary contains all further alerts. */
export const MESSAGES_PER_MINUTE = 3;

/** What a recipient knows after a message about this alert: its threshold, or 0 if it is over for this recipient. */
export function knownThreshold({ threshold }: Pick<RecipientSettings, 'threshold'>, alert: KnownAlert): number {
  const open = openThreshold(alert);
  return open !== null && open >= threshold ? open : 0;
}

type Step = { type: PlannedAlert['type']; dueAt: number } | 'silent' | null;

/**
 * When a new alert may be mailed, epoch ms, if the area's counts go up and down. News of an alert that the recipient knows
 * is never held, so that an end that was not told hides no alert that follows.
 */
function restEnds({ kind }: RecipientSettings, alert: KnownAlert, made: readonly Made[]): number {
  if (kind !== 'mail' || alert.isHighest) return 0;
  const mails = made.filter(({ about }) => about.includes(aboutKey(alert)));
  return mails.length < MAILS_WITHOUT_REST ? 0 : Math.max(...mails.map(({ at }) => at)) + REST_MS;
}

/** What the recipient should be told next about this alert, and when. */
function nextStep(settings: RecipientSettings, { alert, told }: ToldOfAlert, made: readonly Made[], now: number): Step {
  const open = openThreshold(alert);
  const known = told?.threshold ?? 0;
  const pauseEnds = told === undefined ? 0 : told.at + PAUSE_MS;
  if (known > 0 && (open === null || open < settings.threshold)) {
    // At the end of quiet hours, nobody wants to know what was over during the night.
    return isQuiet(now, settings.quietHours) ? 'silent' : { type: 'cleared', dueAt: Math.max(now, pauseEnds) };
  }
  if (open === null || open < settings.threshold) return null;
  if (settings.eventIds !== null && !settings.eventIds.includes(alert.eventId)) return null;
  if (alert.acknowledgedAt !== null) {
    // It fell after somebody had acknowledged it. If it rises again, they are told.
    if (open < known) return 'silent';
    const isUntold = settings.kind === 'webhook' && told?.alertId === alert.alertId && !told.isAcknowledged;
    return isUntold && known > 0 ? { type: 'acknowledged', dueAt: Math.max(now, pauseEnds) } : null;
  }
  if (open <= known || (told?.isGivenUp && told.alertId === alert.alertId)) return null;
  const since = alert.reached.find(({ threshold }) => threshold >= Math.max(1, settings.threshold))?.at;
  if (since === undefined) return null;
  const isRise = known > 0 && alert.isHighest;
  const begins = known > 0 ? 0 : Math.max(since + settings.afterMinutes * MINUTE_MS, restEnds(settings, alert, made));
  const dueAt = Math.max(now, isRise ? 0 : pauseEnds, begins);
  return { type: 'raised', dueAt: afterQuietHours(settings.quietHours, alert.isHighest, dueAt) };
}

/**
 * Puts what is due into messages, so many that there are at most MESSAGES_PER_MINUTE in a minute.
 * @param madeAt when the last messages of this urgency were made, epoch ms, in any order
 */
function paced(
  due: readonly PlannedAlert[],
  madeAt: readonly number[],
  now: number,
): Pick<Plan, 'messages' | 'nextAt'> {
  const lately = madeAt.filter((at) => at > now - MINUTE_MS).toSorted((a, b) => b - a);
  const places = MESSAGES_PER_MINUTE - lately.length;
  if (due.length === 0) return { messages: [], nextAt: undefined };
  if (places <= 0) return { messages: [], nextAt: (lately[MESSAGES_PER_MINUTE - 1] ?? now) + MINUTE_MS };
  const sorted = due.toSorted(
    (a, b) => thresholdOf(b.alert.about) - thresholdOf(a.alert.about) || a.alert.raisedAt - b.alert.raisedAt,
  );
  return { messages: sorted.length > places ? [sorted] : sorted.map((item) => [item]), nextAt: undefined };
}

/**
 * Decides what a recipient is told now. Several alerts at once, as after an outage, become one summary. Urgent ones are in
 * messages of their own, which use up nothing of a minute; only mails of them have a pace, too.
 * @param made the messages to this recipient in the last MADE_LATELY_MS, in any order
 */
export function planFor(
  settings: RecipientSettings,
  known: readonly ToldOfAlert[],
  made: readonly Made[],
  now: number,
): Plan {
  const due: PlannedAlert[] = [];
  const silent: KnownAlert[] = [];
  const times: number[] = [];
  for (const each of known) {
    const step = nextStep(settings, each, made, now);
    if (step === null) continue;
    if (step === 'silent') silent.push(each.alert);
    else if (step.dueAt <= now) due.push({ type: step.type, alert: each.alert });
    else times.push(step.dueAt);
  }
  const madeAt = (urgent: boolean): number[] => made.flatMap((one) => (one.isUrgent === urgent ? [one.at] : []));
  const isWaiting = (item: PlannedAlert): boolean => !isUrgentAlert(item);
  const plans = [
    paced(due.filter(isUrgentAlert), settings.kind === 'mail' ? madeAt(true) : [], now),
    paced(due.filter(isWaiting), madeAt(false), now),
  ];
  times.push(...plans.flatMap(({ nextAt }) => nextAt ?? []));
  const nextAt = times.length === 0 ? undefined : Math.min(...times);
  return { messages: plans.flatMap(({ messages }) => messages), silent, nextAt };
}
