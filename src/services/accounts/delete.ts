import { accountDeletion } from '../../db/deletions';
import type { ServiceContext } from '../context';
import { noteEnded } from '../backups/ended';
import { tellHub } from '../call-room';
import type { ConfirmedAdmin } from '../access/session';

/**
 * Deletes the admin's own account, its events and areas (tombstones), ends its sessions and those of its access codes,
 * and disconnects the devices at once (docs/product.md, S10). It requires a recent password confirmation, because the
 * device may have been left unlocked.
 */
export async function deleteAccount(ctx: ServiceContext, { identity }: ConfirmedAdmin): Promise<void> {
  const { userId } = identity;
  await ctx.db.batch(accountDeletion(ctx.db, [userId], ctx.now()));
  await tellHub(ctx, 'delete account', userId, (hub) => hub.deleteAccount(userId));
  await noteEnded(ctx, userId);
}
