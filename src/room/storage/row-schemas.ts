import * as z from 'zod/mini';
import { SubscriptionStatusSchema } from '../../shared/schemas/user';
import { EventSchema } from '../../shared/schemas/event';
import { DEFAULT_DAY_CLOCK } from '../../shared/rules/business-day';
import { JURISDICTIONS, type Principal } from '../../rpc/contract';
import { firstDayRules } from '../days/day-rules';
import { type EventState, type LockState, TRIAL_END_UNKNOWN } from '../state';

/**
 * Schemas of the rows in a room's storage. Rows are checked when they are read, and their fields have the same names as
 * in memory.
 */

export const PrincipalSchema = z.custom<Principal>(
  (value) => typeof value === 'string' && /^(admin|code|display):./.test(value),
);

export const JurisdictionSchema = z.nullable(z.enum(JURISDICTIONS));

const DayRuleSchema = z.object({ timeZone: z.string(), reportTime: z.string(), from: z.int() });

const StoredEventSchema = z.object({
  eventId: z.string(),
  jurisdiction: JurisdictionSchema,
  ownerId: z.string(),
  revision: z.int(),
  codeRevision: z.int(),
  displaySession: z.optional(z.nullable(z.string())),
  event: EventSchema,
  dayRules: z.optional(z.tuple([DayRuleSchema], DayRuleSchema)),
  generation: z.optional(z.int()),
});

/**
 * Reads the stored event. An event that an earlier release stored without day rules counts as revision 0, so that the
 * next call makes the room load it from D1.
 */
export function readEventState(text: string): EventState {
  const { dayRules, ...event } = z.parse(StoredEventSchema, JSON.parse(text));
  if (dayRules !== undefined) return { ...event, dayRules };
  return { ...event, revision: 0, dayRules: firstDayRules(DEFAULT_DAY_CLOCK) };
}

const StoredAccountSchema = z.object({
  revision: z.int(),
  status: z.nullable(SubscriptionStatusSchema),
  lockedAt: z.nullable(z.int()),
  trialEndsAt: z.optional(z.int()),
});

/**
 * Reads the stored account. An account that an earlier release stored without the trial's end bills nothing until the
 * next call brings that end.
 */
export function readLockState(text: string): LockState {
  const { trialEndsAt = TRIAL_END_UNKNOWN, ...account } = z.parse(StoredAccountSchema, JSON.parse(text));
  return { ...account, trialEndsAt };
}

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

export const LEDGER_COLUMNS = `client_id AS clientId, area_id AS areaId, other_area_id AS otherAreaId, first_seq AS firstSeq,
  last_seq AS lastSeq, change, ins, outs, floored, adjusted, undoes, undone_at AS undoneAt,
  occurred_at AS occurredAt, gaps, received_at AS receivedAt, occupancy`;

export const LedgerRowSchema = z.object({
  clientId: z.string(),
  areaId: z.string(),
  otherAreaId: z.nullable(z.string()),
  firstSeq: z.int(),
  lastSeq: z.int(),
  change: z.int(),
  ins: z.int(),
  outs: z.int(),
  floored: z.int(),
  adjusted: z.int(),
  undoes: z.nullable(z.int()),
  undoneAt: z.nullable(z.int()),
  occurredAt: z.int(),
  gaps: z.nullable(z.string()),
  receivedAt: z.int(),
  occupancy: z.int(),
});
