import * as z from 'zod/mini';
import { SubscriptionStatusSchema } from '../../shared/schemas/user';
import { EventSchema } from '../../shared/schemas/event';
import { JURISDICTIONS, type Principal } from '../../rpc/identity';
import { rowSchema } from '../../stored/columns';
import { AREAS } from '../../stored/tables';
import { readFloors } from '../../stored/floors';
import { readTally } from '../../stored/tally';
import { type AreaState, CLIENT, type EventState, type LockState } from '../state/room-state';

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
  displaySession: z.nullable(z.string()),
  event: EventSchema,
  dayRules: z.tuple([DayRuleSchema], DayRuleSchema),
  generation: z.int(),
  plan: z.optional(z.object({ at: z.string(), people: z.nullable(z.int()) })),
  wantsCounts: z.optional(z.literal(true)),
});

export const readEventState = (text: string): EventState => z.parse(StoredEventSchema, JSON.parse(text));

const StoredAccountSchema = z.object({
  revision: z.int(),
  status: z.nullable(SubscriptionStatusSchema),
  lockedAt: z.nullable(z.int()),
  trialEndsAt: z.int(),
  tapsBeforeTrial: z.optional(z.int()),
});

export const readLockState = (text: string): LockState => z.parse(StoredAccountSchema, JSON.parse(text));

const AreaRowSchema = rowSchema(AREAS);

export function readAreaRow(row: unknown): AreaState {
  const { categories, floors, ...area } = z.parse(AreaRowSchema, row);
  return { ...area, tally: readTally(categories), floors: readFloors(floors) };
}

export const ClientRowSchema = z.extend(rowSchema(CLIENT), { principal: PrincipalSchema });
