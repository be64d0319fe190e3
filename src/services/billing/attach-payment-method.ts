import * as z from 'zod/mini';
import { parse } from '../../lib/checked';
import type { ServiceContext } from '../context';
import { ask, unwrap } from '../notify';
import { limitCardCalls } from './limit';
import { requirePayer } from './require';

/** Far longer than any that Stripe gives. */
const ID_MAX_LENGTH = 100;
const PaymentMethodIdSchema = z.string().check(z.maxLength(ID_MAX_LENGTH), z.regex(/^pm_\w+$/));

/** Makes a confirmed card the one that pays for the admin's own account. */
export async function attachPaymentMethod(
  ctx: ServiceContext,
  { paymentMethodId }: { paymentMethodId: unknown },
): Promise<void> {
  const { userId } = requirePayer(ctx);
  const id = parse(PaymentMethodIdSchema, paymentMethodId);
  await limitCardCalls(ctx, 'attach-card', userId);
  unwrap(await ask(ctx, 'hub.attach', () => ctx.hub(userId).attachCard(userId, id)));
}
