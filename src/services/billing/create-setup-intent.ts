import type { CardSetup } from '../../shared/schemas/billing';
import type { ServiceContext } from '../context';
import { callRoom, valueOrThrow } from '../call-room';
import { limitCardCalls } from './limit';
import { requirePayer } from './require';

/** Returns the secret with which the browser confirms a card for the admin's own account. */
export async function createSetupIntent(ctx: ServiceContext): Promise<CardSetup> {
  const { userId } = requirePayer(ctx);
  await limitCardCalls(ctx, 'setup-intent', userId);
  return valueOrThrow(await callRoom(ctx, 'hub.setup', () => ctx.hub(userId).openCardSetup(userId)));
}
