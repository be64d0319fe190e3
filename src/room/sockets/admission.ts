import type { RoomCore } from '../core/room-core';
import type { RoomConnection } from '../../rpc/connections';
import { closeOf, RecentlyEndedSessions, type SessionEnd } from '../../rpc/ended-sessions';
import type { ErrorCode } from '../../shared/errors';
import { isStream } from './connection';
import type { Connections } from './connections';
import type { Viewers } from './viewers';

/** Whether the connection is a viewer's whose display link was replaced or revoked. */
export function isOfOldLink(
  viewer: Pick<RoomConnection, 'principal' | 'tier' | 'sessionId'>,
  displaySession: string | null,
): boolean {
  const { tier, sessionId } = viewer;
  return tier === 'viewer' && !isStream(viewer) && sessionId !== displaySession;
}

export interface AdmissionDeps {
  connections: Pick<Connections, 'hasPlaceFor' | 'closeWhere'>;
  viewers: Pick<Viewers, 'placeFor'>;
}

/** Decides which sockets the room accepts and keeps. */
export class Admission {
  private readonly endedSessions = new RecentlyEndedSessions();

  constructor(
    private readonly core: RoomCore,
    private readonly deps: AdmissionDeps,
  ) {}

  /** Why the room refuses a socket that the worker has let through; null if it may have a place. */
  refusal(caller: RoomConnection): ErrorCode | null {
    const { sessionId, principal, revision } = caller;
    const { deleted, event } = this.core.state;
    if (deleted) return 'not_found';
    const hasOldCode = principal.startsWith('code:') && revision < event.codeRevision;
    const hasOldLink = revision < event.revision && isOfOldLink(caller, event.displaySession);
    if (hasOldCode || hasOldLink || this.endedSessions.has(sessionId)) return 'unauthenticated';
    return isStream(caller) && !this.deps.connections.hasPlaceFor(caller) ? 'limit_reached' : null;
  }

  /**
   * Where the socket has a place: here, or for a display at the relay with this number; null if there is none. Event
   * streams are few, and stay at the room, which ends them with their session.
   */
  placeFor(caller: RoomConnection): 'here' | number | null {
    if (caller.tier === 'viewer' && !isStream(caller)) return this.deps.viewers.placeFor(caller);
    return this.deps.connections.hasPlaceFor(caller) ? 'here' : null;
  }

  /** Closes the sockets of sessions that have ended, and remembers them for sockets that are on their way. */
  endSessions(sessionIds: readonly string[], how?: SessionEnd): void {
    this.core.flush();
    this.endedSessions.add(sessionIds, this.core.now(), how);
    this.deps.connections.closeWhere(({ sessionId }) => sessionIds.includes(sessionId), closeOf(how));
  }
}
