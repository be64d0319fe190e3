import { CLOSE } from '../shared/protocol/version';

/** How long an ended session is remembered: far longer than an upgrade takes. */
const MEMORY_MS = 60_000;

/**
 * What happens to the sockets of a session that ends. `over` (the default): closed with 4401, for good. `renewed`:
 * another session may have taken its place in the same browser, and its cookie brings the devices back by themselves.
 */
export type SessionEnd = 'over' | 'renewed';

/** The close code and reason for sockets of ended sessions. */
export const closeOf = (how: SessionEnd = 'over') =>
  how === 'over'
    ? { code: CLOSE.sessionEnded, reason: 'session_ended' }
    : // Not a final code: clients try again with the cookie that they have by then.
      { code: CLOSE.goingAway, reason: 'session_renewed' };

export type EndedSessions = Readonly<Record<SessionEnd, readonly string[]>>;

export const NONE_ENDED: EndedSessions = { over: [], renewed: [] };

/** Ends each session in its own way. */
export function endEach(
  { over, renewed }: EndedSessions,
  end: (ids: readonly string[], how: SessionEnd) => void,
): void {
  if (over.length > 0) end(over, 'over');
  if (renewed.length > 0) end(renewed, 'renewed');
}

/** Sessions that ended a moment ago: an upgrade that was authenticated before must not open a socket afterwards. */
export class RecentlyEndedSessions {
  private readonly ends = new Map<string, { at: number; how: SessionEnd }>();

  add(sessionIds: readonly string[], now: number, how: SessionEnd = 'over'): void {
    for (const [id, { at }] of this.ends) if (now - at > MEMORY_MS) this.ends.delete(id);
    for (const id of sessionIds) this.ends.set(id, { at: now, how });
  }

  has(sessionId: string): boolean {
    return this.ends.has(sessionId);
  }

  get all(): EndedSessions {
    const thoseThat = (how: SessionEnd) => [...this.ends].filter(([, end]) => end.how === how).map(([id]) => id);
    return { over: thoseThat('over'), renewed: thoseThat('renewed') };
  }
}
