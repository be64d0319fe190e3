import * as z from 'zod/mini';
import { SOURCE_ITEMS_MAX, SOURCE_KEY_MAX_LENGTH, SOURCE_SILENT_MINUTES_MAX } from './limits';
import { TAP_CHANGE_MAX } from '../shared/protocol/limits';
import { EPOCH_MS_MAX, ID_MAX_LENGTH } from '../shared/protocol/up';
import { DeviceNameSchema, DirectionSchema, SourceKindSchema } from '../shared/schemas/device';

/** Sources: machines that count (docs/product.md, M1). */

/** Who sends for machines: an API key, or the organizer. A source belongs to one of them (docs/product.md, M14). */
export type SourceSender = `key:${string}` | `admin:${string}`;

const IdSchema = z.string().check(z.minLength(1), z.maxLength(ID_MAX_LENGTH));
const WholeSchema = z.int().check(z.minimum(0));

/**
 * What a source says about itself. What it leaves out stays as it was said before. With `otherAreaId` the source stands in
 * a passage: people who go in come from the other area, and people who go out go there.
 */
export const SourceSchema = z.strictObject({
  sourceId: z.string().check(z.regex(/^[A-Za-z0-9._-]{1,48}$/)),
  sourceName: z.optional(DeviceNameSchema),
  door: z.optional(DeviceNameSchema),
  kind: z.optional(SourceKindSchema),
  direction: z.optional(DirectionSchema),
  /** Where its people are counted, unless an item names an area. */
  areaId: z.optional(IdSchema),
  otherAreaId: z.optional(IdSchema),
  /** IANA time zone of its times that have no offset; the event's if it is missing. */
  timeZone: z.optional(z.string()),
  /** How many bits its counters have, if they begin again from 0 after their highest number. */
  counterBits: z.optional(z.union([z.literal(16), z.literal(32)])),
  /** After this many minutes without a call the source counts as silent. */
  silentAfterMinutes: z.optional(z.int().check(z.minimum(1), z.maximum(SOURCE_SILENT_MINUTES_MAX))),
  /** After so many minutes in which all of its items were refused, the source counts as refused. */
  refusedAfterMinutes: z.optional(z.int().check(z.minimum(1), z.maximum(SOURCE_SILENT_MINUTES_MAX))),
});
export type Source = z.infer<typeof SourceSchema>;

/** A source as rooms store it: with what they have noticed themselves. */
export const StoredSourceSchema = z.object({
  ...SourceSchema.shape,
  /** Whether people of it counted when they arrived here, because their items had no time. */
  countsOnArrival: z.optional(z.boolean()),
});
export type StoredSource = z.infer<typeof StoredSourceSchema>;

/** ISO 8601, with or without an offset, or epoch ms. */
const TimeSchema = z.union([
  z.string().check(z.minLength(1), z.maxLength(40)),
  z.number().check(z.minimum(0), z.maximum(EPOCH_MS_MAX)),
]);

const PeopleSchema = z.int().check(z.minimum(0), z.maximum(TAP_CHANGE_MAX));
const DELTA = {
  areaId: z.optional(IdSchema),
  in: z.optional(PeopleSchema),
  out: z.optional(PeopleSchema),
  category: z.optional(IdSchema),
  /** Without it, the people count when they arrive here. */
  at: z.optional(TimeSchema),
};

/** People who passed since the item before. Its number in the source counts from 1 without gaps. */
export const NumberedDeltaSchema = z.strictObject({ seq: z.int().check(z.minimum(1)), ...DELTA });
/** The same, with a key that no other item of the source has. */
export const KeyedDeltaSchema = z.strictObject({
  key: z.string().check(z.minLength(1), z.maxLength(SOURCE_KEY_MAX_LENGTH)),
  ...DELTA,
});
/** What the source's counters showed at a time. */
export const TotalsSchema = z.strictObject({
  inTotal: WholeSchema,
  outTotal: WholeSchema,
  areaId: z.optional(IdSchema),
  /** Without it, the totals are those of their arrival. */
  at: z.optional(TimeSchema),
});

const SourceItemSchema = z.union([NumberedDeltaSchema, KeyedDeltaSchema, TotalsSchema]);
export type SourceItem = z.infer<typeof SourceItemSchema>;
export type Totals = z.infer<typeof TotalsSchema>;
export type Delta = Exclude<SourceItem, Totals>;

