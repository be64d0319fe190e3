import { AppError } from '../../shared/errors';
import type { ServiceContext } from '../context';
import { requireAdmin } from '../sessions/require';

/** The admin who asks: 401 for a guest, 403 for an access-code user, 503 when billing is off. */
export function requirePayer(ctx: ServiceContext): { userId: string } {
  const { userId } = requireAdmin(ctx).identity;
  if (!ctx.isBillingOn) throw new AppError('billing_not_configured');
  return { userId };
}
