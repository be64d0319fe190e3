import { members } from '../../db/schema';
import { parse } from '../../http/input';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import type { Unchecked } from '../../shared/rules/checked';
import { can } from '../../shared/rules/roles';
import { type Deletion, DeletionSchema } from '../../shared/schemas/inputs';
import { endMembership, isMembership } from '../members/end-membership';
import { accountDeletion } from '../../db/deletions';
import type { ServiceContext } from '../context';
import { noteEnded } from '../backups/ended';
import { tellHub } from '../call-room';
import type { ConfirmedAdmin } from '../access/session';

const OTHER_ACCOUNT = message(serviceTexts, 'other_account');

/**
 * Deletes the account of its only owner. Everybody else leaves the account, which stays. Throws a 409 if the caller means
 * another account than that of the session, which another tab may have moved.
 */
export async function leaveOrDelete(
  ctx: ServiceContext,
  admin: ConfirmedAdmin,
  input: Unchecked<Deletion>,
): Promise<void> {
  const { organizationId } = parse(DeletionSchema, input);
  const { userId, personId } = admin.identity;
  if (organizationId !== undefined && (organizationId ?? personId) !== userId)
    throw new AppError('conflict', OTHER_ACCOUNT);
  if (await endMembership(ctx, admin.identity)) return;
  const found = await ctx.db.select({ role: members.role }).from(members).where(isMembership(admin.identity)).get();
  // Somebody has removed the caller meanwhile.
  if (!found || !can(found.role, 'close')) throw new AppError('unauthenticated');
  await deleteAccount(ctx, admin);
}

/**
 * Deletes the admin's own account, its events and areas (tombstones), ends its sessions and those of its access codes,
 * and disconnects the devices at once (docs/product.md, S10). It requires a recent password confirmation, because the
 * device may have been left unlocked.
 */
async function deleteAccount(ctx: ServiceContext, { identity }: ConfirmedAdmin): Promise<void> {
  const { userId } = identity;
  await ctx.db.batch(accountDeletion(ctx.db, [userId], ctx.now()));
  await tellHub(ctx, 'delete account', userId, (hub) => hub.deleteAccount(userId));
  await noteEnded(ctx, userId);
}
