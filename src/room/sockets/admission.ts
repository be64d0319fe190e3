import type { RoomConnection } from '../../rpc/contract';
import type { RecentlyEndedSessions } from '../../rpc/ended-sessions';
import type { ErrorCode } from '../../shared/errors';
import type { RoomState } from '../state';

/** Whether the connection is a viewer's whose display link was replaced or revoked. */
export function isOfOldLink(
  { tier, sessionId }: Pick<RoomConnection, 'tier' | 'sessionId'>,
  displaySession: RoomState['event']['displaySession'],
): boolean {
  return tier === 'viewer' && displaySession !== undefined && sessionId !== displaySession;
}

/** Why the room refuses a socket that the worker has let through; null if it may have a place. */
export function refusalOf(
  visitor: RoomConnection,
  state: RoomState,
  endedSessions: RecentlyEndedSessions,
): ErrorCode | null {
  const { sessionId, principal, revision } = visitor;
  if (state.deleted) return 'not_found';
  const hasOldCode = principal.startsWith('code:') && revision < state.event.codeRevision;
  const hasOldLink = revision < state.event.revision && isOfOldLink(visitor, state.event.displaySession);
  return hasOldCode || hasOldLink || endedSessions.has(sessionId) ? 'unauthenticated' : null;
}
