import { type Context, Hono } from 'hono';
import type { AppEnv } from '../services/context';
import { sha256Hex } from '../crypto/ids';
import { isUpgrade } from '../http/origin';
import { CONNECTION_HEADER, type HubConnection, type RoomConnection } from '../rpc/contract';
import { callRoom } from '../services/call-room';
import { requireDisplay, type EventAccess, requireEvent, requireAdmin } from '../services/access';
import { AppError } from '../shared/errors';
import { protocolOf, isSupportedProtocol } from './request/protocol-version';
import { CLOSE } from '../shared/protocol/version';

/** Socket upgrades. A caller who may not connect gets a JSON error instead of a socket (docs/product.md, R1). */
export const sockets = new Hono<AppEnv>();

sockets.get('/events/:eventId/socket', async (c) => {
  requireUpgrade(c);
  return await connect(c, await requireEvent(c.get('services'), c.req.param('eventId')), 'counting');
});

sockets.get('/displays/:token/socket', async (c) => {
  requireUpgrade(c);
  return await connect(c, await requireDisplay(c.get('services'), c.req.param('token')), 'viewer');
});

sockets.get('/account/socket', async (c) => {
  requireUpgrade(c);
  const services = c.get('services');
  const { identity, sessionId } = requireAdmin(services);
  if (!isSupportedProtocol(c)) return reloadNeeded();
  return await callRoom(services, 'hub.connect', () =>
    services.hub(identity.userId).fetch(upgradeRequest({ sessionId, userId: identity.userId })),
  );
});

async function connect(
  c: Context<AppEnv>,
  { roomContext, principal, sessionId }: EventAccess,
  tier: RoomConnection['tier'],
): Promise<Response> {
  if (!isSupportedProtocol(c)) return reloadNeeded();
  const services = c.get('services');
  // Anyone can open a display's link, so viewers are limited by address. Counting devices are limited by session.
  const address = tier === 'viewer' ? await sha256Hex(`${roomContext.eventId} ${services.address}`) : undefined;
  const connection: RoomConnection = { ...roomContext, principal, sessionId, tier, protocol: protocolOf(c), address };
  return await callRoom(services, 'room.connect', () => services.room(roomContext).fetch(upgradeRequest(connection)));
}

function requireUpgrade(c: Context<AppEnv>): void {
  if (!isUpgrade(c.req.raw)) throw new AppError('upgrade_required');
}

/** Creates a new request, so that no header of the client reaches the Durable Object. */
const upgradeRequest = (connection: HubConnection | RoomConnection): Request =>
  new Request('https://object/socket', {
    headers: { Upgrade: 'websocket', [CONNECTION_HEADER]: JSON.stringify(connection) },
  });

/** Refuses an outdated client with a close code, because browsers cannot read the status of a refused upgrade. */
function reloadNeeded(): Response {
  const { 0: client, 1: server } = new WebSocketPair();
  server.accept();
  server.close(CLOSE.reloadNeeded, 'reload needed');
  return new Response(null, { status: 101, webSocket: client });
}
