import { type Context, Hono } from 'hono';
import type { AppEnv } from '../services/context';
import { isUpgrade } from '../lib/origin';
import { CONNECTION_HEADER, type HubConnection, type RoomConnection } from '../lib/contract';
import { ask } from '../services/notify';
import { visitEvent } from '../services/events/visit';
import { requireAdmin } from '../services/sessions/require';
import { AppError } from '../shared/errors';
import { CLOSE, SPOKEN_VERSIONS } from '../shared/protocol/version';

/** The upgrades: whoever may not connect gets a JSON error instead of a socket (design section 3). */
export const sockets = new Hono<AppEnv>();

sockets.get('/events/:eventId/socket', async (c) => {
  requireUpgrade(c);
  const services = c.get('services');
  const { visit, principal, sessionId } = await visitEvent(services, c.req.param('eventId'));
  if (!speaksOurVersion(c)) return reloadNeeded();
  const connection: RoomConnection = { ...visit, principal, sessionId, tier: 'counting' };
  return await ask(services, 'room.connect', () => services.room(visit).fetch(upgradeRequest(connection)));
});

sockets.get('/account/socket', async (c) => {
  requireUpgrade(c);
  const services = c.get('services');
  const { identity, sessionId } = requireAdmin(services);
  if (!speaksOurVersion(c)) return reloadNeeded();
  return await ask(services, 'hub.connect', () => services.hub(identity.userId).fetch(upgradeRequest({ sessionId })));
});

function requireUpgrade(c: Context<AppEnv>): void {
  if (!isUpgrade(c.req.raw)) throw new AppError('upgrade_required');
}

/** A missing v means 1 (design section 3). */
const speaksOurVersion = (c: Context<AppEnv>): boolean => SPOKEN_VERSIONS.has(c.req.query('v') ?? '1');

/** Made anew, so that nothing of the client's own headers reaches the object. */
const upgradeRequest = (connection: HubConnection): Request =>
  new Request('https://object/socket', {
    headers: { Upgrade: 'websocket', [CONNECTION_HEADER]: JSON.stringify(connection) },
  });

/** Browsers cannot read a refused upgrade's status: the socket is accepted and says why it closes. */
function reloadNeeded(): Response {
  const { 0: client, 1: server } = new WebSocketPair();
  server.accept();
  server.close(CLOSE.reloadNeeded, 'reload needed');
  return new Response(null, { status: 101, webSocket: client });
}
