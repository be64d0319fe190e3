import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '../db/client';
import { alertRecipients } from '../db/schema';
import type { Addressee } from './message';
import type { Listener } from './plan';

/** A confirmed recipient, as D1 has it. */
export type Recipient = Listener & Addressee;

/** Loads the account's recipients that may get messages, with what is needed to reach them. */
export const loadConfirmedRecipients = (db: Database, ownerId: string): Promise<Recipient[]> =>
  db
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
    })
    .from(alertRecipients)
    .where(and(eq(alertRecipients.ownerId, ownerId), isNotNull(alertRecipients.confirmedAt)))
    .orderBy(asc(alertRecipients.createdAt));

/**
 * Deletes a recipient that does not exist any more: the browser has ended its push subscription. One whose browser has
 * renewed the subscription meanwhile has another address, and stays.
 */
export async function deleteRecipient(db: Database, { recipientId, address }: Recipient): Promise<void> {
  await db
    .delete(alertRecipients)
    .where(and(eq(alertRecipients.recipientId, recipientId), eq(alertRecipients.address, address)));
}
