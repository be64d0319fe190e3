import type { RoomConnection } from '../../rpc/contract';
import type { RecentlyEndedSessions } from '../../rpc/ended-sessions';
import type { ErrorCode } from '../../shared/errors';
import type { RoomState } from '../state';
import type { Connections } from './connections';

/** Whether the connection is a viewer's whose display link was replaced or revoked. */
export function isOfOldLink(
  { tier, sessionId }: Pick<RoomConnection, 'tier' | 'sessionId'>,
  state: RoomState,
): boolean {
  const { displaySession } = state.event;
  return tier === 'viewer' && displaySession !== undefined && sessionId !== displaySession;
}

/** Why the room refuses a socket that the worker has let through; null if the room accepts it. */
export function refusalOf(
  visitor: RoomConnection,
  state: RoomState,
  connections: Connections,
  endedSessions: RecentlyEndedSessions,
): ErrorCode | null {
  const { sessionId, principal, revision } = visitor;
  if (state.deleted) return 'not_found';
  if (!connections.hasPlaceFor(visitor)) return 'unavailable';
  const hasOldCode = principal.startsWith('code:') && revision < state.event.codeRevision;
  const hasOldLink = revision < state.event.revision && isOfOldLink(visitor, state);
  return hasOldCode || hasOldLink || endedSessions.has(sessionId) ? 'unauthenticated' : null;
}
