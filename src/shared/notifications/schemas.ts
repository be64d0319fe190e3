import * as z from 'zod/mini';
import { LocalTimeSchema } from '../schedule/schemas';
import { EVENTS_PER_ACCOUNT_MAX } from '../accounts/limits';
import { ESCALATION_MINUTES_MAX, OUTBOUND_ADDRESS_MAX_LENGTH, RECIPIENT_NAME_MAX_LENGTH } from './limits';
import { LANGUAGE_CODES } from '../languages';
import { SentAlertSchema } from '../schemas/alert';
import { ALERT_THRESHOLD_MAX } from '../schemas/limits';

/** The bodies and answers of the calls about recipients of alerts. Times are ISO 8601 in UTC. */

const Time = z.string();
const MaybeTime = z.nullable(Time);

/** The ways on which alerts leave the app. */
const RECIPIENT_KINDS = ['mail', 'push', 'webhook'] as const;
export type RecipientKind = (typeof RECIPIENT_KINDS)[number];

/**
 * What a webhook can be told about. Mail addresses and browsers are told of alerts, of evacuations, and of orders that a
 * door has not confirmed (docs/product.md, N11).
 */
export const TOPICS = ['alerts', 'counts', 'orders', 'days', 'seals', 'evacuations'] as const;
export type Topic = (typeof TOPICS)[number];

/** The hours of each day in which a recipient gets no alerts. They may include midnight. */
const QuietHoursSchema = z.object({
  /** HH:mm in `timeZone`; equal times are a whole day. */
  from: LocalTimeSchema,
  to: LocalTimeSchema,
  /** An IANA time zone. */
  timeZone: z.string().check(z.minLength(1), z.maxLength(64)),
  /** Whether an alert of the event's highest threshold is sent all the same. */
  letsHighestThrough: z.boolean(),
});
export type QuietHours = z.infer<typeof QuietHoursSchema>;

/** What a recipient wants to know, and when. */
const CHOICES = {
  name: z.string().check(z.minLength(1), z.maxLength(RECIPIENT_NAME_MAX_LENGTH)),
  /** The events whose alerts are sent; null for all events, later ones included. */
  eventIds: z.nullable(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(EVENTS_PER_ACCOUNT_MAX))),
  /** Alerts of this threshold and above are sent, in percent; 0 for all. */
  threshold: z.int().check(z.minimum(0), z.maximum(ALERT_THRESHOLD_MAX)),
  /** The alert is sent when nobody has acknowledged it for this long; 0 sends it at once. */
  afterMinutes: z.int().check(z.minimum(0), z.maximum(ESCALATION_MINUTES_MAX)),
  quietHours: z.nullable(QuietHoursSchema),
} as const;

const TopicsSchema = z.array(z.enum(TOPICS)).check(z.minLength(1), z.maxLength(TOPICS.length));
/** Without them a new recipient is told of alerts, and a changed one keeps its topics. */
const GIVEN_TOPICS = { topics: z.optional(TopicsSchema) } as const;

/**
 * The body of PUT /api/alert-recipients/{recipientId}. It replaces all choices. The level, the minutes and the quiet hours
 * are about alerts alone.
 */
export const RecipientChoicesSchema = z.object({ ...CHOICES, ...GIVEN_TOPICS });
export type RecipientChoices = z.infer<typeof RecipientChoicesSchema>;

/** The keys of a browser's push subscription, in base64url (RFC 8291). */
export const PushKeysSchema = z.object({
  p256dh: z.string().check(z.regex(/^[\w-]{86,88}=*$/)),
  auth: z.string().check(z.regex(/^[\w-]{22}=*$/)),
});

/** The body of POST /api/alert-recipients. */
export const NewAlertRecipientSchema = z.object({
  ...CHOICES,
  ...GIVEN_TOPICS,
  kind: z.enum(RECIPIENT_KINDS),
  /** A mail address, the endpoint of a push subscription, or the URL of a webhook. */
  address: z.string().check(z.minLength(1), z.maxLength(OUTBOUND_ADDRESS_MAX_LENGTH)),
  /** Only for `push`. */
  keys: z.optional(PushKeysSchema),
  /** The language of mails and notifications. */
  language: z.enum(LANGUAGE_CODES),
});
export type NewAlertRecipient = z.infer<typeof NewAlertRecipientSchema>;

