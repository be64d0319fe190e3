import { and, count, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm';
import { alertRecipients, apiKeys, events, inspectorLinks, members, publicLinks } from '../../db/schema';
import type { Language } from '../../shared/languages';
import { WORDS } from '../../languages/languages';
import type { Staying } from '../../mail/mail-words';
import { appPaths } from '../../shared/paths';
import type { ServiceContext } from '../context';

/** Counts what goes on working with another password, in all accounts of a person. */
async function countStaying({ db, now }: ServiceContext, personId: string): Promise<Staying> {
  const own = db.select({ ownerId: members.ownerId }).from(members).where(eq(members.personId, personId));
  const isOwnEvent = and(inArray(events.ownerId, own), isNull(events.deletedAt));
  const isInForce = (table: typeof apiKeys | typeof inspectorLinks) =>
    and(isNull(table.revokedAt), gt(table.expiresAt, now()));
  const isHook = and(inArray(alertRecipients.ownerId, own), eq(alertRecipients.kind, 'webhook'));
  const total = { total: count() };
  const [keys, webhooks, displays, inspectors, open] = await db.batch([
    db
      .select(total)
      .from(apiKeys)
      .where(and(inArray(apiKeys.ownerId, own), isInForce(apiKeys))),
    db.select(total).from(alertRecipients).where(isHook),
    db
      .select(total)
      .from(events)
      .where(and(isOwnEvent, isNotNull(events.displayToken))),
    db
      .select(total)
      .from(inspectorLinks)
      .innerJoin(events, eq(events.eventId, inspectorLinks.eventId))
      .where(and(isOwnEvent, isInForce(inspectorLinks))),
    db.select(total).from(publicLinks).innerJoin(events, eq(events.eventId, publicLinks.eventId)).where(isOwnEvent),
  ]);
  const sum = (...counted: { total: number }[][]): number => counted.flat().reduce((all, one) => all + one.total, 0);
  return { keys: sum(keys), webhooks: sum(webhooks), links: sum(displays, inspectors, open) };
}

/**
 * Mails a person that the password was changed, and how much goes on working without one, if mails can be sent. The
 * call does not wait for the mail.
 */
export function mailPasswordChanged(
  ctx: ServiceContext,
  { personId, email: to }: { personId: string; email: string },
  language: Language,
): void {
  const { sendMail, publicOrigin } = ctx;
  if (sendMail === null || publicOrigin === null) return;
  ctx.afterAnswer(async () => {
    const words = WORDS[language].mails.changed(
      `${publicOrigin}${appPaths.forgotPassword}`,
      await countStaying(ctx, personId),
    );
    await sendMail({ to, ...words });
  });
}
