import { CLOSE } from '../shared/protocol/version';

/** How long an ended session is remembered, in ms: far longer than an upgrade takes. */
const MEMORY_MS = 60_000;

/**
 * How the sockets of an ended session are closed. `over` (the default): for good, with 4401. `renewed`: a new session
 * may have replaced it in the same browser, and devices reconnect by themselves with its cookie.
 */
export type SessionEnd = 'over' | 'renewed';

/** Returns the close code and the reason for sockets of ended sessions. */
export const closeOf = (how: SessionEnd = 'over') =>
  how === 'over'
    ? { code: CLOSE.sessionEnded, reason: 'session_ended' }
    : // 1001 is no final code: clients reconnect with the cookie that they have by then.
      { code: CLOSE.goingAway, reason: 'session_renewed' };

export type EndedSessions = Readonly<Record<SessionEnd, readonly string[]>>;

export const NONE_ENDED: EndedSessions = { over: [], renewed: [] };

/** Calls `end` for each way in which sessions have ended. */
export function endEach(
  { over, renewed }: EndedSessions,
  end: (ids: readonly string[], how: SessionEnd) => void,
): void {
  if (over.length > 0) end(over, 'over');
  if (renewed.length > 0) end(renewed, 'renewed');
}

/** Sessions that ended within the last minute. An upgrade authenticated before that must not open a socket. */
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
