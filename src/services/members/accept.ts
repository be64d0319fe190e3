import { and, eq, exists, isNull, or, sql } from 'drizzle-orm';
import { newId } from '../../crypto/ids';
import { hashPassword, verifyPassword } from '../../crypto/password';
import { isOpenInvitation } from '../../db/owners';
import { deletionOfLeftPerson, findLogin, isMembership, passwordHash } from '../../db/people';
import { isPresentAccount } from '../../db/present';
import { memberInvitations, members, people, users } from '../../db/schema';
import { selectedRow } from '../../db/selected-row';
import { orInvalidInput, parse } from '../../http/input';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import type { Unchecked } from '../../shared/rules/checked';
import { checkPassword } from '../../shared/rules/password';
import { isoTime } from '../../time/iso-time';
import { INVITATION_LINKS, type InvitationAccess } from '../access/links';
import { checkEmail } from '../accounts/email';
import { noteAct } from '../audit/note';
import { byAddress, checkAttempts } from '../attempts/check';
import { ACCEPTANCES_PER_INVITATION, SIGNUPS_PER_ADDRESS } from '../attempts/limits';
import { countAttempt, failedLogins, recordAttempt } from '../attempts/record';
import type { ServiceContext } from '../context';
import { enterSecondStep, mustHaveSecondStep, storeEntered } from '../second-steps/enter';
import { isSecondStepDemanded } from '../second-steps/own';
import type { CheckedSecondStep } from '../second-steps/second-step';
import { endOwnSession } from '../sessions/own-sessions';
import { type StartedSession, startSession } from '../sessions/start';
import { type Acceptance, AcceptanceSchema, type OpenInvitation } from '../../shared/members/schemas';

const FOR_OTHER = message(serviceTexts, 'invitation_for_other');

/** Returns what the holder of an invitation sees of it. It says nothing about who has a login. */
export const describeInvitation = ({ accountName, role, email, expiresAt }: InvitationAccess): OpenInvitation => ({
  accountName,
  role,
  email,
  expiresAt: isoTime(expiresAt),
});

/** The person who accepts an invitation. */
interface Accepting {
  personId: string;
  email: string;
  passwordHash: string;
  isNew: boolean;
  /** Whether the password was just entered. */
  hasConfirmed: boolean;
  /** The second step that is set up with the acceptance; null for none. */
  made: CheckedSecondStep | null;
}

/** The person of the request's session; null for everybody else. */
async function personOfSession(ctx: ServiceContext, isDemanded: boolean): Promise<Accepting | null> {
  const { db, session } = ctx;
  if (session?.identity.type !== 'member') return null;
  const { personId, email } = session.identity;
  const person = await db.select({ passwordHash }).from(people).where(eq(people.personId, personId)).get();
  await mustHaveSecondStep(ctx, personId, isDemanded);
  return person ? { personId, email, ...person, isNew: false, hasConfirmed: false, made: null } : null;
}

function mustBeFor({ email: bound }: InvitationAccess, email: string): void {
  if (bound !== null && bound !== email) throw new AppError('forbidden', FOR_OTHER);
}

/**
 * Returns the person with this email and password, or a new one if the input allows that. Each attempt counts for its
 * invitation and as a sign-up, because it tells as much about who has a login. Wrong passwords count as failed logins, too.
 */
