import type { ObjectSql } from './migrations';

/** Returns the SQL of a Durable Object's own storage. */
export const sqlOf = (storage: Pick<DurableObjectStorage, 'sql' | 'transactionSync'>): ObjectSql => ({
  exec: (query, ...bindings) => storage.sql.exec(query, ...bindings).toArray(),
  transaction: (work) => storage.transactionSync(work),
});
