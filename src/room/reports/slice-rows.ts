import * as z from 'zod/mini';
import { IDS_PER_MS, SLOT_MS, UNDO_REACH_MS } from '../../shared/limits';
import { type LedgerFact, LedgerFactSchema } from '../../reports/facts';
import type { RoomSql } from '../ports';
import { LEDGER_COLUMNS } from '../../stored/ledger';

const SlotRowSchema = z.object({ slot: z.int(), taps: z.int(), rows: z.int(), lastId: z.int() });

/** The result of a survey of a part of the ledger. */
export interface SurveyedRows {
  /** The id of the part's last row. */
  lastId: number;
  /** The number of taps in each slot of SLOT_MS since the epoch, without undoes. */
  slots: readonly { slot: number; taps: number }[];
}

/** The SQL that reads a ledger in slices of time. */
export class SliceRows {
  constructor(private readonly sql: RoomSql) {}

  /** Surveys the first `limit` rows with ids above `after`, up to `upTo`; returns null if there are none. */
  survey(after: number, upTo: number, limit: number): SurveyedRows | null {
    const slots = this.sql
      .exec(
        `SELECT iif(undoes IS NULL, occurred_at / ${SLOT_MS}, -1) AS slot, sum(last_seq - first_seq + 1) AS taps,
           count(*) AS rows, max(id) AS lastId
         FROM (SELECT id, undoes, occurred_at, first_seq, last_seq FROM ledger WHERE id > ? AND id <= ? ORDER BY id LIMIT ?)
         GROUP BY 1`,
        after,
        upTo,
        limit,
      )
      .map((row) => z.parse(SlotRowSchema, row));
    if (slots.length === 0) return null;
    return {
      lastId: slots.reduce((last, { lastId }) => Math.max(last, lastId), after),
      slots: slots.filter(({ slot }) => slot >= 0).map(({ slot, taps }) => ({ slot, taps })),
    };
  }

  /** The undo rows with ids above `after`, up to `upTo`, and the rows of late taps (`adjusted` is not 0). */
  undoesAndLate(after: number, upTo: number): LedgerFact[] {
    return this.sql
      .exec(
        `SELECT ${LEDGER_COLUMNS} FROM ledger WHERE id > ? AND id <= ? AND (undoes IS NOT NULL OR adjusted <> 0) ORDER BY id`,
        after,
        upTo,
      )
      .map((row) => z.parse(LedgerFactSchema, row));
  }

  /**
   * The first `limit` rows with ids above `after`, up to `upTo`, that occurred in [from, to) (epoch ms) or are undoes,
   * in order.
   */
  between(after: number, upTo: number, from: number, to: number, limit: number): LedgerFact[] {
    return this.sql
      .exec(
        `SELECT ${LEDGER_COLUMNS} FROM ledger
         WHERE id > ? AND id <= ? AND (occurred_at >= ? AND occurred_at < ? OR undoes IS NOT NULL) ORDER BY id LIMIT ?`,
        after,
        upTo,
        from,
        to,
        limit,
      )
      .map((row) => z.parse(LedgerFactSchema, row));
  }

  /**
   * When the tap was made that an undo row takes back (epoch ms), for undo rows that were stored without this time;
   * null if the tap's row is deleted. Reads up to twelve hours of the ledger.
   */
  undoneAt({ id, clientId, areaId, undoes, receivedAt }: LedgerFact): number | null {
    const [row] = this.sql.exec(
      `SELECT occurred_at AS at FROM ledger WHERE id < ? AND id >= ? AND client_id = ? AND area_id = ? AND first_seq <= ?
         AND last_seq >= ? ORDER BY id DESC LIMIT 1`,
      id,
      (receivedAt - UNDO_REACH_MS) * IDS_PER_MS,
      clientId,
      areaId,
      undoes,
      undoes,
    );
    return row === undefined ? null : z.parse(z.object({ at: z.int() }), row).at;
  }
}
