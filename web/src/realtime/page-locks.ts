/** Says which outboxes belong to pages that live: each holds the lock of its own. */
export interface PageLocks {
  /**
   * Waits until nobody else holds it; what it resolves to lets it go. The browser does so when the page ends, however it ends.
   * @throws {DOMException} `signal` was aborted meanwhile
   */
  hold(clientId: string, signal?: AbortSignal): Promise<() => void>;
}

const lockName = (clientId: string) => `headroom.outbox.${clientId}`;

/** Pages that are kept for the way back may have lost their locks, and their taps to another page. */
function reloadWhenRestored({ persisted }: PageTransitionEvent): void {
  if (persisted) location.reload();
}

/**
 * Web Locks. A page without HTTPS has none and waits for nobody: two pages may then send the same taps, which the room
 * recognises by their numbers, and only one can give them new ones (see `OutboxStore.move`).
 */
export const browserLocks: PageLocks = {
  hold(clientId, signal) {
    // Listening twice with the same function is listening once.
    window.addEventListener('pageshow', reloadWhenRestored);
    const locks: LockManager | undefined = navigator.locks;
    if (!locks) return Promise.resolve(() => undefined);
    return new Promise((resolve, reject) => {
      const held = () => new Promise<void>((release) => resolve(() => release()));
      locks.request(lockName(clientId), signal ? { signal } : {}, held).catch(reject);
    });
  },
};
