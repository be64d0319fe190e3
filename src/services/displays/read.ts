import type { ServiceContext } from '../context';
import { ask, unwrap } from '../notify';
import { visitDisplay } from './visit';

/**
 * What a public display shows, as the JSON of a Display; the room makes it once for everybody. Open to whoever holds
 * the link.
 */
export async function readDisplay(ctx: ServiceContext, displayToken: string): Promise<string> {
  const { visit } = await visitDisplay(ctx, displayToken);
  return unwrap(await ask(ctx, 'read display', () => ctx.room(visit).readDisplay(visit)));
}
