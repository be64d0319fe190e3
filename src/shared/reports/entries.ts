import * as z from 'zod/mini';
import { OrderKindSchema } from '../orders/schemas';

/** What a report says of changes, alerts and orders, each with who did it. Times are ISO 8601 in UTC. */

const Int = z.int();
const Time = z.string();
const MaybeTime = z.nullable(Time);

export const ActorSchema = z.enum(['admin', 'accessCode', 'apiKey', 'inspector', 'system', 'operator']);
export type ReportActor = z.infer<typeof ActorSchema>;

/** The present name of the API key that did something; null for a deleted key, and missing for all other users. */
const KeyNameSchema = z.optional(z.nullable(z.string()));

/**
 * Which member of the account did something (docs/product.md, U9). It is missing for all other users, and in an account
 * that has only ever had one member.
 */
export const PersonSchema = z.object({
  /** The email of the login; null for somebody who belongs to the account no more. */
  email: z.nullable(z.string()),
  /** The number of such a former member. */
  formerMember: z.optional(Int),
});
export type ReportPerson = z.infer<typeof PersonSchema>;
const MaybePerson = z.optional(PersonSchema);

export const JournalEntrySchema = z.object({
  at: Time,
  actor: ActorSchema,
  keyName: KeyNameSchema,
  person: MaybePerson,
  /** The name of the API key, or the member, to whom a machine belonged before it was taken over. */
  formerKeyName: KeyNameSchema,
  formerOwner: MaybePerson,
  kind: z.string(),
  areaId: z.nullable(z.string()),
  areaName: z.nullable(z.string()),
  before: z.nullable(z.unknown()),
  after: z.nullable(z.unknown()),
  note: z.nullable(z.string()),
  /** How often it happened within the hour after `at`, for an entry that stands for several. */
  times: z.optional(Int),
});
export type ReportJournalEntry = z.infer<typeof JournalEntrySchema>;

export const AlertEntrySchema = z.object({
  /** The area's id; null for the whole venue. */
  areaId: z.nullable(z.string()),
  areaName: z.nullable(z.string()),
  /** The threshold in percent of the capacity. */
  threshold: Int,
  /** When the alert was raised and when it ended. A time is null if it is before or after the report's days. */
  raisedAt: MaybeTime,
  endedAt: MaybeTime,
  /** When and by whom the alert was acknowledged; null if nobody has acknowledged it. */
  acknowledgedAt: MaybeTime,
  acknowledgedBy: z.nullable(ActorSchema),
  acknowledgedByKeyName: KeyNameSchema,
  acknowledgedByPerson: MaybePerson,
  /** The name of the device on which it was acknowledged; null if there is none. */
  acknowledgedOn: z.nullable(z.string()),
  /** What somebody wrote about what was done. */
  note: z.optional(z.nullable(z.string())),
});
export type ReportAlert = z.infer<typeof AlertEntrySchema>;

export const OrderEntrySchema = z.object({
  kind: OrderKindSchema,
  /** The doors that the order was for: all, those of an area, or one device. */
  target: z.enum(['event', 'area', 'device']),
  /** The area, for an order to the doors of an area. */
  areaId: z.nullable(z.string()),
  areaName: z.nullable(z.string()),
  /** The device's name, for an order to one door that has a name. */
  deviceName: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** When the order was given and when it ended. A time is null if it is before or after the report's days. */
  givenAt: MaybeTime,
  givenBy: z.nullable(ActorSchema),
  givenByKeyName: KeyNameSchema,
  givenByPerson: MaybePerson,
  endedAt: MaybeTime,
  endedBy: z.nullable(ActorSchema),
  endedByKeyName: KeyNameSchema,
  endedByPerson: MaybePerson,
  /** Whether it ended because a new order for the same doors replaced it. */
  isReplaced: z.boolean(),
  /** How many devices confirmed the order, and how many it addressed: those, and those that were connected at its end. */
  confirmed: Int,
  devices: Int,
  /** How many seconds the last of the confirmations took; null without any, and if it is not known. */
  slowestSeconds: z.nullable(Int),
});
export type ReportOrder = z.infer<typeof OrderEntrySchema>;
