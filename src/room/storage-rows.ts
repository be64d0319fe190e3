import * as z from 'zod/mini';
import { SubscriptionStatusSchema } from '../shared/schemas/user';
import { EventSchema } from '../shared/schemas/event';
import { JURISDICTIONS, type Principal } from '../lib/contract';

/** Rows of a room's storage, checked as they are read and named as in memory. */

export const PrincipalSchema = z.custom<Principal>(
  (value) => typeof value === 'string' && /^(admin|code):./.test(value),
);

export const JurisdictionSchema = z.nullable(z.enum(JURISDICTIONS));

export const EventStateSchema = z.object({
  eventId: z.string(),
  jurisdiction: JurisdictionSchema,
  ownerId: z.string(),
  revision: z.int(),
  codeRevision: z.int(),
  event: EventSchema,
});

export const LockStateSchema = z.object({
  revision: z.int(),
  status: z.nullable(SubscriptionStatusSchema),
  lockedAt: z.nullable(z.int()),
});

export const MetaRowSchema = z.object({ key: z.string(), value: z.string() });

export const AreaRowSchema = z.object({
  areaId: z.string(),
  areaName: z.string(),
  capacity: z.int(),
  position: z.int(),
  occupancy: z.int(),
  ins: z.int(),
  outs: z.int(),
  floored: z.int(),
  adjustments: z.int(),
  countsFrom: z.int(),
  lastUpdatedAt: z.nullable(z.int()),
  version: z.int(),
  deletedAt: z.nullable(z.int()),
});

export const ClientRowSchema = z.object({
  clientId: z.string(),
  principal: PrincipalSchema,
  lastSeq: z.int(),
  version: z.int(),
});

export const LedgerRowSchema = z.object({
  clientId: z.string(),
  areaId: z.string(),
  firstSeq: z.int(),
  lastSeq: z.int(),
  change: z.int(),
  ins: z.int(),
  outs: z.int(),
  floored: z.int(),
  adjusted: z.int(),
  undoes: z.nullable(z.int()),
  occurredAt: z.int(),
  receivedAt: z.int(),
  occupancy: z.int(),
});
