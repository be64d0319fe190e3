import { eq } from 'drizzle-orm';
import { people } from '../../db/schema';
import { inAllLanguages } from '../../mail/in-all-languages';
import type { SecondStepNews } from '../../mail/mail-words';
import { type Counted, isReached } from '../attempts/check';
import { CODES_BEFORE_MAIL } from '../attempts/limits';
import { isFirstToday } from '../attempts/record';
import type { ServiceContext } from '../context';

/** Mails a person what was done to the second step of the login, unless `mayMail` says no. The call waits for neither. */
export function mailNews(
  ctx: ServiceContext,
  personId: string,
  news: SecondStepNews,
  mayMail = (): Promise<boolean> => Promise.resolve(true),
): void {
  const { db, sendMail } = ctx;
  if (sendMail === null) return;
  ctx.afterAnswer(async () => {
    if (!(await mayMail())) return;
    const person = await db.select({ to: people.email }).from(people).where(eq(people.personId, personId)).get();
    if (person) await sendMail({ ...person, ...inAllLanguages(({ mails }) => mails.secondStep[news](person.to)) });
  });
}

/** Mails a person once a day when many codes were wrong after the right password. */
export const mailWrongCodes = (ctx: ServiceContext, personId: string, { key }: Counted): void =>
  mailNews(
    ctx,
    personId,
    'guessed',
    async () =>
      (await isReached(ctx, [{ key, limit: CODES_BEFORE_MAIL }])) && isFirstToday(ctx, `code-mail:${personId}`),
  );
