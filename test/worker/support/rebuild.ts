import { runInDurableObject } from 'cloudflare:test';
import * as z from 'zod/mini';
import { roomStub } from './room';

const CountersSchema = z.object({
  areaId: z.string(),
  occupancy: z.number(),
  ins: z.number(),
  outs: z.number(),
  floored: z.number(),
  adjustments: z.number(),
});
type Counters = Omit<z.infer<typeof CountersSchema>, 'areaId'>;

/** Direct sums of the journal. */
const SETTINGS = `SELECT area_id AS areaId, 0 AS ins, 0 AS outs, 0 AS floored,
  (SELECT coalesce(sum(CAST(after AS INTEGER) - CAST(before AS INTEGER)), 0) FROM journal
    WHERE journal.area_id = areas.area_id AND kind IN ('occupancy_reset', 'occupancy_recounted')) AS adjustments FROM areas`;

/** Counters as stored, and as recomputed from ledger and journal alone, once the log is written into the tables. */
export const storedAndRebuilt = () =>
  runInDurableObject(roomStub(), (room, { storage: { sql } }) => {
    room['parts'].store.writeLogToTables();
    const read = (statement: string): Record<string, Counters> => {
      const rows = sql.exec(statement).toArray();
      return Object.fromEntries(
        rows.map((row) => {
          const sums = z.parse(CountersSchema, { occupancy: 0, ...row });
          return [sums.areaId, sums];
        }),
      );
    };
    const rebuilt = read(SETTINGS);
    for (const { areaId, ins, outs, floored, adjusted } of room['parts'].store.ledger.rows(0)) {
      const area = rebuilt[areaId];
      if (area === undefined) throw new Error(`The ledger has taps of an unknown area ${areaId}`);
      area.ins += ins;
      area.outs += outs;
      area.floored += floored;
      area.adjustments += adjusted;
    }
    for (const area of Object.values(rebuilt)) {
      area.occupancy = area.ins - area.outs + area.floored + area.adjustments;
    }
    return { stored: read('SELECT *, area_id AS areaId FROM areas'), rebuilt };
  });
