import * as z from 'zod/mini';
import type { SealsRead, StoredSeal } from '../../reports/plan';
import { only, rowSchema, selectList } from '../../stored/columns';
import { SEALS } from '../../stored/tables';
import type { RoomSql } from '../ports';

/** A revision of a closed day that is not sealed yet. */
const OPEN_LINK = only(SEALS, 'seq', 'day', 'revision', 'ledgerUpTo');
const OpenLinkSchema = rowSchema(OPEN_LINK);
export type OpenLink = z.infer<typeof OpenLinkSchema>;

const SealedSchema = z.object({
  seq: z.int(),
  day: z.string(),
  revision: z.int(),
  body: z.string(),
  signature: z.nullable(z.string()),
  fingerprint: z.string(),
});

const OPEN_COLUMNS = selectList(OPEN_LINK);
const SEALED_COLUMNS = 'seq, day, revision, body, signature, fingerprint';

/**
 * All SQL on a room's chain of seals. A link is opened together with its report and is sealed soon after; a sealed link
 * never changes. Links are sealed in the order of their numbers.
 */
export class SealRows {
  constructor(private readonly sql: RoomSql) {}

  /** Opens the next link. Must be called in the transaction that stores the report. */
  open({ day, revision }: { day: string; revision: number }, ledgerUpTo: number): void {
    this.sql.exec('INSERT INTO seals (day, revision, ledger_up_to) VALUES (?, ?, ?)', day, revision, ledgerUpTo);
  }

  /** The next link to seal; undefined when all are sealed. */
  get nextOpen(): OpenLink | undefined {
    // Most rooms have none, which their newest link shows.
    const [newest] = this.sql.exec('SELECT body IS NULL AS isOpen FROM seals ORDER BY seq DESC LIMIT 1');
    if (newest === undefined || z.parse(z.object({ isOpen: z.int() }), newest).isOpen === 0) return undefined;
    const [row] = this.sql.exec(`SELECT ${OPEN_COLUMNS} FROM seals WHERE body IS NULL ORDER BY seq LIMIT 1`);
    return row === undefined ? undefined : z.parse(OpenLinkSchema, row);
  }

  /** The newest sealed link. */
  get head(): StoredSeal | undefined {
    return this.list({ before: Number.MAX_SAFE_INTEGER, limit: 1 })[0];
  }

  /** Seals an open link, and makes other changes in the same transaction; a sealed one stays as it is. */
  seal(
    seq: number,
    { body, signature, fingerprint }: Pick<StoredSeal, 'body' | 'signature' | 'fingerprint'>,
    alsoChange: () => void,
  ): void {
    this.sql.transaction(() => {
      this.sql.exec(
        'UPDATE seals SET body = ?, signature = ?, fingerprint = ? WHERE seq = ? AND body IS NULL',
        body,
        signature,
        fingerprint,
        seq,
      );
      alsoChange();
    });
  }

  /** Gives an open link up: its report was deleted before it could be sealed. */
  drop(seq: number): void {
    this.sql.exec('DELETE FROM seals WHERE seq = ? AND body IS NULL', seq);
  }

  /** Sealed links, newest first. */
  list({ before, limit, day }: SealsRead): StoredSeal[] {
    return this.sql
      .exec(
        `SELECT ${SEALED_COLUMNS} FROM seals WHERE seq < ? AND body IS NOT NULL AND day = coalesce(?, day)
         ORDER BY seq DESC LIMIT ?`,
        before,
        day ?? null,
        limit,
      )
      .map((row) => z.parse(SealedSchema, row));
  }
}
