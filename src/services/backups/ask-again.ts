import { and, eq, isNull } from 'drizzle-orm';
import { alertRecipients, users } from '../../db/schema';
import { accountAddress } from '../../db/accounts';
import { isPresentAccount } from '../../db/present';
import { tryAndLog } from '../../observability/log';
import type { ServiceContext } from '../context';
import { askToConfirm } from '../notifications/ask-to-confirm';

/** How many mails are sent at the same time. */
const MAILS_AT_ONCE = 10;
/** How many mails one call sends: it may make 10,000 calls (developers.cloudflare.com/workers/platform/limits). */
const MAILS_MAX = 2_000;

/**
 * Asks the holders of all mail addresses of a restored database whether they still want alerts. Returns how many mails
 * the provider took, and how many addresses were not asked: all of them in a rehearsal, which is a restore into another
 * environment. Never rejects.
 */
export async function askAgain(
  ctx: ServiceContext,
  { isRehearsal }: { isRehearsal: boolean },
): Promise<{ asked: number; notAsked: number }> {
  let [asked, notAsked] = [0, 0];
  await tryAndLog('backup.ask_again', async () => {
    const { address, mailToken, language, recipientId, createdAt, ownerId, kind, confirmedAt } = alertRecipients;
    const rows = await ctx.db
      .select({ address, mailToken, language, recipientId, createdAt, from: accountAddress.as('account_address') })
      .from(alertRecipients)
      .innerJoin(users, isPresentAccount(ownerId))
      .where(and(eq(kind, 'mail'), isNull(confirmedAt)));
    notAsked = rows.length;
    const canMail = !isRehearsal && ctx.sendMail !== null && ctx.publicOrigin !== null;
    const mailed = canMail ? rows.slice(0, MAILS_MAX) : [];
    for (let i = 0; i < mailed.length; i += MAILS_AT_ONCE) {
      const sent = await Promise.all(
        mailed
          .slice(i, i + MAILS_AT_ONCE)
          .map(({ from, ...row }) =>
            tryAndLog('backup.ask_again', () => askToConfirm(ctx, row, { from, isAgain: true })),
          ),
      );
      const taken = sent.filter(Boolean).length;
      [asked, notAsked] = [asked + taken, notAsked - taken];
    }
  });
  return { asked, notAsked };
}
