import { eq } from 'drizzle-orm';
import { alertRecipients } from '../../db/schema';
import { AppError } from '../../shared/errors';
import { CONFIRM_MAIL_MS } from '../../shared/limits';
import type { MailLinkAccess } from '../access';
import { tellHub } from '../call-room';
import type { ServiceContext } from '../context';

/** The holder of a mail address agrees to alerts. Throws a 404 a week after the recipient was added. */
export async function confirmAlertMails(ctx: ServiceContext, access: MailLinkAccess): Promise<void> {
  const { recipientId, ownerId, confirmedAt, createdAt } = access;
  if (confirmedAt !== null) return;
  const now = ctx.now();
  if (createdAt + CONFIRM_MAIL_MS <= now) throw new AppError('not_found');
  await ctx.db.update(alertRecipients).set({ confirmedAt: now }).where(eq(alertRecipients.recipientId, recipientId));
  await tellHub(ctx, 'recipients changed', ownerId, (hub) => hub.recipientsChanged(ownerId));
}

/** The holder of a mail address leaves: the recipient is deleted, and no mail follows. */
export async function leaveAlertMails(ctx: ServiceContext, { recipientId, ownerId }: MailLinkAccess): Promise<void> {
  await ctx.db.delete(alertRecipients).where(eq(alertRecipients.recipientId, recipientId));
  await tellHub(ctx, 'recipients changed', ownerId, (hub) => hub.recipientsChanged(ownerId));
}
