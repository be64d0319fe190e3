import type { Area } from '../../../src/shared/schemas/area';
import type { Sync } from '../../../src/shared/protocol/down';

export const area = (fields: Partial<Area> = {}): Area => ({
  areaId: 'a1',
  areaName: 'Main Stage',
  capacity: 100,
  currentOccupancy: 0,
  totalEntries: 0,
  totalExits: 0,
  lastUpdatedAt: null,
  version: 0,
  ...fields,
});

export const sync = (fields: Partial<Sync> = {}): Sync => ({
  type: 'sync',
  eventId: 'e1',
  epoch: 'epoch-1',
  version: 0,
  clientId: 'client-1',
  lastSeq: 0,
  countingAllowed: true,
  subscriptionStatus: 'active',
  areas: [area()],
  ...fields,
});
