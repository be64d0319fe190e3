import * as z from 'zod/mini';
import { MachineTroubleSchema } from '../shared/machines/trouble';
import { ItemAnswerSchema, SentItemSchema, type SourceSender, StoredSourceSchema } from './source-batch';

/** What calls show of machines that count. Times are ISO 8601 in UTC. */

/** A sender in words: an API key with its name, or the organizer's own session. */
const SenderSchema = z.object({
  type: z.enum(['apiKey', 'organizer']),
  keyId: z.nullable(z.string()),
  /** The key's name; null for the organizer, and for a key that is not listed any more. */
  name: z.nullable(z.string()),
  /** False for a key of another event, or one that has expired, was revoked or deleted: the next key that sends takes the source over. */
  isInForce: z.boolean(),
});

const TriedSchema = z.object({ by: SenderSchema, at: z.string(), times: z.int() });

export const SourceViewSchema = z.object({
  sourceId: z.string(),
  /** Its own name, that of its door, or its id. */
  name: z.string(),
  /** What it says about itself, with what the room has noticed. */
  settings: StoredSourceSchema,
  /** To whom it belongs: nobody else sends for it. */
  owner: SenderSchema,
  /** The last sender that was refused because the source belongs to another one, and how often in a row. */
  refusedSender: z.nullable(TriedSchema),
  addedAt: z.string(),
  lastHeardAt: z.string(),
  /** What is wrong with it now; null if it counts as it should. */
  trouble: z.nullable(MachineTroubleSchema),
  /** How many of its people may be missing where, until somebody says whether they were counted; missing if nobody may be. */
  doubts: z.optional(z.array(z.object({ areaId: z.string(), people: z.int() }))),
  /** The number that its next delta with a `seq` must have. */
  nextSeq: z.int(),
  /** How far its clock is behind, in ms; null as long as that is not known. */
  clockOffsetMs: z.nullable(z.int()),
});
export type SourceView = z.infer<typeof SourceViewSchema>;

/** An item with its answer, and when it came. */
const AnsweredItemSchema = z.object({ at: z.string(), item: SentItemSchema, answer: ItemAnswerSchema });
export type AnsweredItem = z.infer<typeof AnsweredItemSchema>;

/** The answer of GET /api/events/{eventId}/sources. */
export const SourceListSchema = z.object({ sources: z.array(SourceViewSchema) });

/** The last items, refused items and items with a notice since the event last slept, newest first. */
const RECENT = {
  items: z.array(AnsweredItemSchema),
  refusals: z.array(AnsweredItemSchema),
  notices: z.array(AnsweredItemSchema),
};

/** The answer of GET /api/events/{eventId}/sources/{sourceId}. */
export const SourceDetailSchema = z.extend(SourceViewSchema, RECENT);
export type SourceDetailView = z.infer<typeof SourceDetailSchema>;

/** What a room knows of a source. The names of keys are in D1. */
export interface SourceFacts extends Omit<SourceView, 'owner' | 'refusedSender'> {
  owner: SourceSender;
  refusedSender: { by: SourceSender; at: string; times: number } | null;
}
export type SourceDetail = SourceFacts & Pick<SourceDetailView, keyof typeof RECENT>;