/** The body of POST /api/alert-recipients/renewals: the browser has replaced its push subscription. */
export const PushRenewalSchema = z.object({
  oldAddress: z.string().check(z.minLength(1), z.maxLength(OUTBOUND_ADDRESS_MAX_LENGTH)),
  address: z.string().check(z.minLength(1), z.maxLength(OUTBOUND_ADDRESS_MAX_LENGTH)),
  keys: PushKeysSchema,
});
export type PushRenewal = z.infer<typeof PushRenewalSchema>;

/** A recipient as the account's admin sees it. Keys and secrets are not in it. */
export const AlertRecipientSchema = z.object({
  ...CHOICES,
  topics: TopicsSchema,
  name: z.string(),
  recipientId: z.string(),
  kind: z.enum(RECIPIENT_KINDS),
  /** The mail address, the webhook's URL, or the host of the browser's push service. */
  address: z.string(),
  language: z.enum(LANGUAGE_CODES),
  createdAt: Time,
  /** When the holder of the mail address agreed; null until then: nothing is sent before. */
  confirmedAt: MaybeTime,
});
export type AlertRecipient = z.infer<typeof AlertRecipientSchema>;

/** The answer of POST /api/alert-recipients. No other call returns the secret again. */
export const CreatedAlertRecipientSchema = z.extend(AlertRecipientSchema, {
  /** The secret with which a webhook's messages are signed; null for other kinds. */
  secret: z.nullable(z.string()),
});
export type CreatedAlertRecipient = z.infer<typeof CreatedAlertRecipientSchema>;

/** The answer of GET /api/alert-recipients. */
export const AlertRecipientListSchema = z.object({
  recipients: z.array(AlertRecipientSchema),
  /** Whether this installation can send mails with links. */
  canMail: z.boolean(),
  /** The public key for push subscriptions (RFC 8292), in base64url; null if this installation sends no pushes. */
  pushKey: z.nullable(z.string()),
});
export type AlertRecipientList = z.infer<typeof AlertRecipientListSchema>;

/** What a message about alerts says. `summary` is one message about many alerts. */
export const MESSAGE_TYPES = ['raised', 'acknowledged', 'cleared', 'summary', 'test'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** What happens at an event beside alerts and counts (src/rpc/webhook-bodies.ts). */
export const NEWS_TYPES = [
  'order.given',
  'order.confirmed',
  'order.ended',
  'order.unconfirmed',
  'evacuation.started',
  'evacuation.ended',
  'day.closed',
  'report.sealed',
] as const;
export type NewsType = (typeof NEWS_TYPES)[number];

/** What the delivery of a message can be about: alerts, the end of a day's mails, or what else happens at an event. */
const DELIVERY_TYPES = [...MESSAGE_TYPES, 'mails_paused', 'counts.changed', ...NEWS_TYPES] as const;

/**
 * What became of a message. `waiting`: it is sent at `nextAt`. `failed`: it was given up. `dropped`: it had become
 * pointless, because the alert was over, the order was replaced, or the recipient was deleted, or was one mail too many
 * (`answer` is `mail_limit`).
 */
export const DELIVERY_STATES = ['waiting', 'sent', 'failed', 'dropped'] as const;

/**
 * A message to a recipient, and how the last attempt to send it ended. Of the counts of an event there is only the newest
 * one.
 */
export const DeliverySchema = z.object({
  deliveryId: z.string(),
  recipientId: z.string(),
  type: z.enum(DELIVERY_TYPES),
  /** The event of a message that is not about alerts; null for others. */
  eventName: z.nullable(z.string()),
  /** The business day of a message about one, YYYY-MM-DD; null for others. */
  day: z.nullable(z.string()),
  /** The alerts of the message; of a summary at most the first 100. */
  alerts: z.array(SentAlertSchema),
  /** How many alerts the message is about. */
  total: z.int(),
  state: z.enum(DELIVERY_STATES),
  createdAt: Time,
  attempts: z.int(),
  lastAttemptAt: MaybeTime,
  /** When a waiting message is tried again. */
  nextAt: MaybeTime,
  /** The last answer: a status, or why there was none; null before the first attempt. */
  answer: z.nullable(z.string()),
});
export type Delivery = z.infer<typeof DeliverySchema>;

/** The answer of GET /api/alert-deliveries: the newest messages first. */
export const DeliveryListSchema = z.object({ deliveries: z.array(DeliverySchema) });
