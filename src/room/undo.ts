import { tapTimes } from '../shared/report/tap-times';
import type { LedgerRow } from './state';

/**
 * The ledger row of the own tap `seq` that an undo of `change` takes back, at the time of that tap; undefined when the tap
 * is not there, did something else, or was undone already. A row is a run of equal taps, so its seqs say exactly what each
 * tap did.
 *
 * @param otherAreaId of an undone transfer: of its two rows this is about the one on `areaId`
 */
export function undoable(
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
