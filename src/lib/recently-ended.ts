/** How long an ended session is remembered: far longer than an upgrade is under way. */
const MEMORY_MS = 60_000;

/** Sessions that ended a moment ago: an upgrade that was authenticated before must not open a socket after. */
export class RecentlyEnded {
  private readonly endedAt = new Map<string, number>();

  add(sessionId: string, now: number): void {
    for (const [id, at] of this.endedAt) if (now - at > MEMORY_MS) this.endedAt.delete(id);
    this.endedAt.set(sessionId, now);
  }

  has(sessionId: string): boolean {
    return this.endedAt.has(sessionId);
  }

  get sessionIds(): string[] {
    return [...this.endedAt.keys()];
  }
}
