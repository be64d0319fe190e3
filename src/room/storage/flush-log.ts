import * as z from 'zod/mini';
import { type AreaCounts, decodeFlush, encodeFlush, type Flush } from './flush';
import { LOG_CLIENTS_MAX, LOG_LEDGER_ROWS_MAX, LOG_FLUSHES_MAX } from './limits';
import type { RoomSql } from '../ports';
import { TapRunMerger } from '../ledger/tap-run-merger';
import type { StoredClient } from './client-rows';
import type { LedgerRow } from '../../stored/ledger';

const LogRowSchema = z.object({ body: z.string() });

/** Flushes that are durable in the log and not yet in the tables. */
export class Pending {
  readonly areas = new Map<string, AreaCounts>();
  readonly clients = new Map<string, StoredClient>();
  private readonly runs = new TapRunMerger();
  flushes = 0;

  /** Ledger rows in the order of their first taps. */
  get rows(): readonly LedgerRow[] {
    return this.runs.rows;
  }

  endRuns(): void {
    this.runs.end();
  }

  add({ now, areas, clients, rows }: Flush): void {
    for (const area of areas) this.areas.set(area.areaId, area);
    for (const client of clients) this.clients.set(client.clientId, { ...client, lastSeenAt: now });
    for (const row of rows) this.runs.add(row);
    this.flushes += 1;
  }
}

/**
 * A write-ahead log: one flush is one row, and the tables are updated every LOG_FLUSHES_MAX flushes (docs/decisions/0006).
 * Slots are reused, because deleting a row is billed like writing one. The log has a generation number of its own,
 * which tells the rows of the present round from the rows of earlier rounds.
 */
export class FlushLog {
  #pending = new Pending();
  #generation: number;

  /** @param generation the number of the present round, from storage; the rows of this round are pending again */
  constructor(
    private readonly sql: RoomSql,
    generation: number,
  ) {
    this.#generation = generation;
    for (const row of sql.exec('SELECT body FROM log WHERE generation = ? ORDER BY slot', generation)) {
      this.#pending.add(decodeFlush(z.parse(LogRowSchema, row).body));
    }
  }

  get pending(): Pending {
    return this.#pending;
  }

  get isFull(): boolean {
    const { flushes, rows, clients } = this.#pending;
    return flushes >= LOG_FLUSHES_MAX || rows.length >= LOG_LEDGER_ROWS_MAX || clients.size >= LOG_CLIENTS_MAX;
  }

  get nextGeneration(): number {
    return this.#generation + 1;
  }

  /** Makes a flush durable in one write; with `alsoChange`, in one transaction with these changes. */
  append(flush: Flush, alsoChange?: () => void): void {
    if (alsoChange === undefined) this.write(flush);
    else {
      this.sql.transaction(() => {
        this.write(flush);
        alsoChange();
      });
    }
    this.#pending.add(flush);
  }

  private write(flush: Flush): void {
    this.sql.exec(
      `INSERT INTO log (slot, generation, body) VALUES (?, ?, ?)
       ON CONFLICT (slot) DO UPDATE SET generation = excluded.generation, body = excluded.body`,
      this.#pending.flushes,
      this.#generation,
      encodeFlush(flush),
    );
  }

  /** Called when the tables contain everything that was pending, and storage records that. The next round begins. */
  beginNext(): void {
    this.#pending = new Pending();
    this.#generation += 1;
  }
}
