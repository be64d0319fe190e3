/** Locks that show which outboxes belong to open pages: each page holds the lock of its own client id. */
export interface PageLocks {
  /**
   * Waits until no other page holds the lock. The returned function releases it. The browser also releases it when the
   * page ends, in whatever way.
   * @throws {DOMException} `signal` was aborted meanwhile
   */
  hold(clientId: string, signal?: AbortSignal): Promise<() => void>;
}

const lockName = (clientId: string) => `headroom.outbox.${clientId}`;

/** Reloads a page that the back button has restored: it may have lost its locks, and its taps to another page. */
function reloadWhenRestored({ persisted }: PageTransitionEvent): void {
  if (persisted) location.reload();
}

/**
 * Locks with the browser's Web Locks. Without HTTPS there are none, so nothing waits: two pages may then send the same
 * taps. The room recognizes their numbers, and only one page can renumber them (see `OutboxStore.move`).
 */
export const browserLocks: PageLocks = {
  hold(clientId, signal) {
    // Adding the same listener twice adds it once.
    window.addEventListener('pageshow', reloadWhenRestored);
    const locks: LockManager | undefined = navigator.locks;
    if (!locks) return Promise.resolve(() => undefined);
    return new Promise((resolve, reject) => {
      const held = () => new Promise<void>((release) => resolve(() => release()));
      locks.request(lockName(clientId), signal ? { signal } : {}, held).catch(reject);
    });
  },
};
