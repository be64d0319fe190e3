import * as z from 'zod/mini';
import { MINUTE_MS } from '../../shared/durations';
import { IDS_PER_MS } from '../../shared/reports/limits';
import { LATE_TAP_MS } from '../../shared/schemas/limits';
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

/** Ins, outs and the change of the occupancy in one area in one minute of the room's clock. */
export interface Move extends Taps {
  areaId: string;
  /** Minutes since the epoch. */
  minute: number;
  isTransfer: boolean;
  /** By how many people the occupancy rose; negative if it fell. */
  rise: number;
}

const SettingRowSchema = z.object({ areaId: z.string(), at: z.int(), rise: z.int() });

const NO_TAPS: Readonly<Taps> = { ins: 0, outs: 0, lateIns: 0, lateOuts: 0 };

export const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS);

/** What a ledger row adds to the flow. */
export function moveOf(row: LedgerRow): Move {
  const { areaId, otherAreaId, occurredAt, receivedAt, ins, outs, floored, adjusted } = row;
  const isLate = receivedAt - occurredAt > LATE_TAP_MS;
  return {
    ins,
    outs,
    lateIns: isLate ? ins : 0,
    lateOuts: isLate ? outs : 0,
    areaId,
    minute: minuteOf(receivedAt),
    isTransfer: otherAreaId !== null,
    rise: ins - outs + floored + adjusted,
  };
}

/** What a reset or recount adds to the flow. */
export const settingOf = (areaId: string, at: number, rise: number): Move => ({
  ...NO_TAPS,
  areaId,
  minute: minuteOf(at),
  isTransfer: false,
  rise,
});

/** The SQL that reads resets and recounts for the flow. */
export class FlowRows {
  constructor(private readonly sql: RoomSql) {}

  /** Resets and recounts since `from` (epoch ms). */
  settingsSince(from: number): Move[] {
    return this.sql
      .exec(
        `SELECT area_id AS areaId, at, CAST(after AS INTEGER) - CAST(before AS INTEGER) AS rise
         FROM journal WHERE id >= ? AND at >= ? AND kind IN ('occupancy_reset', 'occupancy_recounted')`,
        from * IDS_PER_MS,
        from,
      )
      .map((row) => {
        const { areaId, at, rise } = z.parse(SettingRowSchema, row);
        return settingOf(areaId, at, rise);
      });
  }
}
