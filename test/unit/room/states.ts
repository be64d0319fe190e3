import { type AreaState, type EvacuationState, newArea, type RoomState } from '../../../src/room/state/room-state';
import type { LedgerRow } from '../../../src/stored/ledger';
import { ledgerFact } from '../../support/ledger-fact';

export const areaState = (areaId: string, changes: Partial<AreaState> = {}): AreaState => ({
  ...newArea(areaId, areaId, 10, 0),
  occupancy: 5,
  ins: 5,
  version: 3,
  ...changes,
});

/** A run of five taps of one moment, each of one entry. */
export function ledgerRow(changes: Partial<LedgerRow>): LedgerRow {
  const { id: _id, ...row } = ledgerFact({ clientId: 'c', lastSeq: 5, gaps: '%', ins: 5, occupancy: 0, ...changes });
  return row;
}

/** The state of a room with these areas and an active account. */
export const roomState = (areas: readonly AreaState[], trialEndsAt = 0): RoomState => ({
  epoch: 'epoch',
  event: {
    eventId: 'event',
    jurisdiction: null,
    ownerId: 'owner',
    revision: 1,
    codeRevision: 0,
    displaySession: null,
    generation: 0,
    event: { eventId: 'event', eventName: 'Event', accessCode: 'ABCD2346' },
    dayRules: [{ timeZone: 'UTC', reportTime: '06:00', from: 0 }],
  },
  account: { revision: 1, status: 'active', trialEndsAt, lockedAt: null },
  deleted: false,
  evacuation: null,
  doubts: [],
  version: 3,
  days: new Map(),
  areas: new Map(areas.map((area) => [area.areaId, area])),
});

/** An evacuation that has just begun. */
export const evacuationState = (changes: Partial<EvacuationState> = {}): EvacuationState => ({
  evacuationId: 'evacuation-1',
  isDrill: false,
  startedAt: 0,
  startedOn: null,
  endedAt: null,
  ledgerAfter: 0,
  atStart: [],
  becameRealAt: null,
  unlockedUntil: null,
  endedOrders: [],
  isMistake: false,
  asksStaff: false,
  targetMinutes: null,
  ...changes,
});
