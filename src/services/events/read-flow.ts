import type { ServiceContext } from '../context';
import type { Flow } from '../../shared/schemas/flow';
import { callRoom, valueOrThrow } from '../call-room';
import { requireOwnEvent } from './visit';

/** People in and out in the last minutes. Owner only. */
export async function readFlow(ctx: ServiceContext, eventId: string): Promise<Flow> {
  const { visit } = await requireOwnEvent(ctx, eventId);
  return valueOrThrow(await callRoom(ctx, 'read flow', () => ctx.room(visit).readFlow(visit)));
}
