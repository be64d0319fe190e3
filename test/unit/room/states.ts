import type { AreaState, LedgerRow } from '../../../src/room/state';

export const areaState = (areaId: string, changes: Partial<AreaState> = {}): AreaState => ({
  areaId,
  areaName: areaId,
  capacity: 10,
  position: 0,
  occupancy: 5,
  ins: 5,
  outs: 0,
  floored: 0,
  adjustments: 0,
  countsFrom: 0,
  lastUpdatedAt: null,
  version: 3,
  deletedAt: null,
  ...changes,
});

/** A run of five taps of one person in. */
export const ledgerRow = (changes: Partial<LedgerRow>): LedgerRow => ({
  clientId: 'c',
  areaId: 'main',
  otherAreaId: null,
  firstSeq: 1,
  lastSeq: 5,
  change: 1,
  ins: 5,
  outs: 0,
  floored: 0,
  adjusted: 0,
  undoes: null,
  undoneAt: null,
  occurredAt: 0,
  gaps: null,
  receivedAt: 0,
  occupancy: 0,
  ...changes,
});
