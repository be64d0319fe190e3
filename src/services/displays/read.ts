import type { ServiceContext } from '../context';
import type { Display } from '../../shared/schemas/display';
import { ask, unwrap } from '../notify';
import { visitDisplay } from './visit';

/** What a public display shows. Open to whoever holds its link. */
export async function readDisplay(ctx: ServiceContext, displayToken: string): Promise<Display> {
  const { visit } = await visitDisplay(ctx, displayToken);
  return unwrap(await ask(ctx, 'read display', () => ctx.room(visit).readDisplay(visit)));
}
