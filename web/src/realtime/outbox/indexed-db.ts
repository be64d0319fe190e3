/** The parts of IndexedDB that the outbox uses, as promises. */

export function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The storage failed')));
  });
}

/** The database's stores. Their keys are not part of the values. */
export const STORES = ['outboxes', 'taps', 'uncounted'] as const;

/**
 * Opens version 1 of the database.
 * @param closed called when the browser, or a page with a later version, has closed the database
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

/** Resolves when the transaction is on disk, as far as its durability promises that. */
export function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The storage failed')));
  });
}
