import { timingSafeEqual } from 'node:crypto';
import { sha256Hex } from '../../crypto/ids';
import { AppError } from '../../shared/errors';
import { byAddress } from '../attempts/by-address';
import { checkAttempts } from '../attempts/check';
import { FAILED_OPERATORS_PER_ADDRESS } from '../attempts/limits';
import { recordAttempt } from '../attempts/record';
import type { ServiceContext } from '../context';

const bytes = async (text: string): Promise<Uint8Array> => new TextEncoder().encode(await sha256Hex(text));

/** 401 without the operator's token, 429 after too many attempts. Compares in constant time. */
export async function requireOperator(
  ctx: ServiceContext,
  token: string,
  authorization: string | undefined,
): Promise<void> {
  const counted = byAddress(ctx, 'operator', FAILED_OPERATORS_PER_ADDRESS);
  await checkAttempts(ctx, counted);
  if (timingSafeEqual(await bytes(`Bearer ${token}`), await bytes(authorization ?? ''))) return;
  await recordAttempt(ctx, counted);
  throw new AppError('unauthenticated');
}
