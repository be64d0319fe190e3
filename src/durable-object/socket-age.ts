import { DAY_MS } from '../shared/durations';

/** How often a room or hub checks its sockets. */
export const UPKEEP_INTERVAL_MS = 60_000;
/** A socket that sent no frame and no ping for this long is closed (docs/product.md, R6). */
const SILENT_SOCKET_MS = 90_000;
/** A socket older than this is closed, so that its device reconnects and presents its session again. */
const SOCKET_AGE_MAX_MS = DAY_MS;

/**
 * Why a socket of a room or hub should be closed with 1001; null while the socket can stay open. Times are epoch ms.
 */
export function closeReason(now: number, socket: { openedAt: number; lastSeenAt: number }): string | null {
  if (now - socket.lastSeenAt > SILENT_SOCKET_MS) return 'silent';
  return now - socket.openedAt > SOCKET_AGE_MAX_MS ? 'come back' : null;
}
