import * as z from 'zod/mini';
import { VenueSettingsSchema } from '../schemas/venue-settings';

/** What a report is made from: a room's ledger and journal, as stored. Times are epoch ms. */

/** One row of the ledger: a run of taps `firstSeq` to `lastSeq` of one client (docs/decisions/0002). */
export interface LedgerFact {
  /** `receivedAt` × 1000 and up: in the order in which the room counted. */
  id: number;
  clientId: string;
  areaId: string;
  /** Of a transfer, which is two rows with one seq: the area at its other end; null for people who came or left. */
  otherAreaId: string | null;
  firstSeq: number;
  lastSeq: number;
  /** Of each of its taps. */
  change: number;
  /** Of all its taps, as the three below; negative where something is undone. */
  ins: number;
  outs: number;
  /** People who were tapped out where nobody was left. */
  floored: number;
  /** What taps from before the area's last reset or recount did not do to the occupancy. */
  adjusted: number;
  /** The seq that this tap takes back. */
  undoes: number | null;
  /** When the tap that it takes back was made; null where nothing is taken back, and in rows of before this was kept. */
  undoneAt: number | null;
  /** Of the first tap, by the room's clock; the others are of the same minute. */
  occurredAt: number;
  /** When the others were made (tap-times.ts); null for a single tap, and for runs of before this was kept. */
  gaps: string | null;
  receivedAt: number;
  /** Of the area, after it, as it was counted. */
  occupancy: number;
}

const JournalValueSchema = z.nullable(z.union([z.string(), z.number(), VenueSettingsSchema]));

/** One row of the journal: what was changed, by whom, from what to what. */
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

/** Which device counted under a client id: a page load is a client id. */
export interface ClientFact {
  clientId: string;
  deviceId: string;
  deviceName: string | null;
  isAdmin: boolean;
}
