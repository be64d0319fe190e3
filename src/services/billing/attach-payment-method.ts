import { parse } from '../../http/input';
import type { ServiceContext } from '../context';
import { PaymentMethodSchema } from '../../shared/schemas/inputs';
import { callRoom, valueOrThrow } from '../call-room';
import { limitCardCalls } from './limit';
import { requirePayer } from './require';

/** Makes a confirmed card pay for the admin's own account. */
export async function attachPaymentMethod(ctx: ServiceContext, body: unknown): Promise<void> {
  const { userId } = requirePayer(ctx);
  const { payment_method_id: id } = parse(PaymentMethodSchema, body);
  await limitCardCalls(ctx, 'attach-card', userId);
  valueOrThrow(await callRoom(ctx, 'hub.attach', () => ctx.hub(userId).attachCard(userId, id)));
}
