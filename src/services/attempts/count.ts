import type { ServiceContext } from '../context';
import { checkAttempts, type Counted } from './check';
import { recordAttempt } from './record';

/** One more attempt, whatever it comes to: 429 when it is over a limit, and then it is not counted. */
export async function countAttempt(ctx: ServiceContext, counted: readonly Counted[]): Promise<void> {
  await checkAttempts(ctx, counted);
  await recordAttempt(ctx, counted);
}
