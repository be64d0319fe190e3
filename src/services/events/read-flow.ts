import type { ServiceContext } from '../context';
import type { Flow } from '../../shared/schemas/flow';
import { ask, unwrap } from '../notify';
import { visitOwnEvent } from './visit';

/** People in and out in the last minutes. Owner only. */
export async function readFlow(ctx: ServiceContext, eventId: string): Promise<Flow> {
  const { visit } = await visitOwnEvent(ctx, eventId);
  return unwrap(await ask(ctx, 'read flow', () => ctx.room(visit).readFlow(visit)));
}
