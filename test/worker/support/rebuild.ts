import { runInDurableObject } from 'cloudflare:test';
import * as z from 'zod/mini';
import { decodeFlush } from '../../../src/room/flush';
import { roomStub } from './room';

const CountersSchema = z.object({
  occupancy: z.number(),
  ins: z.number(),
  outs: z.number(),
  floored: z.number(),
  adjustments: z.number(),
});
type Counters = z.infer<typeof CountersSchema>;

const AreaRowSchema = z.extend(CountersSchema, { area_id: z.string() });
const LedgerRowSchema = z.object({
  area_id: z.string(),
  ins: z.number(),
  outs: z.number(),
  floored: z.number(),
  adjusted: z.number(),
});
const JournalRowSchema = z.object({ area_id: z.string(), before: z.coerce.number(), after: z.coerce.number() });

const LogRowSchema = z.object({ body: z.string() });

const none = (): Counters => ({ occupancy: 0, ins: 0, outs: 0, floored: 0, adjustments: 0 });

function loggedFlushes({ sql }: DurableObjectStorage) {
  const query =
    "SELECT body FROM log WHERE generation = coalesce((SELECT value FROM meta WHERE key = 'log_generation'), 0) ORDER BY slot";
  return sql
    .exec(query)
    .toArray()
    .map((row) => decodeFlush(z.parse(LogRowSchema, row).body));
}

const TapRowSchema = z.object({
  clientId: z.string(),
  areaId: z.string(),
  firstSeq: z.number(),
  lastSeq: z.number(),
  change: z.number(),
  occurredAt: z.number(),
  undoes: z.nullable(z.number()),
});
type TapRow = z.infer<typeof TapRowSchema>;

const TAP_COLUMNS = `client_id AS clientId, area_id AS areaId, first_seq AS firstSeq, last_seq AS lastSeq,
  change, occurred_at AS occurredAt, undoes`;

/** The ledger's rows, in the order in which they were counted; times are epoch ms. */
export const ledgerRows = (): Promise<TapRow[]> =>
  runInDurableObject(roomStub(), (_room, { storage }) => [
    ...storage.sql
      .exec(`SELECT ${TAP_COLUMNS} FROM ledger ORDER BY id`)
      .toArray()
      .map((row) => z.parse(TapRowSchema, row)),
    ...loggedFlushes(storage).flatMap(({ rows }) => rows),
  ]);

export const occurrences = async (): Promise<number[]> => (await ledgerRows()).map(({ occurredAt }) => occurredAt);

/** Counters as stored, and as computed anew from ledger and journal alone: straight sums. Of the room's code only the log's format. */
export async function storedAndRebuilt(): Promise<{
  stored: Record<string, Counters>;
  rebuilt: Record<string, Counters>;
}> {
  return await runInDurableObject(roomStub(), (_room, { storage }) => {
    const stored: Record<string, Counters> = {};
    const rebuilt: Record<string, Counters> = {};
    const rows = <T>(schema: z.ZodMiniType<T>, query: string): T[] =>
      storage.sql
        .exec(query)
        .toArray()
        .map((row) => z.parse(schema, row));
    for (const { area_id, ...counters } of rows(AreaRowSchema, 'SELECT * FROM areas')) {
      stored[area_id] = counters;
      rebuilt[area_id] = none();
    }
    // What the log holds is not in the tables yet.
    const flushes = loggedFlushes(storage);
    for (const area of flushes.flatMap(({ areas }) => areas)) stored[area.areaId] = z.parse(CountersSchema, area);
    const logged = flushes.flatMap((flush) => flush.rows.map(({ areaId, ...row }) => ({ area_id: areaId, ...row })));
    for (const row of [...rows(LedgerRowSchema, 'SELECT * FROM ledger'), ...logged]) {
      const area = (rebuilt[row.area_id] ??= none());
      area.ins += row.ins;
      area.outs += row.outs;
      area.floored += row.floored;
      area.adjustments += row.adjusted;
    }
    for (const row of rows(
      JournalRowSchema,
      `SELECT * FROM journal WHERE kind IN ('occupancy_reset', 'occupancy_recounted')`,
    )) {
      (rebuilt[row.area_id] ??= none()).adjustments += row.after - row.before;
    }
    for (const area of Object.values(rebuilt)) {
      area.occupancy = area.ins - area.outs + area.floored + area.adjustments;
    }
    return { stored, rebuilt };
  });
}
