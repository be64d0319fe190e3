import { tapTimes } from '../../reports/tap-times';
import type { LedgerRow } from '../state';

/**
 * Finds the ledger row of the client's own tap `seq`, which an undo of `change` takes back; undefined when the tap is
 * not there, did something else, or was undone already. A row is a run of equal taps, so its seqs say exactly what each
 * tap did.
 * @param otherAreaId for an undone transfer: this is about the row on `areaId`, one of its two
 */
export function findUndoableRow(
  rows: readonly LedgerRow[],
  areaId: string,
  seq: number,
  change: number,
  otherAreaId: string | null = null,
): LedgerRow | undefined {
  if (rows.some((row) => row.undoes === seq)) return undefined;
  const row = rows.find((one) => one.firstSeq <= seq && seq <= one.lastSeq && one.areaId === areaId);
  const isTap = row?.undoes === null && row.otherAreaId === otherAreaId && row.change === 0 - change;
  if (!isTap) return undefined;
  return { ...row, occurredAt: tapTimes(row)?.[seq - row.firstSeq] ?? row.occurredAt };
}