async function personOfPassword(
  ctx: ServiceContext,
  invitation: InvitationAccess,
  input: Unchecked<Acceptance>,
  isDemanded: boolean,
): Promise<Accepting> {
  const email = orInvalidInput(checkEmail(input.email));
  const password = orInvalidInput(checkPassword(input.password));
  const { isNew = true, code, secret } = parse(AcceptanceSchema, input);
  mustBeFor(invitation, email);
  await countAttempt(ctx, [
    { key: `acceptance:${invitation.tokenHash}`, limit: ACCEPTANCES_PER_INVITATION },
    ...byAddress(ctx, 'signup', SIGNUPS_PER_ADDRESS),
  ]);
  const counted = await failedLogins(ctx, email);
  const limits = { checked: counted, counted };
  await checkAttempts(ctx, counted);
  const login = await findLogin(ctx.db, email);
  if (!login && isNew) {
    const personId = newId();
    const { made } = await enterSecondStep(
      ctx,
      { personId, hasSecondStep: false, isDemanded },
      { code, secret },
      limits,
    );
    const hash = await hashPassword(password);
    return { personId, email, passwordHash: hash, isNew: true, hasConfirmed: true, made };
  }
  const matches = await verifyPassword(password, login?.passwordHash);
  if (!login || !matches) {
    await recordAttempt(ctx, counted);
    throw new AppError('invalid_credentials');
  }
  await checkAttempts(ctx, counted);
  const { personId, hasSecondStep } = login;
  const { made } = await enterSecondStep(ctx, { personId, hasSecondStep, isDemanded }, { code, secret }, limits);
  return { personId, email, passwordHash: login.passwordHash, isNew: false, hasConfirmed: true, made };
}

/** Uses the invitation up and makes the person a member, at once or not at all. Returns whether it did. */
async function join(ctx: ServiceContext, { tokenHash }: InvitationAccess, person: Accepting): Promise<boolean> {
  const { db, now } = ctx;
  const { personId, email, passwordHash: hash } = person;
  const { ownerId, role, eventIds } = memberInvitations;
  const isForThem = or(isNull(memberInvitations.email), eq(memberInvitations.email, email));
  const isLive = and(eq(memberInvitations.tokenHash, tokenHash), isOpenInvitation(db, now()), isForThem);
  const newPerson = selectedRow(people, { personId, email, passwordHash: hash, createdAt: now() });
  const isSame = and(eq(people.personId, personId), eq(passwordHash, hash));
  const member = selectedRow(members, { ownerId, personId: people.personId, role, eventIds, createdAt: now() });
  const joined = db
    .select({ personId: members.personId })
    .from(members)
    .where(isMembership({ userId: ownerId, personId }));
  const [, , made] = await db.batch([
    deletionOfLeftPerson(db, email),
    db
      .insert(people)
      .select(
        db
          .select(newPerson)
          .from(memberInvitations)
          .where(and(isLive, sql`${person.isNew}`)),
      )
      .onConflictDoNothing(),
    db
      .insert(members)
      .select(
        db
          .select(member)
          .from(memberInvitations)
          .innerJoin(users, isPresentAccount(ownerId))
          .innerJoin(people, isSame)
          .where(isLive),
      )
      .onConflictDoNothing()
      .returning({ personId: members.personId }),
    db.delete(memberInvitations).where(and(eq(memberInvitations.tokenHash, tokenHash), exists(joined))),
  ]);
  INVITATION_LINKS.forget(tokenHash);
  return made.length > 0;
}

/**
 * Accepts an invitation: with an email and a password, which are those of a login or become one, or else with the login
 * of the request's session. Starts a session in the account and ends the one that the request was sent with.
 */
export async function acceptInvitation(
  ctx: ServiceContext,
  invitation: InvitationAccess,
  input: Unchecked<Acceptance>,
): Promise<StartedSession & { recoveryCodes?: string[] }> {
  const { userId } = invitation;
  const isDemanded = await isSecondStepDemanded(ctx, userId);
  const own = input.password === undefined ? await personOfSession(ctx, isDemanded) : null;
  const person = own ?? (await personOfPassword(ctx, invitation, input, isDemanded));
  const { personId, passwordHash: hash, hasConfirmed } = person;
  mustBeFor(invitation, person.email);
  const membership = await ctx.db.select().from(members).where(isMembership({ userId, personId })).get();
  if (membership) throw new AppError('member_already');
  if (!(await join(ctx, invitation, person))) throw new AppError('invalid_invitation');
  const entered = await storeEntered(ctx, person, person.made);
  const owner = { type: 'member', userId, personId, passwordHash: hash, hasConfirmed } as const;
  const started = await startSession(ctx, owner);
  if (!started) throw new AppError('invalid_credentials');
  await noteAct(ctx, started.session, { action: 'acceptInvitation', detail: invitation.role });
  await endOwnSession(ctx);
  return { ...started, ...entered };
}
