import type { Context } from 'hono';
import type { AdminSession, AppEnv } from '../services/context';
import { sha256Hex } from '../crypto/ids';
import type { HubConnection, RelayConnection, RoomConnection } from '../rpc/connections';
import { CONNECTION_HEADER } from '../rpc/headers';
import { callHub, callRoom } from '../services/call-room';
import { openViewer } from '../services/displays/open-viewer';
import type { WatchAccess } from '../services/access/event';
import type { DisplayAccess } from '../services/access/links';
import { protocolOf, WAITS } from './request/protocol-version';
import { CLOSE } from '../shared/protocol/version';

/**
 * Answers the upgrade to a socket of a room or, for a viewer, of a relay. The call's check has refused everyone else
 * (docs/product.md, R1).
 */
export async function connect(
  c: Context<AppEnv>,
  { roomContext, principal, sessionId, mayCount }: WatchAccess | DisplayAccess,
): Promise<Response> {
  const protocol = protocolOf(c);
  if (protocol === null) return closedWith(CLOSE.reloadNeeded, 'reload needed');
  const services = c.get('services');
  const tier = principal.startsWith('display:') ? 'viewer' : 'counting';
  const isWaiting = !mayCount || (principal.startsWith('admin:') && c.req.query(WAITS.name) === '1');
  // A member who sets an event up and whoever only watches do not decide where its room is (docs/decisions/0029).
  if (roomContext.isOpened === false && isWaiting) return closedWith(CLOSE.notOpened, 'not opened');
  // Anyone can open a display's link, so viewers are limited by address. Counting devices are limited by session.
  const address = tier === 'viewer' ? await sha256Hex(`${roomContext.eventId} ${services.address}`) : undefined;
  const connection: RoomConnection = { ...roomContext, principal, sessionId, tier, mayCount, protocol, address };
  if (tier === 'viewer') return await openViewer(services, connection, upgradeRequest);
  return await callRoom(services, 'room.connect', roomContext, (room) => room.fetch(upgradeRequest(connection)));
}

/** Answers the socket of the account's hub. */
export async function connectAccount(c: Context<AppEnv>, { identity, sessionId }: AdminSession): Promise<Response> {
  if (protocolOf(c) === null) return closedWith(CLOSE.reloadNeeded, 'reload needed');
  const services = c.get('services');
  const { userId } = identity;
  return await callHub(services, 'hub.connect', userId, (hub) => hub.fetch(upgradeRequest({ sessionId, userId })));
}

/** Creates a new request, so that no header of the client reaches the Durable Object. */
export const upgradeRequest = (connection: HubConnection | RelayConnection | RoomConnection): Request =>
  new Request('https://object/socket', {
    headers: { Upgrade: 'websocket', [CONNECTION_HEADER]: JSON.stringify(connection) },
  });

/** Refuses a client with a close code, because browsers cannot read the status of a refused upgrade. */
function closedWith(code: number, reason: string): Response {
  const { 0: client, 1: server } = new WebSocketPair();
  server.accept();
  server.close(code, reason);
  return new Response(null, { status: 101, webSocket: client });
}
