import { and, eq, lt } from 'drizzle-orm';
import { adoptFounder, isPresentPerson, isUnadopted } from '../../db/people';
import { passwordResets, people, users } from '../../db/schema';
import { selectedRow } from '../../db/selected-row';
import { storedHash } from '../../db/token-hash';
import type { Language } from '../../shared/languages';
import { orInvalidInput } from '../../http/input';
import { newToken, sha256Hex } from '../../crypto/ids';
import { WORDS } from '../../languages/languages';
import { AppError } from '../../shared/errors';
import { RESET_LINK_MS } from '../sessions/limits';
import { appPaths } from '../../shared/paths';
import type { Unchecked } from '../../shared/rules/checked';
import { checkEmail } from '../accounts/email';
import type { ForgotPassword } from '../../shared/schemas/inputs';
import { byAddress } from '../attempts/check';
import { countAttempt } from '../attempts/record';
import { RESETS_PER_ADDRESS, RESETS_PER_EMAIL } from '../attempts/limits';
import type { ServiceContext } from '../context';

/**
 * Inserts a reset link for the person with this email; none for an unknown email. Also deletes expired links. Returns
 * whether a link was inserted.
 */
async function makeLink({ db, now }: ServiceContext, email: string, token: string): Promise<boolean> {
  const { personId } = people;
  const tokenHash = storedHash(await sha256Hex(token), personId, personId);
  const row = db
    .select(selectedRow(passwordResets, { tokenHash, personId, expiresAt: now() + RESET_LINK_MS }))
    .from(people)
    .where(and(eq(people.email, email), isPresentPerson(db, personId)));
  const insert = () =>
    db.batch([
      db.delete(passwordResets).where(lt(passwordResets.expiresAt, now())),
      db.insert(passwordResets).select(row).returning({ personId: passwordResets.personId }),
      db.select({ userId: users.userId }).from(users).where(isUnadopted(db, email)),
    ]);
  const [, made, founders] = await insert();
  if (made.length > 0 || founders.length === 0) return made.length > 0;
  await adoptFounder(db, email);
  const [, adopted] = await insert();
  return adopted.length > 0;
}

/**
 * Mails a link that resets the password, if the account exists. Open to everyone. Neither the answer nor its duration
 * shows whether the account exists, because all work that depends on it happens after the answer.
 */
export async function forgotPassword(
  ctx: ServiceContext,
  input: Unchecked<ForgotPassword>,
  language: Language,
): Promise<void> {
  const { sendMail, publicOrigin } = ctx;
  if (sendMail === null || publicOrigin === null) throw new AppError('mail_not_configured');
  const email = orInvalidInput(checkEmail(input.email));
  await countAttempt(ctx, [
    { key: `reset:${await sha256Hex(email)}`, limit: RESETS_PER_EMAIL },
    ...byAddress(ctx, 'reset', RESETS_PER_ADDRESS),
  ]);
  ctx.afterAnswer(async () => {
    const token = newToken();
    if (!(await makeLink(ctx, email, token))) return;
    const link = `${publicOrigin}${appPaths.resetPassword}#${token}`;
    await sendMail({ to: email, ...WORDS[language].mails.reset(link) });
  });
}
