/** IndexedDB's events as promises: all that the outbox needs of it. */

export function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The storage failed')));
  });
}

/** Their keys are given from outside. */
export const STORES = ['outboxes', 'taps', 'uncounted'] as const;

/** Opens version 1. @param closed it has been closed from outside: the browser, or a page with a later version */
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

/** Resolves once the transaction is on disk, as far as its durability promises. */
export function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The storage gave up')));
  });
}
