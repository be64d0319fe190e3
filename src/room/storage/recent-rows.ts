import { LruMap } from '../../concurrency/lru-map';
import { IDS_PER_MS } from '../../shared/reports/limits';
import { CLIENTS_IN_MEMORY, RECENT_ROWS, RECENT_ROWS_MS } from './limits';
import type { LedgerRow } from '../../stored/ledger';

/**
 * Rows that were written from the log into the ledger together. They leave memory together, because a run never spans
 * two such groups.
 */
interface Fold {
  readonly byClient: ReadonlyMap<string, readonly (readonly [id: number, row: LedgerRow])[]>;
  readonly size: number;
  readonly newestId: number;
}

/**
 * The ledger's newest rows in memory. For an undo, the room finds the undone tap here, and whether it was already
 * undone, without reading the ledger, which has no index on clients (docs/decisions/0002).
 */
export class RecentRows {
  private folds: Fold[] = [];
  private size = 0;
  /** By client id, a seq: each counted tap with a higher seq is in `folds`, or still only in the log. */
  private readonly completeAfter = new LruMap<string, number>(CLIENTS_IN_MEMORY);

  /** Called each time a client is loaded into memory. All taps of the client up to `lastSeq` are durable or refused. */
  begin(clientId: string, lastSeq: number): void {
    if (this.completeAfter.get(clientId) === undefined) this.completeAfter.set(clientId, lastSeq);
  }

  /** Adds rows that were written into the ledger together, in order of their ids, and drops old rows. */
  add(rows: readonly (readonly [id: number, row: LedgerRow])[]): void {
    const newestId = rows.at(-1)?.[0] ?? 0;
    this.folds.push({ byClient: Map.groupBy(rows, ([, { clientId }]) => clientId), size: rows.length, newestId });
    this.size += rows.length;
    const oldestId = newestId - RECENT_ROWS_MS * IDS_PER_MS;
    while (this.size > RECENT_ROWS || (this.folds[0]?.newestId ?? newestId) < oldestId) this.dropOldest();
  }

  /** Whether the client's tap `seq` is certain to be here if it was counted and is in the ledger. */
  isCompleteFor(clientId: string, seq: number): boolean {
    return seq > (this.completeAfter.get(clientId) ?? Infinity);
  }

  /** The client's rows with ids from `since` (epoch ms) on. */
  of(clientId: string, since: number): LedgerRow[] {
    return this.folds
      .flatMap(({ byClient }) => byClient.get(clientId) ?? [])
      .filter(([id]) => id >= since * IDS_PER_MS)
      .map(([, row]) => row);
  }

  private dropOldest(): void {
    const oldest = this.folds.shift();
    this.size -= oldest?.size ?? 0;
    for (const [clientId, rows] of oldest?.byClient ?? []) {
      const complete = this.completeAfter.get(clientId);
      if (complete === undefined) continue;
      this.completeAfter.set(clientId, Math.max(complete, ...rows.map(([, { lastSeq }]) => lastSeq)));
    }
  }
}
