import { timingSafeEqual } from 'node:crypto';
import { sha256Hex } from '../../crypto/ids';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import { byAddress, checkAttempts } from '../attempts/check';
import { FAILED_OPERATORS_PER_ADDRESS } from '../attempts/limits';
import { recordAttempt } from '../attempts/record';
import type { ServiceContext } from '../context';

/** The access of the installation's operator. */
export interface OperatorAccess {
  actor: 'operator';
}

/** The hourly cron, which no caller can start, exports events as the operator does. */
export const CRON_ACCESS: OperatorAccess = { actor: 'operator' };

const bytes = async (text: string): Promise<Uint8Array> => new TextEncoder().encode(await sha256Hex(text));

/** The refusal of a call that does not exist. */
export const noSuchCall = (): AppError => new AppError('not_found', message(serviceTexts, 'no_such_call'));

/**
 * Checks the operator's token, in constant time. Throws a 404 if the installation has none, 401 if it is wrong, 429
 * after too many attempts.
 */
export async function requireOperator(ctx: ServiceContext): Promise<OperatorAccess> {
  if (ctx.operatorToken === null) throw noSuchCall();
  const counted = byAddress(ctx, 'operator', FAILED_OPERATORS_PER_ADDRESS);
  await checkAttempts(ctx, counted);
  if (timingSafeEqual(await bytes(`Bearer ${ctx.operatorToken}`), await bytes(ctx.authorization)))
    return { actor: 'operator' };
  await recordAttempt(ctx, counted);
  throw new AppError('unauthenticated');
}
