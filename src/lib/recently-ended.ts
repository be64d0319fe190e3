import { CLOSE } from '../shared/protocol/version';

/** How long an ended session is remembered: far longer than an upgrade is under way. */
const MEMORY_MS = 60_000;

/**
 * What becomes of the sockets of a session that ends. `over`, unless said otherwise: closed with 4401, for good. `renewed`:
 * another session has taken its place in the same browser, and with its cookie the devices come back by themselves.
 */
export type SessionEnd = 'over' | 'renewed';

/** How the sockets of ended sessions are closed. */
export const closeOf = (how: SessionEnd = 'over') =>
  how === 'over'
    ? { code: CLOSE.sessionEnded, reason: 'session_ended' }
    : // No final code: clients try again, with the cookie that they have by then.
      { code: CLOSE.goingAway, reason: 'session_renewed' };

/** Sessions that ended a moment ago: an upgrade that was authenticated before must not open a socket after. */
export class RecentlyEnded {
  private readonly endedAt = new Map<string, number>();

  add(sessionIds: readonly string[], now: number): void {
    for (const [id, at] of this.endedAt) if (now - at > MEMORY_MS) this.endedAt.delete(id);
    for (const id of sessionIds) this.endedAt.set(id, now);
  }

  has(sessionId: string): boolean {
    return this.endedAt.has(sessionId);
  }

  get sessionIds(): string[] {
    return [...this.endedAt.keys()];
  }
}
