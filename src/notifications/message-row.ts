import * as z from 'zod/mini';
import { DELIVERY_STATES } from '../shared/notifications/schemas';
import { type QueuedContent, QueuedContentSchema } from './message';

const MessageRowSchema = z.object({
  id: z.int(),
  recipientId: z.string(),
  body: z.string(),
  createdAt: z.int(),
  dueAt: z.nullable(z.int()),
  attempts: z.int(),
  lastAt: z.nullable(z.int()),
  state: z.enum(DELIVERY_STATES),
  answer: z.nullable(z.string()),
  isUrgent: z.int(),
});

/** A message of the queue. Times are epoch ms. */
export interface QueuedMessage extends Omit<z.infer<typeof MessageRowSchema>, 'body' | 'isUrgent'> {
  content: QueuedContent;
  /** Whether it is about an event's highest threshold, an evacuation or an unconfirmed order. */
  isUrgent: boolean;
}

/** The columns of a message in a query, which {@link toMessage} reads. */
export const COLUMNS = `id, recipient_id AS recipientId, body, created_at AS createdAt, due_at AS dueAt, attempts,
  last_at AS lastAt, state, answer, coalesce(key GLOB 'urgent *', 0) AS isUrgent`;
export const toMessage = (row: unknown): QueuedMessage => {
  const { body, isUrgent: urgent, ...message } = z.parse(MessageRowSchema, row);
  return { ...message, isUrgent: urgent === 1, content: z.parse(QueuedContentSchema, JSON.parse(body)) };
};
