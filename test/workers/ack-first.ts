import app from '../../src/index';
import { EventRoom as Room } from '../../src/room/event-room';
import type { Env } from '../../src/env';

/**
 * The product with one fault: a tap is acknowledged first and written later. The room's own code runs unchanged; only
 * its storage answers before it has done anything. The result of the kill -9 run on such a room shows what that run can
 * detect.
 */

export { AccountHub } from '../../src/hub/account-hub';
export { ServiceMonitor } from '../../src/monitor/service-monitor';
export { ViewerRelay } from '../../src/relay/viewer-relay';
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

  // Writes within the transaction are delayed and run in one transaction, with all earlier delayed writes.
  Object.defineProperty(storage, 'transactionSync', { value: <T>(work: () => T): T => work() });
  Object.defineProperty(sql, 'exec', {
    value: (query: string, ...bindings: unknown[]) => {
      if (isWrite(query)) {
        if (postponed.length === 0) setTimeout(() => transactionSync(writeNow), WRITE_AFTER_MS);
        postponed.push({ query, bindings });
        return { toArray: () => [] };
      }
      // A statement that reads or changes the schema sees all earlier writes.
      transactionSync(writeNow);
      return exec(query, ...bindings);
    },
  });
}
