import app from '../../src/index';
import { EventRoom as Room } from '../../src/room/event-room';
import type { Env } from '../../src/env';

/**
 * The product with one fault: a tap is acknowledged first and written later. The room's own code runs as it is; only its
 * storage answers before it has done anything. What the run with kill -9 would say of such a room shows what it can see.
 */

export { AccountHub } from '../../src/hub/account-hub';
export default app;

/** Later than the turn of the acks, which the runtime's output gate would hold back until a write is on disk. */
const WRITE_AFTER_MS = 250;

interface Write {
  query: string;
  bindings: unknown[];
}

const isWrite = (query: string): boolean => /^\s*(INSERT|UPDATE|DELETE)/i.test(query);

export class EventRoom extends Room {
  constructor(ctx: DurableObjectState, env: Env) {
    postponeWrites(ctx.storage);
    super(ctx, env);
  }
}

function postponeWrites(storage: DurableObjectStorage): void {
  const { sql } = storage;
  const exec = sql.exec.bind(sql);
  const transactionSync = storage.transactionSync.bind(storage);
  let postponed: Write[] = [];

  const writeNow = () => {
    const writes = postponed;
    postponed = [];
    for (const { query, bindings } of writes) exec(query, ...bindings);
  };

  // What is written within comes later and in one transaction, with all that was written until then.
  Object.defineProperty(storage, 'transactionSync', { value: <T>(work: () => T): T => work() });
  Object.defineProperty(sql, 'exec', {
    value: (query: string, ...bindings: unknown[]) => {
      if (isWrite(query)) {
        if (postponed.length === 0) setTimeout(() => transactionSync(writeNow), WRITE_AFTER_MS);
        postponed.push({ query, bindings });
        return { toArray: () => [] };
      }
      // What reads, or changes the schema, finds what came before it.
      transactionSync(writeNow);
      return exec(query, ...bindings);
    },
  });
}
