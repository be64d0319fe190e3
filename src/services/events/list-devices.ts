import type { ServiceContext } from '../context';
import type { Device } from '../../shared/schemas/device';
import { ask, unwrap } from '../notify';
import { visitOwnEvent } from './visit';

/** The devices that count or have counted on this business day. Owner only. */
export async function listDevices(ctx: ServiceContext, eventId: string): Promise<Device[]> {
  const { visit } = await visitOwnEvent(ctx, eventId);
  return unwrap(await ask(ctx, 'list devices', () => ctx.room(visit).listDevices(visit)));
}
