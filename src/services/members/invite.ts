import { and, count, eq, sql } from 'drizzle-orm';
import { newId, newToken, sha256Hex } from '../../crypto/ids';
import { isOpenInvitation, isOwner } from '../../db/owners';
import { isPresentAccount } from '../../db/present';
import { memberInvitations, members, users } from '../../db/schema';
import { selectedRow } from '../../db/selected-row';
import { orInvalidInput, parse } from '../../http/input';
import { WORDS } from '../../languages/languages';
import { AppError } from '../../shared/errors';
import type { Language } from '../../shared/languages';
import { appPaths } from '../../shared/paths';
import type { Unchecked } from '../../shared/rules/checked';
import { isoTime } from '../../time/iso-time';
import { INVITATION_LINKS } from '../access/links';
import type { Confirmed, VerbAccess } from '../access/session';
import { checkEmail } from '../accounts/email';
import { noteAct } from '../audit/note';
import { byAddress, type Counted } from '../attempts/check';
import { INVITATION_MAILS_PER_ADDRESS, MEMBER_INVITATIONS_PER_ACCOUNT } from '../attempts/limits';
import { byMailbox, countAttempt } from '../attempts/record';
import type { ServiceContext } from '../context';
import { mustBeOwner } from './end-membership';
import { checkGrant, grantText } from './grant';
import { MEMBER_INVITATION_MS, MEMBERS_MAX } from './limits';
import {
  type CreatedMemberInvitation,
  type NewMemberInvitation,
  NewMemberInvitationSchema,
} from '../../shared/members/schemas';

/**
 * Inserts an invitation. The same statement checks the limit and that its maker is an owner, so that no simultaneous
 * call comes between.
 */
function insertInvitation({ db, now }: ServiceContext, row: typeof memberInvitations.$inferInsert) {
  const own = db.select({ total: count() }).from(members).where(eq(members.ownerId, row.ownerId));
  const open = db
    .select({ total: count() })
    .from(memberInvitations)
    .where(and(eq(memberInvitations.ownerId, row.ownerId), isOpenInvitation(db, now())));
  const isBelowMax = sql`(${own}) + (${open}) < ${MEMBERS_MAX}`;
  const values = db
    .select(selectedRow(memberInvitations, { ...row, ownerId: users.userId }))
    .from(users)
    .where(and(isPresentAccount(row.ownerId), isOwner(db, users.userId, row.invitedBy), isBelowMax));
  return db.insert(memberInvitations).select(values).returning({ invitationId: memberInvitations.invitationId });
}

const mailLimits = async (ctx: ServiceContext, email: string): Promise<Counted[]> => [
  ...(await byMailbox(email)),
  ...byAddress(ctx, 'invite', INVITATION_MAILS_PER_ADDRESS),
];

/**
 * Invites somebody to the account. With an email only that address can accept, and it gets the link by mail if this
 * installation sends mails. A session that somebody left unlocked must not let others in for good, so a recent
 * confirmation is required.
 */
export async function inviteMember(
  ctx: ServiceContext,
  access: VerbAccess<'members'> & Confirmed,
  input: Unchecked<NewMemberInvitation>,
  language: Language,
): Promise<CreatedMemberInvitation> {
  const { identity } = access;
  const { email: typed, ...wanted } = parse(NewMemberInvitationSchema, input);
  const email = typed === undefined || typed === null || typed === '' ? null : orInvalidInput(checkEmail(typed));
  const { userId: ownerId, personId: invitedBy, email: from } = identity;
  const grant = await checkGrant(ctx, ownerId, wanted);
  await countAttempt(ctx, [
    { key: `invitations:account:${ownerId}`, limit: MEMBER_INVITATIONS_PER_ACCOUNT },
    ...(email === null ? [] : await mailLimits(ctx, email)),
  ]);
  const [invitationId, token, createdAt] = [newId(), newToken(), ctx.now()];
  const about = { invitationId, email, ...grant };
  const [expiresAt, tokenHash] = [createdAt + MEMBER_INVITATION_MS, await sha256Hex(token)];
  const inserted = await insertInvitation(ctx, { ...about, tokenHash, ownerId, invitedBy, createdAt, expiresAt });
  if (inserted.length === 0) {
    await mustBeOwner(ctx, identity);
    throw new AppError('limit_reached');
  }
  await noteAct(ctx, access, { action: 'inviteMember', detail: grantText(grant) });
  const { sendMail, publicOrigin } = ctx;
  const isMailed = email !== null && sendMail !== null && publicOrigin !== null;
  if (isMailed) {
    const link = `${publicOrigin}${appPaths.invitation}#${token}`;
    ctx.afterAnswer(() => sendMail({ to: email, ...WORDS[language].mails.invited(from, link) }));
  }
  return { ...about, createdAt: isoTime(createdAt), expiresAt: isoTime(expiresAt), token, isMailed };
}

/** Ends an invitation. Throws a 404 if the account has no such one. */
export async function endInvitation(
  ctx: ServiceContext,
  { identity }: VerbAccess<'members'>,
  invitationId: string,
): Promise<void> {
  const { userId, personId } = identity;
  const own = and(eq(memberInvitations.invitationId, invitationId), eq(memberInvitations.ownerId, userId));
  const [ended] = await ctx.db
    .delete(memberInvitations)
    .where(and(own, isOwner(ctx.db, userId, personId)))
    .returning();
  if (!ended) {
    await mustBeOwner(ctx, identity);
    throw new AppError('not_found');
  }
  INVITATION_LINKS.forget(ended.tokenHash);
}
