import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { AreaDefinitionSchema } from '../shared/schemas/area';
import { CategoriesSchema } from '../shared/schemas/category';
import { LetterheadSchema } from '../shared/schemas/report';
import { ScheduleSchema } from '../shared/schedule/schemas';
import { CapacityPlanSchema } from '../shared/rules/capacity-rules/plan';
import { VenueSettingsSchema } from '../shared/schemas/venue-settings';

/**
 * The format of an event file: NDJSON with a head, a line for each row of the room, and an end with the number of rows
 * and a hash. The file is ASCII, so that it can be split into parts at any byte.
 */

/** Files of version 1 are from before version 1.0 of the product: nothing reads them. */
export const EVENT_FILE_VERSION = 2;

/** The refusal of an event's or database's file of version 1. */
export const FILE_BEFORE_1_0 =
  'This file is from before version 1.0, and this version cannot read it. The version that wrote it can.';

/** The first line of the file: the event as D1 defines it, and what a room needs to import the other lines. */
export const EventFileHeadSchema = z.object({
  type: z.literal('head'),
  format: z.literal('headroom-event'),
  formatVersion: z.int(),
  /** The version of the room's storage: how many migrations it has. */
  roomSchema: z.int(),
  /** When the file was written, ISO 8601. */
  exportedAt: z.string(),
  eventId: z.string(),
  ownerId: z.string(),
  eventName: z.string(),
  accessCode: z.string(),
  revision: z.int(),
  /** The settings as D1 stores them: `capacity` is the venue's own number. */
  venue: z.nullable(VenueSettingsSchema),
  categories: z.nullable(CategoriesSchema),
  /** Missing without a plan. */
  capacityPlan: z.optional(CapacityPlanSchema),
  letterhead: LetterheadSchema,
  schedule: ScheduleSchema,
  /** When the event was created. Here and below, times are epoch ms. */
  createdAt: z.int(),
  /** The areas as D1 stores them: `capacity` is an area's own number. */
  areas: z.array(z.extend(z.omit(AreaDefinitionSchema, { ownCapacity: true }), { createdAt: z.int() })),
});
export type EventFileHead = z.infer<typeof EventFileHeadSchema>;

/** The last line of the file. */
export const FileEndSchema = z.object({
  type: z.literal('end'),
  rows: z.record(z.string(), z.int()),
  hash: z.string(),
});

export const EventFileLineSchema = z.discriminatedUnion('type', [
  EventFileHeadSchema,
  z.object({ type: z.literal('row'), table: z.string(), row: z.record(z.string(), z.unknown()) }),
  FileEndSchema,
]);

/** The refusal of a room that already has an event. */
export const EVENT_EXISTS = 'This event still exists. Import it as a new one.';

/** The progress of an import. */
export interface ImportProgress {
  /** How many bytes of the file the room has. */
  received: number;
  /** The account that gets the event. */
  ownerId: string;
}

/** The hash before the first line. */
export const NO_LINES = '';

/** Returns the SHA-256, in hex, of the hash over all earlier lines and this line. */
export const hashWith = (before: string, line: string): string =>
  createHash('sha256').update(before).update(line).digest('hex');

const ascii = (json: string): string =>
  json.replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

type FileLine = { type: 'head' } | { type: 'row'; table: string; row: object };

/** Writes the lines of one event file or database file, counts the rows, and hashes the lines. */
export class RowFileWriter {
  private hash = NO_LINES;
  private readonly rows = new Map<string, number>();

  line(content: FileLine): string {
    const line = ascii(JSON.stringify(content));
    this.hash = hashWith(this.hash, line);
    if (content.type === 'row') this.rows.set(content.table, (this.rows.get(content.table) ?? 0) + 1);
    return `${line}\n`;
  }

  end(): string {
    return `${JSON.stringify({ type: 'end', rows: Object.fromEntries(this.rows), hash: this.hash })}\n`;
  }
}
