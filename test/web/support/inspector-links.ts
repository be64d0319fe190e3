import type { InspectorLink } from '../../../src/shared/inspections/schemas';

/** A link for an inspector, as the calls about links have it. */
export const inspectorLink = (fields: Partial<InspectorLink> = {}): InspectorLink => ({
  linkId: 'l1',
  label: 'Officer Huber',
  createdAt: '2026-11-20T18:00:00.000Z',
  expiresAt: '2026-11-21T06:00:00.000Z',
  revokedAt: null,
  openings: 0,
  lastOpenedAt: null,
  ...fields,
});
