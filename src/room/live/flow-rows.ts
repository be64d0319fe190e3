import * as z from 'zod/mini';
import { IDS_PER_MS, LATE_TAP_MS, MINUTE_MS } from '../../shared/limits';
import type { RoomSql } from '../ports';
import type { LedgerRow } from '../../stored/ledger';

/** People who were counted in and out. */
export interface Taps {
  ins: number;
  outs: number;
  /** How many of `ins` and `outs` reached the room more than LATE_TAP_MS after they were counted. */
  lateIns: number;
  lateOuts: number;
}

/** Entries, exits and the change of the occupancy in one area in one minute of the room's clock. */
export interface Move extends Taps {
  areaId: string;
  /** Minutes since the epoch. */
  minute: number;
  isTransfer: boolean;
  /** By how many people the occupancy rose; negative if it fell. */
  rise: number;
}

const MoveRowSchema = z.object({
  areaId: z.string(),
  minute: z.int(),
  isTransfer: z.int(),
  ins: z.int(),
  outs: z.int(),
  lateIns: z.int(),
  lateOuts: z.int(),
  rise: z.int(),
});

const IS_LATE = `received_at - occurred_at > ${LATE_TAP_MS}`;

/** The taps of one ledger row. The function decides what is late by the same rule as {@link IS_LATE}. */
export function tapsOf({ ins, outs, receivedAt, occurredAt }: LedgerRow): Taps {
  const isLate = receivedAt - occurredAt > LATE_TAP_MS;
  return { ins, outs, lateIns: isLate ? ins : 0, lateOuts: isLate ? outs : 0 };
}

/** The SQL that sums ledger and journal by minute. */
export class FlowRows {
  constructor(private readonly sql: RoomSql) {}

  /** Taps, resets and recounts from minute `minute` on, as far as they are in the tables (and not only in the log). */
  since(minute: number): Move[] {
    const from = minute * MINUTE_MS;
    const taps = this.sql.exec(
      `SELECT area_id AS areaId, received_at / ${MINUTE_MS} AS minute, other_area_id IS NOT NULL AS isTransfer,
         sum(ins) AS ins, sum(outs) AS outs,
         sum(iif(${IS_LATE}, ins, 0)) AS lateIns, sum(iif(${IS_LATE}, outs, 0)) AS lateOuts, sum(ins - outs + floored + adjusted) AS rise
       FROM ledger WHERE id >= ? AND received_at >= ? GROUP BY 1, 2, 3`,
      from * IDS_PER_MS,
      from,
    );
    const set = this.sql.exec(
      `SELECT area_id AS areaId, at / ${MINUTE_MS} AS minute, 0 AS isTransfer, 0 AS ins, 0 AS outs,
         0 AS lateIns, 0 AS lateOuts,
         CAST(after AS INTEGER) - CAST(before AS INTEGER) AS rise
       FROM journal WHERE id >= ? AND at >= ? AND kind IN ('occupancy_reset', 'occupancy_recounted')`,
      from * IDS_PER_MS,
      from,
    );
    return [...taps, ...set]
      .map((row) => z.parse(MoveRowSchema, row))
      .map(({ isTransfer, ...move }) => ({ ...move, isTransfer: isTransfer === 1 }));
  }
}
