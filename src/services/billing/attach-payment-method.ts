import { parse } from '../../http/input';
import type { ServiceContext } from '../context';
import { PaymentMethodSchema } from '../../shared/schemas/inputs';
import { callRoom, valueOrThrow } from '../call-room';
import { limitCardCalls } from './limit';
import { requirePayer } from './require';
import type { CardSetup } from '../../shared/schemas/billing';

/** Makes a confirmed card pay for the admin's own account. */
export async function attachPaymentMethod(ctx: ServiceContext, body: unknown): Promise<void> {
  const { userId } = requirePayer(ctx);
  const { payment_method_id: id } = parse(PaymentMethodSchema, body);
  await limitCardCalls(ctx, 'attach-card', userId);
  valueOrThrow(await callRoom(ctx, 'hub.attach', () => ctx.hub(userId).attachCard(userId, id)));
}

/** Returns the secret with which the browser confirms a card for the admin's own account. */
export async function createSetupIntent(ctx: ServiceContext): Promise<CardSetup> {
  const { userId } = requirePayer(ctx);
  await limitCardCalls(ctx, 'setup-intent', userId);
  return valueOrThrow(await callRoom(ctx, 'hub.setup', () => ctx.hub(userId).openCardSetup(userId)));
}
