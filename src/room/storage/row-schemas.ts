import * as z from 'zod/mini';
import { SubscriptionStatusSchema } from '../../shared/schemas/user';
import { EventSchema } from '../../shared/schemas/event';
import { DEFAULT_DAY_CLOCK } from '../../shared/rules/business-day';
import { JURISDICTIONS, type Principal } from '../../rpc/contract';
import { rowSchema } from '../../stored/columns';
import { AREAS } from '../../stored/tables';
import { readFloors } from '../../stored/floors';
import { readTally } from '../../stored/tally';
import { firstDayRules } from '../days/day-rules';
import { type AreaState, CLIENT, type EventState, type LockState, TRIAL_END_UNKNOWN } from '../state';

/**
 * Schemas of the rows in a room's storage. Rows are checked when they are read, and their fields have the same names as
 * in memory.
 */

export const PrincipalSchema = z.custom<Principal>(
  (value) => typeof value === 'string' && /^(admin|code|key|display|source):./.test(value),
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
  plan: z.optional(z.object({ at: z.string(), people: z.nullable(z.int()) })),
  wantsCounts: z.optional(z.literal(true)),
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
  tapsBeforeTrial: z.optional(z.int()),
});

/**
 * Reads the stored account. An account that an earlier release stored without the trial's end bills nothing until the
 * next call brings that end. Of an account that it stored in its trial, all taps are the trial's.
 */
export function readLockState(text: string): LockState {
  const { trialEndsAt = TRIAL_END_UNKNOWN, ...account } = z.parse(StoredAccountSchema, JSON.parse(text));
  const { tapsBeforeTrial = account.status === 'trialing' ? 0 : undefined } = account;
  return { ...account, trialEndsAt, tapsBeforeTrial };
}

const AreaRowSchema = rowSchema(AREAS);

export function readAreaRow(row: unknown): AreaState {
  const { categories, floors, ...area } = z.parse(AreaRowSchema, row);
  return { ...area, tally: readTally(categories), floors: readFloors(floors) };
}

export const ClientRowSchema = z.extend(rowSchema(CLIENT), { principal: PrincipalSchema });
