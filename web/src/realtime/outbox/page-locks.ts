/** Shows which outboxes belong to open pages: each page holds the lock of its own. */
export interface PageLocks {
  /**
   * Waits until nobody else holds the lock; the resolved function releases it. The browser does so when the page ends,
   * however it ends.
   * @throws {DOMException} `signal` was aborted meanwhile
   */
  hold(clientId: string, signal?: AbortSignal): Promise<() => void>;
}

const lockName = (clientId: string) => `headroom.outbox.${clientId}`;

/** Pages that are kept for the back button may have lost their locks, and their taps to another page. */
function reloadWhenRestored({ persisted }: PageTransitionEvent): void {
  if (persisted) location.reload();
}

/**
 * Web Locks. Without HTTPS a page has none and waits for nobody: two pages may then send the same taps, which the room
 * recognizes by their numbers, and only one of them can renumber them (see `OutboxStore.move`).
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
