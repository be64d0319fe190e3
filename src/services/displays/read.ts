import type { ServiceContext } from '../context';
import { callRoom, valueOrThrow } from '../call-room';
import { requireDisplay } from './visit';

/**
 * What a public display shows, as the JSON of a Display; the room makes it once for everybody. Open to whoever holds
 * the link.
 */
export async function readDisplay(ctx: ServiceContext, displayToken: string): Promise<string> {
  const { visit } = await requireDisplay(ctx, displayToken);
  return valueOrThrow(await callRoom(ctx, 'read display', () => ctx.room(visit).readDisplay(visit)));
}
