import { sql } from 'drizzle-orm';
import { billingColumns, isPresentAccount } from '../../db/accounts';
import { users } from '../../db/schema';
import { orInvalidInput } from '../../http/input';
import { isCountryCode } from './countries';
import type { ServiceContext } from '../context';
import { AppError } from '../../shared/errors';
import { checkBillingDetails, NO_COUNTRY } from '../../shared/rules/billing-details';
import type { Profile } from './profile-schema';
import { limitDetailsSaves } from '../billing/cards';
import { callBestEffort } from '../call-room';
import { requireAdmin } from '../access';
import { describeProfile } from './profile';

/** Replaces all eight fields of the admin's own account. */
export async function saveBillingDetails(ctx: ServiceContext, body: Record<string, unknown>): Promise<Profile> {
  const session = requireAdmin(ctx);
  const details = orInvalidInput(checkBillingDetails(body));
  if (!isCountryCode(details.billing_address_country)) throw new AppError('invalid_input', NO_COUNTRY);
  const { userId } = session.identity;
  await limitDetailsSaves(ctx, userId);
  const [saved] = await ctx.db
    .update(users)
    .set({ ...details, detailsRevision: sql`${users.detailsRevision} + 1` })
    .where(isPresentAccount(userId))
    .returning(billingColumns);
  if (!saved) throw new AppError('unauthenticated');
  if (ctx.isBillingOn) await callBestEffort(ctx, 'settle', () => ctx.hub(userId).settle(userId));
  return describeProfile(session, saved);
}
