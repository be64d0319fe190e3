import * as z from 'zod/mini';
import { VenueSettingsSchema } from '../shared/schemas/venue-settings';

/** The data of a report: a room's ledger and journal, as stored. Times are epoch ms. */

/** One row of the ledger: a run of taps `firstSeq` to `lastSeq` of one client (docs/decisions/0002). */
export interface LedgerFact {
  /** `receivedAt` × 1000 and up: the order in which the room counted. */
  id: number;
  clientId: string;
  areaId: string;
  /** For a transfer, which is two rows with one seq: the area at its other end. Null for people who came or left. */
  otherAreaId: string | null;
  firstSeq: number;
  lastSeq: number;
  /** Of each of its taps. */
  change: number;
  /** Of all its taps, like the three below; negative for an undo. */
  ins: number;
  outs: number;
  /** People in an exit for whom nobody was left inside. */
  floored: number;
  /** The part of late taps that did not change the occupancy, because a reset or recount came after them. */
  adjusted: number;
  /** The seq that this tap takes back. */
  undoes: number | null;
  /** When the undone tap was made; null when nothing is undone, and in rows of earlier versions. */
  undoneAt: number | null;
  /** When the first tap occurred, by the room's clock; the others are within the same minute. */
  occurredAt: number;
  /** When the others were made (tap-times.ts); null for a single tap, and for runs of earlier versions. */
  gaps: string | null;
  receivedAt: number;
  /** The area's occupancy after this row. */
  occupancy: number;
}

const JournalValueSchema = z.nullable(z.union([z.string(), z.number(), VenueSettingsSchema]));

/** One entry of the journal: what was changed, by whom, from what to what. */
export const JournalFactSchema = z.object({
  id: z.int(),
  at: z.int(),
  /** `admin:<id>`, `code:<id>` or `system`. */
  actor: z.string(),
  kind: z.string(),
  areaId: z.nullable(z.string()),
  before: JournalValueSchema,
  after: JournalValueSchema,
  note: z.nullable(z.string()),
});
export type JournalFact = z.infer<typeof JournalFactSchema>;

/** Which device counted under a client id: a client id is one page load. */
export interface ClientFact {
  clientId: string;
  deviceId: string;
  deviceName: string | null;
  isAdmin: boolean;
}
