import { and, eq, exists, inArray, lte, not } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { isOwner } from '../../db/owners';
import { isMembership } from '../../db/people';
import { isPresentAccount } from '../../db/present';
import { members, people, secondSteps, users } from '../../db/schema';
import { parse } from '../../http/input';
import { inAllLanguages } from '../../mail/in-all-languages';
import { momentInUtc } from '../../mail/moment-in-utc';
import { tryAndLog } from '../../observability/log';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import type { SecondStepReset } from '../../shared/schemas/second-step';
import { isoTime } from '../../time/iso-time';
import type { OperatorAccess } from '../access/operator';
import type { Confirmed, VerbAccess } from '../access/session';
import { normalizeEmail } from '../accounts/email';
import { noteAct, noteOfLogin } from '../audit/note';
import { noteEnded } from '../backups/ended';
import type { ServiceContext } from '../context';
import { mustBeOwner } from '../members/end-membership';
import { LostSecondStepSchema } from '../operator/schemas';
import { RESET_MS } from './limits';
import { endSecondStep, endSecondStepAt, secondStepKey } from './second-step';

const missing = (): AppError => new AppError('not_found', message(serviceTexts, 'second_step_missing'));
const BY_OTHER_OWNER = message(serviceTexts, 'second_step_by_other_owner');
const ELSEWHERE = message(serviceTexts, 'second_step_elsewhere');

interface Person {
  personId: string;
  email: string;
}

/**
 * Mails the person, and all owners of the accounts to which the person belongs, that the second step ends.
 * @param endsAt epoch ms; null for at once
 */
function mailReset(ctx: ServiceContext, { personId, email }: Person, endsAt: number | null): void {
  const { db, sendMail } = ctx;
  if (sendMail === null) return;
  ctx.afterAnswer(async () => {
    const theirs = db.select({ ownerId: members.ownerId }).from(members).where(eq(members.personId, personId));
    const owners = await db
      .select({ email: people.email })
      .from(members)
      .innerJoin(people, eq(people.personId, members.personId))
      .where(and(inArray(members.ownerId, theirs), eq(members.role, 'owner')));
    const at = endsAt === null ? null : momentInUtc(endsAt);
    const mail = inAllLanguages(({ mails }) => mails.secondStepReset(email, at));
    const addresses = new Set([email, ...owners.map((owner) => owner.email)]);
    await Promise.all([...addresses].map((to) => sendMail({ to, ...mail })));
  });
}

/**
 * Has a member's lost second step end in a day, unless its holder enters a code of it until then. Throws a 404 for nobody
 * of the account and without a second step. Throws a 409 for the caller's own one, which a stolen session must not end, and
 * for a person who also belongs to an account that the caller does not own: the second step protects that one, too.
 */
export async function resetSecondStep(
  ctx: ServiceContext,
  access: VerbAccess<'members'> & Confirmed,
  personId: string,
): Promise<SecondStepReset> {
  const { db } = ctx;
  const { identity } = access;
  const { userId, personId: callerId } = identity;
  if (personId === callerId) throw new AppError('conflict', BY_OTHER_OWNER);
  const other = alias(members, 'other');
  const foreign = db
    .select({ ownerId: other.ownerId })
    .from(other)
    .innerJoin(users, isPresentAccount(other.ownerId))
    .where(and(eq(other.personId, personId), not(isOwner(db, other.ownerId, callerId))));
  const member = await db
    .select({
      personId: people.personId,
      email: people.email,
      isForeign: exists(foreign).mapWith(Boolean).as('foreign'),
    })
    .from(members)
    .innerJoin(people, eq(people.personId, members.personId))
    .where(and(isMembership({ userId, personId }), isOwner(db, userId, callerId)))
    .get();
  if (!member) {
    await mustBeOwner(ctx, identity);
    throw new AppError('not_found');
  }
  if (member.isForeign) throw new AppError('conflict', ELSEWHERE);
  const soonest = ctx.now() + RESET_MS;
  const endsAt = await endSecondStepAt(ctx, personId, soonest);
  if (endsAt === null) throw missing();
  // Everybody knows of a reset that runs already.
  if (endsAt === soonest) {
    await noteAct(ctx, access, { action: 'resetSecondStep', personId });
    mailReset(ctx, member, endsAt);
  }
  return { endsAt: isoTime(endsAt) };
}

/** Ends somebody's lost second step at once, for the operator. Throws a 404 without one. */
export async function resetAsOperator(ctx: ServiceContext, _operator: OperatorAccess, body: unknown): Promise<void> {
  const email = normalizeEmail(parse(LostSecondStepSchema, body).email);
  const { personId } = people;
  const person = await ctx.db
    .select({ personId, email: people.email })
    .from(people)
    .where(eq(people.email, email))
    .get();
  if (!person || !(await endSecondStep(ctx, person.personId))) throw missing();
  await noteOfLogin(ctx, person.personId, 'resetSecondStep', 'operator');
  mailReset(ctx, person, null);
}

/** Deletes second steps that resets have ended, and notes that for backups. Never rejects. */
export async function forgetEndedSecondSteps(ctx: Pick<ServiceContext, 'db' | 'now' | 'backups'>): Promise<void> {
  await tryAndLog('retention.second_steps', async () => {
    const ended = await ctx.db.delete(secondSteps).where(lte(secondSteps.endsAt, ctx.now())).returning();
    await Promise.all(ended.map(({ personId, createdAt }) => noteEnded(ctx, secondStepKey(personId, createdAt))));
  });
}
