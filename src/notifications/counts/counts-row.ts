import * as z from 'zod/mini';
import { DELIVERY_STATES, type Delivery } from '../../shared/notifications/schemas';
import { isoTime, isoTimeOrNull } from '../../time/iso-time';

/** What one recipient knows of the counts of one event. Times are epoch ms. */
export const CountsRowSchema = z.object({
  recipientId: z.string(),
  eventId: z.string(),
  eventName: z.string(),
  /** The counts that the recipient has (AnnouncedCounts); null before the first. */
  mark: z.nullable(z.string()),
  state: z.enum(DELIVERY_STATES),
  answer: z.nullable(z.string()),
  /** How many attempts failed since the last success, and when the first of them did. */
  failures: z.int(),
  failingSince: z.nullable(z.int()),
  lastAt: z.int(),
  /** When the next attempt may follow; null after a success. */
  dueAt: z.nullable(z.int()),
});
export type CountsRow = z.infer<typeof CountsRowSchema>;

/** The newest counts to a recipient, as the account's admin sees it. */
export const toCountsDelivery = (row: CountsRow): Delivery => ({
  deliveryId: `counts ${row.recipientId} ${row.eventId}`,
  recipientId: row.recipientId,
  type: 'counts.changed',
  eventName: row.eventName,
  day: null,
  alerts: [],
  total: 0,
  state: row.state,
  createdAt: isoTime(row.lastAt),
  attempts: Math.max(1, row.failures),
  lastAttemptAt: isoTime(row.lastAt),
  nextAt: row.state === 'waiting' ? isoTimeOrNull(row.dueAt) : null,
  answer: row.answer,
});
