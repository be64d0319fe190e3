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

const AreaRowSchema = z.extend(CountersSchema, { areaId: z.string() });
const LedgerRowSchema = z.object({
  areaId: z.string(),
  ins: z.number(),
  outs: z.number(),
  floored: z.number(),
  adjusted: z.number(),
  occurredAt: z.number(),
});
const JournalRowSchema = z.object({ areaId: z.string(), change: z.number() });
const LogRowSchema = z.object({ body: z.string() });

/** Areas and ledger as stored: the tables, and what the log holds that is not in them yet. */
function stored({ sql }: DurableObjectStorage) {
  const rows = <T>(schema: z.ZodMiniType<T>, query: string): T[] =>
    sql
      .exec(query)
      .toArray()
      .map((row) => z.parse(schema, row));
  const log = rows(
    LogRowSchema,
    "SELECT body FROM log WHERE generation = coalesce((SELECT value FROM meta WHERE key = 'log_generation'), 0) ORDER BY slot",
  );
  const flushes = log.map(({ body }) => decodeFlush(body));
  const areas = [
    ...rows(AreaRowSchema, 'SELECT *, area_id AS areaId FROM areas'),
    ...flushes.flatMap((flush) => flush.areas.map((area) => z.parse(AreaRowSchema, area))),
  ];
  const ledger = [
    ...rows(LedgerRowSchema, 'SELECT *, area_id AS areaId, occurred_at AS occurredAt FROM ledger ORDER BY id'),
    ...flushes.flatMap((flush) => flush.rows),
  ];
  const set = rows(
    JournalRowSchema,
    `SELECT area_id AS areaId, CAST(after AS INTEGER) - CAST(before AS INTEGER) AS change FROM journal
     WHERE kind IN ('occupancy_reset', 'occupancy_recounted')`,
  );
  return { areas, ledger, set };
}

/** When the ledger's rows occurred, in the order in which they were counted; epoch ms. */
export const occurrences = (): Promise<number[]> =>
  runInDurableObject(roomStub(), (_room, { storage }) => stored(storage).ledger.map(({ occurredAt }) => occurredAt));

/** Counters as stored, and as computed anew from ledger and journal alone: straight sums. Of the room's code only the log's format. */
export const storedAndRebuilt = () =>
  runInDurableObject(roomStub(), (_room, { storage }) => {
    const { areas, ledger, set } = stored(storage);
    const kept: Record<string, Counters> = {};
    for (const { areaId, ...counters } of areas) kept[areaId] = counters;
    const rebuilt: Record<string, Counters> = {};
    for (const areaId of Object.keys(kept)) {
      const rows = ledger.filter((row) => row.areaId === areaId);
      const sum = (key: 'ins' | 'outs' | 'floored' | 'adjusted') => rows.reduce((total, row) => total + row[key], 0);
      const changes = set.filter((row) => row.areaId === areaId).map(({ change }) => change);
      const [ins, outs, floored] = [sum('ins'), sum('outs'), sum('floored')];
      const adjustments = changes.reduce((total, change) => total + change, sum('adjusted'));
      rebuilt[areaId] = { occupancy: ins - outs + floored + adjustments, ins, outs, floored, adjustments };
    }
    return { stored: kept, rebuilt };
  });
