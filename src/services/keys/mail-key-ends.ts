import { and, asc, eq, gt, isNull, lte, ne, or } from 'drizzle-orm';
import { accountAddress } from '../../db/accounts';
import { apiKeys, events, users } from '../../db/schema';
import { isPresentAccount } from '../../db/present';
import { keyEndMail } from '../../mail/key-end-mail';
import { mailFailureOf, type SendMail } from '../../mail/mail';
import { tryAndLog } from '../../observability/log';
import { DAY_MS } from '../../shared/durations';
import { KEY_ENDS_SOON_DAYS } from '../../shared/keys/limits';
import type { ServiceContext } from '../context';

/** How many mails an hour sends, and how many of them at the same time. */
const MAILS_PER_RUN = 200;
const MAILS_AT_ONCE = 10;

interface KeyEndMails extends Pick<ServiceContext, 'db' | 'now' | 'publicOrigin'> {
  sendMail: SendMail | null;
}

/**
 * Tells owners of keys that end soon, once for each expiry (docs/product.md, K11): a renewed key has another one. What the
 * provider did not take is sent again in the next hour, under the same key, unless it refuses this address for good.
 * Never rejects.
 */
export async function mailKeyEnds({ db, now, publicOrigin, sendMail }: KeyEndMails): Promise<void> {
  if (sendMail === null) return;
  await tryAndLog('keys.end_mails', async () => {
    const at = now();
    const { keyId, name, expiresAt, endMailedFor, revokedAt } = apiKeys;
    const ending = await db
      .select({ keyId, name, expiresAt, eventName: events.eventName, to: accountAddress.as('account_address') })
      .from(apiKeys)
      .innerJoin(users, isPresentAccount(apiKeys.ownerId))
      .leftJoin(events, eq(events.eventId, apiKeys.eventId))
      .where(
        and(
          gt(expiresAt, at),
          lte(expiresAt, at + KEY_ENDS_SOON_DAYS * DAY_MS),
          isNull(revokedAt),
          or(isNull(endMailedFor), ne(endMailedFor, expiresAt)),
        ),
      )
      .orderBy(asc(expiresAt))
      .limit(MAILS_PER_RUN);
    const mail = async ({ keyId: id, ...key }: (typeof ending)[number]) => {
      try {
        await sendMail(keyEndMail({ ...key, keyId: id, origin: publicOrigin }));
      } catch (error) {
        if (mailFailureOf(error) !== undefined) throw error;
      }
      await db.update(apiKeys).set({ endMailedFor: key.expiresAt }).where(eq(keyId, id));
    };
    for (let from = 0; from < ending.length; from += MAILS_AT_ONCE) {
      const some = ending.slice(from, from + MAILS_AT_ONCE);
      await Promise.all(some.map((key) => tryAndLog('keys.end_mail', () => mail(key), { keyId: key.keyId })));
    }
  });
}
