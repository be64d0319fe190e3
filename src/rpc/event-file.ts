import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { AreaDefinitionSchema } from '../shared/schemas/area';
import { ScheduleSchema } from '../shared/schemas/schedule';
import { VenueSettingsSchema } from '../shared/schemas/venue-settings';
import type { StoredRow, StoredTable } from './stored-tables';

/**
 * One event as a file: NDJSON of a head, a line for each row of its room, and an end with their counts and a hash.
 * ASCII only, so that it can be sent in parts that end anywhere.
 */

export const EVENT_FILE_VERSION = 1;

/** The event as D1 defines it, and what a room must know to import the rest. */
export const EventFileHeadSchema = z.object({
  type: z.literal('head'),
  format: z.literal('headroom-event'),
  formatVersion: z.int(),
  /** The version of the room's storage: the number of its migrations. */
  roomSchema: z.int(),
  /** ISO 8601. */
  exportedAt: z.string(),
  eventId: z.string(),
  ownerId: z.string(),
  eventName: z.string(),
  accessCode: z.string(),
  revision: z.int(),
  venue: z.nullable(VenueSettingsSchema),
  schedule: ScheduleSchema,
  /** Epoch ms, here and below. */
  createdAt: z.int(),
  areas: z.array(z.extend(AreaDefinitionSchema, { createdAt: z.int() })),
});
export type EventFileHead = z.infer<typeof EventFileHeadSchema>;

export const EventFileLineSchema = z.discriminatedUnion('type', [
  EventFileHeadSchema,
  z.object({ type: z.literal('row'), table: z.string(), row: z.record(z.string(), z.unknown()) }),
  z.object({ type: z.literal('end'), rows: z.record(z.string(), z.int()), hash: z.string() }),
]);
type EventFileLine = EventFileHead | { type: 'row'; table: StoredTable; row: StoredRow };

/** The progress of an import. */
export interface ImportProgress {
  /** Bytes of the file. */
  received: number;
  /** The account that it is imported into. */
  ownerId: string;
}

/** The hash before the first line. */
export const NO_LINES = '';

/** SHA-256 over the hash of all lines before and this line, in hex. Only this hash must be kept between two parts. */
export const hashWith = (before: string, line: string): string =>
  createHash('sha256').update(before).update(line).digest('hex');

const ascii = (json: string): string =>
  json.replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Writes the lines of one file, and counts and hashes them. */
export class EventFileWriter {
  private hash = NO_LINES;
  private readonly rows = new Map<string, number>();

  line(content: EventFileLine): string {
    const line = ascii(JSON.stringify(content));
    this.hash = hashWith(this.hash, line);
    if (content.type === 'row') this.rows.set(content.table, (this.rows.get(content.table) ?? 0) + 1);
    return `${line}\n`;
  }

  end(): string {
    return `${JSON.stringify({ type: 'end', rows: Object.fromEntries(this.rows), hash: this.hash })}\n`;
  }
}
