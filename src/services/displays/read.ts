import type { ServiceContext } from '../context';
import { ask, unwrap } from '../notify';
import { visitDisplay } from './visit';

/** What a public display shows, as the JSON of a Display: the room makes it once for all who ask. Open to whoever holds its link. */
export async function readDisplay(ctx: ServiceContext, displayToken: string): Promise<string> {
  const { visit } = await visitDisplay(ctx, displayToken);
  return unwrap(await ask(ctx, 'read display', () => ctx.room(visit).readDisplay(visit)));
}
