import { CONNECTION_HEADER, type HubConnection } from '../room/contract';
import { AppError, type ErrorBody, type ErrorCode, errorMessage, errorStatus } from '../shared/errors';

/** Hibernating sockets on Durable Objects, for rooms and hubs alike. */

/** Codes that the runtime reports but that may not be sent (RFC 6455 section 7.4.1). */
const RESERVED_CODES = new Set([1005, 1006, 1015]);

/** What the worker said of the upgrade; only the worker can reach a Durable Object, so the header is trusted. */
export function readConnection<Connection extends HubConnection>(request: Request): Connection {
  const header = request.headers.get(CONNECTION_HEADER);
  if (header === null) throw new AppError('internal', 'An upgrade without its connection');
  return JSON.parse(header) as Connection;
}

/** The same answer as the worker's own refusals. */
export const refuseUpgrade = (code: ErrorCode): Response =>
  Response.json({ error: errorMessage(code), code } satisfies ErrorBody, { status: errorStatus(code) });

/** A new socket pair whose server end sleeps with the object. */
export function openSocket(ctx: DurableObjectState): { client: WebSocket; server: WebSocket } {
  const pair = new WebSocketPair();
  ctx.acceptWebSocket(pair[1]);
  return { client: pair[0], server: pair[1] };
}

/** Completes the close handshake, or the other side would see 1006. */
export function closeBack(socket: WebSocket, code: number, reason: string): void {
  try {
    socket.close(RESERVED_CODES.has(code) ? 1000 : code, reason);
  } catch {
    // Closed from this side already.
  }
}