/** An item as a list of what came shows it: one of those above, a scan, or what could not be read. */
export const SentItemSchema = z.partial(
  z.object({
    seq: z.int(),
    key: z.string(),
    inTotal: WholeSchema,
    outTotal: WholeSchema,
    ...DELTA,
    /** Whether a scan was taken back. */
    isTakenBack: z.boolean(),
    /** Which field of the item is wrong, in words. */
    wrong: z.string(),
  }),
);
export type SentItem = z.infer<typeof SentItemSchema>;

const itemsOf = <T extends z.ZodMiniType>(item: T) =>
  z.array(item).check(z.minLength(1), z.maxLength(SOURCE_ITEMS_MAX));

/** The body of POST /api/events/{eventId}/counts. */
export const SourceBatchSchema = z.strictObject({
  source: SourceSchema,
  /** The source is the sender's from now on, whoever it belongs to (docs/product.md, M14). */
  takeOver: z.optional(z.boolean()),
  /** What the source's clock showed when it sent the call: it corrects the times of its items. */
  sentAt: z.optional(TimeSchema),
  items: itemsOf(SourceItemSchema),
});

/** The same body before its items are read one by one: a wrong one does not refuse the others. */
export const UnreadBatchSchema = z.extend(SourceBatchSchema, { items: itemsOf(z.unknown()) });

/** An item that cannot be read: which of its fields is wrong, in words. With a number, it uses that number up. */
export interface WrongItem {
  readonly wrong: string;
  readonly seq?: number;
}

/** A batch whose items were read. */
export interface SourceBatch extends Omit<z.infer<typeof SourceBatchSchema>, 'items'> {
  readonly items: readonly (SourceItem | WrongItem)[];
}

/** The body of POST /api/events/{eventId}/sources/{sourceId}/doubt. */
export const DoubtSettlementSchema = z.strictObject({
  /** Whether people who may be missing count now, or did before. */
  counted: z.boolean(),
  /** How many they are by what the caller has read: the sum of the source's doubts. */
  people: z.int().check(z.nonnegative()),
});
export type DoubtSettlement = z.infer<typeof DoubtSettlementSchema>;

/**
 * What the room noticed about totals. `baseline`: the first ones of the source, from which it counts on. `late`: they are
 * earlier than others that are known. `clock_set_back`: only their time is. `restarted`: they are near 0, so the source began
 * again; `midnight`: on another day of the source than the totals before. `totals_fell`: nobody knows why, so nobody was
 * counted. `wrapped`: a counter passed its highest number. `jump`: more people than can have passed, so nothing was counted.
 */
const NoticeSchema = z.enum([
  'baseline',
  'late',
  'clock_set_back',
  'restarted',
  'midnight',
  'totals_fell',
  'wrapped',
  'jump',
]);
export type Notice = z.infer<typeof NoticeSchema>;

export const ItemAnswerSchema = z.object({
  /** `duplicate`: the item was taken before, or later totals have its people. */
  status: z.enum(['accepted', 'duplicate', 'refused']),
  /** Why it was refused: a code of the errors, and its text. */
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  /** The people that it added. */
  in: z.optional(WholeSchema),
  out: z.optional(WholeSchema),
  /** Of the people who went out: how many were not inside by the counts. */
  floored: z.optional(WholeSchema),
  notice: z.optional(NoticeSchema),
});
export type ItemAnswer = z.infer<typeof ItemAnswerSchema>;

/**
 * What a ticketing system tells of one ticket: somebody was scanned in, or that is taken back. Its key is that of an item.
 */
interface Scan {
  readonly source: Source;
  readonly key: string;
  readonly isTakenBack: boolean;
}

/** What a call of the room counts. */
export type SourceCall = SourceBatch | Scan;

/** The answer: one entry for each item, in their order. */
export const SourceAnswerSchema = z.object({
  sourceId: z.string(),
  /** The number that the source's next delta with a `seq` must have. */
  nextSeq: z.int(),
  items: z.array(ItemAnswerSchema),
});
export type SourceAnswer = z.infer<typeof SourceAnswerSchema>;
