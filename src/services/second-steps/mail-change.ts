import { eq } from 'drizzle-orm';
import { people } from '../../db/schema';
import { inAllLanguages } from '../../mail/in-all-languages';
import type { SecondStepChange } from '../../mail/mail-words';
import type { ServiceContext } from '../context';

/**
 * Mails a person what was done to the second step of the login, if mails can be sent. The call does not wait for the
 * mail.
 */
export function mailChange(ctx: ServiceContext, personId: string, change: SecondStepChange): void {
  const { db, sendMail } = ctx;
  if (sendMail === null) return;
  ctx.afterAnswer(async () => {
    const person = await db.select({ to: people.email }).from(people).where(eq(people.personId, personId)).get();
    if (person)
      await sendMail({ ...person, ...inAllLanguages(({ mails }) => mails.secondStepChanged(person.to, change)) });
  });
}
