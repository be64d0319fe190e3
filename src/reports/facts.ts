import * as z from 'zod/mini';
import { VenueSettingsSchema } from '../shared/schemas/venue-settings';

/** The data of a report: a room's ledger and journal, as stored. Times are epoch ms. */

/** One row of the ledger: a run of taps `firstSeq` to `lastSeq` of one client (docs/decisions/0002). */
export interface LedgerFact {
  /** `receivedAt` × 1000 plus a running number. Ids rise in the order in which the room counted. */
  id: number;
  clientId: string;
  areaId: string;
  /** For a transfer, which is stored as two rows with one seq: the other area. Null for all other taps. */
  otherAreaId: string | null;
  firstSeq: number;
  lastSeq: number;
  /** By how many people each tap of the row changes the area; negative for people who leave. */
  change: number;
  /** The sum over all taps of the row, like the three fields below; negative for an undo. */
  ins: number;
  outs: number;
  /** People in exits beyond the number of people who were inside. */
  floored: number;
  /** The part of late taps that did not change the occupancy, because a reset or recount came after them. */
  adjusted: number;
  /** The seq of the tap that this row takes back; null if the row is no undo. */
  undoes: number | null;
  /** When the undone tap was made; null if the row is no undo, and in rows that an earlier release stored. */
  undoneAt: number | null;
  /** When the row's first tap occurred, by the room's clock. The row's other taps are within the same minute. */
  occurredAt: number;
  /**
   * When the row's other taps were made (tap-times.ts); null for a single tap, and for a run that an earlier release
   * stored.
   */
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
  /** `admin:<id>`, `code:<id>`, `operator` or `system`. */
  actor: z.string(),
  kind: z.string(),
  areaId: z.nullable(z.string()),
  before: JournalValueSchema,
  after: JournalValueSchema,
  note: z.nullable(z.string()),
});
export type JournalFact = z.infer<typeof JournalFactSchema>;

/** The device behind a client id. A client id is one page load. */
export interface ClientFact {
  clientId: string;
  deviceId: string;
  deviceName: string | null;
  isAdmin: boolean;
}
