import type { ServiceContext } from '../context';
import type { Reader } from '../../rpc/reader';
import type { AreaList } from '../../shared/schemas/area';
import type { WatchAccess } from '../access/event';
import { callRoom, valueOrThrow } from '../call-room';

/**
 * Returns the event's areas from the room, with the alerts, and the orders for the client that reads. The call counts as a
 * frame of the session.
 */
export async function listAreas(
  ctx: ServiceContext,
  access: WatchAccess,
  client: Pick<Reader, 'clientId' | 'device'>,
): Promise<AreaList> {
  const { principal, sessionId } = access;
  return await read(ctx, access, { principal, sessionId, ...client });
}

/** Returns the same for a login, but does not count as a frame, because logins have their own limit. */
export async function listAreasAtLogin(ctx: ServiceContext, access: WatchAccess): Promise<AreaList> {
  return await read(ctx, access, {});
}

async function read(ctx: ServiceContext, { roomContext }: WatchAccess, reader: Reader): Promise<AreaList> {
  return valueOrThrow(await callRoom(ctx, 'list areas', roomContext, (room) => room.listAreas(roomContext, reader)));
}
