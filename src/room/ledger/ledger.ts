import * as z from 'zod/mini';
import type { LedgerFact } from '../../reports/facts';
import { IDS_PER_MS } from '../../shared/reports/limits';
import type { RoomSql } from '../ports';
import { BLOCK_ROWS_MAX, BlockSchema, decodeBlock, encodeBlocks } from './blocks';

const IdRowSchema = z.object({ id: z.int() });

const ALL = Number.MAX_SAFE_INTEGER;

const BLOCK = 'SELECT first_id AS firstId, last_id AS lastId, body FROM ledger_blocks';
const BLOCK_AFTER = `${BLOCK} WHERE last_id > ? ORDER BY last_id LIMIT 1`;
/** The last block with rows between two ids that contains a text. */
const BLOCK_BEFORE = `${BLOCK} WHERE last_id > ? AND first_id < ? AND instr(body, ?) > 0 ORDER BY last_id DESC LIMIT 1`;

/** The first `limit` of these rows; the others are not read. */
export function firstOf(rows: Iterable<LedgerFact>, limit: number): LedgerFact[] {
  const first: LedgerFact[] = [];
  for (const row of rows) if (first.push(row) === limit) break;
  return first;
}

/** A block of which rows were asked for. */
interface Part {
  lastId: number;
  /** The rows that were asked for. */
  rows: LedgerFact[];
  all: LedgerFact[];
}

/**
 * The ledger's rows in storage, and all SQL on them. Rows are stored in blocks (docs/decisions/0031) and read one block
 * at a time, in the order of their ids, so memory stays bounded whatever is read. Ids are `receivedAt` × IDS_PER_MS plus a
 * running number.
 */
export class Ledger {
  constructor(private readonly sql: RoomSql) {}

  /** The highest id; 0 while the ledger is empty. */
  get lastId(): number {
    const [row] = this.sql.exec('SELECT coalesce(max(last_id), 0) AS id FROM ledger_blocks');
    return z.parse(IdRowSchema, row).id;
  }

  /**
   * Adds rows in the order of their ids.
   * @throws {Error} if an id is not above all ids before it
   */
  append(rows: readonly LedgerFact[]): void {
    let last = this.lastId;
    for (const { id } of rows) {
      if (id <= last) throw new Error(`The ledger has a row ${last}, so it takes no row ${id}`);
      last = id;
    }
    this.write(rows);
  }

  private write(rows: readonly LedgerFact[]): void {
    for (const { firstId, lastId, body } of encodeBlocks(rows)) {
      this.sql.exec('INSERT INTO ledger_blocks (last_id, first_id, body) VALUES (?, ?, ?)', lastId, firstId, body);
    }
  }

  /** The rows with ids above `after`, up to `upTo`. The ledger may change while they are read. */
  *rows(after: number, upTo = ALL): Generator<LedgerFact, void> {
    for (const { rows } of this.parts(after, upTo)) yield* rows;
  }

  /** The rows that were received since `at` (epoch ms). */
  since(at: number): Generator<LedgerFact, void> {
    return this.rows(at * IDS_PER_MS - 1);
  }

  /** The first `limit` of these rows. */
  page(after: number, upTo: number, limit: number): LedgerFact[] {
    return firstOf(this.rows(after, upTo), limit);
  }

  /**
   * The client's rows that were received since `at` (epoch ms) and have ids below `end`, in order, at least those from
   * its tap `seq` on. Reads backward and stops before that tap, because a client's seqs rise with the ids. Blocks
   * without the client are not decoded.
   */
  of(clientId: string, at: number, seq: number, end = ALL): LedgerFact[] {
    const after = at * IDS_PER_MS - 1;
    const isOwn = (row: LedgerFact) => row.clientId === clientId && row.id > after && row.id < end;
    /** Newest first. */
    const parts: LedgerFact[][] = [];
    for (let before = end; ;) {
      const block = this.block(BLOCK_BEFORE, after, before, JSON.stringify(clientId));
      if (block === undefined) break;
      const own = decodeBlock(block.body).filter(isOwn);
      parts.push(own);
      // The two rows of a transfer have one seq, and may be in two blocks.
      if (own[0] !== undefined && own[0].firstSeq < seq) return parts.toReversed().flat();
      before = block.firstId;
    }
    return parts.toReversed().flat();
  }

  private block(query: string, ...values: (number | string)[]): z.infer<typeof BlockSchema> | undefined {
    const [row] = this.sql.exec(query, ...values);
    return row === undefined ? undefined : z.parse(BlockSchema, row);
  }

  private *parts(after: number, upTo: number): Generator<Part, void> {
    for (let last = after; last < upTo;) {
      const block = this.block(BLOCK_AFTER, last);
      if (block === undefined) return;
      const { lastId } = block;
      const all = decodeBlock(block.body);
      const rows = all.filter(({ id }) => id > after && id <= upTo);
      if (rows.length > 0) yield { lastId, rows, all };
      last = lastId;
    }
  }

  /** Whether there are rows that were received before `at` (epoch ms). */
  hasBefore(at: number): boolean {
    const [first] = this.sql.exec('SELECT first_id AS id FROM ledger_blocks ORDER BY last_id LIMIT 1');
    return first !== undefined && z.parse(IdRowSchema, first).id < at * IDS_PER_MS;
  }

  /** Deletes about `limit` rows that were received before `at` (epoch ms); returns whether more such rows are left. */
  deleteBefore(at: number, limit: number): boolean {
    const id = at * IDS_PER_MS;
    this.sql.exec(
      'DELETE FROM ledger_blocks WHERE last_id IN (SELECT last_id FROM ledger_blocks WHERE last_id < ? ORDER BY last_id LIMIT ?)',
      id,
      Math.ceil(limit / BLOCK_ROWS_MAX),
    );
    const isWhole = this.sql.exec('SELECT 1 FROM ledger_blocks WHERE last_id < ? LIMIT 1', id).length > 0;
    // The last of them may be in a block that also has later rows.
    if (!isWhole) this.deleteWhere(0, id - 1, limit, () => true);
    return this.hasBefore(at);
  }

  /**
   * Scans at least `limit` rows with ids above `after`, up to `upTo`, and at most a block more, and deletes those that
   * `isGone` names. Returns the id after which the scan continues, or null when it is done.
   */
  deleteWhere(after: number, upTo: number, limit: number, isGone: (row: LedgerFact) => boolean): number | null {
    let scanned = 0;
    for (const { lastId, rows, all } of this.parts(after, upTo)) {
      const gone = new Set(rows.filter(isGone));
      if (gone.size > 0)
        this.sql.transaction(() => {
          this.sql.exec('DELETE FROM ledger_blocks WHERE last_id = ?', lastId);
          this.write(all.filter((row) => !gone.has(row)));
        });
      scanned += rows.length;
      if (scanned >= limit) return rows.at(-1)?.id ?? null;
    }
    return null;
  }
}
