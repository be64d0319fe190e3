import * as z from 'zod/mini';
import { retryDelayMs } from '../concurrency/backoff';
import { DAY_MS, HOUR_MS } from '../shared/durations';
import type { Language } from '../shared/languages';
import { MESSAGE_TYPES, type RecipientKind } from '../shared/notifications/schemas';
import { type Counts, EventNewsSchema } from '../rpc/webhook-bodies';
import type { PlannedAlert } from './plan';
import { StoredFactSchema, toStored } from './stored-alert';

/** An alert in a message. Times are epoch ms. */
export type AlertFact = z.infer<typeof StoredFactSchema>;

const AlertContentSchema = z.object({
  type: z.enum(MESSAGE_TYPES),
  alerts: z.array(StoredFactSchema),
  /** How many alerts the message is about, if it does not name all of them. */
  total: z.optional(z.int()),
});
/** The content of a message about alerts before it is put into words (send/words.ts). */
export type AlertContent = z.infer<typeof AlertContentSchema>;

const MailsPausedSchema = z.object({ type: z.literal('mails_paused') });
/** Tells the recipient of mails that the account has sent as many as it may in a day. */
export type MailsPaused = z.infer<typeof MailsPausedSchema>;

/** The content of a message that waits in the queue: alerts, or for webhooks something else that has happened. */
export const QueuedContentSchema = z.discriminatedUnion('type', [
  AlertContentSchema,
  MailsPausedSchema,
  z.object({ type: z.literal('news'), news: EventNewsSchema }),
]);
export type QueuedContent = z.infer<typeof QueuedContentSchema>;

/** Returns a message's content as it is stored. */
export const storedContent = (content: QueuedContent): string =>
  JSON.stringify('alerts' in content ? { ...content, alerts: content.alerts.map(toStored) } : content);

/** Counts are in no queue: only the newest ones are sent. */
export type MessageContent = QueuedContent | { type: 'counts'; counts: Counts };

/** How many alerts the message is about. */
export const totalOf = ({ alerts, total }: Pick<AlertContent, 'alerts' | 'total'>): number => total ?? alerts.length;

/** A message on its way to one recipient. */
export interface OutgoingMessage<C extends MessageContent = MessageContent> {
  /** The same for each attempt, so that a message that arrives twice can be recognized. */
  id: string;
  /** When the message was made, epoch ms. */
  createdAt: number;
  content: C;
}

/** A recipient with what is needed to reach it. */
export interface Addressee {
  recipientId: string;
  kind: RecipientKind;
  address: string;
  secret: string | null;
  mailToken: string | null;
  language: Language;
}

/** How an attempt ended. `answer` is a status or a short reason, without addresses and secrets. */
export type Outcome =
  | { type: 'sent'; answer: string }
  | { type: 'again'; answer: string; afterMs?: number | undefined }
  /** No further attempt can succeed. */
  | { type: 'refused'; answer: string }
  /** The recipient does not exist any more. */
  | { type: 'gone'; answer: string };

/** Sends one message. Never rejects. */
export type Send = (addressee: Addressee, message: OutgoingMessage) => Promise<Outcome>;

/** A summary names at most this many alerts. */
const SUMMARY_ALERTS_MAX = 100;

export function contentOf(items: readonly PlannedAlert[]): AlertContent {
  const alerts = items.slice(0, SUMMARY_ALERTS_MAX).map(({ type, alert }): AlertFact => {
    const { reached: _reached, isHighest: _isHighest, ...fact } = alert;
    return { type, ...fact };
  });
  const [first] = items;
  return {
    type: items.length === 1 && first !== undefined ? first.type : 'summary',
    alerts,
    ...(items.length > alerts.length && { total: items.length }),
  };
}

/** A receiver that asks for a longer wait gets this one. */
const LONGEST_ASKED_MS = HOUR_MS;
/** After this time a message is given up (docs/product.md, N5). */
const GIVEN_UP_AFTER_MS = DAY_MS;

/**
 * Returns when a message is tried again after the n-th failed attempt, epoch ms; undefined if it is given up. The first
 * wait is ten seconds, and the waits double; a receiver can ask for a longer one, up to an hour.
 */
export function retryAt(createdAt: number, attempts: number, now: number, askedMs = 0): number | undefined {
  const waitMs = Math.max(retryDelayMs(attempts, 0), Math.min(askedMs, LONGEST_ASKED_MS));
  return now + waitMs > createdAt + GIVEN_UP_AFTER_MS ? undefined : now + waitMs;
}
