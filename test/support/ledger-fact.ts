import type { LedgerFact } from '../../src/reports/facts';

/** A ledger row of one entry; `changes` overrides its fields. */
export const ledgerFact = (changes: Partial<LedgerFact> = {}): LedgerFact => ({
  id: 1,
  clientId: 'door',
  areaId: 'main',
  otherAreaId: null,
  firstSeq: 1,
  lastSeq: 1,
  change: 1,
  ins: 1,
  outs: 0,
  floored: 0,
  adjusted: 0,
  undoes: null,
  undoneAt: null,
  occurredAt: 0,
  gaps: null,
  receivedAt: 0,
  occupancy: 1,
  category: null,
  ...changes,
});
