import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '../db/client';
import { alertRecipients } from '../db/schema';
import type { Addressee } from './message';
import type { EventNews } from '../rpc/webhook-bodies';
import { isUrgentNews } from '../rpc/urgent-news';
import type { Topic } from '../shared/notifications/schemas';
import type { RecipientSettings } from './plan';

/** A confirmed recipient, as D1 has it. */
export type Recipient = RecipientSettings & Addressee & { topics: readonly Topic[] };

/** Loads the account's recipients that may get messages, with what is needed to reach them. */
export async function loadConfirmedRecipients(db: Database, ownerId: string): Promise<Recipient[]> {
  const rows = await db
    .select({
      recipientId: alertRecipients.recipientId,
      kind: alertRecipients.kind,
      address: alertRecipients.address,
      secret: alertRecipients.secret,
      mailToken: alertRecipients.mailToken,
      language: alertRecipients.language,
      eventIds: alertRecipients.eventIds,
      threshold: alertRecipients.threshold,
      afterMinutes: alertRecipients.afterMinutes,
      quietHours: alertRecipients.quietHours,
      topics: alertRecipients.topics,
    })
    .from(alertRecipients)
    .where(and(eq(alertRecipients.ownerId, ownerId), isNotNull(alertRecipients.confirmedAt)))
    .orderBy(asc(alertRecipients.createdAt));
  return rows.map((row) => ({ ...row, topics: row.topics ?? ALERTS_ALONE }));
}

/** The topics of a recipient for which none were chosen. */
export const ALERTS_ALONE: readonly Topic[] = ['alerts'];

/** Whether the recipient is told about this topic of this event. */
export const wants = (
  { topics, eventIds }: Pick<Recipient, 'topics' | 'eventIds'>,
  topic: Topic,
  eventId: string,
): boolean => topics.includes(topic) && (eventIds === null || eventIds.includes(eventId));

/** Whether the recipient is told of what has happened, people of urgent news alone (docs/product.md, N11). */
export function wantsNews(
  recipient: Pick<Recipient, 'kind' | 'topics' | 'eventIds'>,
  news: EventNews,
  topic: Topic,
): boolean {
  const { eventId } = news.data;
  if (recipient.kind === 'webhook') return wants(recipient, topic, eventId);
  return isUrgentNews(news) && (recipient.eventIds === null || recipient.eventIds.includes(eventId));
}

/**
 * Deletes a recipient that does not exist any more: the browser has ended its push subscription. One whose browser has
 * renewed the subscription meanwhile has another address, and stays.
 */
export async function deleteRecipient(db: Database, { recipientId, address }: Recipient): Promise<void> {
  await db
    .delete(alertRecipients)
    .where(and(eq(alertRecipients.recipientId, recipientId), eq(alertRecipients.address, address)));
}
