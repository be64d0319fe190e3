import * as z from 'zod/mini';
import { CONNECTION_HEADER } from '../rpc/headers';
import { type ErrorCode, errorMessage, errorStatus } from '../shared/errors';
import type { ErrorBody } from '../http/error-schema';

/** Functions for the hibernating sockets of rooms and hubs. */

/** Close codes that the runtime reports but that must not be sent (RFC 6455 section 7.4.1). */
const RESERVED_CODES = new Set([1005, 1006, 1015]);

/**
 * Reads the connection data that the worker adds to an upgrade request. Only the worker can reach a Durable Object, so
 * the data is trusted.
 */
export function readConnection<T>(request: Request, schema: z.ZodMiniType<T>): T {
  return z.parse(schema, JSON.parse(request.headers.get(CONNECTION_HEADER) ?? 'null'));
}

/** Refuses an upgrade with the same status and body as the worker's own refusals. */
export const refuseUpgrade = (code: ErrorCode): Response =>
  Response.json({ error: errorMessage(code), code } satisfies ErrorBody, { status: errorStatus(code) });

/** Creates a socket pair. Its server end hibernates with the object. */
export function openSocket(ctx: DurableObjectState): { client: WebSocket; server: WebSocket } {
  const pair = new WebSocketPair();
  ctx.acceptWebSocket(pair[1]);
  return { client: pair[0], server: pair[1] };
}

/** Completes the close handshake; otherwise the other side would see close code 1006. */
export function closeBack(socket: WebSocket, code: number, reason: string): void {
  try {
    socket.close(RESERVED_CODES.has(code) ? 1000 : code, reason);
  } catch {
    // This side has already closed the socket.
  }
}

/** When the runtime last answered a ping on the socket, epoch ms; 0 if never. */
export const lastPingAt = (ctx: DurableObjectState, socket: WebSocket): number =>
  ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0;

/** Looks up {@link lastPingAt} for all open sockets at once. */
export function lastPings(ctx: DurableObjectState): (socket: object) => number {
  const pings = new Map<object, number>(ctx.getWebSockets().map((socket) => [socket, lastPingAt(ctx, socket)]));
  return (socket) => pings.get(socket) ?? 0;
}
