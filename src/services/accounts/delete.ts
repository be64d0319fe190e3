import { and, not } from 'drizzle-orm';
import { accountDeletion } from '../../db/deletions';
import { hasOtherOwner, isOwner } from '../../db/owners';
import { parse } from '../../http/input';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import type { Unchecked } from '../../shared/rules/checked';
import { type Deletion, DeletionSchema } from '../../shared/schemas/inputs';
import type { ConfirmedMember } from '../access/session';
import { noteEnded } from '../backups/ended';
import { tellHub } from '../call-room';
import type { ServiceContext } from '../context';
import { endMembership, findRole } from '../members/end-membership';

const OTHER_ACCOUNT = message(serviceTexts, 'other_account');

/**
 * Deletes the account of its only owner. Everybody else leaves the account, which stays. Throws a 409, and does
 * nothing, if that is not what the caller expects, or if the caller means another account than that of the session,
 * which another tab may have moved.
 */
export async function leaveOrDelete(
  ctx: ServiceContext,
  member: ConfirmedMember,
  input: Unchecked<Deletion>,
): Promise<void> {
  const { accountId, expect } = parse(DeletionSchema, input);
  const { userId, personId } = member.identity;
  if (accountId !== undefined && (accountId ?? personId) !== userId) throw new AppError('conflict', OTHER_ACCOUNT);
  if (expect !== 'delete' && (await endMembership(ctx, member.identity))) return;
  if (expect !== 'leave' && (await deleteAccount(ctx, member))) return;
  // Somebody may have removed the caller meanwhile.
  if ((await findRole(ctx, member.identity)) === null) throw new AppError('unauthenticated');
  throw new AppError(expect === 'leave' ? 'last_owner' : 'other_owner');
}

/**
 * Deletes the account, its events and areas (tombstones), ends its sessions and those of its access codes, and
 * disconnects the devices at once (docs/product.md, S10), if the caller is its only owner. It requires a recent
 * password confirmation, because the device may have been left unlocked. Returns whether it did.
 */
async function deleteAccount(ctx: ServiceContext, { identity }: ConfirmedMember): Promise<boolean> {
  const { userId, personId } = identity;
  const isAlone = and(isOwner(ctx.db, userId, personId), not(hasOtherOwner(ctx.db, userId, personId)));
  const [, deleted] = await ctx.db.batch(accountDeletion(ctx.db, [userId], ctx.now(), isAlone));
  if (deleted.length === 0) return false;
  await tellHub(ctx, 'delete account', userId, (hub) => hub.deleteAccount(userId));
  await noteEnded(ctx, userId);
  return true;
}
