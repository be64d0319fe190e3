import type { ServiceContext } from '../context';
import { checkAttempts } from '../attempts/check';
import { CARD_CALLS_PER_ACCOUNT, CARD_CALLS_PER_ADDRESS } from '../attempts/limits';
import { recordAttempt } from '../attempts/record';

/** Counts one more of what an account asks of the payment provider; 429 when it is too much. */
export async function limitCardCalls(ctx: ServiceContext, what: string, userId: string): Promise<void> {
  const counted = [
    { key: `${what}:account:${userId}`, limit: CARD_CALLS_PER_ACCOUNT },
    { key: `${what}:address:${ctx.address}`, limit: CARD_CALLS_PER_ADDRESS },
  ];
  await checkAttempts(ctx, counted);
  await recordAttempt(ctx, counted);
}
