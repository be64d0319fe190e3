import type { Alert } from '../../../src/shared/schemas/alert';

export const alert = (fields: Partial<Alert> = {}): Alert => ({
  alertId: 'al1',
  areaId: 'a1',
  threshold: 90,
  occupancy: 451,
  capacity: 500,
  raisedAt: '2026-11-20T22:41:00Z',
  acknowledgedAt: null,
  acknowledgedBy: null,
  ...fields,
});
