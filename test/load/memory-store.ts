import type { OutboxStore } from '../../web/src/realtime/outbox-store';

/**
 * A disk that keeps whatever it is told at once. Thousands of devices share one process here: an IndexedDB in memory would
 * be the limit, and no device ever starts again to read from it.
 */
export const memoryStore: OutboxStore = {
  write: async () => {},
  move: async () => new Set(),
  records: async () => [],
  taps: async () => [],
  uncounted: async () => [],
  dismiss: async () => {},
  forget: async () => {},
};
