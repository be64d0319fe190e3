import type { ServiceContext } from '../context';
import type { Device } from '../../shared/schemas/device';
import { callRoom, valueOrThrow } from '../call-room';
import { requireOwnEvent } from './visit';

/** The devices that count or have counted on this business day. Owner only. */
export async function listDevices(ctx: ServiceContext, eventId: string): Promise<Device[]> {
  const { visit } = await requireOwnEvent(ctx, eventId);
  return valueOrThrow(await callRoom(ctx, 'list devices', () => ctx.room(visit).listDevices(visit)));
}
