import type { ServiceContext } from '../context';
import { checkAttempts, type Counted } from './check';
import { recordAttempt } from './record';

/** Counts one more attempt, whatever its outcome; 429, without counting it, when it exceeds a limit. */
export async function countAttempt(ctx: ServiceContext, counted: readonly Counted[]): Promise<void> {
  await checkAttempts(ctx, counted);
  await recordAttempt(ctx, counted);
}
