import type { ServiceContext } from '../context';
import { byAddress } from '../attempts/by-address';
import { countAttempt } from '../attempts/count';
import { CARD_CALLS_PER_ACCOUNT, CARD_CALLS_PER_ADDRESS, DETAILS_SAVES_PER_ACCOUNT } from '../attempts/limits';

/** Counts one more card call of the account; 429 when there are too many. */
export const limitCardCalls = (ctx: ServiceContext, what: string, userId: string): Promise<void> =>
  countAttempt(ctx, [
    { key: `${what}:account:${userId}`, limit: CARD_CALLS_PER_ACCOUNT },
    ...byAddress(ctx, `${what}:address`, CARD_CALLS_PER_ADDRESS),
  ]);

/** Counts one more save of the account's billing details; 429 when there are too many. */
export const limitDetailsSaves = (ctx: ServiceContext, userId: string): Promise<void> =>
  countAttempt(ctx, [{ key: `billing-details:account:${userId}`, limit: DETAILS_SAVES_PER_ACCOUNT }]);
