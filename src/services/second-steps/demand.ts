import { and } from 'drizzle-orm';
import { isOwner } from '../../db/owners';
import { isPresentAccount } from '../../db/present';
import { users } from '../../db/schema';
import { parse } from '../../http/input';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import type { Unchecked } from '../../shared/rules/checked';
import { type SecondStepDemand, SecondStepDemandSchema } from '../../shared/schemas/second-step';
import type { Confirmed, VerbAccess } from '../access/session';
import { noteAct } from '../audit/note';
import type { ServiceContext } from '../context';
import { mustBeOwner } from '../members/end-membership';
import { findSecondStep } from './second-step';

const OWN_FIRST = message(serviceTexts, 'second_step_own_first');

/**
 * Demands a second step of all members of the account from their next login on, or ends that. Throws a 409 for an owner
 * who demands one without having one.
 */
export async function demandSecondStep(
  ctx: ServiceContext,
  session: VerbAccess<'members'> & Confirmed,
  input: Unchecked<SecondStepDemand>,
): Promise<void> {
  const { isDemanded } = parse(SecondStepDemandSchema, input);
  const { userId, personId } = session.identity;
  if (isDemanded && !(await findSecondStep(ctx, personId))) throw new AppError('conflict', OWN_FIRST);
  const changed = await ctx.db
    .update(users)
    .set({ isSecondStepDemanded: isDemanded })
    .where(and(isPresentAccount(userId), isOwner(ctx.db, userId, personId)))
    .returning({ userId: users.userId });
  if (changed.length === 0) await mustBeOwner(ctx, session.identity);
  await noteAct(ctx, session, { action: 'demandSecondStep', detail: isDemanded ? 'on' : 'off' });
}
