import type { LedgerRow } from './state';

/**
 * The ledger row of the own tap `seq` that an undo of `change` takes back; undefined when that tap is not there, did
 * something else, or was undone already. A row is a run of equal taps, so its seqs say exactly what each tap did.
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
  return isTap ? row : undefined;
}
