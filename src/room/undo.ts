import type { LedgerRow } from './state';

/**
 * The ledger row of the own tap `seq` that an undo of `change` takes back, or undefined when there is none, it was
 * undone already, or more would be undone than the row counted. Rows gather several taps: the narrowest that holds
 * the seq is the tap's.
 */
export function undoable(
  rows: readonly LedgerRow[],
  areaId: string,
  seq: number,
  change: number,
): LedgerRow | undefined {
  const ofArea = rows.filter((row) => row.areaId === areaId);
  if (ofArea.some((row) => row.undoes === seq)) return undefined;
  const [row] = ofArea
    .filter((candidate) => candidate.undoes === null && candidate.firstSeq <= seq && seq <= candidate.lastSeq)
    .toSorted((a, b) => a.lastSeq - a.firstSeq - (b.lastSeq - b.firstSeq));
  if (row === undefined) return undefined;
  const undone = ofArea.filter(({ undoes }) => undoes !== null && row.firstSeq <= undoes && undoes <= row.lastSeq);
  const left = change < 0 ? sum(undone, 'ins') + row.ins : sum(undone, 'outs') + row.outs;
  return left >= Math.abs(change) ? row : undefined;
}

const sum = (rows: readonly LedgerRow[], field: 'ins' | 'outs'): number =>
  rows.reduce((total, row) => total + row[field], 0);
