/** IndexedDB's events as promises: everything that the outbox needs of it. */

export function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The storage failed')));
  });
}

/** Their keys are passed separately. */
export const STORES = ['outboxes', 'taps', 'uncounted'] as const;

/**
 * Opens version 1. @param closed called when it was closed from outside: by the browser, or by a page with a later
 * version
 */
export async function openOutboxes(closed: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open('headroom', 1);
  request.addEventListener('upgradeneeded', () => {
    for (const store of STORES) request.result.createObjectStore(store);
  });
  const database = await answerOf(request);
  database.addEventListener('close', closed);
  database.addEventListener('versionchange', () => {
    database.close();
    closed();
  });
  return database;
}

/** Resolves when the transaction is on disk, as far as its durability promises. */
export function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The storage gave up')));
  });
}
