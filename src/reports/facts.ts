import * as z from 'zod/mini';
import type { SourceAbout } from '../shared/schemas/device';
import { CategoriesSchema, CountedCategorySchema } from '../shared/schemas/category';
import { JournalEvacuationSchema } from '../shared/evacuation/schemas';
import { MachineTroubleSchema } from '../shared/machines/trouble';
import { JournalOrderSchema } from '../shared/orders/schemas';
import { LimitSchema, VenueSettingsSchema } from '../shared/schemas/venue-settings';
import { type Row, rowSchema } from '../stored/columns';
import type { LEDGER } from '../stored/ledger';
import { JOURNAL } from '../stored/tables';

/** The data of a report: a room's ledger and journal, as stored. Times are epoch ms. */

/** One row of the ledger: a run of taps `firstSeq` to `lastSeq` of one client (docs/decisions/0002). */
export type LedgerFact = Row<typeof LEDGER>;

/** Which alert a note is about; `raisedAt` is in epoch ms. */
export const NotedAlertSchema = z.object({ threshold: z.int(), raisedAt: z.int() });

const JournalValueSchema = z.nullable(
  z.union([
    z.string(),
    z.number(),
    MachineTroubleSchema,
    VenueSettingsSchema,
    CategoriesSchema,
    z.array(CountedCategorySchema),
    z.array(LimitSchema),
    JournalOrderSchema,
    JournalEvacuationSchema,
    NotedAlertSchema,
  ]),
);

/** One entry of the journal: what was changed, by whom, from what to what. */
export const JournalFactSchema = z.extend(rowSchema(JOURNAL), {
  before: JournalValueSchema,
  after: JournalValueSchema,
});
export type JournalFact = z.infer<typeof JournalFactSchema>;

/** The device behind a client id. A client id is one page load. */
export interface ClientFact {
  clientId: string;
  deviceId: string;
  deviceName: string | null;
  isAdmin: boolean;
  /** Only machines have it. */
  source?: SourceAbout;
}
