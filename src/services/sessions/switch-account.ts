import { and, eq, exists, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { newToken, sha256Hex } from '../../crypto/ids';
import { isPresentAccount } from '../../db/present';
import { isMembership } from '../../db/people';
import { members, users } from '../../db/schema';
import { parse } from '../../http/input';
import { AppError } from '../../shared/errors';
import { CODE_REPLACED } from '../../shared/protocol/version';
import type { Unchecked } from '../../shared/rules/checked';
import { SWITCHES_PER_PERSON } from '../attempts/limits';
import { noteAct } from '../audit/note';
import { countAttempt } from '../attempts/record';
import { tellHub } from '../call-room';
import type { MemberSession, ServiceContext } from '../context';
import { mustHaveSecondStep } from '../second-steps/enter';
import { prove } from '../trust/look-up';
import { findSession } from './find';
import { isNotReplaced, rotateSession } from './rotate-session';
import type { StartedSession } from './start';

/** The body of POST /api/session/account. */
export const SwitchSchema = z.object({ accountId: z.string() });

/**
 * Moves the session to another account of the same person, with a new token and without its confirmation. The old
 * cookie stops working after HANDOVER_MS, and the session's sockets reconnect with the new one. Throws a 404 if the
 * person does not belong to the account, and a 403 if that account demands a second step and the person has none.
 */
export async function switchAccount(
  ctx: ServiceContext,
  { sessionId, identity }: MemberSession,
  input: Unchecked<z.infer<typeof SwitchSchema>>,
): Promise<StartedSession> {
  const { accountId: userId } = parse(SwitchSchema, input);
  const { personId } = identity;
  await countAttempt(ctx, [{ key: `switch:person:${personId}`, limit: SWITCHES_PER_PERSON }]);
  const isMember = exists(
    ctx.db
      .select({ personId: members.personId })
      .from(members)
      .innerJoin(users, isPresentAccount(members.ownerId))
      .where(isMembership({ userId, personId })),
  );
  const { isSecondStepDemanded } = users;
  const demanding = await ctx.db
    .select({ isSecondStepDemanded })
    .from(users)
    .where(and(isPresentAccount(userId), eq(isSecondStepDemanded, true), isMember))
    .get();
  await mustHaveSecondStep(ctx, personId, demanding !== undefined);
  const token = newToken();
  const tokenHash = await sha256Hex(token);
  const onlyIf = sql`${isNotReplaced(ctx, sessionId)} AND ${isMember}`;
  // A person must enter the password in this account before its deletion.
  const holder = { userId, personId, confirmedAt: null };
  await ctx.db.batch(rotateSession(ctx, { sessionId, tokenHash, onlyIf, holder }));
  prove(tokenHash, ctx.now());
  const found = await findSession(ctx.db, token, ctx.now(), { isForSocket: false });
  if (!found || found === CODE_REPLACED) throw new AppError('not_found');
  await noteAct(ctx, found.session, { action: 'switchAccount' });
  // After the answer the browser has the new cookie, so its sockets can reconnect with it.
  ctx.afterAnswer(() =>
    tellHub(ctx, 'renew session', identity.userId, (hub) => hub.endSessions([sessionId], 'renewed')),
  );
  return { session: found.session, token };
}
