import { parse } from '../../http/input';
import type { ServiceContext } from '../context';
import { PaymentMethodSchema } from '../../shared/schemas/inputs';
import { callHub, valueOrThrow } from '../call-room';
import type { Payer } from '../access/session';
import type { CardSetup } from '../../shared/schemas/billing';
import { byAddress } from '../attempts/check';
import { countAttempt } from '../attempts/record';
import { CARD_CALLS_PER_ACCOUNT, CARD_CALLS_PER_ADDRESS, DETAILS_SAVES_PER_ACCOUNT } from '../attempts/limits';

/** Makes a confirmed card the default of the admin's own account. */
export async function attachPaymentMethod(
  ctx: ServiceContext,
  { payerId: userId }: Payer,
  body: unknown,
): Promise<void> {
  const { payment_method_id: id } = parse(PaymentMethodSchema, body);
  await limitCardCalls(ctx, 'attach-card', userId);
  valueOrThrow(await callHub(ctx, 'hub.attach', userId, (hub) => hub.attachCard(userId, id)));
}

/** Returns the secret with which the browser confirms a card for the admin's own account. */
export async function createSetupIntent(ctx: ServiceContext, { payerId: userId }: Payer): Promise<CardSetup> {
  await limitCardCalls(ctx, 'setup-intent', userId);
  return valueOrThrow(await callHub(ctx, 'hub.setup', userId, (hub) => hub.openCardSetup(userId)));
}

/** Counts a card call of the account; throws a 429 if there were too many. */
const limitCardCalls = (ctx: ServiceContext, what: string, userId: string): Promise<void> =>
  countAttempt(ctx, [
    { key: `${what}:account:${userId}`, limit: CARD_CALLS_PER_ACCOUNT },
    ...byAddress(ctx, `${what}:address`, CARD_CALLS_PER_ADDRESS),
  ]);

/** Counts a save of the account's billing details; throws a 429 if there were too many. */
export const limitDetailsSaves = (ctx: ServiceContext, userId: string): Promise<void> =>
  countAttempt(ctx, [{ key: `billing-details:account:${userId}`, limit: DETAILS_SAVES_PER_ACCOUNT }]);
